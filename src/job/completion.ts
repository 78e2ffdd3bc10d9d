import type { Failure } from '../http/failure.ts';
import type { Clock } from '../runner/clock.ts';
import type { Job } from '../service/job.ts';

/** What this step sent to the job before it began to watch. */
export type Sent =
  | { readonly kind: 'create'; readonly at: number }
  | { readonly kind: 'message'; readonly at: number; readonly before: Job };

/** A job that ended. `activity` is false when nothing moved since the message: the state may be older than it. */
export interface Ended {
  readonly kind: 'ended';
  readonly job: Job;
  readonly activity: boolean;
}

/** Judges one job's state from look to look. Who looks when is somebody else's matter. */
export interface Judge {
  /** The job as last seen. */
  readonly job: Job;
  /** Since when the job is waited for. */
  readonly since: number;
  /** Takes a look at the job; the answer is its end, if the look shows that. */
  see(job: Job): Ended | undefined;
  /** Whether a look that failed for good says only that the job cannot be read yet. */
  excuses(failure: Failure): boolean;
}

const TERMINAL: ReadonlySet<string> = new Set(['completed', 'archived', 'failed']);
const KNOWN: ReadonlySet<string> = new Set(['active', ...TERMINAL]);

/** How long a job may be unknown after its create (open-points.md, "Get-job operation"). */
const CREATE_LAG = 60_000;
/** How long a terminal status may be the previous turn's, in milliseconds (open-points.md, "State right after a message"). */
export const MESSAGE_GRACE = 90_000;

/** Whether the job's status is one of those that end it. */
export function hasEnded(job: Job): boolean {
  return TERMINAL.has(job.status ?? '');
}

/** The status for the log; `warning` when it is not one that this action knows. */
export function tellStatus(job: Job): { readonly shown: string; readonly warning?: string } {
  const shown = job.status ?? 'missing';
  if (KNOWN.has(shown)) return { shown };
  const warning = `The job's status "${shown}" is not one that this action knows; the job is treated as running.`;
  return { shown, warning };
}

/** Begins to judge a job; `first` is what is known of it before the first look. */
export function openJudge(first: Job, sent: Sent | undefined, clock: Clock): Judge {
  const since = sent?.at ?? clock.now();
  let job = first;
  let moved = sent?.kind !== 'message';
  return {
    since,
    get job() {
      return job;
    },
    see(seen) {
      job = seen;
      moved ||= sent?.kind === 'message' && hasMoved(job, sent.before);
      const counts = moved || clock.now() - since >= MESSAGE_GRACE;
      return hasEnded(job) && counts ? { kind: 'ended', job, activity: moved } : undefined;
    },
    excuses: ({ status }) => status === 404 && sent?.kind === 'create' && clock.now() - since < CREATE_LAG,
  };
}

/** Whether the job shows anything that it did not show before the message. What an answer leaves out says nothing. */
function hasMoved(job: Job, before: Job): boolean {
  if (job.status !== undefined && !hasEnded(job)) return true;
  const fields = ['status', 'prLink', 'archivedAt'] as const;
  return fields.some((field) => job[field] !== undefined && job[field] !== before[field]);
}
