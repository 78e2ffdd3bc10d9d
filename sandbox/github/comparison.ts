import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { git, gitFact } from '../git.ts';
import type { ChangedFile } from './store.ts';

export type GitComparison = NonNullable<Awaited<ReturnType<typeof compareCommits>>>;
export type GitCommit = ReturnType<typeof readLog>[number];

/** The commit of a branch, a tag or a commit's name. */
export async function resolveCommit(cwd: string, name: string): Promise<string | undefined> {
  const isId = /^[0-9a-f]{40}$/.test(name);
  // Most commits are files, which need no process to read.
  if (isId && isCommit(path.join(cwd, 'objects', name.slice(0, 2), name.slice(2)))) return name;
  try {
    return (await git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd })).trim();
  } catch {
    return undefined;
  }
}

function isCommit(file: string): boolean {
  return existsSync(file) && inflateSync(readFileSync(file)).toString('latin1').startsWith('commit ');
}

const FORMAT = '--format=%H%x1f%P%x1f%an%x1f%cI%x1f%B%x1e';

/** The commits of a branch in a span of time (ISO 8601), the newest first. */
export async function listCommits(
  cwd: string,
  name: string,
  { since, until }: { readonly since?: string | undefined; readonly until?: string | undefined } = {},
): Promise<GitCommit[]> {
  const span = [...(since ? [`--since=${since}`] : []), ...(until ? [`--until=${until}`] : [])];
  return readLog(await git(['log', FORMAT, ...span, name], { cwd }));
}

/** Compares two commits by their ids, oldest commit first. `undefined` if they share no history. */
export async function compareCommits(cwd: string, base: string, head: string) {
  let mergeBase: string;
  try {
    mergeBase = (await gitFact(['merge-base', base, head], { cwd })).trim();
  } catch {
    return undefined;
  }
  const [start, log, behind, files] = await Promise.all([
    gitFact(['log', '-1', FORMAT, mergeBase], { cwd }),
    gitFact(['log', '--reverse', '--topo-order', FORMAT, `${base}..${head}`], { cwd }),
    base === mergeBase ? '0' : gitFact(['rev-list', '--count', `${head}..${base}`], { cwd }),
    changedFiles(cwd, `${mergeBase}..${head}`),
  ]);
  const commits = readLog(log);
  const [mergeBaseCommit] = readLog(start) as [GitCommit];
  return { mergeBase: mergeBaseCommit, ahead: commits.length, behind: Number(behind), commits, files };
}

function readLog(log: string) {
  const entries = log.split('\x1e').slice(0, -1);
  return entries.map((entry) => {
    const [sha = '', parents = '', author = '', date = '', message = ''] = entry.trimStart().split('\x1f');
    return { sha, parents: parents.split(' ').filter(Boolean), author, date, message: message.trim() };
  });
}

/** The files of a commit. */
export async function listTree(cwd: string, sha: string) {
  const lines = (await gitFact(['ls-tree', '-r', '-z', sha], { cwd })).split('\0').slice(0, -1);
  return lines.map((line) => {
    const [facts = '', path = ''] = line.split('\t');
    const [mode, type, id] = facts.split(' ');
    return { path, mode, type, sha: id };
  });
}

export async function listTags(cwd: string) {
  const lines = (await git(['for-each-ref', 'refs/tags'], { cwd })).split('\n').slice(0, -1);
  return lines.map((line) => {
    const [sha = '', type = '', ref = ''] = line.split(/\s/);
    return { ref, object: { type, sha } };
  });
}

const STATUSES: Readonly<Record<string, ChangedFile['status']>> = { A: 'added', D: 'removed', R: 'renamed' };

/** The files that changed between two commits, in the order of their names. */
export async function changedFiles(cwd: string, range: string): Promise<ChangedFile[]> {
  const output = await gitFact(['diff', '-M', '-z', '--raw', '--numstat', '--patch', range], { cwd });
  // All statuses precede the numbers, which precede the patches.
  const [, facts = '', patches = ''] = /^(.*?)\0\0(.*)$/s.exec(output) ?? [];
  const texts = patches.split(/^diff --git /m).slice(1);
  const statuses = new Map<string, ChangedFile['status']>();
  const files: ChangedFile[] = [];
  const words = facts.split('\0').values();
  const next = () => words.next().value ?? '';
  for (const word of words) {
    // The file's name follows its status. A renamed file has two names.
    const [, status = ''] = /^:.* ([A-Z])\d*$/.exec(word) ?? [];
    if (status === 'R') next();
    if (status !== '') statuses.set(next(), STATUSES[status] ?? 'modified');
    else if (word !== '') files.push(readNumbers(word, next, statuses, texts[files.length]));
  }
  return files;
}

function readNumbers(
  line: string,
  next: () => string,
  statuses: ReadonlyMap<string, ChangedFile['status']>,
  text = '',
): ChangedFile {
  const [additions, deletions, ...name] = line.split('\t');
  const same = name.join('\t');
  const previous = same === '' ? next() : undefined;
  const filename = same === '' ? next() : same;
  const start = text.search(/^@@/m);
  // Git shows a dash for a binary file, which has no lines.
  return {
    filename,
    status: statuses.get(filename) ?? 'modified',
    additions: Number(additions) || 0,
    deletions: Number(deletions) || 0,
    ...(previous !== undefined && { previous }),
    ...(start >= 0 && { patch: text.slice(start).trimEnd() }),
  };
}
