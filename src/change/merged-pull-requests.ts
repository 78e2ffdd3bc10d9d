import type { Failure } from '../answer.ts';
import type { Comparison, KnownPull } from '../github/changes.ts';
import type { GitHub } from '../github/github.ts';
import { type RequestResult, unsentByRead } from '../job/request-result.ts';

export interface Merged {
  /** The last merged one is at the end. */
  readonly pulls: readonly KnownPull[];
  /** The number of commits of the branch without a pull request. */
  readonly direct: number;
  /** Whether every commit of the branch was checked. */
  readonly complete: boolean;
}

export const NOTHING_MERGED: Merged = { pulls: [], direct: 0, complete: false };

/** The pull requests of this many commits are read, some at a time. */
export const MOST_CHECKED = 100;
const AT_ONCE = 10;

/**
 * The branch's own commits, newest first, which are the first parents. They include a merge commit, but not the commits that
 * it merged. If `head` is no commit of these, the last one is.
 */
export function firstParents(
  commits: readonly Pick<Comparison['commits'][number], 'sha' | 'parents'>[],
  head: string | undefined,
): string[] {
  const parents = new Map(commits.map(({ sha, parents: [first] }) => [sha, first?.sha]));
  const line: string[] = [];
  let sha = head !== undefined && parents.has(head) ? head : commits.at(-1)?.sha;
  // A response in which a commit is its own ancestor must not cause an endless loop.
  while (sha !== undefined && parents.has(sha) && !line.includes(sha)) {
    line.push(sha);
    sha = parents.get(sha);
  }
  return line;
}

/** Reads the pull requests that merged the commits of `line`, newest first, into the branch. */
export async function readMerged(
  line: readonly string[],
  branch: string | undefined,
  github: GitHub,
): Promise<Merged | RequestResult> {
  const checked = line.slice(0, MOST_CHECKED);
  const known: (readonly KnownPull[])[] = [];
  while (known.length < checked.length) {
    const batch = checked.slice(known.length, known.length + AT_ONCE);
    for (const answer of await Promise.all(batch.map((sha) => github.pullsOf(sha)))) {
      if (!answer.ok) return unreadPulls(answer.failure);
      known.push(answer.value);
    }
  }
  const merged = mergedPulls(line, known, branch);
  if (branch === undefined || merged.direct === 0) return merged;
  // GitHub may not associate a commit with its pull request until some time after the merge.
  const closed = await github.closedPulls(branch);
  if (!closed.ok) return unreadPulls(closed.failure);
  const late = (commit: string) => closed.value.items.filter(({ merge_commit_sha: sha }) => sha === commit);
  return mergedPulls(
    line,
    known.map((pulls, index) => [...pulls, ...late(checked[index] ?? '')]),
    branch,
  );
}

export function unreadPulls(failure: Failure): RequestResult {
  return unsentByRead(
    'The pull requests of the change',
    failure,
    'The job needs the permission `pull-requests: read`.',
  );
}

/**
 * Selects the merged pull requests from those that GitHub lists for each commit of `line` (`known`). GitHub also lists open
 * ones, and those that merged the commit into another branch.
 */
export function mergedPulls(
  line: readonly string[],
  known: readonly (readonly KnownPull[])[],
  branch: string | undefined,
): Merged {
  const counts = ({ merged_at: at, merge_commit_sha: sha, base }: KnownPull) =>
    at !== null && ((sha !== null && line.includes(sha)) || base.ref === branch);
  const merged = known.map((pulls) => pulls.filter(counts));
  const byNumber = new Map(merged.flat().map((pull) => [pull.number, pull]));
  return {
    pulls: [...byNumber.values()].reverse(),
    direct: merged.filter(({ length }) => length === 0).length,
    complete: known.length >= line.length,
  };
}

/**
 * Whether the change may consist only of pull requests of this action's jobs, so that documenting them would loop. False in
 * doubt, because a needless job costs less than missing documentation.
 */
export function mayBeOwn({ pulls, direct, complete }: Merged): boolean {
  return complete && direct === 0 && pulls.length > 0;
}
