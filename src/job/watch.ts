import type { Answer, Failure } from '../http/failure.ts';
import { LINK_LAG, SIGN_OF_LIFE } from '../intervals.ts';
import { type Clock, slept } from '../runner/clock.ts';
import type { Deadline, Stop } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import type { Service } from '../service/service.ts';
import { formatDuration } from '../text/time.ts';
import { type Ended, isKnown, isTooYoung, mayGetLink, openJudge, type Sent } from './job-status.ts';
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
  const { clock, deadline, random, pollInterval } = tools;
  const since = sent?.at ?? clock.now();
  const judge = openJudge(sent, since, clock);
  const tell = tellStory(tools, since);
  let doubted = false;
  for (let job = first; ; ) {
    tell(job);
    const ended = judge(job);
    if (ended !== undefined && (doubted || !mayGetLink(job))) return ended;
    // The end is reported by the result, at once and with its link.
    if (ended === undefined) await seen?.(job);
    else doubted = true;
    const now = clock.now();
    const times = { waited: now - since, left: deadline.at - now };
    const delay = ended === undefined ? nextDelay(pollInterval, times, random) : LINK_LAG;
    const next: Job | Watched = (await slept(delay, clock, deadline.stop))
      ? await lookAgain(job, sent, tools)
      : { kind: 'stopped', job, stop: deadline.stop.reason };
    // What only one more look could have changed stands without it.
    if ('kind' in next) return ended ?? next;
    job = next;
  }
}

/** Looks at the job once more; one that is not known yet is as it was. */
async function lookAgain(
  job: Job,
  sent: Sent | undefined,
  { service, clock, deadline }: JobTools,
): Promise<Job | Watched> {
  const answer = await service.getJob(job.id, 'poll');
  if (answer.ok) return answer.value;
  const { failure } = answer;
  // A look that may not be repeated any more ends at the deadline, whether or not that has come.
  const stop: Stop | undefined = deadline.stop.reason ?? (failure.transient ? { by: 'deadline' } : undefined);
  if (stop !== undefined)
    return { kind: 'stopped', job, stop, failure: failure.kind === 'stopped' ? undefined : failure };
  const excused = failure.status === 404 && isTooYoung(sent?.at, clock.now());
  return excused ? job : { kind: 'refused', job, failure };
}

/** Tells the log each change of status, each unknown one once, and a sign of life once a minute. */
function tellStory({ log, clock }: JobTools, begin: number) {
  const warned = new Set<string>();
  let status: string | undefined;
  let toldAt = clock.now();
  return (job: Job): void => {
    const now = clock.now();
    const shown = job.status ?? 'missing';
    const waited = formatDuration(now - begin);
    if (!isKnown(shown) && !warned.has(shown))
      log.warning(
        `The job's status "${shown}" is not one that this action knows. The job is treated as running.`,
      );
    warned.add(shown);
    if (shown === status && now - toldAt < SIGN_OF_LIFE) return;
    log.info(shown === status ? `Still ${shown} after ${waited}.` : `Status after ${waited}: ${shown}.`);
    status = shown;
    toldAt = now;
  };
}
