import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { git, gitFact } from '../git.ts';
import { changedFiles } from './comparison.ts';
import type { ChangedFile, Repository, Thread } from './store.ts';

/** The commits of a pull request's sides. */
export interface PullShas {
  readonly headSha: string;
  readonly baseSha: string;
}

/** The commits and files of a pull request. */
export interface PullFacts extends PullShas {
  readonly commits: number;
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

/** A commit id for a repository without files. */
function madeUpSha(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** The last commit of a branch. `undefined` if the branch doesn't exist. */
export async function branchSha({ gitDir }: Repository, branch: string): Promise<string | undefined> {
  if (!gitDir) return undefined;
  const ref = `refs/heads/${branch}`;
  const file = readRef(gitDir, ref);
  if (file !== undefined) return file;
  const output = await git(['for-each-ref', '--format=%(objectname)', ref], { cwd: gitDir });
  return output.trim() || undefined;
}

/** Most branches are files, which need no process to read. */
function readRef(gitDir: string, ref: string): string | undefined {
  const file = path.join(gitDir, ref);
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return /^[0-9a-f]{40}$/.test(text) ? text : undefined;
}

/** Both sides of a pull request, as a payload has them. */
export function pullSides({ gitDir }: Repository, { number, pull }: Thread) {
  const read = (branch = '') => (gitDir === undefined ? undefined : readRef(gitDir, `refs/heads/${branch}`));
  return {
    head: { ref: pull?.head, sha: pull?.headSha ?? read(pull?.head) ?? madeUpSha(`head ${number}`) },
    base: { ref: pull?.base, sha: pull?.merge?.onto ?? read(pull?.base) ?? madeUpSha('base') },
  };
}

/** The head commit of a pull request: as given, otherwise the last of its branch. */
export async function headOf(repository: Repository, pull: Thread['pull']): Promise<string | undefined> {
  return pull && (pull.headSha ?? (await branchSha(repository, pull.head)));
}

/** The base commit of a pull request: the last of its base branch, or after the merge, the last before it. */
async function baseOf(repository: Repository, pull: Thread['pull']): Promise<string | undefined> {
  return pull && (pull.merge?.onto ?? (await branchSha(repository, pull.base)));
}

export async function pullShas(repository: Repository, { number, pull }: Thread): Promise<PullShas> {
  const [headSha, baseSha] = await Promise.all([headOf(repository, pull), baseOf(repository, pull)]);
  return { headSha: headSha ?? madeUpSha(`head ${number}`), baseSha: baseSha ?? madeUpSha('base') };
}

export async function pullFacts(repository: Repository, thread: Thread): Promise<PullFacts> {
  const { gitDir } = repository;
  const { pull } = thread;
  const [headSha, baseSha] = await Promise.all([headOf(repository, pull), baseOf(repository, pull)]);
  const files = await pullFiles(repository, thread);
  const range = `${baseSha}..${headSha}`;
  const sum = (field: 'additions' | 'deletions') => files.reduce((total, file) => total + file[field], 0);
  return {
    ...(await pullShas(repository, thread)),
    commits:
      gitDir && headSha && baseSha
        ? Number(await gitFact(['rev-list', '--count', range], { cwd: gitDir }))
        : 1,
    files: files.length,
    additions: sum('additions'),
    deletions: sum('deletions'),
  };
}

/** The files of a pull request, in the order of their names. */
export async function pullFiles(repository: Repository, { pull }: Thread): Promise<readonly ChangedFile[]> {
  if (pull?.files) return pull.files;
  const headSha = await headOf(repository, pull);
  const baseSha = await baseOf(repository, pull);
  if (!repository.gitDir || !headSha || !baseSha) return [];
  return changedFiles(repository.gitDir, `${baseSha}...${headSha}`);
}

/** The changes of a pull request, as `git diff` shows them. */
export async function pullDiff(repository: Repository, { pull }: Thread): Promise<string> {
  const headSha = await headOf(repository, pull);
  if (!pull || !repository.gitDir || !headSha) return '';
  return git(['diff', `${pull.base}...${headSha}`], { cwd: repository.gitDir });
}
