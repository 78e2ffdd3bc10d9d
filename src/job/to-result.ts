import type { Failure } from '../model/answer-or-failure.ts';
import type { PullRequest } from '../model/pull-request-facts.ts';
import type { ReasonCode } from '../model/reason-codes.ts';
import { endsJob, type RequestResult, stopped, unsentReason } from '../model/request-result.ts';
import type { Stop } from '../runner/deadline.ts';
import type { Job } from '../service/job.ts';
import { hasEnded, type Turn } from './job-status.ts';

/** The result of a job that has ended. `activity` is false if the job hasn't changed since the message. */
export function endedResult(seen: Job, turn: Turn = {}, activity = true): RequestResult {
  // The service leaves out the link after a turn that changed nothing.
  const link = seen.prLink ?? turn.before?.prLink;
  const job = { ...seen, prLink: link };
  // A failed job may or may not have changed its pull request.
  const operation = link && activity && job.status !== 'failed' ? operationOn(link, turn) : undefined;
  const result = resultOf(job, link === undefined ? undefined : toPullRequest(link, operation));
  if (!activity) {
    const doubt =
      'No activity was seen since the message. The state and the link may be older than the message.';
    return { ...result, reason: `${result.reason} ${doubt}`, warning: doubt };
  }
  const isLeftOut = job.leftOut?.includes('prLink') ?? false;
  return isLeftOut ? { ...result, warning: LEFT_OUT } : result;
}

/** The end of a turn if the job got another one since: of a job that has ended, only the link counts. */
export function endOfEarlierTurn(end: RequestResult): RequestResult {
  const { job } = end;
  return job !== undefined && endsJob(end) ? endedResult({ ...job, status: undefined }) : end;
}

const LEFT_OUT = "The service's link to the pull request is not a usable URL, so the action left it out.";

/** The result if the step stops before the job ends; `failure` is that of the last poll, if it failed. */
export function unfinishedResult(job: Job, stop: Stop, failure?: Failure): RequestResult {
  const lastError = failure === undefined ? '' : ` The last check failed: ${failure.message}`;
  const rest = ` before job ${job.id} ended. The job continues.${lastError}`;
  return { ...known(job), ...stopped(stop, rest) };
}

/** The result if the service refuses to return the job. */
export function refusedResult(job: Job, failure: Failure): RequestResult {
  const reason = `Job ${job.id} can no longer be watched: ${failure.message}`;
  return { ...known(job), result: 'error', reasonCode: pollCode(failure), reason };
}

function known(job: Job): Pick<RequestResult, 'job' | 'pullRequest'> {
  return { job, pullRequest: job.prLink === undefined ? undefined : toPullRequest(job.prLink) };
}

/** The result of a run that was cut off. `state` is that of its note. */
export function cutOff(state: 'waiting' | 'sending' | 'job', jobId: string | undefined): RequestResult {
  const end = { result: 'interrupted', reasonCode: 'interrupted', jobId } as const;
  if (state === 'waiting')
    return { ...end, ...unsentReason('the run was cut off before anything was sent.') };
  if (state === 'job')
    return { ...end, reason: `Watching stopped because the run was cut off. Job ${jobId} continues.` };
  const what = jobId === undefined ? 'a job exists' : `the message reached job ${jobId}`;
  const reason = `The run was cut off while it sent the request. It is unknown whether ${what}. Check the project's jobs in the service's dashboard before you repeat the request.`;
  return { ...end, reason, outcome: 'unknown' };
}

/** How to watch a job again, for a log that is the only report. */
export function pickUp(jobId: string): string {
  return `To pick it up again, run the action with \`job-id: ${jobId}\` and no prompt.`;
}

/** The reason code of a poll that failed: its 404 means that the job doesn't exist. */
export function pollCode({ code }: Failure): ReasonCode {
  return code === 'not-found' ? 'job-unknown' : code;
}

function resultOf(job: Job, pullRequest: PullRequest | undefined): RequestResult {
  if (job.status === 'failed') {
    const reason = `Job ${job.id} failed: the agent had an error. Repeat the whole request, because the next job does not know it.`;
    return { result: 'failed', reasonCode: 'job-failed', reason, job, pullRequest };
  }
  if (pullRequest !== undefined) {
    const verb = pullRequest.operation ?? 'found';
    const reason = `Pull request ${verb}.`;
    return { result: 'pull-request', reasonCode: `pull-request-${verb}`, reason, job, pullRequest };
  }
  if (job.status === 'archived') {
    const reason = `Job ${job.id} was archived without a pull request.`;
    return { result: 'archived', reasonCode: 'job-archived', reason, warning: reason, job };
  }
  const reason = 'The job completed without a pull request.';
  return { result: 'no-pull-request', reasonCode: 'no-pull-request', reason, job };
}

/** Only the commits of a pull request that existed before show whether it was updated. */
function operationOn(
  link: string,
  { created, continuesPullRequest, before }: Turn,
): PullRequest['operation'] {
  // The service shows no link while a job works, even if the job has a pull request.
  if (!created && (before === undefined || !hasEnded(before))) return undefined;
  return (created ? continuesPullRequest : before?.prLink) === link ? undefined : 'created';
}

/** The place of a pull request's number in the URLs of GitHub, GitLab, Bitbucket, Gitea, Forgejo and Azure DevOps. */
const NUMBER = /\/(?:pull|merge_requests|pull-requests|pulls|pullrequest)\/(\d{1,15})\/?$/;

function toPullRequest(link: string, operation?: PullRequest['operation']): PullRequest {
  const digits = NUMBER.exec(new URL(link).pathname)?.[1];
  return { link, number: digits === undefined ? undefined : Number(digits), operation };
}
