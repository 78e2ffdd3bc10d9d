import type { Answer } from '../answer.ts';
import { AGE_TOLERANCE } from '../intervals.ts';
import type { Job } from '../service/job.ts';
import type { NotePlace } from '../text/signed-note.ts';
import type { PullRequestAccess } from './access.ts';
import { findPlace, type MarkerComment, type MarkerContext, readMarkerAt } from './marker.ts';

/** The origin of a job according to this action, which decides whether a pull request is the job's own. */
export interface JobOrigin {
  /** The time of the first request to the job, in epoch milliseconds. The job counts as no older than that. */
  readonly since?: number | undefined;
  /** The open pull request that the job was created to continue. */
  readonly continuesPullRequest?: string | undefined;
  /** This run created the job, so no other run can have marked its pull request. */
  readonly isNew?: boolean | undefined;
  /** The head commit of the job's pull request before the last message. */
  readonly headBefore?: string | undefined;
}

/** Why a pull request might not be the job's own, or the place where the job's own lacks a marker. */
export interface Ownership {
  readonly foreign?: string;
  readonly unmarked?: NotePlace;
  readonly marked?: { readonly marker: MarkerComment; readonly place: NotePlace };
}

/**
 * A job's own pull request has the job's marker, or is younger than the job. If the job was created to continue it, the
 * marker of another job is enough.
 */
export async function judgeOwnership(
  access: PullRequestAccess,
  job: Job,
  { since, continuesPullRequest, isNew }: JobOrigin,
  context: MarkerContext,
): Promise<Answer<Ownership>> {
  const readPull = () => access.read(access.github);
  const found = await findPlace(access, context, readPull);
  if (!found.ok) return found;
  const unmarked = found.value;
  const continues = continuesPullRequest === job.prLink;
  // A job that this run created can have no marker yet, unless it continues a pull request of another job.
  if (!isNew || continues) {
    const marker = await readMarkerAt(access, unmarked, context);
    if (!marker.ok) return marker;
    if (marker.value?.jobId === job.id)
      return { ok: true, value: { marked: { marker: marker.value, place: unmarked } } };
    if (continues && marker.value !== undefined) return { ok: true, value: { unmarked } };
  }
  // With its date, the service could claim any pull request. The date counts only if this action sent nothing to the job.
  const createdAt = since ?? Date.parse(job.createdAt ?? '');
  if (!createdAt) return { ok: true, value: { foreign: 'the date of its job is unknown' } };
  const answer = await readPull();
  if (!answer.ok) return answer;
  const isYounger = answer.value.created_at >= createdAt - AGE_TOLERANCE;
  return {
    ok: true,
    value: isYounger ? { unmarked } : { foreign: 'it is older than the job' },
  };
}
