import {
  LIMIT_BELIEVED,
  LIMIT_DOUBT_MOST,
  LIMIT_GUESS_LEAST,
  LIMIT_GUESS_MOST,
  RETRY_LEAST,
} from '../intervals.ts';

/** Above this a number is a moment (epoch seconds), below it a span (seconds from now). */
const EPOCH_SECONDS = 1e9;

/** The headers that tell it, the first one that can be read and believed counts. */
const HINTS = ['retry-after', 'ratelimit-reset', 'x-ratelimit-reset'];

/**
 * When a usage limit resets, by our clock, as the answer tells it by {@link HINTS}, in seconds or as a date; undefined
 * without a readable hint (open-points.md, "Usage limit exceeded"). Moments are corrected by the answer's own `Date`, so
 * that neither clock has to be right; what lies beyond belief is no hint.
 */
export function readReset(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const serverNow = Date.parse(headers['date'] ?? '');
  const ahead = Number.isNaN(serverNow) ? 0 : serverNow - now;
  const hints = HINTS.map((name) => readHint(headers[name], now, ahead));
  return hints.find((hint) => hint !== undefined && hint - now <= LIMIT_BELIEVED);
}

/**
 * How long to wait after the `count`th refusal in a row. Without a hint it is guessed; hints that turned
 * out to be too early are given less and less belief.
 */
export function limitDelay(resetAt: number | undefined, now: number, count: number): number {
  const doubled = 2 ** (count - 1);
  if (resetAt === undefined) return Math.min(LIMIT_GUESS_LEAST * doubled, LIMIT_GUESS_MOST);
  return Math.max(resetAt - now, Math.min(RETRY_LEAST * doubled, LIMIT_DOUBT_MOST));
}

function readHint(text = '', now: number, ahead: number): number | undefined {
  if (/^\s*\d+(\.\d+)?\s*$/.test(text)) {
    const seconds = Number(text);
    return seconds > EPOCH_SECONDS ? seconds * 1000 - ahead : now + seconds * 1000;
  }
  // Every form of an HTTP date holds a time of day; Date.parse alone takes almost anything.
  const moment = /\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment - ahead;
}
