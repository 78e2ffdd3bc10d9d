import { plain } from '../text/markdown.ts';

/** The inputs that hold secrets, of whichever action. */
export const SECRET_INPUTS = ['api-key', 'github-token', 'pr-token', 'thread-secret'] as const;

const MASK = '***';

/** Where a text was cut, the beginning of a secret may be left; so much of it tells nothing. */
const HARMLESS_START = 6;

/**
 * Keeps secrets out of everything that leaves the process, also where a server echoes them back. Returns what gives a
 * text with each of them replaced by `***`: plain, escaped as servers do it, or cut off by `…`.
 */
export function hiderOf(secrets: readonly string[]): (text: string) => string {
  // The longest first: one secret may begin with another.
  const forms = [...new Set(secrets.flatMap(formsOf))]
    .filter((form) => form.trim() !== '')
    .sort((one, other) => other.length - one.length);
  return (text) => forms.reduce((hidden, form) => hideCutOff(hidden.replaceAll(form, MASK), form), text);
}

/** The secret itself, and as addresses, JSON, HTML and our own Markdown show it. */
function formsOf(secret: string): string[] {
  const percent = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    ...[secret, percent, percent.replace(/%../g, (code) => code.toLowerCase())],
    ...[json, json.replaceAll('/', '\\/')],
    ...[escapeHtml(secret, '&#39;'), escapeHtml(secret, '&#x27;')],
    // Some signs are escaped only at the beginning of a text, or only where no letter is beside them.
    ...[plain(secret), plain(`x${secret}`).slice(1)],
    ...[plain(`${secret}x`).slice(0, -1), plain(`x${secret}x`).slice(1, -1)],
  ];
}

function escapeHtml(text: string, apostrophe: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? apostrophe);
}

function hideCutOff(text: string, secret: string): string {
  let hidden = text;
  for (let length = secret.length - 1; length > HARMLESS_START && hidden.includes('…'); length -= 1)
    hidden = hidden.replaceAll(`${secret.slice(0, length)}…`, `${MASK}…`);
  return hidden;
}
