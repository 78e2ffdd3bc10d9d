import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as realWait } from 'node:timers/promises';
import { realTime, type Time } from '../time.ts';
import { controls, type Script, type ScriptEnd, type ScriptOptions } from './script.ts';

/** How much faster time is for an action that is a process. */
export const SPEED = 10;
/** How often virtual time follows real time, in milliseconds. */
const TICK = 10;

/** The option of Node that gives an action the sandbox's time, so many times as fast as the machine's from now on. */
export function fasterClock({ now }: Time, speed: number): string {
  const url = new URL('../time-preload.mjs', import.meta.url);
  const from = { start: now(), at: Date.now(), speed };
  for (const [name, value] of Object.entries(from)) url.searchParams.set(name, String(value));
  return `--import=${url.href}`;
}

/**
 * Runs a script in a process. Time is held from its exit until `ended` is handled. Until then, virtual time is so many
 * times as fast as the machine's. A cancelled process has the seconds of a runner in the machine's time.
 */
export function runProcess(options: ScriptOptions, speed = 1): Script {
  const { file, cwd, env, time, onLine } = options;
  const preload = speed === 1 ? [] : [fasterClock(time, speed)];
  const child = spawn(process.execPath, [...preload, file], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  if (time.virtual) void keepPace(time, speed, exited);
  if (options.killAtOnce) child.kill('SIGKILL');
  const output = [child.stdout, child.stderr].map((stream) =>
    stream ? forEachLine(stream, onLine) : undefined,
  );

  async function finish(): Promise<ScriptEnd> {
    await exited;
    const release = time.hold();
    await Promise.all(output);
    // The caller's hold starts before this one ends.
    setImmediate(release);
    return { exitCode: child.exitCode, signal: child.signalCode };
  }

  return controls({
    ended: finish(),
    isOver: () => !running(child),
    time: realTime(),
    signal: (name) => child.kill(name),
  });
}

/** Lets virtual time pass with real time, until a process ends. */
async function keepPace(time: Time, speed: number, exited: Promise<void>): Promise<void> {
  const step = time.enter();
  void exited.then(step.end);
  for (let [last, now] = [performance.now(), 0]; ; last = now) {
    await Promise.race([realWait(TICK), exited]);
    now = performance.now();
    await step.sleep((now - last) * speed);
  }
}

function running(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Splits a stream at line feeds, carriage returns, or both, like the runner. */
async function forEachLine(stream: Readable, onLine: (line: string) => void): Promise<void> {
  stream.setEncoding('utf8');
  let rest = '';
  for await (const chunk of stream) {
    rest += chunk;
    // A carriage return at the end can be the first half of a line end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
  rest = rest.replace(/\r$/, '');
  if (rest !== '') onLine(rest);
}
