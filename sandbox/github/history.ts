import { rmSync } from 'node:fs';
import path from 'node:path';
import { commitsBetween, mergeBaseOf, mergeTrees, writeCommit } from './git-objects.ts';
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
export function commitFiles(repository: Repository, branch: string, commit: BranchCommit): string {
  const from = commit.from ?? branchSha(repository, branch);
  const [after = ''] = importCommits(repository.gitDir ?? '', branch, from, [commit]);
  for (const { pull } of repository.threads.values())
    if (pull?.head === branch) pull.stale = { sha: from, until: commit.at + HEAD_LAG };
  repository.pushes.push({ branch, before: from, after, at: commit.at });
  return after;
}

const NO_COMMIT = '0'.repeat(40);

/** The ways to merge. */
export type MergeMethod = 'merge' | 'squash' | 'rebase';

/** Merges a pull request, and returns the branch's commits before and after. */
export function mergePull(store: Store, repository: Repository, number: number, method: MergeMethod) {
  const { gitDir: cwd = '', threads } = repository;
  const thread = threads.get(number);
  const pull = thread?.pull;
  const head = headOf(repository, pull);
  const onto = branchSha(repository, pull?.base ?? '');
  if (!thread || !pull || !head || !onto) throw new Error(`no pull request ${number}`);
  const at = store.time.now();
  const base = mergeBaseOf(onto, head) ?? '';
  // A rebase onto the same commit makes new ones, too.
  const commit = (tree: string, text: string, ...parents: string[]) =>
    writeCommit({ tree, parents, committer: 'GitHub', at, message: `${text}\n` });

  function rebase(): string {
    const picked = commitsBetween(base, head ?? '').reverse();
    return picked.reduce((tip, { sha, parents: [parent = ''], message }) => {
      const [title = ''] = message.split('\n');
      return commit(mergeTrees(parent, tip, sha), title, tip);
    }, onto ?? '');
  }

  const tree = () => mergeTrees(base, onto, head);
  const sha = {
    rebase,
    squash: () => commit(tree(), `${thread.title} (#${number})`, onto),
    merge: () => commit(tree(), `Merge pull request #${number} from ${pull.head}`, onto, head),
  }[method]();
  moveBranch(cwd, pull.base, sha);
  Object.assign(pull, { headSha: head, merge: { onto, sha } });
  closeThread(store, thread, { merged: true });
  if (repository.deletesBranches) {
    rmSync(path.join(cwd, 'refs/heads', pull.head));
    repository.pushes.push({ branch: pull.head, before: head, after: NO_COMMIT, at });
  }
  return { before: onto, after: sha };
}
