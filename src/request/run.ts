import type { Action, ActionResult } from '../action.ts';
import { evaluateChecks } from '../checks/evaluate-checks.ts';
import type { Request } from '../event/request.ts';
import { completeRequest } from '../event/review.ts';
import { toOutputs } from '../job/outputs.ts';
import { isFailure, isResult, type RequestResult, traitsOf } from '../model/request-result.ts';
import type { Ports } from '../ports.ts';
import { renderSummary } from '../report/summary.ts';
import { wasSent } from '../thread/choose-next.ts';
import { findCommit, reportOnMerges } from '../thread/commit-status.ts';
import { tellRequester } from '../thread/notify.ts';
import { hasThread, openThread, readThread, type Thread } from '../thread/thread.ts';
import { answerCommand } from './answer-command.ts';
import { addressOrder, composeOrder, type Order } from './compose-order.ts';
import { evaluateChange, type ReadChange, readRequestedChange } from './evaluate-change.ts';
import { refuseRequester } from './gate.ts';
import { type Identity, identityOf } from './identity.ts';
import { closeStep } from './post.ts';
import { requestJob } from './request-job.ts';
import { openStep, type Step } from './step.ts';

export const runAction: Action = {
  main: async (ports, request) => toActionResult(await run(ports, request), request, ports),
  post: closeStep,
};

async function run(ports: Ports, request: Request): Promise<RequestResult> {
  const step = await openStep(ports, request.checks !== undefined || request.command !== undefined);
  // The run is red. A reply would need the inputs.
  if (isResult(step)) return step;
  const { access, inputs } = step;
  const thread = openThread(request, inputs, access);
  const refusal = await refuseRequester(request, inputs, access);
  const result = refusal ?? (await handle(request, thread, step));
  // With a status comment, `record.close` has reported there. Otherwise, this replies to a requester who used the phrase. Such
  // a request is about no change, so its comment would be in the same thread.
  const told = await tellRequester(result, request, thread, inputs.dryRun, access);
  if (!inputs.dryRun || refusal !== undefined) return reportOnMerges(told, request, inputs, access);
  const { checkSetUp } = await import('./check-set-up.ts');
  return checkSetUp(told, request, step);
}

/** Sends the request, unless a stage ends it. None of them tells the requester. */
async function handle(request: Request, thread: Thread | undefined, step: Step): Promise<RequestResult> {
  const { access, inputs, ports } = step;
  const identity = identityOf(request, inputs, ports);
  const commitStatus = await findCommit(request, inputs, access);
  let reading: ReturnType<ReadChange> | undefined;
  const read: ReadChange = () =>
    (reading ??= readRequestedChange(request, inputs, ports.event.payload, access));
  const prepared = await prepareOrder(request, identity, thread, read, step);
  const order = isResult(prepared) ? await findEarlier(prepared, request, identity, read, step) : prepared;
  if (!isResult(order)) {
    const { change: { merges, notes } = {}, coverage } = order;
    return { ...(await requestJob(order, commitStatus, step)), merges, notes, coverage };
  }
  await commitStatus.report(order, access.workflowRun.url);
  return order;
}

async function prepareOrder(
  event: Request,
  identity: Identity,
  thread: Thread | undefined,
  readChange: ReadChange,
  step: Step,
): Promise<Order | RequestResult> {
  const { access, inputs } = step;
  const request = await completeRequest(event, inputs, access);
  if (isResult(request)) return request;
  const answer = await answerCommand(request, thread, step);
  if (answer !== undefined) return answer;
  const { checks } = request;
  const change = await (checks
    ? evaluateChecks(checks, identity, inputs, access)
    : evaluateChange(request, identity, thread, readChange, step));
  if (isResult(change)) return change;
  const reported = openThread(request, inputs, access, change.pull);
  return composeOrder(request, identity, change, reported, step);
}

/**
 * A re-run is no new request if an earlier attempt has a job: in the thread that the event names, or in the pull request that
 * its change leads to. Otherwise, the request ends with `end`.
 */
async function findEarlier(
  end: RequestResult,
  request: Request,
  identity: Identity,
  readChange: ReadChange,
  step: Step,
): Promise<Order | RequestResult> {
  const { access, inputs } = step;
  if (identity.attempt === 1 || inputs.dryRun || end.result === 'answered') return end;
  const read = await readChange();
  // The pull request of red checks may be closed meanwhile, or have other commits.
  const { change, author, pull = request.checks?.pull } = isResult(read) ? {} : read;
  const thread = openThread(request, inputs, access, pull);
  if (!wasSent(await readThread(thread, access), identity)) return end;
  return addressOrder(request, { ...identity, end }, { author, change }, thread, step);
}

/** Outputs that a public log must not show if the pull request is in a private repository. */
const FACT_OUTPUTS = ['prTitle', 'changedFiles', 'changedPages', 'outsideFiles', 'previewUrl'];

function toActionResult(
  result: RequestResult,
  request: Request,
  { clock, startedAt, workflowRun }: Ports,
): ActionResult {
  const { reason, pullRequest, warning } = result;
  // A person reads the comment. A push or a schedule has no requester who would repeat it.
  const isAnswered = traitsOf(result).fails === 'without thread' && hasThread(request);
  const isError = isFailure(result) && !isAnswered;
  const link = isError || pullRequest === undefined ? '' : ` ${pullRequest.link}`;
  return {
    outputs: toOutputs(result),
    unwritten: result.comment?.unwritten,
    hidden: pullRequest?.facts?.mayShow === false ? FACT_OUTPUTS : [],
    // An error that contains the warning is enough.
    warnings: warning === undefined || (isError && reason.endsWith(warning)) ? [] : [warning],
    reason: `${reason}${link}`,
    level: isError ? 'error' : pullRequest === undefined ? 'info' : 'notice',
    summary: renderSummary(result, workflowRun.url, clock.now() - startedAt),
  };
}
