// A run of what may stand within may itself hold the first character again and again, each with all the rest to search.
const MANY = '{0,99}';

// How an entity begins and ends, also where its signs were made safe for shells: as others, or as JSON's numbers. The backslash
// before the first one is found like every other.
const AMPERSAND = '(?:[&+]|u0026)';
const SEMICOLON = '(?:[;,]|\\\\u003[bB])';

// What nobody sees may stand between any two characters: as itself, or as Markdown and HTML write it.
const NO_WIDTH = `\\\\?${AMPERSAND}#(?:8203|x200[bB])${SEMICOLON}`;
const BETWEEN = `(?:(?![\\t-\\r])[\\p{Cc}\\p{Default_Ignorable_Code_Point}]|${NO_WIDTH})${MANY}`;

/** How many characters tell that a text may begin here. */
const BEGINNING = 6;

/** What escapes a character, on its own or in an address. */
const ESCAPES = `(?:\\\\|%5[cC])${MANY}`;

/** A run of backslashes, which escaping makes longer. */
const BACKSLASHES = `(?:\\\\(?:u005[cC]|u0026#(?:92|x5[cC])${SEMICOLON})?|%5[cC]|[&+]#(?:92|x5[cC])${SEMICOLON}){1,999}`;

/**
 * Finds the text whatever was done to its characters: each on its own may be escaped. No two parts of the pattern fit the
 * same characters next to each other, so that nobody can write what takes long to search.
 */
export function inAnyGuise(text: string): RegExp {
  return new RegExp(patternOf(piecesOf(text)), 'gu');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const NAMES = Object.values(ENTITIES).map((entity) => entity.slice(1, -1));

/** What writes a character in other signs than itself. */
const WRITTEN_OTHERWISE = new RegExp(`%[\\da-f]{2}|u[\\da-f]{4}|[&+](?:#|${NAMES.join('|')})`, 'i');

/**
 * Whether some text may hold one of these in any guise. It is told in no time, and hardly ever wrongly: what is written in no
 * other signs has its letters and digits in their order, whatever stands between them.
 */
export function mayHold(texts: readonly string[]): (text: string) => boolean {
  const beginnings = texts.map((text) => lettersOf(text).slice(0, BEGINNING));
  if (beginnings.some((letters) => letters.length < BEGINNING)) return () => true;
  return (text) => {
    if (WRITTEN_OTHERWISE.test(text)) return true;
    const letters = lettersOf(text);
    return beginnings.some((beginning) => letters.includes(beginning));
  };
}

function lettersOf(text: string): string {
  return text.replace(/[^\dA-Za-z]+/g, '');
}

function piecesOf(text: string): string[] {
  return text.toWellFormed().match(/\\+|\s+|./gsu) ?? [];
}

function patternOf(pieces: readonly string[]): string {
  const pattern = pieces.map(guisesOf).reduce((before, guises) => {
    const escaped = guises === BACKSLASHES || before.endsWith(BACKSLASHES) ? '' : ESCAPES;
    return `${before}${BETWEEN}${escaped}${guises}`;
  });
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
