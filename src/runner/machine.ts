import { setTimeout as wait } from 'node:timers/promises';
import * as core from '@actions/core';
import type { Dispatcher } from 'undici';
import type { Clock } from './clock.ts';

/** The functions of `@actions/core` that the actions use. */
export type Core = Pick<
  typeof core,
  | ('getInput' | 'setOutput' | 'saveState' | 'setSecret' | 'setFailed')
  | ('info' | 'notice' | 'warning' | 'debug' | 'startGroup' | 'endGroup')
> & {
  readonly summary: {
    addRaw(text: string, addEOL: boolean): { write(): Promise<unknown> };
    emptyBuffer(): unknown;
  };
};

/** What a request needs of the process that it runs in. */
export interface Machine {
  readonly core: Core;
  readonly clock: Clock;
  /** At least 0, and less than 1. */
  random(): number;
  /** The working folder. */
  readonly folder: string;
  /** Calls `interrupt` on each signal that asks the step to end. */
  listen(interrupt: (signal: string) => void): void;
  /** Wraps each request to the network. */
  readonly intercept?: Dispatcher.DispatcherComposeInterceptor;
  /** Ends the step after its output is read. */
  close(): void;
}

/** Monotonic, so that a correction of the machine's time moves no deadline. */
export const clock: Clock = {
  now: () => performance.timeOrigin + performance.now(),

  sleep: (ms, signal) => wait(Math.max(0, ms), undefined, { signal }),

  guard(ms, expired) {
    const timer = setTimeout(expired, Math.max(0, ms)).unref();
    return { cancel: () => clearTimeout(timer) };
  },
};

export const openMachine = (): Machine => ({
  core,
  clock,
  random: Math.random,
  folder: process.cwd(),
  // The handlers stay, so that a second signal doesn't end the process before it reports the job.
  listen(interrupt) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const) process.on(signal, interrupt);
  },
  // Otherwise, a slow reader would lose some of the output.
  close: () => void process.stdout.write('', () => process.exit()),
});
