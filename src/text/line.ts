// C0 and C1 controls, line and paragraph separators, annotation marks, and all that Unicode calls ignorable: zero-width
// and direction-changing characters, fillers, variation selectors and tags.
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/u;

/** Scripts whose letters take another form next to a joiner or a non-joiner. */
const JOINING =
  // cspell:disable-next-line
  'Adlm Arab Beng Deva Gujr Guru Khmr Knda Mand Mlym Mong Mymr Nkoo Orya Rohg Sinh Syrc Taml Telu Tibt'
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('');
const JOINED = `(?!\\p{Default_Ignorable_Code_Point})[${JOINING}]`;
/** An emoji, perhaps of several that are joined, or a sign on a key. */
const PICTURE = '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\ufe0e\\ufe0f])?';
const EMOJI = `${PICTURE}(?:\\u200d${PICTURE})*|[\\d#*]\\ufe0f(?=\\u20e3)`;

/** Hidden instructions are made of such characters, so only those stay that languages and emoji need. */
const SEEN_OR_UNSEEN = new RegExp(
  `(${EMOJI}|(?<=${JOINED})[\\u200c\\u200d](?=${JOINED}))|${UNSEEN.source}`,
  'gu',
);

export function withoutUnseen(text: string): string {
  // Otherwise, removing the text between two halves of a character could join them.
  return text.toWellFormed().replace(SEEN_OR_UNSEEN, '$1');
}

/** In characters, for lines of the log that people copy into another run. */
export const LONGEST_LINE = 300_000;

/** Makes foreign text one line of the log that can't start a workflow command or move the cursor. */
export function logLine(text: string, limit = 500): string {
  const line = withoutUnseen(text.replace(/\r\n?|\n|\t|\u2028|\u2029/g, ' ')).trim();
  // The runner reads `##[` anywhere in a line as a command, and `::` at its start, also after white space.
  return cut(line.replaceAll('##[', '# #[').replace(/^::/, ': :'), limit);
}

export function quoteLine(text: string, limit?: number): string {
  return JSON.stringify(logLine(text, limit));
}

/** Cuts between whole characters; an ellipsis counts towards `limit`. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(limit - 2)) ? limit - 2 : limit - 1;
  return `${text.slice(0, end)}…`;
}
