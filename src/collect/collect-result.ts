import { jsonOfList, type Result } from '../job/request-result.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { linkPullRequest, namePullRequest } from '../report/pull-request-text.ts';
import { TITLES } from '../report/status-text.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import { code, grid, link, plain } from '../text/markdown.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';
import { clockTime } from '../text/time.ts';
import type { FinishReport } from '../thread/finish-requests.ts';
import type { CaredPull, CareReport } from './care.ts';

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
  /** `thread` is the number of an issue or pull request. `prLink` may be empty. */
  readonly finished: readonly {
    readonly thread: number;
    readonly jobId: string;
    readonly result: Result;
    readonly prLink: string;
  }[];
  /** The number of requests that are still open without a run that watches them. */
  readonly open: number;
  /** Undefined without `list-open`, and on events that don't list. */
  readonly care?: CareReport | undefined;
}

/** A job that could not be checked is an error in a dry run, too. */
export function toCollectResult(
  { finished: ended, open, failure: unread }: FinishReport,
  care: CareReport | undefined,
  how: { readonly interrupted: boolean; readonly dryRun: boolean },
): CollectResult {
  const finished = ended.map(({ request: { place, note }, result }) => ({
    thread: place.thread,
    jobId: note.jobId ?? '',
    result: result.result,
    prLink: result.pullRequest?.link ?? '',
  }));
  const failure = unread ?? care?.failure;
  const counts = `Finished requests: ${finished.length}. Open requests: ${open}.${countCare(care)}`;
  const end = (result: CollectResult['result'], reasonCode: ReasonCode, reason = counts) => {
    return { finished, open, care, result, reasonCode, reason };
  };
  if (how.interrupted) return end('interrupted', 'interrupted', `The step was interrupted. ${counts}`);
  if (failure !== undefined) return end('error', failure.reasonCode, `${failure.reason} ${counts}`);
  if (how.dryRun) return end('dry-run', 'dry-run', `Dry run: nothing was written. ${counts}`);
  return finished.length === 0 ? end('nothing', 'nothing-to-collect') : end('collected', 'collected');
}

function countCare(care: CareReport | undefined): string {
  if (care === undefined) return '';
  const count = (what: CaredPull['care']) => care.pulls.filter((one) => one.care === what).length;
  const [reminded, closed] = [count('remind'), count('close')];
  const left = care.pulls.length - closed;
  const gaps = care.gaps.map((gap) => ` ${gap}`).join('');
  return ` Open pull requests: ${left}. Reminders: ${reminded}. Closed: ${closed}.${gaps}`;
}

export function failed(reasonCode: ReasonCode, reason: string): CollectResult {
  return { finished: [], open: 0, result: 'error', reasonCode, reason };
}

export function toCollectOutputs({ finished, open, care, result, reason, reasonCode }: CollectResult) {
  const links = new Set(finished.map(({ prLink }) => prLink).filter((link) => link !== ''));
  return {
    finished: shellSafeJson(finished),
    open: String(open),
    prLinks: shellSafeJson([...links]),
    openPullRequests: jsonOfList(care?.pulls.filter(isOpen).map(describePull)),
    result,
    reason: shellSafeText(reason),
    reasonCode,
  };
}

/** A dry run closes nothing, but shows what would be left. */
function isOpen({ care }: CaredPull): boolean {
  return care !== 'close';
}

/** An entry of `openPullRequests`. */
function describePull({ link, known }: CaredPull) {
  const { pull, lastActivity, checks, reviews, requester = '' } = known;
  const [created, active] = [pull.created_at, lastActivity].map((time) => new Date(time).toISOString());
  return { link, title: pull.title, created, lastActivity: active, checks, reviews, requester };
}

export function renderCollectSummary(
  { reason, finished, care }: CollectResult,
  { serverUrl, repository }: WorkflowRun,
): string {
  const rows = finished.map(({ thread, jobId, result, prLink }) => [
    link(`${serverUrl}/${repository}/issues/${thread}`, `#${thread}`),
    TITLES[result],
    prLink === '' ? code(jobId) : linkPullRequest(prLink, serverUrl),
  ]);
  const columns = [{ head: 'Conversation' }, { head: 'Result' }, { head: 'Pull request or job' }];
  const open = care?.pulls ?? [];
  return [
    `**Collect.** ${plain(reason)}`,
    ...(rows.length > 0 ? [grid(columns, rows)] : []),
    ...(open.length > 0 ? [tableOf(open, serverUrl)] : []),
  ].join('\n\n');
}

const DONE = { remind: 'reminded', close: 'closed' } as const;

function tableOf(pulls: readonly CaredPull[], serverUrl: string): string {
  const heads = ['Pull request', 'Last activity', 'Checks', 'Reviews', 'Requested by', 'Now'];
  const rows = pulls.map(({ known, link: url, mayShow, care }) => [
    namePullRequest(url, mayShow ? known.pull : undefined, serverUrl),
    clockTime(known.lastActivity),
    known.checks,
    known.reviews.replace('-', ' '),
    code(known.requester ?? ''),
    care === undefined ? '' : DONE[care],
  ]);
  return grid(
    heads.map((head) => ({ head })),
    rows,
  );
}
