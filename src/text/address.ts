import { withoutUnseen } from './line.ts';

/** The longest address that is taken, in characters. */
const LONGEST = 2_048;

/**
 * A foreign address that can be shown and followed: http(s), in the form that every consumer reads alike, without a user or
 * what nobody sees. Signs that a shell would take for its own are percent-encoded. Undefined for every other text.
 */
export function readAddress(text: string): string | undefined {
  // What looks like a host to people may be a user's name, or end at a backslash; parsers leave out line ends and tabs.
  if (text.length > LONGEST || withoutUnseen(text) !== text || /[\s\\]/.test(text)) return undefined;
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  if (!/^([\w.-]+|\[[\da-f:.]+\])$/i.test(url.hostname)) return undefined;
  const href = url.href.replace(/[^\w.~:/?#@=+,%[\]-]/g, percentEncode);
  return href.length > LONGEST ? undefined : href;
}

/** Whether a host, as an address names it, is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** The ASCII sign as an address writes it: by its number. */
export function percentEncode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Whether a part of an address can be decoded: every `%` in it begins the number of a byte, and those are UTF-8. */
export function isPercentEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
