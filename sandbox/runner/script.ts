import type { Time } from '../time.ts';

/** The milliseconds after SIGINT and SIGTERM to a cancelled script. Then it is killed. */
const GRACE = { afterInterrupt: 7_500, afterTerminate: 2_500 };

export interface ScriptOptions {
  /** The JavaScript file. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly time: Time;
  readonly random?: (() => number) | undefined;
  /** Called for each line of standard output and standard error. */
  readonly onLine: (line: string) => void;
  /** Kills it before it runs anything. */
  readonly killAtOnce?: boolean;
}

export interface ScriptEnd {
  /** `null` if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A script that runs: a call, or a process. */
export type Script = ReturnType<typeof controls>;

interface Running {
  readonly ended: Promise<ScriptEnd>;
  /** Sends a signal. SIGKILL ends it at once. */
  signal(name: NodeJS.Signals): void;
  isOver(): boolean;
  readonly time: Time;
}

export function controls({ ended, signal, isOver, time }: Running) {
  return {
    ended,
    /** Like the runner: SIGINT, 7.5 s, SIGTERM, 2.5 s, then it kills the process. */
    async cancel() {
      if (isOver()) return;
      signal('SIGINT');
      if (await endsWithin(ended, GRACE.afterInterrupt, time)) return;
      signal('SIGTERM');
      if (await endsWithin(ended, GRACE.afterTerminate, time)) return;
      signal('SIGKILL');
      await ended;
    },
    /** Like a machine that shuts down: SIGTERM, and time to end. */
    terminate() {
      if (!isOver()) signal('SIGTERM');
    },
    /** Kills the process at once. */
    kill: () => signal('SIGKILL'),
  };
}

async function endsWithin(ended: Promise<unknown>, ms: number, time: Time): Promise<boolean> {
  const waiting = new AbortController();
  const tooLong = time.sleep(ms, { signal: waiting.signal }).then(
    () => false,
    () => true,
  );
  const isOver = await Promise.race([ended.then(() => true), tooLong]);
  waiting.abort();
  return isOver;
}
