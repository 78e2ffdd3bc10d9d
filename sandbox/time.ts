import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../src/runner/clock.ts';

export interface SleepOptions {
  /** Ends the sleep early; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * `false`: a background sleep. It ends when virtual time reaches its end, but time doesn't move for it. Default: `true`.
   */
  readonly ref?: boolean | undefined;
}

/** A step in virtual time. It is working unless it sleeps, or waits for answers. */
export interface TimedStep {
  readonly sleep: Time['sleep'];
  /** A request begins. The server gets its name. */
  request(): { readonly name: string; abort: (() => void) | undefined; end(): void };
  /** Ends the step, with its sleeps and requests. */
  end(): void;
}

/**
 * The clock of the sandbox. All times and waits come from here: time stamps, `Date` headers, the duration of jobs, and the
 * time that a cancelled step has.
 */
export interface Time {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits `ms` milliseconds. */
  sleep(ms: number, options?: SleepOptions): Promise<void>;
  /** Stops virtual time during real work (git, files), until the returned function is called. */
  hold(): () => void;
  /** Adds a step that is called in this process. */
  enter(): TimedStep;
  /** Does `work` while the server holds this request of a step, so that time can pass. */
  stalled<T>(request: string | undefined, work: () => Promise<T>): Promise<T>;
  /** True when time is simulated. */
  readonly virtual: boolean;
  /** Why time stands still, for the author of a test that hangs. */
  explain(): string;
}

/** The clock of an action. */
export function clockOf({ now, sleep }: Pick<Time, 'now' | 'sleep'>): Clock {
  return {
    now,
    sleep: (ms, signal) => sleep(ms, { signal }),
    guard(ms, expired) {
      const cancelled = new AbortController();
      sleep(ms, { signal: cancelled.signal, ref: false }).then(expired, () => {
        // Cancelled.
      });
      // Without a reason, Node would create an exception with a stack.
      return { cancel: () => cancelled.abort(null) };
    },
  };
}

/** The machine's own time, or one that is so many times as fast from now on. */
export function realTime(speed = 1): Time {
  const start = Date.now();
  return {
    virtual: false,
    now: () => start + (Date.now() - start) * speed,
    async sleep(ms, { signal, ref = true } = {}) {
      signal?.throwIfAborted();
      try {
        await wait(Math.max(0, ms) / speed, undefined, { ref, ...(signal && { signal }) });
      } catch (error) {
        throw signal?.aborted ? signal.reason : error;
      }
    },
    hold: () => () => {},
    enter() {
      throw new Error('With real time, steps are processes.');
    },
    stalled: (_request, work) => work(),
    explain: () => 'Time is real.',
  };
}
