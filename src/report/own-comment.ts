import { OWN_COMMENT } from '../text/marker.ts';
import { COMMENT_LIMIT, shorten } from './shorten.ts';

/** What every comment about a request needs to know. */
export interface Occasion {
  /** The login of who asked. */
  readonly asker?: string | undefined;
  /** The comment, review, line or issue that asked. */
  readonly askedAt?: string | undefined;
  /** The workflow run's address. */
  readonly runUrl: string;
  readonly phrase: string;
}

/** A comment of ours out of its paragraphs: marked as such, of a length that GitHub takes, and no request itself. */
export function finishComment(parts: readonly string[], { phrase }: Pick<Occasion, 'phrase'>): string {
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
