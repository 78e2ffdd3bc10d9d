import type { Comparison, KnownPull } from '../github/changes.ts';
import type { GitHub } from '../github/github.ts';
import { type RequestResult, unreadable } from '../job/request-result.ts';

/** What reached the branch without a pull request, and by which pull requests. */
export interface Merged {
  /** From the first to the last that was merged. */
  readonly pulls: readonly KnownPull[];
  /** Commits of the branch that came by no pull request. */
  readonly direct: number;
  /** Whether every commit of the branch was checked. */
  readonly complete: boolean;
  /** Open pull requests of branches of this repository that hold the newest commit. */
  readonly open: readonly KnownPull[];
}

export const NOTHING_MERGED: Merged = { pulls: [], direct: 0, complete: false, open: [] };

/** The most commits of a branch whose pull requests are read, and how many at a time. */
export const MOST_CHECKED = 100;
const AT_ONCE = 10;

/**
 * The commits that the branch itself went through, the newest first: each commit's first parent leads to the one before.
 * A merge commit is one of them, what it merged is not; a rebased pull request is as many as it has commits.
 */
export function firstParents(
  commits: readonly Comparison['commits'][number][],
  head: string | undefined,
): string[] {
  const parents = new Map(commits.map((commit) => [commit.sha, commit.parents[0]?.sha]));
  const line: string[] = [];
  let sha = head ?? commits.at(-1)?.sha;
  while (sha !== undefined && parents.has(sha)) {
    line.push(sha);
    const parent = parents.get(sha);
    // No commit is its own ancestor; an answer that says so must not keep us here.
    parents.delete(sha);
    sha = parent;
  }
  return line;
}

/** Reads which pull requests brought the commits of a branch (`line`, the newest first). `branch` is the one that was pushed. */
export async function readMerged(
  line: readonly string[],
  branch: string | undefined,
  github: GitHub,
): Promise<Merged | RequestResult> {
  const checked = line.slice(0, MOST_CHECKED);
  const known = new Map<string, readonly KnownPull[]>();
  for (let begin = 0; begin < checked.length; begin += AT_ONCE) {
    const batch = checked.slice(begin, begin + AT_ONCE);
    const answers = await Promise.all(batch.map(async (sha) => ({ sha, answer: await github.pullsOf(sha) })));
    for (const { sha, answer } of answers) {
      if (!answer.ok) return unreadable('The pull requests of a commit', answer.failure, GRANT_PULLS);
      known.set(sha, answer.value);
    }
  }
  return mergedPulls(line, known, branch);
}

const GRANT_PULLS = 'The job needs the permission `pull-requests: read`.';

/**
 * The pull requests that were merged, out of those that GitHub ties to each commit of the branch. It names others, too:
 * open ones that hold the commit, and those that brought it to another branch.
 *
 * @param line the commits of the branch, the newest first
 * @param known pull requests by commit; commits that were not checked are missing
 * @param branch the branch that was pushed, where it is known
 */
export function mergedPulls(
  line: readonly string[],
  known: ReadonlyMap<string, readonly KnownPull[]>,
  branch: string | undefined,
): Merged {
  const own = new Set(line);
  const counts = ({ merged_at: at, merge_commit_sha: sha, base }: KnownPull) =>
    at !== null && ((sha !== null && own.has(sha)) || (branch !== undefined && base.ref === branch));
  const pulls = new Map<number, KnownPull>();
  let direct = 0;
  for (const sha of line) {
    const brought = (known.get(sha) ?? []).filter(counts);
    if (brought.length === 0 && known.has(sha)) direct += 1;
    for (const pull of brought) if (!pulls.has(pull.number)) pulls.set(pull.number, pull);
  }
  const open = (known.get(line[0] ?? '') ?? []).filter(
    ({ merged_at: at, base, head }) => at === null && head.repo?.full_name === base.repo.full_name,
  );
  return { pulls: [...pulls.values()].reverse(), direct, complete: known.size >= line.length, open };
}

/** A change that merged more than this never counts as brought by our own jobs. */
const MOST_OWN = 30;

/**
 * Whether a change may have come by nothing but pull requests of our own jobs, so that documenting it would be a loop. Any
 * doubt is a no: a job too many costs less than documentation that never came.
 */
export function mayBeOwn({ pulls, direct, complete }: Merged): boolean {
  return complete && direct === 0 && pulls.length > 0 && pulls.length <= MOST_OWN;
}
