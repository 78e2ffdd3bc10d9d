import type { Action, ActionResult } from '../action.ts';
import { isFailure, type RequestResult, toOutputs } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { renderSummary } from '../report/summary.ts';
import { closeStep } from './post.ts';
import { run } from './run.ts';

export const runAction: Action = {
  needsRun: true,
  main: async (ports, request) => toActionResult(await run(ports, request), ports),
  post: closeStep,
};

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
