import { formatDuration } from '../text/time.ts';
import type { Clock, Deadline, Failure, Job, Log, Service, Stop } from '../world/world.ts';
import { nextDelay } from './schedule.ts';

/** What this step sent to the job before it began to watch. */
export type Sent =
  | { readonly kind: 'create'; readonly at: number }
  | { readonly kind: 'message'; readonly at: number; readonly before: Job };

/** How watching ended. */
export type Watched =
  /** The job ended. `activity` is false when nothing moved since the message: the state may be older than it. */
  | { readonly kind: 'ended'; readonly job: Job; readonly activity: boolean }
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

const TERMINAL: ReadonlySet<string> = new Set(['completed', 'archived', 'failed']);
const KNOWN: ReadonlySet<string> = new Set(['active', ...TERMINAL]);

/** How long a job may be unknown after its create (open-points.md, "Get-job operation"). */
const CREATE_LAG = 60_000;
/** How long a terminal status may be the previous turn's (open-points.md, "State right after a message"). */
const MESSAGE_GRACE = 90_000;
const SIGN_OF_LIFE = 60_000;

/** Whether the job's status is one of those that end it. */
export function hasEnded(job: Job): boolean {
  return TERMINAL.has(job.status ?? '');
}

/** Looks at the job until it ends or the step has to. `first` is the first look. */
export async function watch(first: Job, sent: Sent | undefined, watching: Watching): Promise<Watched> {
  const { clock } = watching;
  const begin = sent?.at ?? clock.now();
  const story = tellStory(watching, begin);
  let job = first;
  let moved = sent?.kind !== 'message';
  for (;;) {
    story.look(job);
    moved ||= sent?.kind === 'message' && hasMoved(job, sent.before);
    if (hasEnded(job) && (moved || clock.now() - begin >= MESSAGE_GRACE)) {
      return { kind: 'ended', job, activity: moved };
    }
    // The end is reported by the outcome, at once and with its link.
    await watching.observe?.(job);
    const next = await lookAgain(job, begin, sent, watching);
    if ('kind' in next) return next;
    job = next;
  }
}

/** Waits for the next look's time and looks; a job that is not known yet is as it was. */
async function lookAgain(
  job: Job,
  begin: number,
  sent: Sent | undefined,
  { service, clock, deadline, random, pollInterval }: Watching,
): Promise<Job | Watched> {
  const now = clock.now();
  const delay = nextDelay(pollInterval, { waited: now - begin, left: deadline.at - now }, random);
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
  const lagging = failure.status === 404 && sent?.kind === 'create' && clock.now() - begin < CREATE_LAG;
  return lagging ? job : { kind: 'refused', job, failure };
}

/** A look that may not be repeated any more ends at the deadline, whether or not that has come. */
function whyStopped(failure: Failure, deadline: Deadline): Stop | undefined {
  if (deadline.stop.aborted) return deadline.stop.reason;
  return failure.transient ? { by: 'deadline' } : undefined;
}

/** Whether the job shows anything that it did not show before the message. What an answer leaves out says nothing. */
function hasMoved(job: Job, before: Job): boolean {
  if (job.status !== undefined && !hasEnded(job)) return true;
  const fields = ['status', 'prLink', 'archivedAt'] as const;
  return fields.some((field) => job[field] !== undefined && job[field] !== before[field]);
}

/** Tells the log each change of status, each unknown one once, and a sign of life once a minute. */
function tellStory({ log, clock }: Watching, begin: number) {
  const warned = new Set<string>();
  let status: string | undefined;
  let toldAt = clock.now();
  return {
    look(job: Job): void {
      const now = clock.now();
      const shown = job.status ?? 'missing';
      const waited = formatDuration(now - begin);
      if (!KNOWN.has(shown) && !warned.has(shown)) {
        warned.add(shown);
        log.warning(
          `The job's status "${shown}" is not one that this action knows; the job is treated as running.`,
        );
      }
      if (shown === status && now - toldAt < SIGN_OF_LIFE) return;
      log.info(shown === status ? `Still ${shown} after ${waited}.` : `Status after ${waited}: ${shown}.`);
      status = shown;
      toldAt = now;
    },
  };
}
