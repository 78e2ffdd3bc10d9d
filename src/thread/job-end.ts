import type { Failure } from '../http/failure.ts';
import { isInTurn, isTooYoung } from '../job/completion.ts';
import { readLink } from '../job/pull-request-link.ts';
import type { RequestResult } from '../job/request-result.ts';
import { toResult } from '../job/to-result.ts';
import { type JobTools, watch } from '../job/watch.ts';
import type { PullBranch } from '../request/event-thread.ts';
import type { GitHubTime } from './github-time.ts';

/** What became of a job that nobody watches. */
export type JobEnd =
  | { readonly kind: 'ended'; readonly result: RequestResult }
  | { readonly kind: 'at work' }
  | { readonly kind: 'unseen'; readonly failure: Failure; readonly reason: string };

/**
 * Looks at a job that was last sent to at `sentAt` (GitHub's clock). The one that `event` is about is waited for: its pull
 * request may be opened before it ends.
 */
export async function findEnd(
  jobId: string,
  sentAt: number | undefined,
  event: PullBranch | undefined,
  tools: JobTools & { readonly time: GitHubTime },
): Promise<JobEnd> {
  const { service, clock, time } = tools;
  const at = sentAt === undefined ? undefined : time.toLocal(sentAt);
  const answer = await service.getJob(jobId, 'read');
  if (!answer.ok) {
    const { failure } = answer;
    if (failure.status !== 404)
      return { kind: 'unseen', failure, reason: `Job ${jobId} could not be looked at: ${failure.message}` };
    if (isTooYoung(at, clock.now())) return { kind: 'at work' };
    const reason = `The service does not know job ${jobId} any more.`;
    return { kind: 'ended', result: { result: 'error', reasonCode: 'job-unknown', reason, jobId } };
  }
  const job = answer.value;
  const meant = event !== undefined && (job.ref === event.branch || readLink(job.prLink) === event.url);
  const running = isInTurn(job, at, clock.now());
  if (running && !meant) return { kind: 'at work' };
  const sent = running && at !== undefined ? ({ kind: 'message', at, before: job } as const) : undefined;
  const watched = await watch(job, sent, tools);
  if (watched.kind !== 'ended') return { kind: 'at work' };
  return { kind: 'ended', result: toResult({ ...watched, activity: true }, undefined) };
}
