import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const METER = fileURLToPath(new URL('meter.cjs', import.meta.url));

/** Starts a program and tells on descriptor 3 what the whole of it took, its start and its end too: wall, user, system. */
const TIMED = 'TIMEFORMAT="%R %U %S"; { time "$0" "$@" 2>&4; } 2>&3';

/** A program of Node, as it is started. */
export interface Program {
  /** What follows `node` on the command line. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Called when it has ended. */
  readonly after?: () => void;
}

/** What one run took: from start to end, and of the processors, both in milliseconds. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

/** Runs a program to its end, by bash, since Node doesn't tell what a child took. */
export async function timeProgram(program: Program): Promise<Cost> {
  const told = await run('bash', ['-c', TIMED, process.execPath, ...program.args], program);
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = told.split(' ').map(Number);
  return { wall: wall * 1000, cpu: (user + system) * 1000 };
}

/** The peak memory of a program in bytes, which it tells itself when it ends. */
export async function memoryOf(program: Program): Promise<number> {
  return Number(await run(process.execPath, ['--require', METER, ...program.args], program));
}

/** What a command says on descriptor 3. What it complains of is on 2 or 4. */
async function run(command: string, args: readonly string[], { env, cwd, after }: Program): Promise<string> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  const pipes = [child.stdio[2], child.stdio[3], child.stdio[4]].map((pipe) =>
    text(pipe as NodeJS.ReadableStream),
  );
  const code = await new Promise((resolve) => child.on('close', resolve));
  const [errors = '', told = '', others = ''] = await Promise.all(pipes);
  after?.();
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${errors}${others}`);
  return told;
}
