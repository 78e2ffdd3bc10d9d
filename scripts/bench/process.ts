import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const METER = fileURLToPath(new URL('meter.cjs', import.meta.url));

/** Runs a program, and writes its CPU time to descriptor 3: user, system. */
const TIMED = 'TIMEFORMAT="%U %S"; { time "$0" "$@" 2>&4; } 2>&3';

/** A Node program. */
export interface Program {
  /** The arguments of `node`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Called when it has ended. */
  readonly after?: () => void;
}

/** The CPU time of a program in milliseconds. Measured with bash, since Node doesn't report the CPU time of a child. */
export async function timeProgram(program: Program): Promise<number> {
  const times = await run('bash', ['-c', TIMED, process.execPath, ...program.args], program);
  const [user = Number.NaN, system = Number.NaN] = times.split(' ').map(Number);
  return (user + system) * 1000;
}

/** The peak memory of a program in bytes. */
export async function memoryOf(program: Program): Promise<number> {
  return Number(await run(process.execPath, ['--require', METER, ...program.args], program));
}

/** Runs a command, and returns what it writes to descriptor 3. Its errors are on 2 or 4. */
async function run(command: string, args: readonly string[], { env, cwd, after }: Program): Promise<string> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  const pipes = [child.stdio[2], child.stdio[3], child.stdio[4]].map((pipe) =>
    text(pipe as NodeJS.ReadableStream),
  );
  const code = await new Promise((resolve) => child.on('close', resolve));
  const [errors = '', output = '', others = ''] = await Promise.all(pipes);
  after?.();
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${errors}${others}`);
  return output;
}
