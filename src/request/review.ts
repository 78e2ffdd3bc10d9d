import { accountAt, idAt, textAt } from '../text/json.ts';
import { quoteLine } from '../text/line.ts';
import { carriesOwnMarker } from '../text/marker.ts';
import { visibleText } from '../text/visible.ts';
import { type Command, parseCommand } from './command.ts';
import { readLines } from './event-thread.ts';
import type { Lines } from './request.ts';

/** A comment on lines, as GitHub's API lists it. */
export interface LineComment {
  readonly authorId: number;
  /** Every line comment belongs to a review, also one that was written alone. */
  readonly reviewId: number;
  readonly lines: Lines;
  readonly text: string;
  /** When it was last written, in epoch milliseconds. */
  readonly writtenAt: number;
}

/** Reads a line comment out of an answer of the API; undefined when something is missing. */
export function readLineComment(json: unknown): LineComment | undefined {
  const authorId = accountAt(json, 'user')?.id;
  const reviewId = idAt(json, 'pull_request_review_id');
  const lines = readLines(json);
  const text = textAt(json, 'body');
  if (authorId === undefined || reviewId === undefined || lines === undefined || text === undefined)
    return undefined;
  return { authorId, reviewId, lines, text, writtenAt: Date.parse(textAt(json, 'updated_at') ?? '') };
}

/**
 * Whether a review is a request itself. Then its line comments are parts of it and start nothing, even those that
 * begin with the phrase; their own events don't tell, so the review has to be fetched for them.
 */
export function reviewAsks(body: string, phrase: string): boolean {
  return !carriesOwnMarker(body) && parseCommand(body, phrase).kind !== 'none';
}

/** The line comments that are part of a review: only those by its author, since a review is one person's word. */
export function partsOf(
  comments: readonly LineComment[],
  review: { readonly id: number; readonly authorId: number },
): readonly LineComment[] {
  return comments.filter(({ authorId, reviewId }) => authorId === review.authorId && reviewId === review.id);
}

/**
 * Whether every part still says what it said when the review was submitted. Others may edit it between the event, whose
 * author is asked about, and the run. A moment that is not known is a doubt.
 */
export function areUntouched(parts: readonly LineComment[], submittedAt: string | undefined): boolean {
  // GitHub writes whole seconds.
  const submitted = Date.parse(submittedAt ?? '') + 1000;
  return parts.every(({ writtenAt }) => writtenAt <= submitted);
}

/**
 * The command of a submitted review together with the line comments that are part of it, and the lines that those are on. With
 * line comments a bare phrase is an instruction as well. The comments are numbered: a file's name is no part of an instruction.
 */
export function withLineComments<Kind extends Command>(
  command: Kind,
  comments: readonly LineComment[],
  phrase: string,
): {
  readonly command: Kind | Extract<Command, { kind: 'ask' }>;
  readonly reviewed?: readonly Lines[] | undefined;
} {
  if (command.kind !== 'ask' && command.kind !== 'empty') return { command };
  const parts = comments
    .map(({ lines, text }) => ({ lines, words: carriesOwnMarker(text) ? '' : wordsOf(text, phrase) }))
    .filter(({ words }) => words !== '');
  if (parts.length === 0) return { command };
  const first = command.kind === 'ask' ? [command.instruction] : [];
  const numbered = parts.map(
    ({ words }, at) => `Comment ${at + 1}, on its lines in the data below:\n${words}`,
  );
  return {
    command: { kind: 'ask', manner: command.manner, instruction: [...first, ...numbered].join('\n\n') },
    reviewed: parts.map(({ lines }) => lines),
  };
}

/** What the comment says to the agent; the phrase in front of it is for us. */
function wordsOf(text: string, phrase: string): string {
  const command = parseCommand(text, phrase);
  switch (command.kind) {
    case 'ask':
      return command.instruction;
    case 'empty':
      return '';
    case 'status':
    case 'help':
      return command.unsent;
    case 'none':
    case 'mistake':
      return visibleText(text).trim();
  }
}

/** Like `"docs/a.md", lines 10 to 12`. */
export function describeLines({ path, line, startLine }: Lines): string {
  const name = quoteLine(path, 300);
  if (line === undefined) return name;
  return startLine === undefined ? `${name}, line ${line}` : `${name}, lines ${startLine} to ${line}`;
}
