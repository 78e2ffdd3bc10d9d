import type { BranchCommit } from '../github/commits-and-releases.ts';
import type { GitHubPullRequest } from '../github/pull-requests.ts';
import type { Failure } from '../model/answer-or-failure.ts';
import { REBASE_LAG } from '../model/intervals.ts';
import { type RequestResult, unsentByRead } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { slept } from '../runner/clock.ts';

export interface Merged {
  /** The last merged one is at the end. */
  readonly pulls: readonly GitHubPullRequest[];
  /** The branch's own commits, newest first. */
  readonly line: readonly OwnCommit[];
  /** Whether every commit of the branch was checked. */
  readonly complete: boolean;
}

interface OwnCommit extends BranchCommit {
  /** What merged the commit, or nothing if it was pushed to the branch. Undefined if that wasn't checked. */
  readonly pulls: readonly GitHubPullRequest[] | undefined;
}

export type ChangeAccess = Pick<Access, 'github' | 'clock' | 'deadline' | 'time'>;

export const NOTHING_MERGED: Merged = { pulls: [], line: [], complete: false };

/** The pull requests of this many commits are read one by one, some at a time. */
export const MOST_CHECKED = 100;
const AT_ONCE = 10;

/**
 * Reads the pull requests that merged the commits of `line`, newest first, into the branch. GitHub's list of closed ones
 * explains most commits. The others are read one by one, unless a push ends with a rebase, which adds several commits for one
 * pull request.
 */
export async function readMerged(
  line: readonly BranchCommit[],
  branch: string | undefined,
  access: ChangeAccess,
): Promise<Merged | RequestResult> {
  const { github } = access;
  const shas = line.map(({ sha }) => sha);
  const dates = line.flatMap(({ commit }) => commit.committer?.date ?? []);
  const closed = await github.closedPulls(Math.min(...dates), shas, branch);
  if (!closed.ok) return unreadPulls(closed.failure);
  const merging = closed.value.items.filter(({ merged_at: at }) => at !== null);
  const known = new Map(Map.groupBy(merging, ({ merge_commit_sha: sha }) => sha ?? ''));
  // Of a pushed rebase, GitHub associates only the last commit at once. A merge queue may push several pull requests.
  const isRebase = branch && line[0]?.parents.length === 1 && known.has(line[0].sha);
  for (const [index, sha] of shas.entries())
    if (isRebase && !known.has(sha)) known.set(sha, known.get(shas[index - 1] ?? '') ?? []);
  const unexplained = shas.filter((sha) => !known.has(sha)).slice(0, MOST_CHECKED);
  await waitForRebase(unexplained, merging, shas, access);
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

/** For a minute after a rebase, GitHub lacks the pull request of all commits but the last. */
async function waitForRebase(
  unexplained: readonly string[],
  merging: readonly GitHubPullRequest[],
  shas: readonly string[],
  { clock, deadline, time }: ChangeAccess,
): Promise<void> {
  const merged = merging.filter(({ merge_commit_sha: sha }) => shas.includes(sha ?? ''));
  const last = Math.max(0, ...merged.map(({ merged_at: at }) => Date.parse(at ?? '')));
  const lag = last + REBASE_LAG - time.now();
  if (unexplained.length > 0 && lag > 0) await slept(lag, clock, deadline.stop);
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
  commits: readonly BranchCommit[],
  known: ReadonlyMap<string, readonly GitHubPullRequest[]>,
  branch: string | undefined,
): Merged {
  const shas = new Set<string | null>(commits.map(({ sha }) => sha));
  const counts = ({ merged_at: at, merge_commit_sha: sha, base }: GitHubPullRequest) =>
    at !== null && (shas.has(sha) || base.ref === branch);
  const line = commits.map((commit) => ({ ...commit, pulls: known.get(commit.sha)?.filter(counts) }));
  const byNumber = new Map(line.flatMap(({ pulls = [] }) => pulls.map((pull) => [pull.number, pull])));
  const complete = line.every(({ pulls }) => pulls !== undefined);
  return { line, pulls: [...byNumber.values()].reverse(), complete };
}
