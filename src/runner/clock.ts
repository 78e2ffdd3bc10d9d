import { setTimeout as wait } from 'node:timers/promises';

/** Time, as the program sees it. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`; rejects when the signal aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `expired` after `ms` unless cancelled first. Does not keep the process alive. */
  guard(ms: number, expired: () => void): { cancel(): void };
}

/** Waits, unless the signal aborts first; whether all of it passed. */
export async function slept(ms: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
    return true;
  } catch {
    return false;
  }
}

/** The real clock. It is monotonic: a correction of the machine's time moves no deadline. */
export const clock: Clock = {
  now: () => performance.timeOrigin + performance.now(),

  sleep: (ms, signal) => wait(Math.max(0, ms), undefined, { signal }),

  guard(ms, expired) {
    const controller = new AbortController();
    // By the same function as `sleep`: the sandbox's clock takes the place of that one.
    wait(Math.max(0, ms), undefined, { signal: controller.signal, ref: false }).then(expired, () => {
      // Cancelled: there is nothing left to guard.
    });
    // Without a reason Node would make one more exception with its stack, for each request.
    return { cancel: () => controller.abort(null) };
  },
};
