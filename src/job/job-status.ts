import { CREATE_LAG, MESSAGE_GRACE } from '../intervals.ts';
import type { Job } from '../service/job.ts';

/** What is sent to the service: a new job, or a message to one. */
export type Send =
  | {
      readonly kind: 'create';
      /** The URL of the open pull request that the job is to continue. */
      readonly continuesPullRequest?: string | undefined;
    }
  /** `before` is the job as it was seen when it took messages. */
  | { readonly kind: 'message'; readonly before: Job };

/** The last send, and its time by GitHub's clock. */
export type Sent = Send & { readonly at: number };

/** A turn of a job: from a send to its end, by GitHub's clock. */
export interface Turn {
  readonly jobId: string;
  /** Undefined if no send is known, or the end of the turn was seen. */
  readonly sentAt?: number | undefined;
  readonly created?: boolean | undefined;
}

const TERMINAL: ReadonlySet<string> = new Set(['completed', 'archived', 'failed']);

/** The statuses that this action knows; a job of another one is treated as running. */
export const KNOWN: ReadonlySet<string> = new Set(['active', ...TERMINAL]);

/** Whether the job's status is one of those that end it. */
export function hasEnded(job: Job): boolean {
  return TERMINAL.has(job.status ?? '');
}

/** Whether a job takes messages after its turn; undefined is a job that doesn't exist. */
export function takesMessages(job: Job | undefined): job is Job {
  return job !== undefined && job.status !== 'failed' && job.status !== 'archived';
}

/**
 * From when on a job's status is that of this turn. Until then, `completed` may be the end of the previous turn: a job
 * that takes messages was completed when one was sent. A job that was just created has no previous turn.
 */
export function countsFrom({ status }: Job, { sentAt = 0, created }: Omit<Turn, 'jobId'>): number {
  return status === 'completed' && created !== true && sentAt > 0 ? sentAt + MESSAGE_GRACE : sentAt;
}

/** Whether the turn is over, by one poll. */
export function isOver(job: Job, turn: Omit<Turn, 'jobId'>, now: number): boolean {
  return hasEnded(job) && now >= countsFrom(job, turn);
}

/** Whether a job that returns 404 may just have been created. */
export function isTooYoung(sentAt: number | undefined, now: number): boolean {
  return sentAt !== undefined && now - sentAt < CREATE_LAG;
}
