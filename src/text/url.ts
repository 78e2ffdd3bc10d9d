import { withoutUnseen } from './line.ts';

const LONGEST = 2_048;

/**
 * Normalizes a foreign http(s) URL, so that every program reads it alike. Undefined for other texts and unsafe URLs, and for
 * signs that shells interpret and that can't be encoded, because a server would read another URL.
 */
export function readUrl(text: string): string | undefined {
  // A user name or the text before a backslash can look like a host. Parsers skip line ends and tabs.
  if (text.length > LONGEST || withoutUnseen(text) !== text || /[\s\\]/.test(text)) return undefined;
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  if (!/^([\w.-]+|\[[\da-f:.]+\])$/i.test(url.hostname) || /[!$&'()*;]/.test(url.href)) return undefined;
  const href = url.href.replace(/[^\w.~:/?#@=+,%[\]-]/g, percentEncode);
  return href.length > LONGEST ? undefined : href;
}

export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

export function percentEncode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
