import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { git, gitFact } from '../git.ts';
import type { ChangedFile } from './store.ts';

/** The comparison of two commits, for the compare route. */
export interface GitComparison {
  readonly mergeBase: string;
  readonly ahead: number;
  readonly behind: number;
  /** Oldest first. */
  readonly commits: readonly GitCommit[];
  /** In the order of their names. */
  readonly files: readonly GitFile[];
}

export interface GitCommit {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly date: string;
  readonly message: string;
}

export interface GitFile extends ChangedFile {
  /** The diff from the first hunk on. Missing for binary files. */
  readonly patch?: string;
}

/** The commit of a branch, a tag or a commit's name. */
export async function resolveCommit(cwd: string, name: string): Promise<string | undefined> {
  const isId = /^[0-9a-f]{40}$/.test(name);
  // Most commits are files, which need no process to read.
  if (isId && isCommit(path.join(cwd, 'objects', name.slice(0, 2), name.slice(2)))) return name;
  const ask = isId ? gitFact : git;
  try {
    return (await ask(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd })).trim();
  } catch {
    return undefined;
  }
}

function isCommit(file: string): boolean {
  return existsSync(file) && inflateSync(readFileSync(file)).toString('latin1').startsWith('commit ');
}

const FORMAT = '--format=%H%x1f%P%x1f%cI%x1f%B%x1e';

/** The commits of a branch in a span of time (ISO 8601), the newest first. */
export async function listCommits(
  cwd: string,
  name: string,
  { since, until }: { readonly since?: string | undefined; readonly until?: string | undefined },
): Promise<GitCommit[]> {
  const span = [...(since ? [`--since=${since}`] : []), ...(until ? [`--until=${until}`] : [])];
  return readLog(await git(['log', FORMAT, ...span, name], { cwd }));
}

/** Compares two commits by their ids. `undefined` if they share no history. */
export async function compareCommits(
  cwd: string,
  base: string,
  head: string,
): Promise<GitComparison | undefined> {
  let mergeBase: string;
  try {
    mergeBase = (await gitFact(['merge-base', base, head], { cwd })).trim();
  } catch {
    return undefined;
  }
  const [log, behind, diff] = await Promise.all([
    gitFact(['log', '--reverse', '--topo-order', FORMAT, `${base}..${head}`], { cwd }),
    base === mergeBase ? '0' : gitFact(['rev-list', '--count', `${head}..${base}`], { cwd }),
    gitFact(['diff', '-M', '--no-color', mergeBase, head], { cwd }),
  ]);
  const commits = readLog(log);
  return { mergeBase, ahead: commits.length, behind: Number(behind), commits, files: readDiff(diff) };
}

function readLog(log: string): GitCommit[] {
  return log.split('\x1e').flatMap((entry) => readCommit(entry.trimStart()));
}

function readCommit(entry: string): GitCommit[] {
  const [sha = '', parents = '', date = '', message = ''] = entry.split('\x1f');
  if (sha === '') return [];
  return [
    { sha, parents: parents.split(' ').filter((parent) => parent !== ''), date, message: message.trim() },
  ];
}

function readDiff(diff: string): GitFile[] {
  return diff
    .split(/^diff --git /m)
    .slice(1)
    .map(readFile);
}

function readFile(text: string): GitFile {
  const at = text.search(/^@@/m);
  const head = at < 0 ? text : text.slice(0, at);
  const patch = at < 0 ? undefined : text.slice(at).trimEnd();
  const [, was = '', is = ''] = /^a\/(.+?) b\/(.+)$/m.exec(head) ?? [];
  const renamed = /^rename from (.+)$/m.exec(head)?.[1];
  const count = (sign: string) => patch?.split('\n').filter((line) => line.startsWith(sign)).length ?? 0;
  return {
    filename: /^rename to (.+)$/m.exec(head)?.[1] ?? (is || was),
    ...(renamed !== undefined && { previous: renamed }),
    status: statusOf(head, renamed),
    additions: count('+'),
    deletions: count('-'),
    ...(patch !== undefined && { patch }),
  };
}

function statusOf(head: string, renamed: string | undefined): GitFile['status'] {
  if (renamed !== undefined) return 'renamed';
  if (/^new file mode/m.test(head)) return 'added';
  return /^deleted file mode/m.test(head) ? 'removed' : 'modified';
}
