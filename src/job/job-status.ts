import { CREATE_LAG, MESSAGE_GRACE } from '../model/intervals.ts';
import type { Job } from '../service/job.ts';

/** A turn of a job, from a send to its end: what is known of it. Notes store it. Times are GitHub's. */
export interface Turn {
  /** Undefined if no send is known, or the end of the turn was seen. */
  readonly sentAt?: number | undefined;
  /** Whether the send created the job. Otherwise, it was a message. */
  readonly created?: boolean | undefined;
  /** The URL of the open pull request that the job was created to continue. */
  readonly continuesPullRequest?: string | undefined;
  /** The job as it was seen when it took the message, if its state may still be that. */
  readonly before?: Job | undefined;
}

export interface JobTurn extends Turn {
  readonly jobId: string;
}

const TERMINAL: ReadonlySet<string> = new Set(['completed', 'archived', 'failed']);

/** The statuses that this action knows; a job of another one is treated as running. */
export const KNOWN: ReadonlySet<string> = new Set(['active', ...TERMINAL]);

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
export function countsFrom({ status }: Job, { sentAt = 0, created }: Turn): number {
  return status === 'completed' && created !== true && sentAt > 0 ? sentAt + MESSAGE_GRACE : sentAt;
}

/** Whether the turn is over, by one poll. */
export function isOver(job: Job, turn: Turn, now: number): boolean {
  return hasEnded(job) && now >= countsFrom(job, turn);
}

/** Whether a job that returns 404 may just have been created. */
export function isTooYoung(sentAt: number | undefined, now: number): boolean {
  return sentAt !== undefined && now - sentAt < CREATE_LAG;
}
