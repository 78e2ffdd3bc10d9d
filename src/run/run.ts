import type { Action, ActionResult } from '../action.ts';
import { isFailure, isResult, type RequestResult, toOutputs } from '../job/request-result.ts';
import { unlessStopped } from '../job/to-result.ts';
import type { Ports } from '../ports.ts';
import { renderSummary } from '../report/summary.ts';
import { refuseRequester } from '../request/gate.ts';
import type { Request } from '../request/request.ts';
import type { ThreadContext } from '../thread/thread-context.ts';
import { composeOrder, type Order } from './compose-order.ts';
import { evaluateChange } from './evaluate-change.ts';
import { closeStep } from './post.ts';
import { readInstruction } from './read-instruction.ts';
import { requestJob } from './request-job.ts';
import { openConversation, openStep, type Step } from './step.ts';
import { tellRequester, tellWrongInputs } from './tell-requester.ts';

export const runAction: Action = {
  needsRun: true,
  main: async (ports, request) => toActionResult(await run(ports, request), ports),
  post: closeStep,
};

/** Runs one request from start to end. */
async function run(ports: Ports, request: Request): Promise<RequestResult> {
  const step = await openStep(request, ports);
  if (isResult(step)) return tellWrongInputs(step, request, ports);
  const conversation = openConversation(request, step);
  const order = await prepare(request, conversation, step);
  const result = isResult(order) ? unlessStopped(order, step.tools.deadline) : await requestJob(order, step);
  // With a status comment, `record.close` has reported there. Otherwise, this replies to a requester who used the phrase. Such
  // a request is about no change, so its comment would be in the same conversation.
  return tellRequester(result, request, conversation);
}

/** Each stage may end the request with a result. None tells the requester. */
async function prepare(
  request: Request,
  conversation: ThreadContext | undefined,
  step: Step,
): Promise<Order | RequestResult> {
  const { openGitHub } = step.pullRequests;
  const refusal = await refuseRequester(request, step.inputs, { ...step.tools, openGitHub });
  if (refusal !== undefined) return refusal;
  const instruction = await readInstruction(request, conversation, step);
  if (isResult(instruction)) return instruction;
  const change = await evaluateChange(instruction, conversation, step);
  if (isResult(change)) return change;
  const reportedIn = change.pull === undefined ? conversation : openConversation(request, step, change.pull);
  return composeOrder(instruction, change, reportedIn, step);
}

/** Outputs that a public log must not show if the pull request is in a private repository. */
const FACT_OUTPUTS = ['prTitle', 'changedFiles', 'changedPages', 'outsideFiles', 'previewUrl'];

function toActionResult(result: RequestResult, { clock, startedAt, workflowRun }: Ports): ActionResult {
  const { reason, pullRequest, warning } = result;
  const isError = isFailure(result);
  const done = pullRequest === undefined ? reason : `${reason} ${pullRequest.link}`;
  const level = pullRequest === undefined ? 'info' : 'notice';
  return {
    outputs: toOutputs(result),
    unwritten: result.unwritten,
    hidden: pullRequest?.facts?.mayShow === false ? FACT_OUTPUTS : [],
    // An error that contains the warning is enough.
    warnings: warning === undefined || (isError && reason.endsWith(warning)) ? [] : [warning],
    conclusion: isError ? { level: 'error', text: reason } : { level, text: done },
    summary: renderSummary(result, workflowRun.url, clock.now() - startedAt),
  };
}
