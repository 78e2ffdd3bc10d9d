import { linkPullRequest, TITLES } from '../report/status-text.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import { code, grid, link, plain } from '../text/markdown.ts';
import type { CollectResult } from './collect-result.ts';

/** The job summary of a collect. */
export function renderCollectSummary(
  { reason, finished }: CollectResult,
  { serverUrl, repository }: WorkflowRun,
): string {
  const rows = finished.map(({ thread, jobId, result, prLink }) => [
    link(`${serverUrl}/${repository}/issues/${thread}`, `#${thread}`),
    TITLES[result],
    prLink === '' ? code(jobId) : linkPullRequest(prLink),
  ]);
  const columns = [{ head: 'Conversation' }, { head: 'Result' }, { head: 'Pull request or job' }];
  return [`**Collect.** ${plain(reason)}`, ...(rows.length > 0 ? [grid(columns, rows)] : [])].join('\n\n');
}
