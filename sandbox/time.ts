import { setTimeout as wait } from 'node:timers/promises';
import type { TimedProcess } from './time-child.ts';

export interface SleepOptions {
  /** Ends the sleep early; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * `false`: a background wait. It ends when time has come that far, but it is no reason for virtual time to
   * move on. Default: `true`.
   */
  readonly ref?: boolean | undefined;
}

/**
 * The port of a client's socket, as a server sees it (`socket.remotePort`). It tells which request of which
 * child process a server holds back.
 */
export type ClientPort = number;

/** What a child process reports about itself when it ends. */
export interface AttachedChild {
  /** Peak resident memory in bytes; `null` when it is not known (killed, or real time). */
  peakMemory(): Promise<number | null>;
}

/**
 * The one clock of the sandbox. Everything that has a time or waits takes it from here: time stamps, `Date`
 * headers, how long a job works, how long a cancelled step gets.
 */
export interface Time {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits `ms` milliseconds. */
  sleep(ms: number, options?: SleepOptions): Promise<void>;
  /** Stops virtual time while something real goes on (git, files); call the answer to let it go on. */
  hold(): () => void;
  /** Runs `work` during which the server lets this client wait on purpose, so that time may pass meanwhile. */
  stalled<T>(client: ClientPort | undefined, work: () => Promise<T>): Promise<T>;
  /** Says that connections to this origin (`http://127.0.0.1:81`) never come about; the answer takes it back. */
  unreachable(origin: string): () => void;
  /** Arguments that let a child process of Node live in this time; the process needs an IPC channel then. */
  nodeArguments(): string[];
  /** Lets a child process that was started with `nodeArguments()` take part. */
  attach(child: TimedProcess): AttachedChild;
  /** True when time is simulated. */
  readonly virtual: boolean;
  /** Why time stands still, for a person who looks at a test that hangs. */
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
    unreachable: () => () => {},
    nodeArguments: () => [],
    attach: () => ({ peakMemory: async () => null }),
    explain: () => 'Time is real.',
  };
}
