/** Runs git for its parent. The more memory a process has, the longer it takes to start another one, and the parent has much. */
import { execFile } from 'node:child_process';

/** A message for each command. */
export interface GitJob {
  readonly id: number;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input: string | undefined;
}

/** The answer, when the command has ended. */
export interface GitEnd {
  readonly id: number;
  readonly output: string;
  /** `null` if it succeeded. */
  readonly problem: string | null;
}

process.on('message', ({ id, args, cwd, env, input }: GitJob) => {
  const child = execFile('git', args, { cwd, env, maxBuffer: 1e9 }, (error, output, words) => {
    const [said = words.trim() || error?.message] = /^(?:fatal|error): .*/m.exec(words) ?? [];
    const problem = error && `git ${args.join(' ')}: ${said}`;
    process.send?.({ id, output, problem });
  });
  // A command that fails may not read its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
});
