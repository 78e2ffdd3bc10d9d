import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { git, gitFact } from '../git.ts';
import { commitsBetween, isCommit, mergeBaseOf, readCommit } from './git-objects.ts';
import type { ChangedFile } from './store.ts';

export type GitComparison = NonNullable<Awaited<ReturnType<typeof compareCommits>>>;

/** The commit of a branch, a tag or a commit's name. */
export async function resolveCommit(cwd: string, name: string): Promise<string | undefined> {
  // Branches and most tags are files.
  const files = ['refs/tags', 'refs/heads'].map((kind) => readRef(path.join(cwd, kind, name)));
  const ids = [...files, name].filter((id) => id !== undefined);
  const found = ids.find(isCommit);
  // A short id, or a tag with a message.
  if (found !== undefined || (ids.length === 1 && !/^[0-9a-f]{4,39}$/.test(name))) return found;
  const words = ['rev-parse', '--verify', '--quiet', `${name}^{commit}`];
  return (await git(words, { cwd }).catch(() => '')).trim() || undefined;
}

/** The last commit of a branch. `undefined` if the branch doesn't exist. */
export function branchTip(cwd: string, branch: string): string | undefined {
  return readRef(path.join(cwd, 'refs/heads', branch));
}

function readRef(file: string): string | undefined {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Compares two commits by their ids, oldest commit first. `undefined` if they share no history. */
export async function compareCommits(cwd: string, base: string, head: string) {
  const start = mergeBaseOf(base, head);
  if (start === undefined) return undefined;
  const files = await changedFiles(cwd, `${start}..${head}`);
  const commits = commitsBetween(base, head).reverse();
  const behind = commitsBetween(head, base).length;
  return { mergeBase: readCommit(start), ahead: commits.length, behind, commits, files };
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
