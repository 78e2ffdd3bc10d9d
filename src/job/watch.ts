import type { Failure } from '../http/failure.ts';
import type { Clock } from '../runner/clock.ts';
import type { Deadline, Stop } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import type { Service } from '../service/service.ts';
import { formatDuration } from '../text/time.ts';
import { type Ended, type Judge, openJudge, type Sent, tellStatus } from './completion.ts';
import { nextDelay } from './poll-schedule.ts';

/** How watching ended. */
export type Watched =
  | Ended
  /** The step stopped first; `failure` is the last look's, when that failed. */
  | { readonly kind: 'stopped'; readonly job: Job; readonly stop: Stop; readonly failure?: Failure }
  /** The service refuses to show the job. */
  | { readonly kind: 'refused'; readonly job: Job; readonly failure: Failure };

/** What watching needs. */
export interface Watching {
  readonly service: Service;
  readonly clock: Clock;
  readonly random: () => number;
  readonly deadline: Deadline;
  readonly log: Log;
  readonly pollInterval: number | 'auto';
  /** Told of every look at the job. */
  readonly observe?: (job: Job) => Promise<void>;
}

const SIGN_OF_LIFE = 60_000;

/** Looks at the job until it ends or the step has to. `first` is the first look. */
export async function watch(first: Job, sent: Sent | undefined, watching: Watching): Promise<Watched> {
  const judge = openJudge(first, sent, watching.clock);
  const story = tellStory(watching, judge.since);
  for (let job = first; ; ) {
    story.look(job);
    const ended = judge.see(job);
    if (ended !== undefined) return ended;
    // The end is reported by the outcome, at once and with its link.
    await watching.observe?.(job);
    const next = await lookAgain(judge, watching);
    if ('kind' in next) return next;
    job = next;
  }
}

/** Waits for the next look's time and looks; a job that is not known yet is as it was. */
async function lookAgain(
  judge: Judge,
  { service, clock, deadline, random, pollInterval }: Watching,
): Promise<Job | Watched> {
  const { job } = judge;
  const now = clock.now();
  const delay = nextDelay(pollInterval, { waited: now - judge.since, left: deadline.at - now }, random);
  try {
    await clock.sleep(delay, deadline.stop);
  } catch {
    return { kind: 'stopped', job, stop: deadline.stop.reason };
  }
  const answer = await service.getJob(job.id, 'poll');
  if (answer.ok) return answer.value;
  const { failure } = answer;
  const stop = whyStopped(failure, deadline);
  if (stop !== undefined)
    return { kind: 'stopped', job, stop, ...(failure.kind !== 'stopped' && { failure }) };
  return judge.excuses(failure) ? job : { kind: 'refused', job, failure };
}

/** A look that may not be repeated any more ends at the deadline, whether or not that has come. */
function whyStopped(failure: Failure, deadline: Deadline): Stop | undefined {
  if (deadline.stop.aborted) return deadline.stop.reason;
  return failure.transient ? { by: 'deadline' } : undefined;
}

/** Tells the log each change of status, each unknown one once, and a sign of life once a minute. */
function tellStory({ log, clock }: Watching, begin: number) {
  const warned = new Set<string>();
  let status: string | undefined;
  let toldAt = clock.now();
  return {
    look(job: Job): void {
      const now = clock.now();
      const { shown, warning } = tellStatus(job);
      const waited = formatDuration(now - begin);
      if (warning !== undefined && !warned.has(shown)) log.warning(warning);
      warned.add(shown);
      if (shown === status && now - toldAt < SIGN_OF_LIFE) return;
      log.info(shown === status ? `Still ${shown} after ${waited}.` : `Status after ${waited}: ${shown}.`);
      status = shown;
      toldAt = now;
    },
  };
}
