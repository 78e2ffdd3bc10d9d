import { withoutUnseen } from './line.ts';

const LONGEST = 2_048;

/** A foreign http(s) URL as every consumer reads it, safe to show and to follow; undefined for every other text. */
export function readUrl(text: string): string | undefined {
  // A user name can look like a host, and so can what stands before a backslash; parsers skip line ends and tabs.
  if (text.length > LONGEST || withoutUnseen(text) !== text || /[\s\\]/.test(text)) return undefined;
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  if (!/^([\w.-]+|\[[\da-f:.]+\])$/i.test(url.hostname)) return undefined;
  const href = url.href.replace(/[^\w.~:/?#@=+,%[\]-]/g, percentEncode);
  return href.length > LONGEST ? undefined : href;
}

export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

export function percentEncode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

export function isPercentEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

export const JOB_ID_RULE = '1 to 200 letters, digits and signs of `._:-`, and not `.` or `..`';

/** An id becomes part of URLs, outputs and commands that people copy. "." and ".." would change the path of a URL. */
export function isJobId(text: string): boolean {
  return /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,200}$/.test(text);
}
