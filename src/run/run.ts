import type { Action, ActionResult } from '../action.ts';
import type { Ports } from '../ports.ts';
import { renderSummary } from '../report/summary.ts';
import { refuseRequester } from '../request/gate.ts';
import type { Request } from '../request/request.ts';
import { isFailure, isResult, type RequestResult, toOutputs } from '../request-result.ts';
import { wasSent } from '../thread/choose-next.ts';
import { tellRequester } from '../thread/notify.ts';
import { readThread } from '../thread/read-notes.ts';
import { composeOrder } from './compose-order.ts';
import { evaluateChange } from './evaluate-change.ts';
import { evaluateChecks } from './evaluate-red-checks.ts';
import { closeStep } from './post.ts';
import { readInstruction } from './read-instruction.ts';
import { requestJob } from './request-job.ts';
import { openConversation, openStep, type Step } from './step.ts';

export const runAction: Action = {
  main: async (ports, request) => toActionResult(await run(ports, request), ports),
  post: closeStep,
};

/** Runs one request from start to end. */
async function run(ports: Ports, request: Request): Promise<RequestResult> {
  const step = await openStep(request, ports);
  // The run is red. A reply would need the inputs.
  if (isResult(step)) return step;
  const result = await handle(request, step);
  // With a status comment, `record.close` has reported there. Otherwise, this replies to a requester who used the phrase. Such
  // a request is about no change, so its comment would be in the same conversation.
  return tellRequester(result, request, step.conversation, step.tools.deadline);
}

/** Each stage may end the request with a result. None tells the requester. */
async function handle(request: Request, step: Step): Promise<RequestResult> {
  const { github, inputs, tools } = step;
  const refusal = await refuseRequester(request, inputs, { ...tools, github });
  if (refusal !== undefined) return refusal;
  const instruction = await readInstruction(request, step);
  if (isResult(instruction)) return instruction;
  const { identity } = step;
  const { checked } = request;
  const change = await (checked ? evaluateChecks(checked, step) : evaluateChange(instruction, step));
  const { end, pull } = change;
  const conversation = pull === undefined ? step.conversation : openConversation(request, step, pull);
  // A re-run is no new request if an earlier attempt has a job.
  const isRerun = identity.attempt > 1 && !inputs.dryRun;
  if (end !== undefined && !(isRerun && wasSent(await readThread(conversation), identity))) return end;
  const order = await composeOrder(instruction, change, conversation, step);
  return isResult(order) ? order : requestJob(order, step);
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
