import { CREATE_LAG, MESSAGE_GRACE } from '../intervals.ts';
import type { Clock } from '../runner/clock.ts';
import type { Job } from '../service/job.ts';

/** What was sent to a job last, and when by our clock. `before` is how the job was then. */
export type Sent =
  | {
      readonly kind: 'create';
      readonly at: number;
      /** As `Create` has them. */
      readonly goesOnWith?: string | undefined;
      readonly why?: string | undefined;
    }
  | { readonly kind: 'message'; readonly at: number; readonly before: Job };

/** A job that ended. `activity` is false when nothing moved since the message: the state may be older than it. */
export interface Ended {
  readonly kind: 'ended';
  readonly job: Job;
  readonly activity: boolean;
}

const TERMINAL: ReadonlySet<string> = new Set(['completed', 'archived', 'failed']);
const KNOWN: ReadonlySet<string> = new Set(['active', ...TERMINAL]);

/** Whether the job's status is one of those that end it. */
export function hasEnded(job: Job): boolean {
  return TERMINAL.has(job.status ?? '');
}

/** Whether this action knows what the status means; a job of another one is treated as running. */
export function isKnown(status: string): boolean {
  return KNOWN.has(status);
}

/** Whether the job completed without a pull request: its link may follow. */
export function mayGetLink({ status, prLink }: Job): boolean {
  return status === 'completed' && prLink === undefined;
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

/**
 * Judges one job from look to look: the answer says whether it has ended. Who looks when is somebody else's matter.
 *
 * @param since since when the job is waited for
 */
export function openJudge(sent: Sent | undefined, since: number, clock: Clock) {
  let moved = sent?.kind !== 'message';
  return (job: Job): Ended | undefined => {
    const late = clock.now() - since >= MESSAGE_GRACE;
    // Whoever interrupts a turn may see nothing but the end of that one at first.
    const tells = sent?.kind === 'message' && (late || hasEnded(sent.before));
    moved ||= tells && hasMoved(job, sent.before);
    return hasEnded(job) && (moved || late) ? { kind: 'ended', job, activity: moved } : undefined;
  };
}

/** Whether the job shows anything that it did not show before the message. What an answer leaves out says nothing. */
function hasMoved(job: Job, before: Job): boolean {
  if (job.status !== undefined && !hasEnded(job)) return true;
  const fields = ['status', 'prLink', 'archivedAt'] as const;
  return fields.some((field) => job[field] !== undefined && job[field] !== before[field]);
}
