import type { Answer, Failure } from '../http/failure.ts';
import { SIGN_OF_LIFE } from '../intervals.ts';
import { type Clock, slept } from '../runner/clock.ts';
import type { Deadline, Stop } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import type { Service } from '../service/service.ts';
import { formatDuration } from '../text/time.ts';
import {
  type Ended,
  isTooYoung,
  type Judge,
  openJudge,
  type Sent,
  tellStatus,
  type Verdict,
} from './job-status.ts';
import { nextDelay } from './poll-schedule.ts';

/** What working on a job needs. */
export interface JobTools {
  readonly service: Service;
  readonly clock: Clock;
  readonly random: () => number;
  readonly deadline: Deadline;
  readonly log: Log;
  readonly pollInterval: number | 'auto';
}

/**
 * One look at a job. One that the service does not know (404) may just have been created; then it is as if nothing were
 * known of it. `sentAt` is when it was last sent to, by `time`.
 */
export async function look(
  jobId: string,
  sentAt: number | undefined,
  time: Pick<Clock, 'now'>,
  { service }: Pick<JobTools, 'service'>,
): Promise<Answer<Job>> {
  const answer = await service.getJob(jobId, 'read');
  const excused = !answer.ok && answer.failure.status === 404 && isTooYoung(sentAt, time.now());
  return excused ? { ok: true, value: { id: jobId, raw: { id: jobId } } } : answer;
}

/** How watching ended. */
export type Watched =
  | Ended
  /** The step stopped first; `failure` is the last look's, when that failed. */
  | {
      readonly kind: 'stopped';
      readonly job: Job;
      readonly stop: Stop;
      readonly failure?: Failure | undefined;
    }
  /** The service refuses to show the job. */
  | { readonly kind: 'refused'; readonly job: Job; readonly failure: Failure };

/** Looks at the job until it ends or the step has to. `first` is the first look; `seen` is told of every one. */
export async function watch(
  first: Job,
  sent: Sent | undefined,
  tools: JobTools,
  seen?: (job: Job) => Promise<void>,
): Promise<Watched> {
  const judge = openJudge(first, sent, tools.clock);
  const tell = tellStory(tools, judge.since);
  for (let job = first; ; ) {
    tell(job);
    const verdict = judge.see(job);
    if (verdict.kind === 'ended') return verdict;
    // The end is reported by the result, at once and with its link.
    if (verdict.kind === 'running') await seen?.(job);
    const next = await lookAgain(judge, verdict, tools);
    if ('kind' in next) return next;
    job = next;
  }
}

/** Waits for the next look's time and looks; a job that is not known yet is as it was. */
async function lookAgain(
  judge: Judge,
  verdict: Exclude<Verdict, Ended>,
  { service, clock, deadline, random, pollInterval }: JobTools,
): Promise<Job | Watched> {
  const { job, since } = judge;
  const now = clock.now();
  const times = { waited: now - since, left: deadline.at - now };
  // What only one more look could have changed stands without it.
  const otherwise = verdict.kind === 'look again' ? verdict.otherwise : undefined;
  const delay = verdict.kind === 'look again' ? verdict.after : nextDelay(pollInterval, times, random);
  if (!(await slept(delay, clock, deadline.stop)))
    return otherwise ?? { kind: 'stopped', job, stop: deadline.stop.reason };
  const answer = await service.getJob(job.id, 'poll');
  if (answer.ok) return answer.value;
  if (otherwise !== undefined) return otherwise;
  const { failure } = answer;
  const stop = stopBy(failure, deadline);
  if (stop !== undefined)
    return { kind: 'stopped', job, stop, failure: failure.kind === 'stopped' ? undefined : failure };
  return judge.excuses(failure) ? job : { kind: 'refused', job, failure };
}

/** A look that may not be repeated any more ends at the deadline, whether or not that has come. */
function stopBy(failure: Failure, deadline: Deadline): Stop | undefined {
  if (deadline.stop.aborted) return deadline.stop.reason;
  return failure.transient ? { by: 'deadline' } : undefined;
}

/** Tells the log each change of status, each unknown one once, and a sign of life once a minute. */
function tellStory({ log, clock }: JobTools, begin: number) {
  const warned = new Set<string>();
  let status: string | undefined;
  let toldAt = clock.now();
  return (job: Job): void => {
    const now = clock.now();
    const { shown, warning } = tellStatus(job);
    const waited = formatDuration(now - begin);
    if (warning !== undefined && !warned.has(shown)) log.warning(warning);
    warned.add(shown);
    if (shown === status && now - toldAt < SIGN_OF_LIFE) return;
    log.info(shown === status ? `Still ${shown} after ${waited}.` : `Status after ${waited}: ${shown}.`);
    status = shown;
    toldAt = now;
  };
}
