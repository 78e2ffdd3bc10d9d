import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { git, gitFact } from '../git.ts';
import type { ChangedFile, Repository, Thread } from './store.ts';

/** What git knows about a pull request. */
export interface PullFacts {
  readonly headSha: string;
  readonly baseSha: string;
  readonly commits: number;
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

/** A name for a commit of a repository that has no files. */
function madeUpSha(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** The commit of a branch; `undefined` when there is no such branch. */
export async function branchSha({ gitDir }: Repository, branch: string): Promise<string | undefined> {
  if (!gitDir) return undefined;
  const ref = `refs/heads/${branch}`;
  // Nearly every branch is a file of its own, and reading it takes no process.
  const file = (await readFile(path.join(gitDir, ref), 'utf8').catch(() => '')).trim();
  if (/^[0-9a-f]{40}$/.test(file)) return file;
  const output = await git(['for-each-ref', '--format=%(objectname)', ref], { cwd: gitDir });
  return output.trim() || undefined;
}

/** The commit of a pull request's head: the one that is given, else its branch's. */
export async function headOf(repository: Repository, pull: Thread['pull']): Promise<string | undefined> {
  return pull && (pull.headSha ?? (await branchSha(repository, pull.head)));
}

export async function pullFacts(repository: Repository, { number, pull }: Thread): Promise<PullFacts> {
  const { gitDir } = repository;
  const headSha = await headOf(repository, pull);
  const baseSha = pull && (await branchSha(repository, pull.base));
  if (!gitDir || !headSha || !baseSha) {
    const shas = { headSha: headSha ?? madeUpSha(`head ${number}`), baseSha: baseSha ?? madeUpSha('base') };
    return { ...shas, commits: 1, files: 1, additions: 1, deletions: 0 };
  }
  const [count, files] = await Promise.all([
    gitFact(['rev-list', '--count', `${baseSha}..${headSha}`], { cwd: gitDir }),
    changedFiles(gitDir, `${baseSha}...${headSha}`),
  ]);
  const sum = (field: 'additions' | 'deletions') => files.reduce((total, file) => total + file[field], 0);
  return {
    ...{ headSha, baseSha, commits: Number(count), files: files.length },
    ...{ additions: sum('additions'), deletions: sum('deletions') },
  };
}

const STATUSES: Readonly<Record<string, ChangedFile['status']>> = { A: 'added', D: 'removed' };

/** What git says about a range of two commits, without looking for renamed files. */
async function changedFiles(gitDir: string, range: string): Promise<ChangedFile[]> {
  const diff = await gitFact(['diff', '--no-renames', '-z', '--raw', '--numstat', range], { cwd: gitDir });
  const statuses = new Map<string, string>();
  const files: ChangedFile[] = [];
  const words = diff.split('\0').values();
  for (const word of words) {
    // A status has its file's name in the word behind it, and all of them come before the numbers.
    if (word.startsWith(':')) statuses.set(words.next().value ?? '', word.slice(-1));
    else if (word !== '') files.push(readNumbers(word, statuses));
  }
  return files;
}

function readNumbers(line: string, statuses: ReadonlyMap<string, string>): ChangedFile {
  const [additions, deletions, ...name] = line.split('\t');
  const filename = name.join('\t');
  // Git shows a dash where a binary file has no lines.
  return {
    ...{ filename, status: STATUSES[statuses.get(filename) ?? ''] ?? 'modified' },
    ...{ additions: Number(additions) || 0, deletions: Number(deletions) || 0 },
  };
}

/** The files of a pull request, in the order of their names. */
export async function pullFiles(repository: Repository, { pull }: Thread): Promise<readonly ChangedFile[]> {
  if (pull?.files) return pull.files;
  const headSha = await headOf(repository, pull);
  const baseSha = pull && (await branchSha(repository, pull.base));
  if (!repository.gitDir || !headSha || !baseSha) return [];
  return changedFiles(repository.gitDir, `${baseSha}...${headSha}`);
}

/** The changes of a pull request, as `git diff` shows them. */
export async function pullDiff(repository: Repository, { pull }: Thread): Promise<string> {
  const headSha = await headOf(repository, pull);
  if (!pull || !repository.gitDir || !headSha) return '';
  return git(['diff', `${pull.base}...${headSha}`], { cwd: repository.gitDir });
}
