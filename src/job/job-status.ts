import type { Failure } from '../http/failure.ts';
import { CREATE_LAG, LINK_LAG, MESSAGE_GRACE } from '../intervals.ts';
import type { Clock } from '../runner/clock.ts';
import type { Job } from '../service/job.ts';

/** What was sent to a job last, and when by our clock. `before` is how the job was then. */
export type Sent =
  | { readonly kind: 'create'; readonly at: number }
  | { readonly kind: 'message'; readonly at: number; readonly before: Job };

/** A job that ended. `activity` is false when nothing moved since the message: the state may be older than it. */
export interface Ended {
  readonly kind: 'ended';
  readonly job: Job;
  readonly activity: boolean;
}

/** What a look says. */
export type Verdict =
  | { readonly kind: 'running' }
  | Ended
  /** One more look is due after so many milliseconds; without it, `otherwise` counts. */
  | { readonly kind: 'look again'; readonly after: number; readonly otherwise: Ended };

/** Judges one job's state from look to look. Who looks when is somebody else's matter. */
export interface Judge {
  /** The job as last seen. */
  readonly job: Job;
  /** Since when the job is waited for. */
  readonly since: number;
  see(job: Job): Verdict;
  /** Whether a look that failed for good says only that the job cannot be read yet. */
  excuses(failure: Failure): boolean;
}

const TERMINAL: ReadonlySet<string> = new Set(['completed', 'archived', 'failed']);
const KNOWN: ReadonlySet<string> = new Set(['active', ...TERMINAL]);

/** Whether the job's status is one of those that end it. */
export function hasEnded(job: Job): boolean {
  return TERMINAL.has(job.status ?? '');
}

/** The status for the log; `warning` when it is not one that this action knows. */
export function tellStatus(job: Job): { readonly shown: string; readonly warning: string | undefined } {
  const shown = job.status ?? 'missing';
  const warning = KNOWN.has(shown)
    ? undefined
    : `The job's status "${shown}" is not one that this action knows; the job is treated as running.`;
  return { shown, warning };
}

/** Whether nobody can tell by one look that the turn that began at `sentAt` is over. All moments by one clock. */
export function isInTurn(job: Job, sentAt: number | undefined, now: number): boolean {
  if (!hasEnded(job)) return true;
  // Only `completed` may be the turn before: a job that takes messages was completed then.
  return job.status === 'completed' && sentAt !== undefined && now - sentAt < MESSAGE_GRACE;
}

/** Whether a job that is not known to the service (404) may just have been created. */
export function isTooYoung(sentAt: number | undefined, now: number): boolean {
  return sentAt !== undefined && now - sentAt < CREATE_LAG;
}

/** Begins to judge a job; `first` is what is known of it before the first look. */
export function openJudge(first: Job, sent: Sent | undefined, clock: Clock): Judge {
  const since = sent?.at ?? clock.now();
  let job = first;
  let moved = sent?.kind !== 'message';
  let doubted = false;
  return {
    since,
    get job() {
      return job;
    },
    see(seen) {
      job = seen;
      const late = clock.now() - since >= MESSAGE_GRACE;
      // Whoever interrupts a turn may see nothing but the end of that one at first.
      const tells = sent?.kind === 'message' && (late || hasEnded(sent.before));
      moved ||= tells && hasMoved(job, sent.before);
      if (!hasEnded(job) || !(moved || late)) return { kind: 'running' };
      const ended: Ended = { kind: 'ended', job, activity: moved };
      if (doubted || job.status !== 'completed' || job.prLink !== undefined) return ended;
      doubted = true;
      return { kind: 'look again', after: LINK_LAG, otherwise: ended };
    },
    excuses: ({ status }) => status === 404 && isTooYoung(sent?.at, clock.now()),
  };
}

/** Whether the job shows anything that it did not show before the message. What an answer leaves out says nothing. */
function hasMoved(job: Job, before: Job): boolean {
  if (job.status !== undefined && !hasEnded(job)) return true;
  const fields = ['status', 'prLink', 'archivedAt'] as const;
  return fields.some((field) => job[field] !== undefined && job[field] !== before[field]);
}
