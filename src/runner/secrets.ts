import { percentEncode } from '../text/address.ts';
import { escapeHtml, replaceInAnyGuise } from '../text/guises.ts';
import { replaceCutOff } from '../text/line.ts';
import { plain } from '../text/markdown.ts';
import { shellSafeText } from '../text/shell-safe.ts';

/** The inputs that hold secrets, of whichever action. */
export const SECRET_INPUTS = ['api-key', 'github-token', 'pr-token', 'thread-secret'] as const;

const MASK = '***';

/** Where a text was cut, the beginning of a secret may be left; less of it tells nothing. */
const LEAST_START = 7;

/** What is shorter, or its base64, other texts hold by chance. */
export const LEAST_TELLING = 8;

/**
 * Keeps secrets out of everything that leaves the process, also where a server echoes them back. Returns what gives a
 * text with each of them replaced by `***`: plain, in base64, with any of its characters escaped or with unseen ones between
 * them, or cut off by `…`.
 */
export function hiderOf(secrets: readonly string[]): (text: string) => string {
  // The longest first: one secret may begin with another.
  const byLength = (one: string, other: string) => other.length - one.length;
  const shapes = [
    ...new Set(secrets.flatMap((secret) => [secret, shellSafeText(secret), ...encoded(secret)])),
  ]
    .filter((text) => text.trim() !== '')
    .sort(byLength);
  if (shapes.length === 0) return (text) => text;
  const hideWhole = replaceInAnyGuise(shapes, MASK);
  let forms: readonly string[] | undefined;
  return (text) => {
    const hidden = hideWhole(text);
    if (!hidden.includes('…')) return hidden;
    forms ??= [...new Set(secrets.flatMap(formsOf))].sort(byLength);
    return forms.reduce((rest, form) => replaceCutOff(rest, form, LEAST_START, MASK), hidden);
  };
}

/**
 * The forms of a secret that can be listed, for the runner, which masks literally: itself, in base64 (alone and as the
 * header), and as our outputs, addresses, JSON, HTML and Markdown show it.
 */
export function formsOf(secret: string): string[] {
  const address = encodeURIComponent(secret);
  // Some servers escape these as well.
  const strict = address.replace(/[-_.!~*'()]/g, percentEncode);
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
  if (secret.length < LEAST_TELLING) return [];
  return [secret, `Bearer ${secret}`, `token ${secret}`].flatMap((text) => {
    const bytes = Buffer.from(text);
    return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
  });
}
