import { toOutputs } from '../job/outputs.ts';
import type { ReasonCode } from '../model/reason-codes.ts';
import { RESULTS } from '../model/request-result.ts';
import { linkPullRequest } from '../report/pull-request-text.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import { code, grid, link, plain, SUMMARY_LIMIT, shorten } from '../text/markdown.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';
import type { FinishReport } from '../thread/finish-requests.ts';

export const COLLECT_RESULTS = [
  'collected',
  'nothing',
  'dry-run',
  'skipped',
  'interrupted',
  'error',
] as const;

export interface CollectResult {
  readonly result: (typeof COLLECT_RESULTS)[number];
  readonly reasonCode: ReasonCode;
  readonly reason: string;
  readonly finished: FinishReport['finished'];
  /** The number of requests that are still open without a run that watches them. */
  readonly open: number;
}

/** A job that could not be checked is an error in a dry run, too. */
export function toCollectResult(
  { finished, open, failure }: FinishReport,
  how: { readonly interrupted: boolean; readonly dryRun: boolean },
): CollectResult {
  const counts = `Finished requests: ${finished.length}. Open requests: ${open}.`;
  const end = (result: CollectResult['result'], reasonCode: ReasonCode, reason = counts) => {
    return { finished, open, result, reasonCode, reason };
  };
  if (how.interrupted) return end('interrupted', 'interrupted', `The step was interrupted. ${counts}`);
  if (failure !== undefined) return end('error', failure.reasonCode, `${failure.reason} ${counts}`);
  if (how.dryRun) return end('dry-run', 'dry-run', `Dry run: nothing was written. ${counts}`);
  return finished.length === 0 ? end('nothing', 'nothing-to-collect') : end('collected', 'collected');
}

export function failed(reasonCode: ReasonCode, reason: string): CollectResult {
  return { finished: [], open: 0, result: 'error', reasonCode, reason };
}

export function toCollectOutputs({ finished, open, result, reason, reasonCode }: CollectResult) {
  const links = new Set(finished.flatMap(({ end: { pullRequest } }) => pullRequest?.link ?? []));
  const requests = finished.map(({ thread, end }) => {
    // The job's own JSON is long.
    const { job: _, ...outputs } = toOutputs(end);
    return { thread, ...outputs };
  });
  return {
    finished: shellSafeJson(requests),
    open: String(open),
    prLinks: shellSafeJson([...links]),
    result,
    reason: shellSafeText(reason),
    reasonCode,
  };
}

export function renderCollectSummary(
  { reason, finished }: CollectResult,
  { serverUrl, repository }: WorkflowRun,
): string {
  const ended = finished.map(({ thread, end: { result, pullRequest, jobId = '' } }) => [
    link(`${serverUrl}/${repository}/issues/${thread}`, `#${thread}`),
    RESULTS[result].title,
    pullRequest === undefined ? code(jobId) : linkPullRequest(pullRequest.link, serverUrl),
  ]);
  const columns = ['Conversation', 'Result', 'Pull request or job'];
  const table = ended.length === 0 ? '' : `\n\n${grid(columns, ended)}`;
  return shorten(`**Collect.** ${plain(reason)}${table}`, SUMMARY_LIMIT);
}
