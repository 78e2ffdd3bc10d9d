import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The author of a commit. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

export interface GitOptions {
  /** The folder of a checkout or of a bare repository. */
  readonly cwd: string;
  /** For commits. */
  readonly author?: Author;
  /** The time that commits get, in milliseconds since 1970. */
  readonly at?: number;
  /** The standard input of git. */
  readonly input?: string;
  /** Another index file, for work in a bare repository. */
  readonly index?: string;
}

const SANDBOX: Author = { name: 'Sandbox', email: 'sandbox@localhost' };

/** Runs git without the user's configuration. Returns what it printed, and throws git's error message. */
export async function git(
  args: readonly string[],
  { cwd, author = SANDBOX, at, input, index }: GitOptions,
): Promise<string> {
  const date = at === undefined ? {} : commitDates(at);
  const child = spawn('git', args, {
    cwd,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: tmpdir(),
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_COMMITTER_NAME: author.name,
      GIT_COMMITTER_EMAIL: author.email,
      ...date,
      ...(index !== undefined && { GIT_INDEX_FILE: index }),
    },
  });
  child.stdin?.end(input);
  const closed = once(child, 'close');
  const [output, problem] = await Promise.all([wordsOf(child.stdout), wordsOf(child.stderr), closed]);
  if (child.exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${problem.trim() || child.exitCode}`);
  return output;
}

const facts = new Map<string, Promise<string>>();

/** Like `git`, for facts about commit ids. They never change, so git runs once for each. */
export function gitFact(args: readonly string[], options: Pick<GitOptions, 'cwd'>): Promise<string> {
  const question = [options.cwd, ...args].join('\0');
  const fact = facts.get(question) ?? git(args, options);
  facts.set(question, fact);
  fact.catch(() => facts.delete(question));
  return fact;
}

async function wordsOf(stream: Readable | null): Promise<string> {
  return stream === null ? '' : text(stream);
}

function commitDates(at: number): Record<string, string> {
  const date = `${Math.floor(at / 1000)} +0000`;
  return { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
}
