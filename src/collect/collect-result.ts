import { jsonOfList, type Result } from '../job/request-result.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { SUMMARY_LIMIT, shorten } from '../report/own-comment.ts';
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
    openPullRequests: jsonOfList(listOpen(care)),
    result,
    reason: shellSafeText(reason),
    reasonCode,
  };
}

/** The entries of `openPullRequests`. A dry run closes nothing, but shows what would be left. */
export function listOpen(care: CareReport | undefined) {
  const left = care?.pulls.filter((one) => one.care !== 'close');
  return left?.map(({ link: url, known: { pull, checks, reviews, lastActivity, requester = '' } }) => {
    const [created, active] = [pull.created_at, lastActivity].map((time) => new Date(time).toISOString());
    return { link: url, title: pull.title, created, lastActivity: active, checks, reviews, requester };
  });
}

export function renderCollectSummary(
  { reason, finished, care }: CollectResult,
  { serverUrl, repository }: WorkflowRun,
): string {
  const ended = finished.map(({ thread, jobId, result, prLink }) => [
    link(`${serverUrl}/${repository}/issues/${thread}`, `#${thread}`),
    TITLES[result],
    prLink === '' ? code(jobId) : linkPullRequest(prLink, serverUrl),
  ]);
  const open = (care?.pulls ?? []).map(({ known, link: url, mayShow, care: done }) => [
    namePullRequest(url, mayShow ? known.pull : undefined, serverUrl),
    clockTime(known.lastActivity),
    known.checks,
    known.reviews.replace('-', ' '),
    code(known.requester ?? ''),
    done === undefined ? '' : { remind: 'reminded', close: 'closed' }[done],
  ]);
  const parts = [
    `**Collect.** ${plain(reason)}`,
    table(['Conversation', 'Result', 'Pull request or job'], ended),
    table(['Pull request', 'Last activity', 'Checks', 'Reviews', 'Requested by', 'Now'], open),
  ];
  return shorten(parts.filter(Boolean).join('\n\n'), SUMMARY_LIMIT);
}

/** Empty without rows. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = heads.map((head) => ({ head }));
  return rows.length === 0 ? '' : grid(columns, rows);
}
