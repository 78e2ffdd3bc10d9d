import { type RequestResult, skipped } from '../request-result.ts';
import type { AccessContext } from './access.ts';
import { pullUrl } from './link.ts';
import { readMarker } from './marker.ts';

/** Skips events of a pull request that a job created, because each of them would create another job. */
export async function skipOwnPullRequest(
  number: number | undefined,
  action: string | undefined,
  context: AccessContext,
): Promise<RequestResult | undefined> {
  // People request something by a label or an assignment. Every job's pull request goes through other actions.
  if (number === undefined || action === undefined || ['labeled', 'assigned'].includes(action))
    return undefined;
  if (!(await isOwn(number, 'event', context))) return undefined;
  return skipped('own-pull-request', `A job of this action created pull request ${number}.`);
}

/** Skips a change that merged only these pull requests if jobs created all of them, because documenting them would loop. */
export async function skipOwnMerge(
  numbers: readonly number[],
  context: AccessContext,
): Promise<RequestResult | undefined> {
  for (const number of numbers.toReversed()) if (!(await isOwn(number, 'change', context))) return undefined;
  const links = numbers.map((number) => pullUrl(number, context.workflowRun));
  const reason = `Only pull requests that jobs of this action created were merged: ${links.join(' ')}`;
  return skipped('own-merge', reason, links);
}

/** Whether a job created a pull request of this repository; false if that can't be read. */
async function isOwn(number: number, what: string, context: AccessContext): Promise<boolean> {
  const marker = await readMarker(number, context);
  if (marker.ok) return marker.value !== undefined;
  context.tools.log.warning(
    `Whether a job of this action created pull request ${number} could not be read, so the ${what} counts: ${marker.failure.message}`,
  );
  return false;
}
