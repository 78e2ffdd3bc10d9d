import type { Comparison } from '../github/changes.ts';
import type { GitHub } from '../github/github.ts';
import type { Failure } from '../http/failure.ts';
import { isResult, type RequestResult, skipped, unread } from '../job/request-result.ts';
import { quoteLine } from '../text/line.ts';
import { clockTime } from '../text/time.ts';
import type { Push } from './change-event.ts';
import { firstParents } from './merged-pull-requests.ts';

/** Two commits, branches or tags of the repository. */
export interface Range {
  readonly base: string;
  readonly head: string;
}

export interface Compared {
  /** Undefined when there is nothing to compare with. */
  readonly range?: Range | undefined;
  /** What is special about it, in sentences of ours that may quote names of branches and tags. */
  readonly notes: readonly string[];
  /** Undefined when nothing was compared, or GitHub can't compare the two: then the changed files are unknown. */
  readonly comparison?: Comparison | undefined;
}

export function unreadChange(failure: Failure): RequestResult {
  return unread('What changed', failure, CHECK_SIDES);
}

const CHECK_SIDES = 'Check that both sides exist, and that the job has the permission `contents: read`.';

/** Compares two sides. `mayBeGone` says that commits of one of them may no longer exist. */
export async function compare(
  range: Range,
  notes: readonly string[],
  github: GitHub,
  mayBeGone = false,
): Promise<Compared | RequestResult> {
  const answer = await github.compare(range.base, range.head);
  if (answer.ok) return { range, notes, comparison: answer.value };
  const note = incomparable(answer.failure, mayBeGone);
  return note === undefined ? unreadChange(answer.failure) : { range, notes: [...notes, note] };
}

/** A sentence when the two sides themselves can't be compared; undefined when only the request failed. */
function incomparable({ status, message }: Failure, mayBeGone: boolean): string | undefined {
  if (mayBeGone && status === 404)
    return 'GitHub cannot compare the two: commits are gone, or there is no common history.';
  const tooLarge = status !== undefined && (status === 422 || status >= 500);
  return tooLarge && /too (long|large|many)|unavailable due to/i.test(message)
    ? 'The change is too large for GitHub to compare.'
    : undefined;
}

const TAG = 'A tag was pushed, which changes no file by itself. The input `range` can set what to compare.';
const FORCED =
  'The push was forced: it replaced history. What the new history has and the old had not counts.';
const FIRST = 'This is the first push of the branch.';

/** Compares a push with the commit before it. Without `github` only the event itself is read. */
export async function comparePush(
  { ref, before, after, forced, defaultBranch }: Push,
  github: GitHub | undefined,
): Promise<Compared | RequestResult> {
  if (after === undefined)
    return skipped('nothing-changed', `The push deleted the ${ref.kind} ${quoteLine(ref.name, 100)}.`);
  if (ref.kind === 'tag') return { notes: [TAG] };
  const base = before ?? (defaultBranch === ref.name ? undefined : defaultBranch);
  if (base === undefined) return { notes: [`${FIRST} There is nothing to compare with.`] };
  let notes: string[] = [];
  if (before === undefined) notes = [`${FIRST} It is compared with the default branch.`];
  else if (forced) notes = [FORCED];
  const range = { base, head: after };
  if (github === undefined) return { range, notes };
  return compare(range, notes, github, forced || before === undefined);
}

/**
 * Compares the default branch with how it was at a moment (epoch milliseconds). Its own commits, each the first parent of the
 * next, are gone through until one is older: what a merge brought may have been written long before. A commit's date is what
 * its author's machine or the merge wrote into it; GitHub tells no other.
 */
export async function compareSince(moment: number, github: GitHub): Promise<Compared | RequestResult> {
  const listed = await github.commitsSince(moment);
  if (!listed.ok) return unreadChange(listed.failure);
  const { items: commits, cut } = listed.value;
  const [newest] = commits;
  const time = clockTime(moment);
  if (newest === undefined)
    return skipped('nothing-changed', `Nothing reached the default branch since ${time}.`);
  const oldest = firstParents(commits, newest.sha).at(-1);
  const before = commits.find(({ sha }) => sha === oldest)?.parents[0]?.sha;
  // A repository that is younger has nothing before its first commit.
  const range = { base: before ?? oldest ?? newest.sha, head: newest.sha };
  const lacking = cut ? `, of which only the newest ${commits.length} commits were looked at` : '';
  const note = `This is what reached the default branch since ${time}${lacking}.`;
  const compared = await compare(range, [note], github);
  return !isResult(compared) && compared.comparison?.files.length === 0
    ? skipped('nothing-changed', `No file was changed on the default branch since ${time}.`)
    : compared;
}
