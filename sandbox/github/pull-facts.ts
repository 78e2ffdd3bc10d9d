import { createHash } from 'node:crypto';
import { gitFact } from '../git.ts';
import { branchTip, changedFiles } from './comparison.ts';
import { commitsBetween, type GitCommit } from './git-objects.ts';
import type { ChangedFile, Repository, Thread } from './store.ts';

/** A commit id for a repository without files. */
function madeUpSha(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** The last commit of a branch. `undefined` if the branch doesn't exist. */
export function branchSha({ gitDir = '' }: Repository, branch: string): string | undefined {
  return branchTip(gitDir, branch);
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
function rangeOf(repository: Repository, { pull }: Thread): string | undefined {
  const [head, base] = [headOf(repository, pull), baseOf(repository, pull)];
  return head && base && `${base}...${head}`;
}

/** What a pull request alone shows, in addition to what lists show. */
export async function pullSize(repository: Repository, thread: Thread) {
  const files = await pullFiles(repository, thread);
  const sum = (field: 'additions' | 'deletions') => files.reduce((total, file) => total + file[field], 0);
  return {
    commits: pullCommits(repository, thread).length || 1,
    changed_files: files.length,
    additions: sum('additions'),
    deletions: sum('deletions'),
  };
}

/** The files of a pull request, in the order of their names. */
export async function pullFiles(repository: Repository, thread: Thread): Promise<readonly ChangedFile[]> {
  if (thread.pull?.files) return thread.pull.files;
  const range = rangeOf(repository, thread);
  return range ? changedFiles(repository.gitDir ?? '', range) : [];
}

/** The changes of a pull request, as `git diff` shows them. */
export async function pullDiff(repository: Repository, thread: Thread): Promise<string> {
  const range = rangeOf(repository, thread);
  return range ? gitFact(['diff', range], { cwd: repository.gitDir ?? '' }) : '';
}

/** The commits of a pull request, the newest first. */
export function pullCommits(repository: Repository, { pull }: Thread): GitCommit[] {
  const [head, base] = [headOf(repository, pull), baseOf(repository, pull)];
  return head && base ? commitsBetween(base, head) : [];
}
