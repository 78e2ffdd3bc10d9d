import { type RequestResult, skipped } from '../job/request-result.ts';
import type { Log } from '../runner/runner.ts';
import { pullAddress } from './link.ts';
import { type MarkerContext, readMaker } from './marker.ts';

interface OwnContext extends MarkerContext {
  readonly log: Log;
}

/** What happens to every pull request of a job. Labels and assignments are requests by people. */
const USUAL_ACTIONS: ReadonlySet<string | undefined> = new Set([
  'opened',
  'reopened',
  'synchronize',
  'approved',
  'closed',
]);

/** Skips what happens to a pull request that a job created: each of these events would request the next job. */
export async function skipOwnPullRequest(
  number: number | undefined,
  action: string | undefined,
  context: OwnContext,
): Promise<RequestResult | undefined> {
  if (number === undefined || !USUAL_ACTIONS.has(action)) return undefined;
  if (!(await isOwn(number, 'event', context))) return undefined;
  return skipped('own-pull-request', `A job of this action created pull request ${number}.`);
}

/** Skips a change that merged only these pull requests, if jobs created all of them: documenting them would loop. */
export async function skipOwnMerge(
  numbers: readonly number[],
  context: OwnContext,
): Promise<RequestResult | undefined> {
  for (const number of numbers.toReversed()) if (!(await isOwn(number, 'change', context))) return undefined;
  const { workflowRun } = context;
  const links = numbers.map((number) => pullAddress({ ...workflowRun, number }, workflowRun.serverUrl));
  const reason = `Only pull requests that jobs of this action created were merged: ${links.join(' ')}`;
  return skipped('own-merge', reason, links);
}

/** Whether a job created a pull request of this repository; false when that can't be read. */
async function isOwn(number: number, what: string, context: OwnContext): Promise<boolean> {
  const { owner, repo } = context.workflowRun;
  const maker = await readMaker({ owner, repo, number }, context);
  if (maker.ok) return maker.value !== undefined;
  context.log.warning(
    `Whether a job of this action created pull request ${number} could not be read, so the ${what} counts: ${maker.failure.message}`,
  );
  return false;
}
