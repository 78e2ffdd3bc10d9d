import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GitEnd, GitJob } from './git-host.ts';

export interface GitOptions {
  /** The folder of a checkout or of a bare repository. */
  readonly cwd: string;
  /** The standard input of git. */
  readonly input?: string;
}

/** Runs git without the user's configuration. Returns what it printed, and throws git's error message. */
export function git(args: readonly string[], { cwd, input }: GitOptions): Promise<string> {
  const [name, email] = ['Sandbox', 'sandbox@localhost'];
  const env = {
    PATH: process.env['PATH'],
    HOME: tmpdir(),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
  return gitShare.run({ args, cwd, env, input });
}

let host: ChildProcess | undefined;
const waiting = new Map<number, (end: Omit<GitEnd, 'id'>) => void>();
let jobs = 0;

/** Runs git in a small process, which does not keep this one alive. */
async function runGit(job: Omit<GitJob, 'id'>): Promise<string> {
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

/** What the repositories of a process share. */
function createGitShare() {
  let objects: string | undefined;
  return {
    run: runGit,
    /** What git said about commits. */
    facts: new Map<string, string>(),
    /** The folder of their objects. The name of an object depends only on its content. */
    objects(): string {
      if (objects !== undefined) return objects;
      const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-objects-'));
      process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
      objects = folder;
      return folder;
    },
  };
}

/** Test files of a worker have one share. */
export const gitShare =
  (globalThis as { readonly gitShare?: ReturnType<typeof createGitShare> }).gitShare ?? createGitShare();

/** Like `git`, for facts about ids of commits. They are the same everywhere, so git runs once for each. */
export async function gitFact(args: readonly string[], options: Pick<GitOptions, 'cwd'>): Promise<string> {
  const question = args.join('\0');
  const fact = gitShare.facts.get(question) ?? (await git(args, options));
  gitShare.facts.set(question, fact);
  return fact;
}
