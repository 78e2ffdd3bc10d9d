import type { Account } from '../github/account.ts';
import { quoteLine } from '../text/line.ts';
import type { Change } from './load-change.ts';

/**
 * Why a push beside the default branch asks for nothing yet: it is work that a pull request brings. Our own agent pushes such
 * branches, too, and a job for each of its pushes would have no end. A branch that people push to or merge into counts.
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
