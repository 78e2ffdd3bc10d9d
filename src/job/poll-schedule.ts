import { LAST_LOOK, POLL_JITTER, POLL_LEAST, POLL_MOST, POLL_SHARE } from '../intervals.ts';

/**
 * How long to wait until the next look at a job, in milliseconds. In `auto` 5.5 % of the time waited so far, between 3 s
 * and 30 s, with jitter of at most 10 %: the end is noticed after less than 3 % of the job's duration on average, and a job
 * of an hour takes some 165 looks. Moved forward when it would miss the deadline.
 */
export function nextDelay(
  interval: number | 'auto',
  times: { readonly waited: number; readonly left: number },
  random: () => number,
): number {
  const delay = interval === 'auto' ? autoDelay(times.waited, random()) : interval;
  return delay > times.left - LAST_LOOK && times.left > 2 * LAST_LOOK ? times.left - LAST_LOOK : delay;
}

function autoDelay(waited: number, chance: number): number {
  const delay = Math.min(Math.max(waited * POLL_SHARE, POLL_LEAST), POLL_MOST);
  return delay * (1 + POLL_JITTER * (2 * chance - 1));
}
