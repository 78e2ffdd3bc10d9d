import { withoutUnseen } from './line.ts';

/**
 * The text that a reader of a comment surely sees: without invisible characters and HTML comments, also those within code.
 * An HTML comment without an end hides the rest. Lines end in `\n`.
 */
export function visibleText(text: string): string {
  // Invisible characters go first: they could split the delimiters of an HTML comment.
  const shown = visibleCode(text).replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  // The text around a comment may form another one. One pass is enough for every honest text.
  const rest = shown.indexOf('<!--');
  return rest === -1 ? shown : shown.slice(0, rest);
}

/** The same for source code, where HTML comments are visible. */
export function visibleCode(text: string): string {
  return withoutUnseen(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n'));
}
