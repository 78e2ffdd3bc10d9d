import { cutOff, endedResult, endOfEarlierTurn } from '../job/to-result.ts';
import { endsJob, isJobEnd, type RequestResult } from '../model/request-result.ts';
import type { JobOrigin } from '../pull-request/belongs-to-job.ts';
import type { People } from '../pull-request/labels-and-reviewers.ts';
import {
  closeNote,
  hasLaterTurn,
  headsOf,
  isEarlierAttempt,
  lastTurn,
  type Note,
  originOf,
  wasReported,
  withLink,
} from './note.ts';

/** How to finish a request that no run watches. */
export interface Finish {
  /** The note of its comment afterwards, and the result that the comment reports. */
  readonly note: Note;
  readonly result: RequestResult;
  /** For the pull request and the requester of a job that ended. */
  readonly ending?: {
    readonly origin: JobOrigin;
    readonly people: People;
    /** Undefined if no note has the time. */
    readonly sentAt: number | undefined;
    /** Only the last attempt notifies people, and requests reviews. */
    readonly notifies: boolean;
  };
}

/** Decides without I/O how to finish a request whose job, if any, ended with `end`. Undefined if its comment says all of it. */
export function decideFinish(note: Note, all: readonly Note[], end?: RequestResult): Finish | undefined {
  if (end === undefined || !isJobEnd(end)) return decideCutOff(note);
  const { checks, requester, jobId = '' } = note;
  const { by, person, at: requestUrl } = requester;
  const account = by === undefined || checks ? undefined : { login: by, type: person ? 'User' : 'Bot' };
  const notifies = !all.some((other) => other.jobId === jobId && isEarlierAttempt(note, other));
  const reviewer = requester.review ? by : undefined;
  const result = endOf(note, end, all);
  const heads = headsOf(note, result.job?.prLink, all);
  const origin = { ...originOf(all, jobId), ...heads };
  const isReviewed = !notifies || wasReported(note, all, jobId);
  const people = { requester: account, requestUrl, reviewer, isReviewed };
  // The note of a re-run that sent nothing lacks the time.
  const sentAt = note.sentAt ?? lastTurn(all, jobId).sentAt;
  const ending = { origin, people, sentAt, notifies };
  return { note: { ...note, ...heads }, result, ending };
}

/** How a run that was cut off leaves its request, by the note that was its last. */
export function decideCutOff(note: Note): Finish | undefined {
  const { state, jobId, left } = note;
  if (left || (state !== 'waiting' && state !== 'sending' && state !== 'job')) return undefined;
  const result = cutOff(state, jobId);
  return { note: { ...note, ...closeNote(note, result, true) }, result };
}

function endOf(note: Note, end: RequestResult, all: readonly Note[]): RequestResult {
  const job = end.job && withLink(end.job, all);
  if (hasLaterTurn(note, all)) return endOfEarlierTurn({ ...end, job });
  return job !== undefined && endsJob(end) ? endedResult(job, note) : end;
}
