import { type Account, isPerson } from '../github/account.ts';
import type { GitHub } from '../github/github.ts';
import { isOwnBranch } from '../github/pull-requests.ts';
import { type RequestResult, skipped } from '../model/request-result.ts';
import { quoteLine } from '../text/line.ts';
import type { ChangeEvent, Push } from './change-event.ts';
import { unreadPulls } from './merged-pull-requests.ts';
import type { Change } from './read-change.ts';

/** Skips events after which there is nothing new to document, whatever `range` compares. */
export function skipRemoval(event: ChangeEvent): RequestResult | undefined {
  if (event.kind === 'push') {
    const { ref, after } = event;
    if (after !== undefined) return undefined;
    return skipped('nothing-changed', `The push deleted the ${ref.kind} ${quoteLine(ref.name, 100)}.`);
  }
  const { action, tag } = event;
  if (!['deleted', 'unpublished', 'edited'].includes(action)) return undefined;
  return skipped('nothing-changed', `The release ${quoteLine(tag, 100)} was ${action}.`);
}

/**
 * Skips a push to a branch whose pull request is open, because the pull request will merge the same work. The agent also pushes
 * such branches, and a job for each of its pushes would be a loop. But merges into a branch count: its pull request may be one
 * for releases that is always open.
 */
export async function skipOpenBranch(
  { event, merged }: Change,
  github: GitHub,
): Promise<RequestResult | undefined> {
  if (!isOtherBranch(event)) return undefined;
  const { name } = event.ref;
  if (merged.pulls.some(({ base }) => base.ref === name)) return undefined;
  const pulls = await github.openPullsOf(name);
  if (!pulls.ok) return unreadPulls(pulls.failure);
  const open = pulls.value.items.find((pull) => pull.head.ref === name && isOwnBranch(pull));
  if (open === undefined) return undefined;
  const branch = quoteLine(name, 100);
  const reason = `Pull request ${open.number} of the branch ${branch} is open: the push counts after the merge.`;
  return { ...skipped('nothing-changed', reason), notice: 'none' };
}

/**
 * Skips a push of a bot that merged nothing, to a branch without a pull request yet. A branch counts if people push to it or merge
 * into it.
 */
export function skipUnmerged(
  { event, comparison, merged }: Change,
  sender: Account | undefined,
): RequestResult | undefined {
  if (!isOtherBranch(event) || isPerson(sender) || comparison === undefined) return undefined;
  // An unknown commit may have been a merge.
  if (!merged.complete || merged.pulls.length > 0) return undefined;
  const branch = quoteLine(event.ref.name, 100);
  const reason = `A bot pushed to the branch ${branch} and merged nothing: the push counts after the merge.`;
  return { ...skipped('nothing-changed', reason), notice: 'none' };
}

function isOtherBranch(event: ChangeEvent | undefined): event is Push {
  if (event?.kind !== 'push' || event.ref.kind !== 'branch') return false;
  return event.defaultBranch !== undefined && event.ref.name !== event.defaultBranch;
}
