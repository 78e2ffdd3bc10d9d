export interface Clock {
  now(): number;
  /** Rejects if the signal aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `expired` after `ms` unless cancelled first. Doesn't keep the process alive. */
  guard(ms: number, expired: () => void): { cancel(): void };
}

/** Returns false if the signal aborts first. */
export async function slept(ms: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
    return true;
  } catch {
    return false;
  }
}

/** GitHub's time, by the `Date` of its responses, so that runs on several machines share one clock. */
export function githubTime(clock: Clock) {
  let ahead = 0;
  return {
    /** `date` is that of a response, in epoch milliseconds, or 0 if it had none. */
    learn(date: number): void {
      if (date > 0) ahead = date - clock.now();
    },
    now: () => clock.now() + ahead,
    /** Converts the runner's time to GitHub's. */
    fromLocal: (time: number) => time + ahead,
  };
}
