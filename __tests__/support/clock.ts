import { clockOf } from '../../sandbox/time.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';
import type { Clock } from '../../src/runner/clock.ts';

/** A clock on which each sleep ends at once and moves the time. Guards expire when the time passes them. */
export interface FakeClock extends Clock {
  /** Every sleep so far, in milliseconds. */
  readonly sleeps: readonly number[];
}

export function fakeClock(start = Date.UTC(2026, 4, 1, 12, 0, 0)): FakeClock {
  const sleeps: number[] = [];
  const guards = new Map<symbol, { at: number; expired: () => void }>();
  let now = start;

  function advance(to: number, signal?: AbortSignal): void {
    for (;;) {
      const next = [...guards].filter(([, guard]) => guard.at <= to).sort(([, a], [, b]) => a.at - b.at)[0];
      if (next === undefined || signal?.aborted) break;
      guards.delete(next[0]);
      now = Math.max(now, next[1].at);
      next[1].expired();
    }
    if (!signal?.aborted) now = Math.max(now, to);
  }

  return {
    sleeps,
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      const begin = now;
      advance(now + ms, signal);
      sleeps.push(now - begin);
      signal?.throwIfAborted();
    },
    guard(ms, expired) {
      const key = Symbol();
      guards.set(key, { at: now + ms, expired });
      return { cancel: () => guards.delete(key) };
    },
  };
}

/** A clock for several sleeps at the same time. The time moves to the next end when all of them wait. */
export const sharedClock = (): Clock => clockOf(virtualTime());
