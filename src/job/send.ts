import { planLimit } from '../http/usage-limit.ts';
import type { Failure } from '../model/answer-or-failure.ts';
import { type RequestResult, stopped, unsent, unsentByStop } from '../model/request-result.ts';
import type { Deadline, Stop } from '../runner/deadline.ts';
import type { Job } from '../service/job.ts';
import type { Turn } from './job-status.ts';
import type { JobTools } from './watch.ts';

/** Nothing was sent: a usage limit, or another request, allows the next try at `until`, before the deadline. */
export interface TryLater {
  readonly kind: 'limited';
  readonly until: number;
  readonly reason?: string;
}

/** The job that gets a message. Otherwise, a new job, perhaps to continue a pull request. */
type Target = Pick<Turn, 'before' | 'continuesPullRequest'>;

/** Sends once, and never again what the service may have processed. `limits` is how often the request has met a usage limit. */
export async function send(
  text: string,
  target: Target,
  limits: number,
  { service, clock, deadline, log, time }: JobTools,
): Promise<{ kind: 'sent'; job: Job; turn: Turn } | TryLater | RequestResult> {
  if (deadline.stop.aborted) return unsentByStop(deadline.stop.reason, 'anything was sent.');
  const { before, continuesPullRequest } = target;
  const answer = await service.send(text, before?.id);
  if (answer.ok) {
    const job = answer.value;
    const created = before === undefined;
    log.info(created ? `Job ${job.id} was created.` : `The message was sent to job ${job.id}.`);
    return { kind: 'sent', job, turn: { sentAt: time.now(), created, continuesPullRequest, before } };
  }
  const { failure } = answer;
  if (failure.kind !== 'limited') return failedSend(target, failure, deadline);
  const at = clock.now();
  const { delay, note } = planLimit(failure, at, limits + 1, deadline.at);
  const message = `${failure.message} ${note}`;
  if (delay === undefined) return failedSend(target, { ...failure, message }, deadline);
  log.info(message);
  return { kind: 'limited', until: at + delay, reason: failure.message };
}

/** The result of a send that failed. The outcome is unknown if the service may have processed the request. */
function failedSend({ before }: Target, failure: Failure, deadline: Deadline): RequestResult {
  const known = before && { jobId: before.id, job: before };
  const stop: Stop | undefined = failure.kind === 'stopped' ? deadline.stop.reason : undefined;
  if (failure.outcome === 'not processed' && stop !== undefined)
    return { ...known, ...unsentByStop(stop, `the request was taken: ${failure.message}`) };
  if (failure.outcome === 'not processed') return { ...known, ...unsent(failure.code, failure.message) };
  const result = stop === undefined ? 'error' : stopped(stop, '').result;
  const doubt =
    before === undefined ? 'The service may still have created a job' : 'The message may still have arrived';
  const advice =
    "The action doesn't send it again. Check the project's jobs in the service's dashboard before you repeat the request.";
  const reason = `${failure.message} ${doubt}. ${advice}`;
  return { ...known, result, reasonCode: 'fate-unknown', reason, outcome: 'unknown' };
}
