import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const METER = fileURLToPath(new URL('meter.cjs', import.meta.url));

/** A program of Node, as it is started. */
export interface Program {
  /** What follows `node` on the command line. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Called when it has ended. */
  readonly after?: () => void;
}

/** What one run cost: from start to end in milliseconds, CPU time in milliseconds, peak memory in bytes. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
  readonly memory: number;
}

/** Runs a program to its end. With `meter` it also tells CPU time and memory, which makes its start a little longer. */
export async function runProgram({ args, env, cwd, after }: Program, meter: boolean): Promise<Cost> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...(meter ? ['--require', METER] : []), ...args], {
    ...{ cwd, env },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let [told, errors] = ['', ''];
  child.stdio[3]?.on('data', (chunk) => {
    told += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  const wall = performance.now() - startedAt;
  await new Promise((resolve) => (child.stdio[3]?.closed ? resolve(undefined) : child.on('close', resolve)));
  after?.();
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${errors}`);
  const [cpu = Number.NaN, memory = Number.NaN] = told.split(' ').map(Number);
  return { wall, cpu, memory };
}
