import { LINK_LAG } from '../intervals.ts';
import { hasEnded, isInTurn, mayGetLink } from '../job/job-status.ts';
import type { RequestResult } from '../job/request-result.ts';
import { endOf, stopped } from '../job/to-result.ts';
import { look, watch } from '../job/watch.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { slept } from '../runner/clock.ts';
import type { Job } from '../service/job.ts';
import type { ThreadTools } from './github-time.ts';
import type { UnwatchedJob } from './repository-notes.ts';

/** What is known of the end of a job that nobody watches. */
export type JobEnd =
  | { readonly kind: 'ended'; readonly result: RequestResult }
  | { readonly kind: 'at work'; readonly job: Job }
  /** Completed, but its link may follow: one more look is due. */
  | { readonly kind: 'in doubt'; readonly job: Job }
  | { readonly kind: 'unseen'; readonly code: ReasonCode; readonly reason: string };

/** Looks once at a job that nobody watches. */
export async function lookForEnd(
  { jobId, last }: Pick<UnwatchedJob, 'jobId' | 'last'>,
  tools: ThreadTools,
): Promise<JobEnd> {
  const answer = await look(jobId, last, tools.time, tools);
  if (!answer.ok) {
    const { code, kind, message, status } = answer.failure;
    if (status === 404) return unknown(jobId);
    if (kind !== 'stopped')
      return { kind: 'unseen', code, reason: `Job ${jobId} could not be looked at: ${message}` };
    const { reasonCode, reason } = stopped(tools.deadline.stop.reason, ` before job ${jobId} was looked at.`);
    return { kind: 'unseen', code: reasonCode, reason };
  }
  const job = answer.value;
  if (isInTurn(job, last, tools.time.now())) return { kind: 'at work', job };
  return mayGetLink(job) ? { kind: 'in doubt', job } : { kind: 'ended', result: endOf(job) };
}

/** What came of a job whose turn was seen to be over: a link that may still follow takes one more look. */
export async function endOfTurn(job: Job, last: number | undefined, tools: ThreadTools): Promise<JobEnd> {
  if (!mayGetLink(job)) return { kind: 'ended', result: endOf(job) };
  const { clock, deadline } = tools;
  if (!(await slept(LINK_LAG, clock, deadline.stop))) return { kind: 'in doubt', job };
  const end = await lookForEnd({ jobId: job.id, last }, tools);
  return end.kind === 'in doubt' ? { kind: 'ended', result: endOf(end.job) } : end;
}

/** Watches a job that was looked at, for as long as the step has. */
export async function waitForEnd(
  { last }: Pick<UnwatchedJob, 'last'>,
  job: Job,
  tools: ThreadTools,
): Promise<JobEnd> {
  // What looks like an end may be that of the turn before.
  const stale = hasEnded(job) && last !== undefined;
  const sent = stale ? ({ kind: 'message', at: tools.time.toLocal(last), before: job } as const) : undefined;
  const watched = await watch(job, sent, tools);
  if (watched.kind === 'ended') return { kind: 'ended', result: endOf(watched.job) };
  if (watched.kind === 'stopped') return { kind: 'at work', job: watched.job };
  const { code, message, status } = watched.failure;
  if (status === 404) return unknown(job.id);
  return { kind: 'unseen', code, reason: `Job ${job.id} can no longer be watched: ${message}` };
}

function unknown(jobId: string): JobEnd {
  const reason = `The service does not know job ${jobId} any more.`;
  return { kind: 'ended', result: { result: 'error', reasonCode: 'job-unknown', reason, jobId } };
}
