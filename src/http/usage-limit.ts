import type { Failure } from '../model/answer-or-failure.ts';
import {
  LIMIT_BELIEVED,
  LIMIT_DOUBT_MOST,
  LIMIT_GUESS_LEAST,
  LIMIT_GUESS_MOST,
  RETRY_LEAST,
} from '../model/intervals.ts';
import { clockTime } from '../text/time.ts';

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

const NO_RESET =
  "The response doesn't specify when the limit resets, and the step's deadline comes before the next try.";

/** The pause after a usage limit; undefined if the next try would not be before `until`. `note` is for people. */
export function planLimit(
  { resetAt }: Failure,
  now: number,
  count: number,
  until: number,
  late = "which is after the step's deadline",
): { readonly delay?: number; readonly note: string } {
  const delay = limitDelay(resetAt, now, count);
  const time = clockTime(now + delay);
  if (now + delay < until) return { delay, note: `Waiting until ${time}.` };
  return { note: resetAt === undefined ? NO_RESET : `The limit resets at ${time}, ${late}.` };
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
