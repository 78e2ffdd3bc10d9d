import { plain } from '../text/markdown.ts';
import { shellSafeText } from '../text/shell-safe.ts';

/** The inputs that hold secrets, of whichever action. */
export const SECRET_INPUTS = ['api-key', 'github-token', 'pr-token', 'thread-secret'] as const;

const MASK = '***';

/** Where a text was cut, the beginning of a secret may be left; so much of it tells nothing. */
const HARMLESS_START = 6;

/** What is shorter has a base64 that other texts hold by chance. */
const LEAST_ENCODED = 8;

/**
 * Keeps secrets out of everything that leaves the process, also where a server echoes them back. Returns what gives a
 * text with each of them replaced by `***`: plain, in base64, with any of its characters escaped or with unseen ones between
 * them, or cut off by `…`.
 */
export function hiderOf(secrets: readonly string[]): (text: string) => string {
  // The longest first: one secret may begin with another.
  const byLength = (one: string, other: string) => other.length - one.length;
  const patterns = [
    ...new Set(secrets.flatMap((secret) => [secret, shellSafeText(secret), ...encoded(secret)])),
  ]
    .filter((text) => text.trim() !== '')
    .sort(byLength)
    .map(inAnyGuise);
  const forms = [...new Set(secrets.flatMap(formsOf))].sort(byLength);
  return (text) => {
    const hidden = patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), text);
    return forms.reduce(hideCutOff, hidden);
  };
}

/**
 * The forms of a secret that can be listed, for the runner, which masks literally: itself, in base64 (alone and as the
 * header), and as our outputs, addresses, JSON, HTML and Markdown show it.
 */
export function formsOf(secret: string): string[] {
  const address = encodeURIComponent(secret);
  // Some servers escape these as well.
  const strict = address.replace(
    /[-_.!~*'()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = [
    ...[secret, shellSafeText(secret), ...encoded(secret)],
    ...[address, strict].flatMap((form) => [form, form.replace(/%../g, (code) => code.toLowerCase())]),
    ...[json, json.replaceAll('/', '\\/')],
    ...[escapeHtml(secret, '&#39;'), escapeHtml(secret, '&#x27;')],
    // Some signs are escaped only at the beginning of a text, or only where no letter is beside them.
    ...[plain(secret), plain(`x${secret}`).slice(1)],
    ...[plain(`${secret}x`).slice(0, -1), plain(`x${secret}x`).slice(1, -1)],
    secret.replace(/[!-/:-@[-`{-~]/g, '\\$&'),
  ];
  return [...new Set(forms)].filter((form) => form.trim() !== '');
}

/** Base64 in both alphabets, of the secret and of the headers; without padding, which may follow or not. */
function encoded(secret: string): string[] {
  if (secret.length < LEAST_ENCODED) return [];
  return [secret, `Bearer ${secret}`, `token ${secret}`].flatMap((text) => {
    const bytes = Buffer.from(text);
    return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
  });
}

// What nobody sees may stand between any two characters: as itself, or as Markdown and HTML write it.
const BETWEEN = '(?:(?![\\t-\\r])[\\p{Cc}\\p{Default_Ignorable_Code_Point}]|&#(?:8203|x200[bB]);)*';

/** A run of backslashes, which escaping makes longer. */
const BACKSLASHES = '(?:\\\\(?:u005[cC])?|%5[cC]|&#(?:92|x5[cC]);)+';

/**
 * Finds the text whatever was done to its characters: each on its own may be escaped. No two parts of the pattern fit the
 * same characters next to each other, so that nobody can write what takes long to search.
 */
function inAnyGuise(text: string): RegExp {
  const pieces = (text.toWellFormed().match(/\\+|\s+|./gsu) ?? []).map(guisesOf);
  const pattern = pieces.reduce((before, guises) => {
    const escaped = guises === BACKSLASHES || before.endsWith(BACKSLASHES) ? '' : '\\\\*';
    return `${before}${BETWEEN}${escaped}${guises}`;
  });
  return new RegExp(`${pattern.startsWith(BACKSLASHES) ? '(?<!\\\\)' : '\\\\?'}${pattern}`, 'gu');
}

/** A pattern for one character, or for a run of backslashes or blanks. */
function guisesOf(piece: string): string {
  if (piece.startsWith('\\')) return BACKSLASHES;
  // Markdown makes one blank of several.
  if (/^\s/.test(piece)) return '(?:[^\\S\\ufeff]|%20|\\+)+';
  const units = Array.from({ length: piece.length }, (_, at) => piece.charCodeAt(at));
  const point = piece.codePointAt(0) ?? 0;
  const guises = [
    [...Buffer.from(piece)].map((byte) => `%${hex(byte, 2)}`).join(''),
    units.map((unit) => `u${hex(unit, 4)}`).join('\\\\+'),
    `&#0*${point};`,
    `&#[xX]0*${hex(point, 1)};`,
    ENTITIES[piece],
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

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeHtml(text: string, apostrophe: string): string {
  return text.replace(/[&<>"']/g, (sign) => (sign === "'" ? apostrophe : (ENTITIES[sign] ?? sign)));
}

function hideCutOff(text: string, secret: string): string {
  let hidden = text;
  for (let length = secret.length - 1; length > HARMLESS_START && hidden.includes('…'); length -= 1)
    hidden = hidden.replaceAll(`${secret.slice(0, length)}…`, `${MASK}…`);
  return hidden;
}
