import type { Account } from '../github/account.ts';
import { type BranchCommit, firstParents } from '../github/commits-and-releases.ts';
import type { GitHub } from '../github/github.ts';
import { AT_ONCE } from '../github/octokit.ts';
import type { GitHubPullRequest } from '../github/pull-requests.ts';
import type { Failure } from '../model/answer-or-failure.ts';
import { type RequestResult, unsentByRead } from '../model/request-result.ts';

export interface Merged {
  /** The last merged one is at the end. */
  readonly pulls: readonly GitHubPullRequest[];
  /** The branch's own commits, newest first. */
  readonly line: readonly OwnCommit[];
  /** Whether every commit of the branch was checked. */
  readonly complete: boolean;
}

/** A commit of the branch itself, or of a branch like `develop` that it merged. */
export interface LineCommit extends BranchCommit {
  /** The merge commit that brought a commit of another branch. */
  readonly broughtBy?: string | undefined;
}

interface OwnCommit extends LineCommit {
  /** What merged the commit, or nothing if it was pushed to the branch. Undefined if that wasn't checked. */
  readonly pulls: readonly GitHubPullRequest[] | undefined;
}

/** A merged pull request, or a commit that was pushed without one. */
export interface Merge {
  readonly pull: GitHubPullRequest | undefined;
  /** Like `#12`, or a commit's ID. */
  readonly name: string;
  readonly title: string;
  readonly author: Account | undefined;
  /** The branch's own commits, the newest first. */
  readonly line: readonly OwnCommit[];
  /** Its commits that are no merges. */
  readonly commits: readonly BranchCommit[];
  /** Whether it merged a branch with other merges, like `develop`. */
  readonly brings: boolean;
}

/** The newest first. Commits whose pull requests are unknown are none of them. */
export function mergesOf({ line }: Merged, commits: readonly BranchCommit[]): Merge[] {
  const bringing = new Set(line.map(({ broughtBy }) => broughtBy));
  const pairs = line.flatMap((commit) => {
    const pulls = commit.pulls?.length === 0 ? [undefined] : (commit.pulls ?? []);
    return pulls.map((pull) => ({ pull, commit }));
  });
  const groups = Map.groupBy(pairs, ({ pull, commit }) => pull?.number ?? commit.sha);
  return [...groups.values()].map((group) => {
    const [{ pull, commit }] = group as [(typeof group)[0]];
    const own = group.map((pair) => pair.commit);
    return {
      pull,
      name: pull ? `#${pull.number}` : commit.sha.slice(0, 7),
      title: pull?.title ?? commit.commit.message.split('\n', 1)[0] ?? '',
      author: pull ? pull.user : commit.author,
      line: own,
      commits: reachable(own, line, commits).filter(({ parents }) => parents.length < 2),
      brings: own.some(
        ({ sha, broughtBy, parents }) => bringing.has(sha) || (!pull && broughtBy && parents.length > 1),
      ),
    };
  });
}

/** The commits of `some` of the branch's own commits, with those that they merged. */
export function reachable(
  some: readonly BranchCommit[],
  line: readonly BranchCommit[],
  commits: readonly BranchCommit[],
): BranchCommit[] {
  const own = new Set(line.map(({ sha }) => sha));
  const parentsOf = new Map(commits.map(({ sha, parents }) => [sha, parents]));
  const found = new Set(some.map(({ sha }) => sha));
  // The loop also reaches what it adds.
  for (const child of found)
    for (const { sha } of parentsOf.get(child) ?? []) if (!own.has(sha)) found.add(sha);
  return commits.filter(({ sha }) => found.has(sha));
}

export const NOTHING_MERGED: Merged = { pulls: [], line: [], complete: false };

/** The pull requests of this many commits are read one by one, some at a time. */
export const MOST_CHECKED = 100;

/** How GitHub begins or ends the subject of a merge, by default. */
const MERGE = /^(?:Merge pull request #\d+ |.*\(#\d+\)(?:\n|$))/;
const isMerge = ({ commit }: BranchCommit) => MERGE.test(commit.message);

/**
 * The branch's own commits, newest first. A merge of a branch with merges, like `develop`, is followed by the own
 * commits of that branch.
 */
export function ownCommits(commits: readonly BranchCommit[], head: string | undefined): LineCommit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const line = firstParents(commits, head);
  const seen = new Set(line.map(({ sha }) => sha));
  // An older merge of the same branch brought its older commits. That branch may have merged another one by hand.
  const broughtBy = (merge: BranchCommit): BranchCommit[] => {
    const second = bySha.get(merge.parents[1]?.sha ?? '');
    const own = second ? firstParents(commits, second.sha).filter(({ sha }) => !seen.has(sha)) : [];
    for (const { sha } of own) seen.add(sha);
    return own.flatMap((commit) => [commit, ...(isMerge(commit) ? [] : broughtBy(commit))]);
  };
  const groups = line.toReversed().map((merge): LineCommit[] => {
    const brought = broughtBy(merge);
    return [
      merge,
      ...(brought.some(isMerge) ? brought.map((commit) => ({ ...commit, broughtBy: merge.sha })) : []),
    ];
  });
  return groups.reverse().flat();
}

