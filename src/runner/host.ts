import type { Machine } from './machine.ts';

/** The variables of a step. */
export type Environment = Record<string, string | undefined>;

/** Where a step runs. The sandbox has its own, so that a step is a call. */
export interface Host {
  /** Gets the defaults of inputs that are empty. */
  readonly env: Environment;
  /** Prints to the log. */
  print(text: string): void;
  /** What only a request needs, in place of what the process has. */
  readonly machine?: Partial<Machine>;
}

export const PROCESS: Host = { env: process.env, print: (text) => void process.stdout.write(text) };
