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

/** The size in bytes at which a process is replaced. It keeps the modules of all its scripts. */
const LARGEST_PROCESS = 500 * 1024 * 1024;

/** The process of a script: its own, or one of the pool while the script runs. */
export interface ScriptProcess
  extends TimedProcess,
    Pick<ChildProcess, 'exitCode' | 'signalCode' | 'stdout' | 'stderr' | 'kill'> {}

interface PooledScript {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly time: Time;
}

/** Processes that run scripts one after the other, in virtual time. */
export interface ProcessPool {
  /** Runs a script in a free process, or in a new one. */
  start(script: PooledScript): ScriptProcess;
  /** Ends each process after its script, and waits for that. */
  close(): Promise<void>;
}

/** Whether a running process can take these variables. Node reads some at its start. */
export function canShare(env: Readonly<Record<string, string>>): boolean {
  return env['LANG'] === LANG && !Object.keys(env).some((name) => /^(?:NODE|LC|SSL|OPENSSL|LD)_/.test(name));
}

/**
 * A short script spends most of its time on the start of Node and on compiling code. A process of the pool does that once.
 * Each script has its own ES modules, environment, folder, time and outputs. A process is replaced after a script that ended
 * during its work, or that caused a warning of Node.
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
      await Promise.all([...all].map((process) => process.ended()));
    },
  };
}

/** A message of a process: it is ready, its script is over, or about its time. */
interface PoolMessage {
  readonly kind: string;
  readonly exitCode?: number;
  readonly memory?: number;
  readonly spent?: boolean;
}

class PooledProcess {
  readonly gone: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #ready: Promise<unknown>;
  /** Both outputs have this mark at the end of a script. */
  readonly #mark = `\0${randomUUID()}\n`;
  #lease: Lease | undefined;
  #retired = false;

  constructor(nodeArguments: readonly string[]) {
    this.#child = spawn(process.execPath, [...nodeArguments, POOLED_PROCESS], {
      // The process gets nothing of this one. Each script has its own environment.
      env: { LANG },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const child = this.#child;
    this.#ready = once(child, 'message').catch(() => {});
    this.gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.on('message', (message: PoolMessage) => this.#receive(message));
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

  /** Ends the process after its script. It doesn't keep its parent alive: under load, its end takes longer than jest waits. */
  retire(): void {
    this.#retired = true;
    if (this.#lease !== undefined) return;
    this.#keepAlive(false);
    if (this.#child.connected) this.#child.disconnect();
  }

  /** Waits until the process is gone. */
  ended(): Promise<unknown> {
    this.#keepAlive(true);
    return this.gone;
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

  #receive(message: PoolMessage): void {
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

  /** Passes an output to the running script, up to the end of the script. */
  #follow(name: 'stdout' | 'stderr'): void {
    const mark = Buffer.from(this.#mark);
    let rest: Buffer = Buffer.alloc(0);
    this.#child[name]?.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      const end = rest.indexOf(mark);
      const until = end >= 0 ? end : rest.length - lengthOfHalf(mark, rest);
      const output = this.#lease?.[name];
      if (!output?.writableEnded) output?.write(rest.subarray(0, until));
      // What follows the mark belongs to no script.
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
    // A process that doesn't listen for a signal ends at once. A process that answers has survived it.
    if (lease.signalled && this.#child.connected) {
      this.#child.send({ kind: 'ping' });
      return;
    }
    this.#lease = undefined;
    if (this.#retired) this.retire();
    else this.#keepAlive(false);
  }

  /** Sets whether this process keeps its parent alive. A process without a script must not. */
  #keepAlive(keep: boolean): void {
    const { channel, stdout, stderr } = this.#child;
    for (const handle of [this.#child, channel, stdout as Socket | null, stderr as Socket | null]) {
      if (keep) handle?.ref();
      else handle?.unref();
    }
  }
}

/** The number of bytes at the end of an output that can be the start of a mark. They wait for the rest. */
function lengthOfHalf(mark: Buffer, output: Buffer): number {
  const begin = output.lastIndexOf(mark.subarray(0, 1));
  if (begin < 0) return 0;
  const half = output.subarray(begin);
  return mark.subarray(0, half.length).equals(half) ? half.length : 0;
}

/** A process while it runs one script. */
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

  /** `undefined` after the script, so that nothing reaches the next one. */
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
