import { type RequestResult, skipped } from '../request-result.ts';
import type { AccessContext } from './access.ts';
import { type Marker, readMarker } from './marker.ts';

/** Skips events of a pull request that a job created, because each of them would create another job. */
export async function skipOwnPullRequest(
  number: number | undefined,
  action: string | undefined,
  context: AccessContext,
): Promise<RequestResult | undefined> {
  // People request something by a label or an assignment. Every job's pull request goes through other actions.
  if (number === undefined || action === undefined || ['labeled', 'assigned'].includes(action))
    return undefined;
  if ((await readMade(number, 'event', context)) === undefined) return undefined;
  return skipped('own-pull-request', `A job of this action created pull request ${number}.`);
}

/** The marker of a pull request of this repository that a job created; undefined if that can't be read. */
export async function readMade(
  number: number,
  what: string,
  context: AccessContext,
): Promise<Marker | undefined> {
  const marker = await readMarker(number, context);
  if (marker.ok) return marker.value;
  context.tools.log.warning(
    `Whether a job of this action created pull request ${number} could not be read, so the ${what} counts: ${marker.failure.message}`,
  );
  return undefined;
}
