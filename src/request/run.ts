import type { Action, ActionResult } from '../action.ts';
import { evaluateChecks } from '../checks/evaluate-checks.ts';
import type { Request } from '../event/request.ts';
import { completeRequest } from '../event/review.ts';
import { toOutputs } from '../job/outputs.ts';
import { isFailure, isResult, type RequestResult, traitsOf } from '../model/request-result.ts';
import type { Ports } from '../ports.ts';
import { renderSummary } from '../report/summary.ts';
import { signText } from '../text/signed-note.ts';
import { findCommit, reportOnMerges } from '../thread/commit-status.ts';
import { tellRequester } from '../thread/notify.ts';
import { hasThread, openThread, type Thread } from '../thread/thread.ts';
import { answerCommand } from './answer-command.ts';
import { composeOrder } from './compose-order.ts';
import { evaluateChange, type RequestedChange } from './evaluate-change.ts';
import { refuseRequest } from './gate.ts';
import { type Inputs, readInputs } from './inputs.ts';
import { closeStep } from './post.ts';
import { requestJob } from './request-job.ts';
import { openStep, type Step } from './step.ts';

export const runAction: Action = {
  main: async (ports, request) => toActionResult(await run(ports, request), request, ports),
  post: closeStep,
};

async function run(ports: Ports, request: Request): Promise<RequestResult> {
  const inputs = await readInputs(ports, request.checks !== undefined || request.command !== undefined);
  // The run is red. A reply would need the inputs.
  if (isResult(inputs)) return inputs;
  const step = openStep(inputs, ports);
  const { access } = step;
  const thread = openThread(request, inputs, access);
  const refusal = await refuseRequest(request, inputs, access);
  const result = refusal ?? (await handle(request, thread, step));
  // With a status comment, `record.close` has reported there. Otherwise, this replies to a requester who used the phrase. Such
  // a request is about no change, so its comment would be in the same thread.
  const told = await tellRequester(result, request, thread, inputs.dryRun, access);
  if (!inputs.dryRun || refusal !== undefined) return reportOnMerges(told, request, inputs, access);
  const { checkSetUp } = await import('./check-set-up.ts');
  return checkSetUp(told, request, step);
}

/** Sends the request, unless a stage ends it. None of them tells the requester. */
async function handle(event: Request, thread: Thread | undefined, step: Step): Promise<RequestResult> {
  const { access, inputs, ports } = step;
  const own = identify(event, inputs, ports);
  const commitStatus = await findCommit(event, inputs, access);
  const completed = await completeRequest(event, inputs, access);
  const request = isResult(completed) ? event : completed;
  const answer = isResult(completed) ? completed : await answerCommand(request, thread, step);
  const details: RequestedChange = request.checks
    ? await evaluateChecks(request.checks, own, inputs, access)
    : await evaluateChange(request, answer, own, thread, step);
  const reported = openThread(request, inputs, access, details.pull);
  const order = await composeOrder(request, own, details, reported, step);
  if (!isResult(order)) {
    const { change: { merges, notes } = {}, coverage } = order;
    return { ...(await requestJob(order, commitStatus, step)), merges, notes, coverage };
  }
  await commitStatus.report(order, access.workflowRun.url);
  return order;
}

/**
 * The identity of a request: the same in every attempt of its run, and in no other run. It depends on the inputs that decide
 * what is sent, since a matrix runs one step several times, and on nothing that is read from GitHub, which may change between
 * attempts. It is keyed, so that a public note doesn't reveal the text to guesses.
 */
function identify(request: Request, inputs: Inputs, { workflowRun, runner }: Ports) {
  const { attempt, runId, job, step } = workflowRun;
  const { prompt, jobId, rulesFile: rules, contextFile, key } = inputs;
  const limits = ['paths', 'ignore-pulls', 'context'].map(runner.input);
  const files = contextFile.map(({ path }) => path);
  const parts = [job, step, prompt, jobId, rules, files, limits];
  const { checks, command, since, topic } = request;
  // Of all workflows that run on a text, those with the same inputs share it. Only one of all fixes checks.
  const own = checks !== undefined ? [] : command !== undefined ? [prompt, jobId, rules] : parts;
  return {
    attempt,
    request: signText('request:v3', [runId, runner.input('range'), ...parts], key),
    checks: checks?.sha,
    shared: topic && signText('shared:v1', [...topic, ...own], key),
    since: Date.parse(since ?? '') || undefined,
  };
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
