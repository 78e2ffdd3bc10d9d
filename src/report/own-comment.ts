import type { ReactionTarget } from '../github/comments.ts';
import { OWN_COMMENT } from '../text/comment-text.ts';

/** In bytes. GitHub refuses comments of more than 65,536 characters, and drops summaries of more than 1 MiB whole. */
export const COMMENT_LIMIT = 65_000;
export const SUMMARY_LIMIT = 1_000_000;

/** Who requested something, and with what. A note has it for other runs, which may have to report the result. */
export interface RequesterRef {
  /** A login. */
  readonly by?: string | undefined;
  /** Whether that is a person, whom a mention notifies. */
  readonly person?: boolean | undefined;
  /** The URL of the request. */
  readonly at?: string | undefined;
  /** What takes the reactions. Reviews and runs take none. */
  readonly reactTo?: ReactionTarget | undefined;
  /** Whether it was a review that requests changes: then the reviewer gets another request for a review. */
  readonly review?: boolean | undefined;
  /** The URL of the workflow's run. */
  readonly run: string;
}

/** What every comment about a request needs. */
export interface CommentContext extends RequesterRef {
  readonly phrase: string;
}

/** Makes a comment of the action from its paragraphs: marked as such, no longer than GitHub allows, and no request itself. */
export function finishComment(parts: readonly string[], { phrase }: Pick<CommentContext, 'phrase'>): string {
  const text = parts.filter((part) => part !== '').join('\n\n');
  return `${shorten(guardPhrase(text, phrase), COMMENT_LIMIT)}\n\n${OWN_COMMENT}`;
}

/** At most `limit` bytes of Markdown, cut at a whole character, with a note if it was cut. */
export function shorten(markdown: string, limit: number): string {
  if (Buffer.byteLength(markdown) <= limit) return markdown;
  const bytes = Buffer.from(markdown).subarray(0, limit - 100);
  // A character that was cut in half becomes a replacement character at the end.
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
