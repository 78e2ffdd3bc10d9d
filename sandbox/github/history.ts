import { rmSync } from 'node:fs';
import path from 'node:path';
import { git, gitFact } from '../git.ts';
import { importCommits, moveBranch, type NewCommit } from './git-repository.ts';
import { branchSha, headOf } from './pull-facts.ts';
import type { Repository, Store } from './store.ts';
import { closeThread } from './threads.ts';

/** Commits and merges in a repository's bare git folder, without a checkout. */

/** A new commit. `from` is the commit before the first one. Default: the last commit of the branch. */
export interface BranchCommit extends NewCommit {
  readonly from?: string | undefined;
}

/** The folder of a repository that has a history. */
function historyOf({ gitDir, fullName }: Repository): string {
  if (gitDir === undefined) throw new Error(`${fullName} has no files`);
  return gitDir;
}

/** The last commit of a branch, which must exist. */
function tipOf(repository: Repository, branch: string): string {
  const sha = branchSha(repository, branch);
  if (sha === undefined) throw new Error(`${repository.fullName} has no branch ${branch}`);
  return sha;
}

/** How long an open pull request shows its old head (https://github.com/annervisser/pr-cli/pull/190). */
const HEAD_LAG = 3000;

/** Commits to a branch, and returns the commit. Makes the branch if it doesn't exist, or moves it to `from`. */
export async function commitFiles(
  repository: Repository,
  branch: string,
  commit: BranchCommit,
): Promise<string> {
  const from = commit.from ?? branchSha(repository, branch);
  await importCommits(historyOf(repository), `refs/heads/${branch}`, from, [commit]);
  for (const { pull } of repository.threads.values())
    if (pull?.head === branch) pull.stale = { sha: from, until: commit.at + HEAD_LAG };
  const after = tipOf(repository, branch);
  repository.pushes.push({ branch, before: from, after, at: commit.at });
  return after;
}

/** The ways to merge. */
export type MergeMethod = 'merge' | 'squash' | 'rebase';

/** Merges a pull request, and returns the branch's commits before and after. */
export async function mergePull(
  store: Store,
  repository: Repository,
  number: number,
  method: MergeMethod,
): Promise<{ readonly before: string; readonly after: string }> {
  const thread = repository.threads.get(number);
  const pull = thread?.pull;
  const head = headOf(repository, pull);
  if (thread === undefined || pull === undefined || head === undefined)
    throw new Error(`no pull request ${number}`);
  const message =
    method === 'merge' ? `Merge pull request #${number} from ${pull.head}` : `${thread.title} (#${number})`;
  const merging = { branch: pull.base, head, message, at: store.time.now() };
  const merge = await mergeInto(repository, method, merging);
  Object.assign(pull, { headSha: head, merge });
  closeThread(store, thread, { merged: true });
  return { before: merge.onto, after: merge.sha };
}

interface Merging {
  readonly branch: string;
  /** The commit that is merged. */
  readonly head: string;
  readonly message: string;
  readonly at: number;
}

async function mergeInto(repository: Repository, method: MergeMethod, merging: Merging) {
  const cwd = historyOf(repository);
  const { branch, head, message, at } = merging;
  const onto = tipOf(repository, branch);
  const base = (await gitFact(['merge-base', onto, head], { cwd })).trim();
  const commit = async (tree: string, text: string, ...parents: string[]) =>
    (
      await git(['commit-tree', tree, ...parents.flatMap((one) => ['-p', one]), '-m', text], { cwd, at })
    ).trim();

  async function rebase(): Promise<string> {
    const picked = await git(['log', '--reverse', '--format=%H %s', `${base}..${head}`], { cwd });
    let tip = onto;
    for (const line of picked.trim().split('\n')) {
      const [sha = '', ...words] = line.split(' ');
      tip = await commit(await mergedTree(cwd, `${sha}^`, tip, sha), words.join(' '), tip);
    }
    return tip;
  }

  async function mergeOrSquash(): Promise<string> {
    const parents = method === 'merge' ? [onto, head] : [onto];
    return commit(await mergedTree(cwd, base, onto, head), message, ...parents);
  }

  const sha = await (method === 'rebase' ? rebase() : mergeOrSquash());
  moveBranch(cwd, branch, sha);
  return { onto, sha };
}

/** The tree of a three-way merge, whole files at a time. */
async function mergedTree(cwd: string, base: string, ours: string, theirs: string): Promise<string> {
  const index = path.join(cwd, `index-${ours.slice(0, 12)}`);
  try {
    await git(['read-tree', '-i', '-m', '--aggressive', base, ours, theirs], { cwd, index });
    return (await git(['write-tree'], { cwd, index })).trim();
  } finally {
    rmSync(index, { force: true });
  }
}
