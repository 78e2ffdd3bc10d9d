import {
  LIMIT_BELIEVED,
  LIMIT_DOUBT_MOST,
  LIMIT_GUESS_LEAST,
  LIMIT_GUESS_MOST,
  RETRY_LEAST,
} from '../intervals.ts';

/** A larger number is a time in epoch seconds, a smaller one is a span in seconds. */
const EPOCH_SECONDS = 1e9;

const HINTS = ['retry-after', 'ratelimit-reset', 'x-ratelimit-reset'];

/** When a usage limit resets; undefined without a plausible header. A service may send none. */
export function readReset(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const hints = HINTS.map((name) => readHint(headers[name], now));
  return hints.find((hint) => hint !== undefined && hint - now <= LIMIT_BELIEVED);
}

/** `count` is the number of refusals in a row. Each hint that was too early makes the next wait longer. */
export function limitDelay(resetAt: number | undefined, now: number, count: number): number {
  const doubled = 2 ** (count - 1);
  if (resetAt === undefined) return Math.min(LIMIT_GUESS_LEAST * doubled, LIMIT_GUESS_MOST);
  return Math.max(resetAt - now, Math.min(RETRY_LEAST * doubled, LIMIT_DOUBT_MOST));
}

function readHint(text = '', now: number): number | undefined {
  if (/^\s*\d+(\.\d+)?\s*$/.test(text)) {
    const seconds = Number(text);
    return seconds > EPOCH_SECONDS ? seconds * 1000 : now + seconds * 1000;
  }
  // Every HTTP date has a time of day; Date.parse alone accepts almost anything.
  const time = /\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
