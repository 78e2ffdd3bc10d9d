import type { Action, ActionResult } from '../action.ts';
import { evaluateChecks } from '../checks/evaluate-checks.ts';
import { isUnattended, type Request } from '../event/request.ts';
import { toOutputs } from '../job/outputs.ts';
import { isFailure, isResult, type RequestResult, traitsOf } from '../model/request-result.ts';
import type { Ports } from '../ports.ts';
import { renderSummary } from '../report/summary.ts';
import { at, idAt } from '../text/json.ts';
import { wasSent } from '../thread/choose-next.ts';
import { tellRequester } from '../thread/notify.ts';
import { readThread } from '../thread/read-notes.ts';
import { findCommit } from './commit-status.ts';
import { addressOrder, composeOrder, type Order } from './compose-order.ts';
import { evaluateChange } from './evaluate-change.ts';
import { refuseRequester } from './gate.ts';
import { closeStep } from './post.ts';
import { readInstruction, textOf } from './read-instruction.ts';
import { requestJob } from './request-job.ts';
import { openStep, type Step } from './step.ts';

export const runAction: Action = {
  main: async (ports, request) => toActionResult(await run(ports, request), request, ports),
  post: closeStep,
};

async function run(ports: Ports, request: Request): Promise<RequestResult> {
  const step = await openStep(request, ports);
  // The run is red. A reply would need the inputs.
  if (isResult(step)) return step;
  const refusal = await refuseRequester(request, step.inputs, step);
  const result =
    refusal ?? (await handle(request, { ...step, commitStatus: await findCommit(request, step) }));
  // With a status comment, `record.close` has reported there. Otherwise, this replies to a requester who used the phrase. Such
  // a request is about no change, so its comment would be in the same conversation.
  const told = await tellRequester(result, request, step.conversation, step.tools.deadline);
  if (!step.inputs.dryRun || refusal !== undefined) return told;
  const { checkSetUp } = await import('./check-set-up.ts');
  return checkSetUp(told, request, step);
}

/** Sends the request, unless a stage ends it. None of them tells the requester. */
async function handle(request: Request, step: Step): Promise<RequestResult> {
  const prepared = await prepareOrder(request, step);
  const order = isResult(prepared) ? await findEarlier(prepared, request, step) : prepared;
  if (!isResult(order)) return { ...(await requestJob(order, step)), merges: order.change?.merges };
  await step.commitStatus.report(order, step.workflowRun.url);
  return order;
}

async function prepareOrder(request: Request, step: Step): Promise<Order | RequestResult> {
  const instruction = await readInstruction(request, step);
  if (isResult(instruction)) return instruction;
  const { checks } = request;
  const change = await (checks ? evaluateChecks(checks, step) : evaluateChange(instruction, step));
  if (isResult(change)) return change;
  return composeOrder(instruction, change, step.conversationIn(change.pull), step);
}

/**
 * A re-run is no new request if an earlier attempt has a job: in the thread that the event names, or in the pull request that
 * its change leads to. Otherwise, the request ends with `end`.
 */
async function findEarlier(end: RequestResult, request: Request, step: Step): Promise<Order | RequestResult> {
  const { identity, inputs } = step;
  if (identity.attempt === 1 || inputs.dryRun || end.result === 'answered') return end;
  // The pull request of red checks may be closed meanwhile, or have other commits.
  const pulls = at(request.checks?.check, 'pull_requests');
  const checked = Array.isArray(pulls) ? pulls.map((listed) => idAt(listed, 'number') ?? 0) : [];
  const read = await step.readChange();
  const { change, author, pull = checked.sort((one, other) => one - other)[0] } = isResult(read) ? {} : read;
  const conversation = step.conversationIn(pull);
  if (!wasSent(await readThread(conversation), identity)) return end;
  const instruction = { text: textOf(request, inputs.prompt), isNew: false, request };
  const details = { author, change: isResult(change) ? undefined : change };
  return addressOrder(instruction, details, conversation, step, end);
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
  const isAnswered = traitsOf(result).fails === 'unattended' && !isUnattended(request);
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
