import type { GitHub } from '../github/github.ts';
import { clockTime } from '../text/time.ts';
import type { Compared } from './comparison-plan.ts';
import { firstParents } from './merged-pull-requests.ts';

/**
 * Compares the default branch with how it was at a moment (epoch milliseconds). Its own commits, each the first parent of the
 * next, are gone through until one is older: what a merge brought may have been written long before. Undefined when none is
 * younger. A commit's date is what its author's machine or the merge wrote into it; GitHub tells no other.
 */
export async function compareSince(moment: number, github: GitHub): Promise<Compared | undefined> {
  const listed = await github.commitsSince(moment);
  if (!listed.ok) return { answer: listed };
  const { items: commits, cut } = listed.value;
  const [newest] = commits;
  if (newest === undefined) return undefined;
  const oldest = firstParents(commits, newest.sha).at(-1);
  const before = commits.find(({ sha }) => sha === oldest)?.parents[0]?.sha;
  // A repository that is younger has nothing before its first commit.
  const range = { base: before ?? oldest ?? newest.sha, head: newest.sha };
  const since = `This is what reached the default branch since ${clockTime(moment)}`;
  const note = cut
    ? `${since}, of which only the newest ${commits.length} commits were looked at.`
    : `${since}.`;
  return { range, note, answer: await github.compare(range.base, range.head) };
}
