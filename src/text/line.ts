/**
 * Makes foreign text safe to print on one line. Whatever a person or a server wrote is text: it starts no workflow
 * command and moves no cursor.
 */

// C0 and C1 controls, line and paragraph separators, annotation marks, and all that Unicode calls ignorable: zero-width
// and direction-changing characters, fillers, variation selectors and tags.
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/gu;

/** The text without characters that nobody sees, and without halves of characters. */
export function withoutUnseen(text: string): string {
  // Two halves of a character must not meet when what stood between them is taken out.
  return text.toWellFormed().replace(UNSEEN, '');
}

/** The longest line that the log shows whole, in characters: data for another run may be long. */
export const LONGEST_LINE = 300_000;

/** One line for the log: no control characters, no workflow command, at most `limit` characters. */
export function logLine(text: string, limit = 500): string {
  const line = withoutUnseen(text.replace(/\r\n?|\n|\t|\u2028|\u2029/g, ' ')).trim();
  // The runner takes `##[` anywhere in a line for a command, and `::` at its start, also after white space.
  return cut(line.replaceAll('##[', '# #[').replace(/^::/, ': :'), limit);
}

/** Foreign text, like a file's name, that is quoted and so stays on its line. */
export function quoteLine(text: string, limit?: number): string {
  return JSON.stringify(logLine(text, limit));
}

/** At most `limit` characters, cut between whole characters, with an ellipsis where something is missing. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(limit - 2)) ? limit - 2 : limit - 1;
  return `${text.slice(0, end)}…`;
}
