import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { git, gitFact } from '../git.ts';
import { changedFiles } from './comparison.ts';
import type { ChangedFile, Repository, Thread } from './store.ts';

/** A commit id for a repository without files. */
function madeUpSha(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** The last commit of a branch, which is a file. `undefined` if the branch doesn't exist. */
export function branchSha({ gitDir = '' }: Repository, branch: string): string | undefined {
  const file = path.join(gitDir, 'refs/heads', branch);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8').trim() : undefined;
}

/** The head commit of a pull request: as given, otherwise the last of its branch. */
export const headOf = (repository: Repository, pull: Thread['pull']) =>
  pull && (pull.headSha ?? branchSha(repository, pull.head));

/** The commit that a pull request is compared with: the last of its base branch, or after the merge, the last before it. */
const baseOf = (repository: Repository, pull: Thread['pull']) =>
  pull && (pull.merge?.onto ?? branchSha(repository, pull.base));

/** Both sides of a pull request. Without files, their commits are made up. */
export function pullSides(repository: Repository, { number, pull }: Thread) {
  return {
    head: { ref: pull?.head, sha: headOf(repository, pull) ?? madeUpSha(`head ${number}`) },
    base: { ref: pull?.base, sha: pull?.baseSha ?? madeUpSha('base') },
  };
}

/** The commits between the sides of a pull request. `undefined` without files. */
function rangeOf(repository: Repository, { pull }: Thread, dots: '..' | '...'): string | undefined {
  const [head, base] = [headOf(repository, pull), baseOf(repository, pull)];
  return head && base && `${base}${dots}${head}`;
}

/** What a pull request alone shows, in addition to what lists show. */
export async function pullSize(repository: Repository, thread: Thread) {
  const files = await pullFiles(repository, thread);
  const range = rangeOf(repository, thread, '..');
  const { gitDir: cwd = '' } = repository;
  const sum = (field: 'additions' | 'deletions') => files.reduce((total, file) => total + file[field], 0);
  return {
    commits: range ? Number(await gitFact(['rev-list', '--count', range], { cwd })) : 1,
    changed_files: files.length,
    additions: sum('additions'),
    deletions: sum('deletions'),
  };
}

/** The files of a pull request, in the order of their names. */
export async function pullFiles(repository: Repository, thread: Thread): Promise<readonly ChangedFile[]> {
  if (thread.pull?.files) return thread.pull.files;
  const range = rangeOf(repository, thread, '...');
  return range ? changedFiles(repository.gitDir ?? '', range) : [];
}

/** The changes of a pull request, as `git diff` shows them. */
export async function pullDiff(repository: Repository, { pull }: Thread): Promise<string> {
  const head = headOf(repository, pull);
  return head && pull ? git(['diff', `${pull.base}...${head}`], { cwd: repository.gitDir ?? '' }) : '';
}