/** What an open pull request merged, if no commit says that it is a merge: nothing. Otherwise undefined. */
export function noneMerged(
  line: readonly LineCommit[],
  { isOpen }: { readonly isOpen?: boolean } = {},
): Merged | undefined {
  if (!isOpen || line.some(isMerge)) return undefined;
  return { pulls: [], line: line.map((commit) => ({ ...commit, pulls: [] })), complete: true };
}

/**
 * Reads the pull requests that merged the commits of `line`, newest first, into the branch. GitHub's list of closed ones
 * explains most commits. The others are read one by one, unless a push ends with a rebase, which adds several commits for one
 * pull request.
 */
export async function readMerged(
  line: readonly LineCommit[],
  branch: string | undefined,
  github: GitHub,
  most: number,
): Promise<Merged | RequestResult> {
  const shas = line.map(({ sha }) => sha);
  const dates = line.flatMap(({ commit }) => commit.committer?.date ?? []);
  const closed = await github.closedPulls(Math.min(...dates), shas);
  if (!closed.ok) return unreadPulls(closed.failure);
  const merging = closed.value.items.filter(({ merged_at: at }) => at !== null);
  const known = new Map(Map.groupBy(merging, ({ merge_commit_sha: sha }) => sha ?? ''));
  // Of a pushed rebase, GitHub associates only the last commit at once. A merge queue may push several pull requests.
  const isRebase = branch && line[0]?.parents.length === 1 && known.has(line[0].sha);
  for (const [index, sha] of shas.entries())
    if (isRebase && !known.has(sha)) known.set(sha, known.get(shas[index - 1] ?? '') ?? []);
  const unexplained = shas.filter((sha) => !known.has(sha)).slice(0, most);
  while (unexplained.length > 0) {
    const some = unexplained.splice(0, AT_ONCE);
    const answers = await Promise.all(some.map((sha) => github.pullsOf(sha)));
    for (const [index, answer] of answers.entries()) {
      if (!answer.ok) return unreadPulls(answer.failure);
      known.set(some[index] ?? '', [...answer.value]);
    }
  }
  return mergedPulls(line, known, branch);
}

export function unreadPulls(failure: Failure): RequestResult {
  const advice = 'The job needs the permission `pull-requests: read`.';
  return unsentByRead('The pull requests of the change', failure, advice);
}

/**
 * Selects the merged pull requests from those that GitHub lists for each of the commits (`known`). GitHub also lists open
 * ones, and those that merged the commit into another branch.
 */
export function mergedPulls(
  commits: readonly LineCommit[],
  known: ReadonlyMap<string, readonly GitHubPullRequest[]>,
  branch: string | undefined,
): Merged {
  const shas = new Set<string | null>(commits.map(({ sha }) => sha));
  const counts = ({ merged_at: at, merge_commit_sha: sha, base }: GitHubPullRequest) =>
    at !== null && (shas.has(sha) || base.ref === branch);
  const own = commits.map((commit) => {
    const pulls = known.get(commit.sha)?.filter(counts);
    // GitHub also lists the pull request that brought the commit with its branch.
    const bringing = known.get(commit.broughtBy ?? 'none')?.map(({ number }) => number);
    return { ...commit, pulls: pulls?.filter(({ number }) => !bringing?.includes(number)) };
  });
  // Any subject may end like that of a merge.
  const bringing = new Set(own.map(({ broughtBy, pulls = [] }) => pulls.length > 0 && broughtBy));
  const line = own.filter(({ broughtBy }) => broughtBy === undefined || bringing.has(broughtBy));
  const byNumber = new Map(line.flatMap(({ pulls = [] }) => pulls.map((pull) => [pull.number, pull])));
  const complete = line.every(({ pulls }) => pulls !== undefined);
  return { line, pulls: [...byNumber.values()].reverse(), complete };
}
