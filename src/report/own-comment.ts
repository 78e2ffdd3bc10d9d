import type { ReactionTarget } from '../github/comments.ts';
import { OWN_COMMENT } from '../text/comment-text.ts';
import { COMMENT_LIMIT, shorten } from './shorten.ts';

/** Who asked by what: also for whoever has to tell the end of it in place of the run. */
export interface RequesterRef {
  /** A login. */
  readonly by?: string | undefined;
  /** Whether that is a person, who can be told by a mention. */
  readonly person?: boolean | undefined;
  /** The address of what asked. */
  readonly at?: string | undefined;
  /** What takes the reaction; reviews and runs take none. */
  readonly reactTo?: ReactionTarget | undefined;
  /** Whether it was a review that requests changes: then the reviewer is asked for another one. */
  readonly review?: boolean | undefined;
  /** The address of the workflow's run. */
  readonly run: string;
}

/** What every comment about a request needs to know. */
export interface CommentContext extends RequesterRef {
  readonly phrase: string;
}

/** A comment of ours out of its paragraphs: marked as such, of a length that GitHub takes, and no request itself. */
export function finishComment(parts: readonly string[], { phrase }: Pick<CommentContext, 'phrase'>): string {
  const text = parts.filter((part) => part !== '').join('\n\n');
  return `${shorten(guardPhrase(text, phrase), COMMENT_LIMIT)}\n\n${OWN_COMMENT}`;
}

/** Our own text never begins a line with the phrase, whatever the phrase is. */
function guardPhrase(text: string, phrase: string): string {
  const begins = (line: string) => line.trimStart().toLowerCase().startsWith(phrase.toLowerCase());
  return text
    .split('\n')
    .map((line) => (begins(line) ? `&#8203;${line}` : line))
    .join('\n');
}
