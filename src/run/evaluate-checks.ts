import type { GitHubRun } from '../github/workflow-runs.ts';
import { isResult, type RequestResult, tokenMissing, unsent } from '../job/request-result.ts';
import { pullUrl } from '../pull-request/link.ts';
import type { OpenPull } from '../pull-request/open-pull-requests.ts';
import { FOREIGN, findCheckedPull, findRedRuns } from '../request/checks.ts';
import type { CheckedCommit, Request } from '../request/request.ts';
import { skipShared } from '../thread/choose-next.ts';
import { refuseFix, reportStillRed } from '../thread/fixes.ts';
import { readThread } from '../thread/read-notes.ts';
import type { ThreadContext } from '../thread/thread-context.ts';
import { identityOf, openConversation, type Step } from './step.ts';

/** The pull request whose job gets a message, and the runs whose checks failed. */
interface RedChecks {
  readonly conversation: ThreadContext;
  readonly redRuns: readonly GitHubRun[];
  readonly openPull: OpenPull;
}

/**
 * Finds the agent's pull request of a checked commit and the red checks, or skips the request. The signed marker takes the
 * place of the permission check, since no person sends this event.
 */
export async function evaluateChecks(
  request: Request,
  checked: CheckedCommit,
  step: Step,
): Promise<RedChecks | RequestResult> {
  const { github, inputs, ports, tools } = step;
  const { workflowRun } = ports;
  if (github === undefined) return tokenMissing('A message about red checks');
  const context = { github, workflowRun, log: tools.log };
  const number = await findCheckedPull(checked, context);
  if (typeof number !== 'number') return number;
  const conversation = openConversation(request, step, number);
  if (conversation === undefined || conversation.place.thread !== number) return UNCOUNTED;
  const view = await readThread(conversation);
  if (isResult(view)) return view;
  const { marker } = view;
  if (marker === undefined) return FOREIGN;
  const redRuns = await findRedRuns(checked, context);
  if (isResult(redRuns)) return redRuns;
  const before = { ...view, now: tools.time.now(), ownId: Number.POSITIVE_INFINITY };
  const refusal =
    skipShared(before, identityOf(request, step)) ??
    refuseFix(view, { commit: checked.sha, most: inputs.maxFixes });
  if (refusal?.reasonCode === 'max-fixes' && !inputs.dryRun)
    await reportStillRed(view, refusal, conversation);
  return (
    refusal ?? { conversation, redRuns, openPull: { jobId: marker.jobId, url: pullUrl(number, workflowRun) } }
  );
}

const UNCOUNTED = unsent(
  'input-invalid',
  '`max-fixes` counts messages about red checks by their status comments in the pull request. Remove `comment: never` and `issue-number`.',
);
