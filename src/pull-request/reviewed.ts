import { type RequestResult, skipped, unread } from '../job/request-result.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import type { Account } from '../text/json.ts';
import { pullAddress } from './link.ts';
import { type MarkerContext, readMarker } from './marker.ts';
import type { OpenPull } from './open-pull-requests.ts';

export interface ReviewContext extends MarkerContext {
  readonly workflowRun: WorkflowRun;
}

/** The job that created the pull request of a review; or why such a review is no request. */
export async function findReviewed(
  { number, openedBy }: { readonly number: number; readonly openedBy?: Account | undefined },
  reviewer: Account | undefined,
  context: ReviewContext,
): Promise<OpenPull | RequestResult> {
  const { workflowRun, service } = context;
  const pull = { owner: workflowRun.owner, repo: workflowRun.repo, number };
  const place = { service, repositoryId: workflowRun.repositoryId, thread: number };
  const marker = await readMarker(pull, place, context);
  if (!marker.ok) return unread('The marker of the pull request', marker.failure);
  if (marker.value === undefined)
    return skipped('foreign-pull-request', `No job of this action created pull request ${number}.`);
  const { jobId, user } = marker.value;
  // The agent and this action never answer themselves.
  if (reviewer === undefined || [user?.id, openedBy?.id].includes(reviewer.id))
    return skipped('own-comment', 'The review is by the agent, or by the account of our own token.');
  return { jobId, url: pullAddress(pull, workflowRun.serverUrl) };
}
