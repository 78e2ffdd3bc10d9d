import { cutEmailQuote } from './email-quote.ts';
import { withoutUnseen } from './line.ts';

/**
 * The text that a reader of a comment certainly sees: no invisible characters, no HTML comments, and no quote of an email, which
 * GitHub folds. Lines end in `\n`.
 */
export function visibleText(text: string): string {
  const { shown } = cutEmailQuote(withoutClosedComments(text));
  const rest = shown.indexOf('<!--');
  return rest === -1 ? shown : shown.slice(0, rest);
}

/** Whether {@link visibleText} loses the rest of a text: a comment has no end, or the text around one forms another. */
export function hasOpenComment(text: string): boolean {
  return withoutClosedComments(text).includes('<!--');
}

/** Whether {@link visibleText} may have words that an email quotes. */
export function hasUnclearQuote(text: string): boolean {
  return cutEmailQuote(withoutClosedComments(text)).isUnclear;
}

/** Takes linear time, because a comment without an end is matched, too. */
function withoutClosedComments(text: string): string {
  // Invisible characters go first: they could split the delimiters of an HTML comment.
  return visibleCode(text).replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) =>
    comment.length >= '<!---->'.length && comment.endsWith('-->') ? '' : comment,
  );
}

/** Whether a text has an HTML comment, which {@link visibleText} removes. */
export function hasHtmlComment(text: string): boolean {
  return visibleCode(text).includes('<!--');
}

/** The same for source code, where HTML comments are visible. */
export function visibleCode(text: string): string {
  return withoutUnseen(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n'));
}

/** Every hidden marker of the action begins with it, signed notes too. */
export const MARKER_PREFIX = '<!-- docs-agent-action:';

/** Every comment of the action contains it, so that none of them starts a request. */
export const OWN_COMMENT = `${MARKER_PREFIX}note -->`;

export function carriesOwnMarker(text: string): boolean {
  return /<!--\s*docs-agent-action:/i.test(text);
}

/** A list with dashes, quotes or several commands, or a regular expression. */
const NOT_A_PHRASE = /^(?:\[?["']|- |\/?\^|([/@!]).*[\s,;|]\1|[^*]+\*$|\/.*\/i?$)|\S\|\S|\\/;

/** Why no comment can begin with the phrase, to follow the input's name. */
export function phraseProblem(phrase: string): string | undefined {
  if (phrase.trim() === '') return 'is empty';
  if (phrase !== phrase.trim() || /[^\S ]/.test(phrase))
    return 'must be one line without white space around it';
  if (phrase.length > 100) return 'must be at most 100 characters';
  if (visibleText(phrase) !== phrase) return 'must not contain invisible characters';
  if (/^(?:[>`]|~~~)/.test(phrase)) return 'must not begin like a quote or code';
  return NOT_A_PHRASE.test(phrase)
    ? 'must be the words themselves, like `/docs`. Several ones or a regular expression are not possible'
    : undefined;
}
