import type { RequesterRef } from '../github/requester.ts';
import { OWN_COMMENT } from '../text/comment-text.ts';
import { code } from '../text/markdown.ts';

/** In bytes. GitHub refuses comments of more than 65,536 characters, and drops summaries of more than 1 MiB whole. */
const COMMENT_LIMIT = 65_000;
export const SUMMARY_LIMIT = 1_000_000;

/** What every comment about a request needs. */
export interface CommentContext extends RequesterRef {
  /** Undefined if the step doesn't know it. */
  readonly phrase?: string | undefined;
}

/** Joins the paragraphs of a comment: marked as the action's, within GitHub's limit, and never a request itself. */
export function finishComment(parts: readonly string[], { phrase }: Pick<CommentContext, 'phrase'>): string {
  const text = parts.filter((part) => part !== '').join('\n\n');
  return `${shorten(phrase ? guardPhrase(text, phrase) : text, COMMENT_LIMIT)}\n\n${OWN_COMMENT}`;
}

/** How to request changes. Empty if no comment or review was the request: perhaps no workflow answers any. */
export function inviteTo(where: string, { at, phrase }: Pick<CommentContext, 'at' | 'phrase'>): string {
  const isWritten = at !== undefined && new URL(at).hash !== '';
  return isWritten ? `To request changes, ${howToRequest({ phrase }, where)}.` : '';
}

/** Like "comment here with `/docs` and what to change". */
export function howToRequest({ phrase }: Pick<CommentContext, 'phrase'>, where = 'here'): string {
  return phrase
    ? `comment ${where} with ${code(phrase)} and what to change`
    : `send another request ${where}`;
}

/** Cuts Markdown to `limit` bytes, at a whole character, and says so. */
export function shorten(markdown: string, limit: number): string {
  if (Buffer.byteLength(markdown) <= limit) return markdown;
  const bytes = Buffer.from(markdown).subarray(0, limit - 100);
  // Half a character at the end decodes to a replacement character.
  return `${new TextDecoder().decode(bytes).replace(/\ufffd$/, '')}\n\n… cut here: the rest was too long.`;
}

/** No line of the action's comments begins with the phrase, whatever the phrase is. */
function guardPhrase(text: string, phrase: string): string {
  const begins = (line: string) => line.trimStart().toLowerCase().startsWith(phrase.toLowerCase());
  return text
    .split('\n')
    .map((line) => (begins(line) ? `&#8203;${line}` : line))
    .join('\n');
}
