import type { Reaction } from '../github/comments.ts';
import type { Deadline, Stop } from '../runner/deadline.ts';
import type { Job } from '../service/job.ts';
import type { Failure } from './answer-or-failure.ts';
import type { PullRequest } from './pull-request-facts.ts';
import { REASON_CODES, type ReasonCode, type Traits } from './reason-codes.ts';

/** What a result may be: the end of a job, a job that continues without a run, or nothing to mention its requester for. */
type Trait = 'job-end' | 'left-job' | 'fails' | 'quiet';

interface Row {
  readonly title: string;
  readonly reaction?: Reaction;
  readonly is: readonly Trait[];
}

const ROWS = {
  'pull-request': { title: 'Pull request ready', reaction: 'rocket', is: ['job-end'] },
  'no-pull-request': { title: 'No pull request', reaction: 'confused', is: ['job-end'] },
  archived: { title: 'No pull request', reaction: 'confused', is: ['job-end'] },
  failed: { title: 'Failed', reaction: '-1', is: ['job-end', 'fails'] },
  timeout: { title: 'Timed out', reaction: 'confused', is: ['left-job', 'fails'] },
  // The person cancelled the run.
  interrupted: { title: 'Interrupted', reaction: 'confused', is: ['left-job', 'fails', 'quiet'] },
  started: { title: 'Working on it', is: ['left-job', 'quiet'] },
  skipped: { title: 'Skipped', is: ['quiet'] },
  denied: { title: 'Not allowed', reaction: 'confused', is: [] },
  answered: { title: 'Answered', is: [] },
  'dry-run': { title: 'Dry run', is: [] },
  error: { title: 'Failed', reaction: '-1', is: ['fails'] },
} as const satisfies Readonly<Record<string, Row>>;

export type Result = keyof typeof ROWS;

/** The closed list of results (docs/reference.md). */
export const RESULTS: Readonly<Record<Result, Row>> = ROWS;

export interface RequestResult {
  readonly result: Result;
  /** The cause, for workflows. */
  readonly reasonCode: ReasonCode;
  /** One sentence for a person. */
  readonly reason: string;
  /** The job's ID, which is known before the job has been read. */
  readonly jobId?: string | undefined;
  readonly job?: Job | undefined;
  readonly pullRequest?: PullRequest | undefined;
  /** Whether the request surely wasn't sent, or may have been. */
  readonly outcome?: 'not sent' | 'unknown' | undefined;
  /** The status comment with the result. The post step writes `unwritten`, a body that could not be written. */
  readonly comment?: { readonly url: string; readonly unwritten?: string | undefined } | undefined;
  /** How its requester learns of a request that ends early, if not with a reaction and a reply with the reason. */
  readonly notice?: 'none' | 'reaction' | { readonly reply: string } | undefined;
  /** URLs that the reason is about. */
  readonly links?: readonly string[] | undefined;
  readonly draft?: Draft | undefined;
  /** What a dry run found out about the set-up, as a table. */
  readonly setUp?: string | undefined;
  /** What the change consists of, and what of it was cut, for the summary. */
  readonly merges?: readonly JudgedMerge[] | undefined;
  readonly notes?: readonly string[] | undefined;
  /** How much of everything the agent reads, like `titles 25 of 25`, for the summary. */
  readonly coverage?: string | undefined;
  /** A problem that doesn't change the result. */
  readonly warning?: string | undefined;
}

/** A merged pull request, or a commit without one. */
export interface JudgedMerge {
  /** Like `#12` or a commit's ID, or `#12 by Copilot` for a bot's. */
  readonly name: string;
  readonly url: string;
  /** The commit on the branch. */
  readonly sha: string;
  readonly code?: ReasonCode | undefined;
  /** Why it doesn't count, like `label internal`. Undefined if it does. */
  readonly leftOut?: string | undefined;
}

/**
 * Which merges count, without commits, and why others don't: the head of a line for each reason, and its merges.
 */
export function groupMerges(merges: readonly JudgedMerge[]) {
  const shown = merges.filter(({ name, leftOut }) => leftOut !== undefined || name.startsWith('#'));
  return Map.groupBy(shown, ({ leftOut }) =>
    leftOut === undefined ? 'Merged pull requests that count' : `Left out (${leftOut})`,
  );
}

