import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Time } from '../time.ts';
import type { TimedProcess } from '../time-child.ts';
import { LANG } from './environment.ts';

const POOLED_PROCESS = fileURLToPath(new URL('./pooled-process.mjs', import.meta.url));

/** What a process may grow to before it is given up, in bytes: modules that have ended are not forgotten. */
const LARGEST_PROCESS = 500 * 1024 * 1024;

/** What runs a script: a process of its own, or a pooled one for as long as the script runs in it. */
export interface ScriptProcess
  extends TimedProcess,
    Pick<ChildProcess, 'exitCode' | 'signalCode' | 'stdout' | 'stderr' | 'kill'> {}

interface PooledScript {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly time: Time;
}

/** Processes that each run one script after the other, in virtual time. */
export interface ProcessPool {
  /** Runs a script in a process that is free, or in a new one. */
  start(script: PooledScript): ScriptProcess;
  /** Ends the processes, each when what it runs has ended, and waits for that. */
  close(): Promise<void>;
}

/** Whether these variables may be given to a process that runs already: some are read when it starts. */
export function canShare(env: Readonly<Record<string, string>>): boolean {
  return env['LANG'] === LANG && !Object.keys(env).some((name) => /^(?:NODE|LC|SSL|OPENSSL|LD)_/.test(name));
}

/**
 * Starting Node and compiling the same code again is most of what a short script costs. A process of the pool pays for that
 * once. Each script finds ES modules, environment, folder, time and outputs of its own there. A process is given up with a
 * script that was in the middle of something when it ended, or that Node warned.
 */
export function processPool(): ProcessPool {
  const all = new Set<PooledProcess>();
  return {
    start(script) {
      let chosen = [...all].find((process) => process.free);
      if (!chosen) {
        chosen = new PooledProcess(script.time.nodeArguments());
        const added = chosen;
        all.add(added);
        void added.gone.then(() => all.delete(added));
      }
      return chosen.run(script);
    },
    async close() {
      for (const process of all) process.retire();
      await Promise.all([...all].map((process) => process.gone));
    },
  };
}

/** What a process says: that it is ready, that its script is over, or of its time. */
interface Told {
  readonly kind: string;
  readonly exitCode?: number;
  readonly memory?: number;
  readonly spent?: boolean;
}

class PooledProcess {
  readonly gone: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #ready: Promise<unknown>;
  /** What both outputs say at the end of a script. */
  readonly #mark = `\0${randomUUID()}\n`;
  #lease: Lease | undefined;
  #retired = false;

  constructor(nodeArguments: readonly string[]) {
    this.#child = spawn(process.execPath, [...nodeArguments, POOLED_PROCESS], {
      // Nothing of this process is handed on; a script brings its own.
      env: { LANG },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const child = this.#child;
    this.#ready = once(child, 'message').catch(() => {});
    this.gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.on('message', (message: Told) => this.#hear(message));
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      this.#retired = true;
      this.#lease?.end(code, signal);
    };
    child.once('exit', end);
    child.on('error', () => end(1, null));
    for (const name of ['stdout', 'stderr'] as const) this.#follow(name);
  }

  get free(): boolean {
    return !this.#retired && this.#lease === undefined;
  }

  /** Ends it, once what it runs has ended. */
  retire(): void {
    this.#retired = true;
    this.#keepAlive(true);
    if (this.#lease === undefined && this.#child.connected) this.#child.disconnect();
  }

  run({ file, env, cwd, time }: PooledScript): ScriptProcess {
    const lease = new Lease(this.#child);
    this.#lease = lease;
    this.#keepAlive(true);
    void this.#ready.then(() =>
      lease.send({ kind: 'run', file, env, cwd, now: time.now(), mark: this.#mark }),
    );
    return lease;
  }

  #hear(message: Told): void {
    if (message.kind === 'ready') {
      if (this.#lease) this.#lease.signalled = false;
      this.#release();
      return;
    }
    if (message.kind !== 'over') {
      this.#lease?.emit('message', message);
      return;
    }
    if (message.spent || (message.memory ?? 0) > LARGEST_PROCESS) this.#retired = true;
    this.#lease?.end(message.exitCode ?? 0, null);
    this.#release();
  }

  /** Hands an output on to the script that runs, and ends it where the script ends. */
  #follow(name: 'stdout' | 'stderr'): void {
    const mark = Buffer.from(this.#mark);
    let rest: Buffer = Buffer.alloc(0);
    this.#child[name]?.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      const end = rest.indexOf(mark);
      const until = end >= 0 ? end : rest.length - lengthOfHalf(mark, rest);
      const output = this.#lease?.[name];
      if (!output?.writableEnded) output?.write(rest.subarray(0, until));
      // What follows the mark is of nobody any more.
      rest = end >= 0 ? Buffer.alloc(0) : rest.subarray(until);
      if (end < 0) return;
      output?.end();
      this.#release();
    });
    this.#child[name]?.once('close', () => this.#lease?.[name].end());
  }

  #release(): void {
    const lease = this.#lease;
    if (!lease || lease.exitCode === null || !lease.stdout.writableEnded || !lease.stderr.writableEnded)
      return;
    // A signal ends a process that does not listen for it before anything else does: whoever answers will not die of it.
    if (lease.signalled && this.#child.connected) {
      this.#child.send({ kind: 'ping' });
      return;
    }
    this.#lease = undefined;
    if (this.#retired) this.retire();
    else this.#keepAlive(false);
  }

  /** Whether this process keeps the one that started it from ending, which one without a script must not. */
  #keepAlive(keep: boolean): void {
    const { channel, stdout, stderr } = this.#child;
    for (const handle of [this.#child, channel, stdout as Socket | null, stderr as Socket | null]) {
      if (keep) handle?.ref();
      else handle?.unref();
    }
  }
}

/** How many bytes at the end of an output may be the first half of a mark, and have to wait for the other one. */
function lengthOfHalf(mark: Buffer, output: Buffer): number {
  const begin = output.lastIndexOf(mark.subarray(0, 1));
  if (begin < 0) return 0;
  const half = output.subarray(begin);
  return mark.subarray(0, half.length).equals(half) ? half.length : 0;
}

/** A process for as long as one script runs in it. */
class Lease extends EventEmitter implements ScriptProcess {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;
  signalled = false;
  #child: ChildProcess | undefined;

  constructor(child: ChildProcess) {
    super();
    this.#child = child;
  }

  /** `undefined` once the script has ended: nothing may reach the next one. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get connected(): boolean {
    return this.#child?.connected ?? false;
  }

  kill(signal?: NodeJS.Signals | number): boolean {
    this.signalled = true;
    return this.#child?.kill(signal) ?? false;
  }

  send(message: object, sent: () => void = () => {}): void {
    if (this.connected) this.#child?.send(message, sent);
  }

  end(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#child === undefined) return;
    this.#child = undefined;
    this.exitCode = code;
    this.signalCode = signal;
    this.emit('exit', code, signal);
    this.emit('disconnect');
  }
}
