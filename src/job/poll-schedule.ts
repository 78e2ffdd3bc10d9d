const LEAST = 3_000;
const MOST = 30_000;
const SHARE = 0.055;
const JITTER = 0.1;

/** The last look comes this long before the deadline, so that its answer still arrives. */
const LAST_LOOK = 1_000;

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
  const delay = Math.min(Math.max(waited * SHARE, LEAST), MOST);
  return delay * (1 + JITTER * (2 * chance - 1));
}
