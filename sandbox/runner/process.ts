import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as realWait } from 'node:timers/promises';
import type { Time } from '../time.ts';
import { canShare, type ProcessPool, type ScriptProcess } from './process-pool.ts';

/** The milliseconds after SIGINT and SIGTERM to a cancelled process. Then it is killed. */
const GRACE = { afterInterrupt: 7_500, afterTerminate: 2_500 };

/** How long its children can keep the output of a process open after its end, in real milliseconds. */
const OUTPUT_GRACE = 2_000;

export interface ScriptOptions {
  /** The JavaScript file. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly time: Time;
  /** Called for each line of standard output and standard error. */
  readonly onLine: (line: string) => void;
  /** Kills it before it runs anything. */
  readonly killAtOnce?: boolean;
  /** Runs the script in a shared process. Default: in its own. */
  readonly processes?: ProcessPool | undefined;
}

export interface ScriptEnd {
  /** `null` if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Script {
  readonly ended: Promise<ScriptEnd>;
  /** Like the runner: SIGINT, 7.5 s, SIGTERM, 2.5 s, then it kills the process tree. */
  cancel(): Promise<void>;
  /** Kills the process tree at once. */
  kill(): void;
  /** Like a machine that shuts down: SIGTERM, and time to end. */
  terminate(): void;
}

/** Runs a script in its own process group. Time is held from its exit until `ended` is handled. */
export function runScript(options: ScriptOptions): Script {
  const { time, onLine } = options;
  const child = start(options);
  time.attach(child);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  if (options.killAtOnce) killGroup(child);
  const output = [child.stdout, child.stderr].map((stream) =>
    stream ? forEachLine(stream, onLine) : undefined,
  );

  async function finish(): Promise<ScriptEnd> {
    await exited;
    const release = time.hold();
    const late = new AbortController();
    const cut = realWait(OUTPUT_GRACE, undefined, { signal: late.signal }).then(
      () => killGroup(child),
      () => {},
    );
    await Promise.all(output);
    late.abort();
    await cut;
    // The caller's hold starts before this one ends.
    setImmediate(release);
    return { exitCode: child.exitCode, signal: child.signalCode };
  }

  return {
    ended: finish(),
    async cancel() {
      if (!running(child)) return;
      child.kill('SIGINT');
      if (await endsWithin(exited, GRACE.afterInterrupt, time)) return;
      child.kill('SIGTERM');
      if (await endsWithin(exited, GRACE.afterTerminate, time)) return;
      killGroup(child);
      await exited;
    },
    terminate() {
      if (running(child)) child.kill('SIGTERM');
    },
    kill() {
      const release = time.hold();
      killGroup(child);
      void exited.then(release);
    },
  };
}

function start({ file, env, cwd, time, killAtOnce, processes }: ScriptOptions): ScriptProcess {
  if (processes && time.virtual && !killAtOnce && canShare(env))
    return processes.start({ file, env, cwd, time });
  return spawn(process.execPath, [...time.nodeArguments(), file], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(time.virtual ? (['ipc'] as const) : [])],
  });
}

function running(child: ScriptProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

function killGroup(child: ScriptProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  child.kill('SIGKILL');
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes of the group have ended.
  }
}

async function endsWithin(exited: Promise<void>, ms: number, time: Time): Promise<boolean> {
  const waiting = new AbortController();
  const tooLong = time.sleep(ms, { signal: waiting.signal }).then(
    () => false,
    () => true,
  );
  const ended = await Promise.race([exited.then(() => true), tooLong]);
  waiting.abort();
  return ended;
}

/** Splits a stream at line feeds, carriage returns, or both, like the runner. */
async function forEachLine(stream: Readable, onLine: (line: string) => void): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of stream) {
    rest += decoder.write(chunk);
    // A carriage return at the end can be the first half of a line end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
  rest = (rest + decoder.end()).replace(/\r$/, '');
  if (rest !== '') onLine(rest);
}
