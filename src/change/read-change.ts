import type { Comparison } from '../github/changes.ts';
import type { GitHub } from '../github/github.ts';
import { isResult, type RequestResult } from '../job/request-result.ts';
import type { Account } from '../text/json.ts';
import { quoteLine } from '../text/line.ts';
import type { ChangeEvent } from './change-event.ts';
import { type Compared, compare, comparePush, compareSince, type Range } from './compare.ts';
import {
  firstParents,
  type Merged,
  MOST_CHECKED,
  NOTHING_MERGED,
  readMerged,
} from './merged-pull-requests.ts';
import { compareRelease } from './previous-release.ts';

export interface Change extends Compared {
  /** Undefined when the event plays no part. */
  readonly changeEvent?: ChangeEvent | undefined;
  readonly merged: Merged;
}

/** What the input `range` says: two sides, or everything that reached the default branch in so many milliseconds. */
type RangeInput = Range | { readonly span: number };

/**
 * Reads what changed, by the input `range`, else by the event. Nothing is checked out; without `github` only the event itself
 * is read. `now` is in epoch milliseconds.
 *
 * @returns undefined when neither is about a change
 */
export async function readChange(
  changeEvent: ChangeEvent | undefined,
  range: RangeInput | undefined,
  github: GitHub | undefined,
  now: number,
): Promise<Change | RequestResult | undefined> {
  const isSpan = range !== undefined && 'span' in range;
  const compared = await compareAll(changeEvent, range, github, now);
  if (compared === undefined || isResult(compared)) return compared;
  const { comparison, notes } = compared;
  const change = { ...compared, changeEvent: isSpan ? undefined : changeEvent };
  if (comparison === undefined || github === undefined) return { ...change, merged: NOTHING_MERGED };
  const push = range === undefined && changeEvent?.kind === 'push' ? changeEvent : undefined;
  const line = firstParents(comparison.commits, push?.after);
  const merged = await readMerged(line, push?.ref.name, github);
  if (isResult(merged)) return merged;
  const whole = comparison.commits.length >= comparison.total_commits;
  return {
    ...change,
    merged: { ...merged, complete: merged.complete && whole },
    notes: [...notes, ...describeSize(comparison, line.length)],
  };
}

async function compareAll(
  changeEvent: ChangeEvent | undefined,
  range: RangeInput | undefined,
  github: GitHub | undefined,
  now: number,
): Promise<Compared | RequestResult | undefined> {
  if (range !== undefined && github !== undefined)
    return 'span' in range ? compareSince(now - range.span, github) : compare(range, [], github);
  if (changeEvent?.kind === 'push') return comparePush(changeEvent, github);
  return changeEvent && compareRelease(changeEvent, github);
}

function describeSize(
  { total_commits: total, commits, files, filesCut }: Comparison,
  line: number,
): string[] {
  const tooMany = total > commits.length;
  return [
    ...(tooMany ? [`There are ${total} commits. ${commits.length} of them were looked at.`] : []),
    ...(line > MOST_CHECKED
      ? [`Only the newest ${MOST_CHECKED} commits of the branch were asked about their pull requests.`]
      : []),
    ...(filesCut ? [`The list of files is cut at ${files.length}, the most that GitHub names.`] : []),
    ...(files.length === 0 ? ['No file was changed.'] : []),
  ];
}

/**
 * Why a push to another branch than the default one requests nothing yet: a pull request will bring the same work. Our own
 * agent pushes such branches, too, and a job for each of its pushes would have no end. A branch that people push to or merge
 * into counts.
 */
export function whyUnmerged(
  { changeEvent, comparison, merged }: Change,
  sender: Account | undefined,
): string | undefined {
  if (changeEvent?.kind !== 'push' || changeEvent.ref.kind !== 'branch') return undefined;
  const { ref, defaultBranch } = changeEvent;
  if (defaultBranch === undefined || ref.name === defaultBranch) return undefined;
  const branch = quoteLine(ref.name, 100);
  const open = merged.open.find(({ head }) => head.ref === ref.name);
  if (open !== undefined)
    return `Pull request ${open.number} of the branch ${branch} is open: what was pushed counts when it is merged.`;
  // What could not be read may have been a merge.
  if (comparison === undefined || !merged.complete) return undefined;
  if (sender?.type === 'User' || merged.pulls.length > 0) return undefined;
  return `A bot pushed to the branch ${branch} and merged nothing: what was pushed counts when it is merged.`;
}
