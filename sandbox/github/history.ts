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

/** How long an open pull request shows its old head (https://github.com/annervisser/pr-cli/pull/190). */
const HEAD_LAG = 3000;

/** Commits to a branch, and returns the commit. Makes the branch if it doesn't exist, or moves it to `from`. */
export async function commitFiles(
  repository: Repository,
  branch: string,
  commit: BranchCommit,
): Promise<string> {
  const from = commit.from ?? branchSha(repository, branch);
  await importCommits(repository.gitDir ?? '', `refs/heads/${branch}`, from, [commit]);
  for (const { pull } of repository.threads.values())
    if (pull?.head === branch) pull.stale = { sha: from, until: commit.at + HEAD_LAG };
  const after = branchSha(repository, branch) ?? '';
  repository.pushes.push({ branch, before: from, after, at: commit.at });
  return after;
}

/** The ways to merge. */
export type MergeMethod = 'merge' | 'squash' | 'rebase';

/** Merges a pull request, and returns the branch's commits before and after. */
export async function mergePull(store: Store, repository: Repository, number: number, method: MergeMethod) {
  const { gitDir: cwd = '', threads } = repository;
  const thread = threads.get(number);
  const pull = thread?.pull;
  const head = headOf(repository, pull);
  const onto = branchSha(repository, pull?.base ?? '');
  if (!thread || !pull || !head || !onto) throw new Error(`no pull request ${number}`);
  const at = store.time.now();
  const base = (await gitFact(['merge-base', onto, head], { cwd })).trim();
  const commit = async (tree: string, text: string, ...parents: string[]) => {
    const given = parents.flatMap((one) => ['-p', one]);
    return (await git(['commit-tree', tree, ...given, '-m', text], { cwd, at })).trim();
  };

  async function rebase(): Promise<string> {
    const picked = await git(['log', '--reverse', '--format=%H %s', `${base}..${head}`], { cwd });
    let tip = onto ?? '';
    for (const line of picked.trim().split('\n')) {
      const [sha = '', ...words] = line.split(' ');
      tip = await commit(await mergedTree(cwd, `${sha}^`, tip, sha), words.join(' '), tip);
    }
    return tip;
  }

  const tree = () => mergedTree(cwd, base, onto, head);
  const sha = await {
    rebase,
    squash: async () => commit(await tree(), `${thread.title} (#${number})`, onto),
    merge: async () => commit(await tree(), `Merge pull request #${number} from ${pull.head}`, onto, head),
  }[method]();
  moveBranch(cwd, pull.base, sha);
  Object.assign(pull, { headSha: head, merge: { onto, sha } });
  closeThread(store, thread, { merged: true });
  if (repository.deletesBranches) rmSync(path.join(cwd, 'refs/heads', pull.head));
  return { before: onto, after: sha };
}

/** The tree of a three-way merge, whole files at a time. */
async function mergedTree(cwd: string, base: string, ours: string, theirs: string): Promise<string> {
  if (base === ours) return `${theirs}^{tree}`;
  const index = path.join(cwd, `index-${ours.slice(0, 12)}`);
  try {
    await git(['read-tree', '-i', '-m', '--aggressive', base, ours, theirs], { cwd, index });
    return (await git(['write-tree'], { cwd, index })).trim();
  } finally {
    rmSync(index, { force: true });
  }
}
