import { withoutUnseen } from './line.ts';

/**
 * What a reader of a comment sees: no HTML comments, no zero-width and direction-changing characters, no halves of
 * characters; lines end in `\n`. Where it is doubtful what a reader sees, it is left out: an HTML comment without an
 * end hides the rest, and one inside of code is taken out too.
 */
export function visibleText(text: string): string {
  // Unseen characters go first: they could break up the signs of an HTML comment.
  const shown = visibleCode(text).replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  // What was around a comment may have become one. One pass is enough for every honest text.
  const rest = shown.indexOf('<!--');
  return rest === -1 ? shown : shown.slice(0, rest);
}

/** The same for source code, where HTML comments are seen. */
export function visibleCode(text: string): string {
  return withoutUnseen(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n'));
}
