import type { Comparison } from '../github/changes.ts';
import type { GitHub } from '../github/github.ts';
import { isResult, type RequestResult } from '../job/request-result.ts';
import type { ChangeEvent } from './change-event.ts';
import { type Change, compare, comparePush, compareRelease, compareSince, type Range } from './compare.ts';
import { firstParents, MOST_CHECKED, readMerged } from './merged-pull-requests.ts';

/** The input `range`: two sides, or everything that reached the default branch in so many milliseconds. */
type RangeInput = Range | { readonly span: number };

/**
 * Reads what changed, by the input `range`, else by the event. Nothing is checked out; without `github` only the event itself
 * is read. `now` is in epoch milliseconds.
 *
 * @returns undefined when neither is about a change
 */
export async function readChange(
  event: ChangeEvent | undefined,
  range: RangeInput | undefined,
  github: GitHub | undefined,
  now: number,
): Promise<Change | RequestResult | undefined> {
  const compared = await compareSides(event, range, github, now);
  if (compared === undefined || isResult(compared)) return compared;
  const isSpan = range !== undefined && 'span' in range;
  const change = { ...compared, event: isSpan ? undefined : event };
  const { comparison, notes } = change;
  if (comparison === undefined || github === undefined) return change;
  const push = range === undefined && event?.kind === 'push' ? event : undefined;
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

async function compareSides(
  event: ChangeEvent | undefined,
  range: RangeInput | undefined,
  github: GitHub | undefined,
  now: number,
): Promise<Change | RequestResult | undefined> {
  if (range !== undefined && github !== undefined)
    return 'span' in range ? compareSince(now - range.span, github) : compare(range, [], github);
  return event?.kind === 'push' ? comparePush(event, github) : event && compareRelease(event, github);
}

function describeSize(
  { total_commits: total, commits, files, filesCut }: Comparison,
  line: number,
): string[] {
  const notes: string[] = [];
  if (total > commits.length)
    notes.push(`There are ${total} commits. ${commits.length} of them were checked.`);
  if (line > MOST_CHECKED)
    notes.push(`Only the newest ${MOST_CHECKED} commits of the branch were checked for their pull requests.`);
  if (filesCut) notes.push(`The list of files is cut at ${files.length}, the most that GitHub lists.`);
  if (files.length === 0) notes.push('No file was changed.');
  return notes;
}
