import type { Failure } from './answer-or-failure.ts';
import type { PullRequest } from './job/pull-request-facts.ts';
import type { ReasonCode } from './reason-codes.ts';
import type { Job } from './service/job.ts';

/** The closed list of results (docs/reference.md). */
export const RESULTS = [
  'pull-request',
  'no-pull-request',
  'archived',
  'failed',
  'timeout',
  'interrupted',
  'started',
  'skipped',
  'denied',
  'answered',
  'dry-run',
  'error',
] as const;
export type Result = (typeof RESULTS)[number];

/** The result of a request. */
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
  /** What a dry run would have sent or posted. */
  readonly draft?: Draft | undefined;
  /** A problem that doesn't change the result. */
  readonly warning?: string | undefined;
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

/** No request is needed. */
export function skipped(reasonCode: ReasonCode, reason: string, links?: readonly string[]): RequestResult {
  return { result: 'skipped', reasonCode, reason, links };
}

/** Whether a function ended the request instead of returning its value. */
export function isResult(value: unknown): value is RequestResult {
  return typeof value === 'object' && value !== null && 'result' in value;
}

/** The results of a job that has ended. */
export const JOB_ENDS: ReadonlySet<Result> = new Set([
  'pull-request',
  'no-pull-request',
  'archived',
  'failed',
]);

/** Whether the job has ended, or the service returns 404 for it. */
export function isJobEnd({ result, reasonCode }: RequestResult): boolean {
  return JOB_ENDS.has(result) || reasonCode === 'job-unknown';
}

const LEAVING: ReadonlySet<Result> = new Set(['started', 'timeout', 'interrupted']);

/** The job that continues although no run watches it. */
export function leftJobOf({ job, jobId, ...end }: RequestResult): string | undefined {
  const isLeft = LEAVING.has(end.result) && end.outcome === undefined;
  return isLeft ? (job?.id ?? jobId) : undefined;
}

const FAILING: ReadonlySet<Result> = new Set(['failed', 'timeout', 'interrupted', 'error']);

/** The step fails with these codes, whatever the result. */
const FAILING_CODES: ReadonlySet<ReasonCode> = new Set([
  'merged-too-early',
  'outside-paths',
  'paths-unknown',
  'label-missing',
  'pull-request-elsewhere',
  'dry-run-last-success',
]);

export function isFailure({ result, reasonCode }: RequestResult): boolean {
  return FAILING.has(result) || FAILING_CODES.has(reasonCode);
}