/** What a dry run would have sent, or, without a URL, posted in the conversation. */
export interface Draft {
  readonly url?: string | undefined;
  readonly text: string | undefined;
  readonly reaction?: string | undefined;
}

/** An error before anything was sent; `reason` completes "Not sent: ...". */
export function unsent(reasonCode: ReasonCode, reason: string): RequestResult {
  return { result: 'error', reasonCode, ...unsentReason(reason) };
}

/** The reason of a request that was not sent; `why` completes "Not sent: ...". */
export function unsentReason(why: string) {
  return { reason: `Not sent: ${why}`, outcome: 'not sent' } as const;
}

/** Nothing is sent because `what` could not be read. `advice` follows if the token lacks access. */
export function unsentByRead(what: string, { code, message, status }: Failure, advice = ''): RequestResult {
  const reason = `${what} could not be read: ${message}`;
  return unsent(code, status === 403 || status === 404 ? `${reason} ${advice}`.trimEnd() : reason);
}

/** The result of a step that stopped; `rest` completes the sentence of its reason. */
export function stopped(stop: Stop, rest: string) {
  const late = `The step's deadline passed${rest}`;
  if (stop.by === 'deadline') return { result: 'timeout', reasonCode: 'deadline', reason: late } as const;
  const reason = `The step was interrupted (${stop.signal})${rest}`;
  return { result: 'interrupted', reasonCode: 'interrupted', reason } as const;
}

/** The result if the step stops before anything is sent; `before` completes the sentence. */
export function unsentByStop(stop: Stop, before: string): RequestResult {
  const { reason, ...end } = stopped(stop, ` before ${before}`);
  return { ...end, ...unsentReason(`${reason.charAt(0).toLowerCase()}${reason.slice(1)}`) };
}

/**
 * The result of a request that wasn't sent. If the step has stopped, that is the cause, whichever read failed. Wrong inputs
 * stay the cause.
 */
export function unlessStopped(result: RequestResult, { stop }: Deadline): RequestResult {
  const isUnsent = result.result === 'error' && result.outcome === 'not sent';
  if (!isUnsent || result.reasonCode === 'input-invalid' || !stop.aborted) return result;
  return { ...result, ...unsentByStop(stop.reason, 'anything was sent.') };
}

/** `what` would happen, or was found. */
export function dry(what: string) {
  return { result: 'dry-run', reasonCode: 'dry-run', reason: `Dry run: ${what}` } as const;
}

/** No request is needed. */
export function skipped(reasonCode: ReasonCode, reason: string, links?: readonly string[]): RequestResult {
  return { result: 'skipped', reasonCode, reason, links };
}

/** Whether a function ended the request instead of returning its value. */
export function isResult(value: unknown): value is RequestResult {
  return Object.hasOwn(RESULTS, Object(value).result);
}

/** The values of reads that ran at once, or the first result that ends the request. */
export function allRead<T>(read: readonly (T | RequestResult)[]): T[] | RequestResult {
  return read.find(isResult) ?? read.filter((one): one is T => !isResult(one));
}

/** Whether the job has ended, or the service returns 404 for it. */
export function isJobEnd(end: RequestResult): boolean {
  return endsJob(end) || traitsOf(end).endsJob === true;
}

export function endsJob({ result }: RequestResult): boolean {
  return RESULTS[result].is.includes('job-end');
}

/** The job that continues although no run watches it. */
export function leftJobOf({ job, jobId, outcome, result }: RequestResult): string | undefined {
  const isLeft = RESULTS[result].is.includes('left-job') && outcome === undefined;
  return isLeft ? (job?.id ?? jobId) : undefined;
}

export function isFailure(end: RequestResult): boolean {
  return failsStep(end.result) || traitsOf(end).fails !== undefined;
}

/** What the reason code says, whatever the result. */
export function traitsOf({ reasonCode }: RequestResult): Traits {
  return REASON_CODES[reasonCode][2] ?? {};
}

/** Whether the step of any action fails with a result. */
export function failsStep(result: string): boolean {
  return Object.hasOwn(RESULTS, result) && RESULTS[result as Result].is.includes('fails');
}
