import { setTimeout as wait } from 'node:timers/promises';
import type { TimedProcess } from './time-child.ts';

export interface SleepOptions {
  /** Ends the sleep early; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * `false`: a background sleep. It ends when virtual time reaches its end, but time doesn't move for it. Default: `true`.
   */
  readonly ref?: boolean | undefined;
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
  /** Does `work` while the server holds the request of the client at this port (`socket.remotePort`), so that time can pass. */
  stalled<T>(client: number | undefined, work: () => Promise<T>): Promise<T>;
  /** Arguments for a Node process that uses this time. It needs an IPC channel. */
  nodeArguments(): string[];
  /** Adds a child process that was started with `nodeArguments()`. */
  attach(child: TimedProcess): void;
  /** True when time is simulated. */
  readonly virtual: boolean;
  /** Why time stands still, for the author of a test that hangs. */
  explain(): string;
}

/** The machine's own time. */
export function realTime(): Time {
  return {
    virtual: false,
    now: () => Date.now(),
    async sleep(ms, { signal, ref = true } = {}) {
      signal?.throwIfAborted();
      try {
        await wait(Math.max(0, ms), undefined, { ref, ...(signal && { signal }) });
      } catch (error) {
        throw signal?.aborted ? signal.reason : error;
      }
    },
    hold: () => () => {},
    stalled: (_client, work) => work(),
    nodeArguments: () => [],
    attach: () => {},
    explain: () => 'Time is real.',
  };
}
