import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { GitEnd, GitJob } from './git-host.ts';

export interface GitOptions {
  /** The folder of a checkout or of a bare repository. */
  readonly cwd: string;
  /** For commits. Default: `Sandbox`. */
  readonly author?: string;
  /** The time that commits get, in milliseconds since 1970. */
  readonly at?: number;
  /** The standard input of git. */
  readonly input?: string;
  /** Another index file, for work in a bare repository. */
  readonly index?: string;
}

/** Runs git without the user's configuration. Returns what it printed, and throws git's error message. */
export function git(
  args: readonly string[],
  { cwd, author = 'Sandbox', at, input, index }: GitOptions,
): Promise<string> {
  const email = `${author.toLowerCase()}@localhost`;
  const date = `${Math.floor((at ?? 0) / 1000)} +0000`;
  const env = {
    PATH: process.env['PATH'],
    HOME: tmpdir(),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: author,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: author,
    GIT_COMMITTER_EMAIL: email,
    ...(at !== undefined && { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }),
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
  };
  return run({ args, cwd, env, input });
}

let host: ChildProcess | undefined;
const waiting = new Map<number, (end: Omit<GitEnd, 'id'>) => void>();
let jobs = 0;

/** Runs git in a small process, which does not keep this one alive. */
export async function runGit(job: Omit<GitJob, 'id'>): Promise<string> {
  host ??= startHost();
  jobs += 1;
  const { promise, resolve } = Promise.withResolvers<Omit<GitEnd, 'id'>>();
  waiting.set(jobs, resolve);
  host.channel?.ref();
  host.send({ ...job, id: jobs });
  const { output, problem } = await promise;
  if (problem) throw new Error(problem);
  return output;
}

function startHost(): ChildProcess {
  const file = fileURLToPath(new URL('git-host.ts', import.meta.url));
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.unref();
  child.on('message', ({ id, ...end }: GitEnd) => {
    waiting.get(id)?.(end);
    waiting.delete(id);
    if (waiting.size === 0) child.channel?.unref();
  });
  child.once('exit', () => {
    host = undefined;
    for (const end of waiting.values()) end({ output: '', problem: 'The process that runs git ended.' });
    waiting.clear();
  });
  return child;
}

export const gitFacts = new Map<string, string>();

/** Test files of a worker share one process, and what it said about commits. */
const { runGit: run = runGit, gitFacts: facts = gitFacts } = globalThis as {
  readonly runGit?: typeof runGit;
  readonly gitFacts?: typeof gitFacts;
};

/** Like `git`, for facts about ids of commits that the repository has. They are the same everywhere, so git runs once for each. */
export async function gitFact(args: readonly string[], options: Pick<GitOptions, 'cwd'>): Promise<string> {
  const question = args.join('\0');
  const fact = facts.get(question) ?? (await git(args, options));
  facts.set(question, fact);
  return fact;
}
