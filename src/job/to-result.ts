import type { Failure } from '../answer.ts';
import type { ReasonCode } from '../reason-codes.ts';
import type { Stop } from '../runner/deadline.ts';
import type { Job } from '../service/job.ts';
import { type Ended, hasEnded, type Sent, type Watched } from './job-status.ts';
import type { PullRequest, RequestResult } from './request-result.ts';

/** What the end of watching means. */
export function toResult(watched: Watched, sent: Sent | undefined): RequestResult {
  const { job } = watched;
  const pullRequest = readPullRequest(job, watched, sent);
  const known = { job, pullRequest };
  switch (watched.kind) {
    case 'stopped': {
      const lastError =
        watched.failure === undefined ? '' : ` The last look failed: ${watched.failure.message}`;
      const rest = ` before job ${job.id} ended. The job goes on. ${pickUp(job.id)}${lastError}`;
      return { ...known, ...stopped(watched.stop, rest) };
    }
    case 'refused':
      return {
        ...known,
        result: 'error',
        reasonCode: checkCode(watched.failure),
        reason: `Job ${job.id} can no longer be watched: ${watched.failure.message}`,
      };
    case 'ended':
      return addDoubts(endOfJob(job, pullRequest), watched, sent);
  }
}

/** What came of a job that was seen to have ended by one check. */
export function endOf(job: Job): RequestResult {
  return toResult({ kind: 'ended', job, activity: true }, undefined);
}

/** How a step that stopped is reported; `rest` goes on with the sentence that says why. */
export function stopped(stop: Stop, rest: string) {
  if (stop.by === 'deadline')
    return {
      result: 'timeout',
      reasonCode: 'deadline',
      reason: `The step's deadline passed${rest}`,
    } as const;
  const reason = `The step was interrupted (${stop.signal})${rest}`;
  return { result: 'interrupted', reasonCode: 'interrupted', reason } as const;
}

/** The step stopped while nothing had been sent; `before` ends the sentence. */
export function notSent(stop: Stop, before: string): RequestResult {
  const { reason, ...end } = stopped(stop, ` before ${before}`);
  return { ...end, reason: `Not sent: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}` };
}

/** How to go on with a job that nobody watches any more. */
export function pickUp(jobId: string): string {
  return `To pick it up again, run the action with \`job-id: ${jobId}\` and no prompt.`;
}

/** The reason code of a check that failed: there 404 is about the job. */
export function checkCode({ code }: Failure): ReasonCode {
  return code === 'not-found' ? 'job-unknown' : code;
}

const FOUND = {
  created: 'pull-request-created',
  updated: 'pull-request-updated',
  ready: 'pull-request-found',
} as const;

function endOfJob(job: Job, pullRequest: PullRequest | undefined): RequestResult {
  if (job.status === 'failed') {
    const reason = `Job ${job.id} failed: the agent met an error that it could not recover from.`;
    return { result: 'failed', reasonCode: 'job-failed', reason, job, pullRequest };
  }
  if (pullRequest !== undefined) {
    const verb = pullRequest.operation ?? 'ready';
    const reason = verb === 'ready' ? 'There is a pull request.' : `A pull request was ${verb}.`;
    return { result: 'pull-request', reasonCode: FOUND[verb], reason, job, pullRequest };
  }
  if (job.status === 'archived') {
    const reason = `Job ${job.id} was archived without a pull request.`;
    return { result: 'archived', reasonCode: 'job-archived', reason, warning: reason, job };
  }
  const reason = 'The job completed, but no pull request was opened.';
  return { result: 'no-pull-request', reasonCode: 'no-pull-request', reason, job };
}

function addDoubts(outcome: RequestResult, { job, activity }: Ended, sent: Sent | undefined): RequestResult {
  if (!activity && sent?.kind === 'message') {
    const doubt =
      'No activity was seen since the message. The state and the link may be older than the message.';
    return { ...outcome, reason: `${outcome.reason} ${doubt}`, warning: doubt };
  }
  if (job.leftOut?.includes('prLink')) {
    return {
      ...outcome,
      warning: "The service's link to the pull request is not one that can be shown, and was left out.",
    };
  }
  return outcome;
}

function readPullRequest(job: Job, watched: Watched, sent: Sent | undefined): PullRequest | undefined {
  const link = job.prLink;
  if (link === undefined) return undefined;
  // What a job that failed did to it nobody knows.
  const tells = watched.kind === 'ended' && watched.activity && job.status !== 'failed';
  const operation = tells ? operationOn(link, sent) : undefined;
  return { link, number: readNumber(link), operation };
}

function operationOn(link: string, sent: Sent | undefined): PullRequest['operation'] {
  // A job at work shows no link, also where it has a pull request.
  if (sent === undefined || (sent.kind === 'message' && !hasEnded(sent.before))) return undefined;
  const before = sent.kind === 'message' ? sent.before.prLink : sent.continuesPullRequest;
  return before === link ? 'updated' : 'created';
}

/** Where the usual hosts put a pull request's number: GitHub, GitLab, Bitbucket, Gitea and Forgejo, Azure DevOps. */
const NUMBER = /\/(?:pull|merge_requests|pull-requests|pulls|pullrequest)\/(\d{1,15})\/?$/;

/** The number in a pull request's address, when the address tells it. */
function readNumber(link: string): number | undefined {
  const digits = NUMBER.exec(new URL(link).pathname)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
