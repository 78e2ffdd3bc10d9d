// A run of what may stand within may itself hold the first character again and again, each with all the rest to search.
const MANY = '{0,99}';

// How an entity begins and ends, also where its signs were made safe for shells: as others, or as JSON's numbers. The backslash
// before the first one is found like every other.
const AMPERSAND = '(?:[&+]|u0026)';
const SEMICOLON = '(?:[;,]|\\\\u003[bB])';

const HEX = '[\\da-fA-F]';

// What nobody sees may stand between any two characters: as itself, or as Markdown and HTML write it.
const NO_WIDTH = `\\\\?${AMPERSAND}#(?:8203|x200[bB])${SEMICOLON}`;
const BETWEEN = `(?:(?![\\t-\\r])[\\p{Cc}\\p{Default_Ignorable_Code_Point}]|${NO_WIDTH})${MANY}`;

/** What escapes a character, on its own or in an address. */
const ESCAPES = `(?:\\\\|%5[cC])${MANY}`;

/** A run of backslashes, which escaping makes longer. */
const BACKSLASHES = `(?:\\\\(?:u005[cC]|u0026#(?:92|x5[cC])${SEMICOLON})?|%5[cC]|[&+]#(?:92|x5[cC])${SEMICOLON}){1,999}`;

/** How many characters a text may have, and its pattern, that every guise is looked for; others would overflow the stack. */
const [LONGEST_DISGUISED, LONGEST_PATTERN] = [800, 200_000];

/** What is longer than any key is looked for as it is. */
const LONGEST_KEY = 10_000;

/**
 * What replaces each of the texts, in their order, whatever was done to its characters. A pattern is made only where its
 * text may be: hardly any answer holds a secret, and to make and search them takes longer than all else in a short run.
 */
export function replaceInAnyGuise(texts: readonly string[], stand: string): (text: string) => string {
  const sought = texts.map((text) => {
    let pattern: RegExp | string | undefined;
    const replaceIn = (rest: string) => {
      pattern ??= inAnyGuise(text);
      return rest.replaceAll(pattern, stand);
    };
    return { letters: tellingLetters(text), replaceIn };
  });
  return (text) => {
    const found = lettersIn(text);
    const suspects = sought.filter(({ letters }) => found.includes(letters));
    return suspects.reduce((rest, { replaceIn }) => replaceIn(rest), text);
  };
}

/**
 * Finds the text whatever was done to its characters: each on its own may be escaped. No two parts of the pattern fit the
 * same characters next to each other, so that nobody can write what takes long to search. In a long text letters and digits
 * stand as they are, which nobody escapes by habit.
 */
export function inAnyGuise(text: string): RegExp | string {
  if (text.length > LONGEST_KEY) return text;
  const pattern = patternOf(piecesOf(text), text.length > LONGEST_DISGUISED);
  return pattern.length > LONGEST_PATTERN ? text : new RegExp(pattern, 'gu');
}

/** What writes a letter in other signs, by its number: in two digits, in four, decimal or hexadecimal. */
const WRITTEN_OTHERWISE = new RegExp(
  `%(?:25)*(?<byte>${HEX}{2})|${AMPERSAND}#(?:(?<decimal>\\d+)|[xX](?<number>${HEX}+))${SEMICOLON}|u(?<unit>${HEX}{4})`,
  'g',
);

/** The letters and digits of a text in their order: as they are, and then as they are meant where any is written otherwise. */
export function lettersIn(text: string): string {
  const meant = text.replace(WRITTEN_OTHERWISE, (...found) => {
    const { byte, decimal, number, unit } = found.at(-1);
    return String.fromCharCode(Number(decimal ?? `0x${byte ?? number ?? unit}`));
  });
  return meant === text ? lettersOf(text) : `${lettersOf(text)} ${lettersOf(meant)}`;
}

/**
 * Some letters of a text, without which it is nowhere in any guise; none where that is not sure. Not among them is what may
 * be taken for the number of a character: together with what stands before the text or after it, or by itself.
 */
export function tellingLetters(text: string): string {
  if (/^5?25|[^\w./:=+-]/.test(text)) return '';
  const letters = lettersOf(text).replace(/u[\da-f]{4}/gi, '.....');
  return /[^.]{6}/.exec(letters.slice(4, -4))?.[0] ?? '';
}

function lettersOf(text: string): string {
  return text.replace(/[^\dA-Za-z]+/g, '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function piecesOf(text: string): string[] {
  return text.toWellFormed().match(/\\+|\s+|./gsu) ?? [];
}

/** Where it is `bare`, letters and digits stand for themselves only. */
function patternOf(pieces: readonly string[], bare: boolean): string {
  const pattern = pieces.reduce((before, piece) => {
    if (bare && /^\w$/.test(piece)) return before + piece;
    const guises = guisesOf(piece);
    if (before === '') return guises;
    const escaped = guises === BACKSLASHES || before.endsWith(BACKSLASHES) ? '' : ESCAPES;
    return `${before}${BETWEEN}${escaped}${guises}`;
  }, '');
  // All backslashes before it go with it: half of a pair would spoil the JSON that it is taken out of.
  return `(?<!\\\\)${pattern.startsWith(BACKSLASHES) ? '' : '\\\\*'}${pattern}`;
}

/** A pattern for one character, or for a run of backslashes or blanks. */
function guisesOf(piece: string): string {
  if (piece.startsWith('\\')) return BACKSLASHES;
  // Markdown makes one blank of several.
  if (/^\s/.test(piece)) return '(?:[^\\S\\ufeff]|%20|\\+)+';
  const units = Array.from({ length: piece.length }, (_, at) => piece.charCodeAt(at));
  const point = piece.codePointAt(0) ?? 0;
  const guises = [
    [...Buffer.from(piece)].map((byte) => `%(?:25)*${hex(byte, 2)}`).join(''),
    units.map((unit) => `u${hex(unit, 4)}`).join('\\\\+'),
    `${AMPERSAND}#0*${point}${SEMICOLON}`,
    `${AMPERSAND}#[xX]0*${hex(point, 1)}${SEMICOLON}`,
    ENTITIES[piece]?.replace('&', AMPERSAND).replace(';', SEMICOLON),
    // The last, since others begin with it.
    piece.replace(/[$()*+./?[\]^{|}]/, '\\$&'),
  ];
  return `(?:${guises.filter((guise) => guise !== undefined).join('|')})`;
}

/** A pattern for a number in hexadecimal digits, which have capitals or not. */
function hex(number: number, digits: number): string {
  const text = number.toString(16).padStart(digits, '0');
  return text.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** The text in HTML; there are several ways to write an apostrophe. */
export function escapeHtml(text: string, apostrophe: string): string {
  return text.replace(/[&<>"']/g, (sign) => (sign === "'" ? apostrophe : (ENTITIES[sign] ?? sign)));
}
