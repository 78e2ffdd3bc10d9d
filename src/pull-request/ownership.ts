import type { Answer } from '../answer.ts';
import { AGE_TOLERANCE } from '../intervals.ts';
import type { Job } from '../service/job.ts';
import type { NotePlace } from '../text/signed-note.ts';
import type { PullRequestAccess } from './access.ts';
import { findPlace, type MarkerContext, readMarkerAt } from './marker.ts';

/** How a job came about, as this action knows it: no other word decides whether a pull request is the job's own. */
export interface JobOrigin {
  /** When something was sent to it first, in epoch milliseconds: the job is never taken to be older. */
  readonly since?: number | undefined;
  /** The open pull request that it was created to continue. */
  readonly continuesPullRequest?: string | undefined;
  /** This run created it, so no other one can have marked its pull request. */
  readonly isNew?: boolean | undefined;
  /** The head commit of its pull request before the last message. */
  readonly headBefore?: string | undefined;
}

/** Whose a pull request is: why it may be another person's, or where the job's own lacks its marker. */
export interface Ownership {
  readonly foreign?: string;
  readonly unmarked?: NotePlace;
}

/** The job's own is younger than the job, or one that our jobs made and this one was created to continue. */
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
  // A job that this run created can have no marker yet, unless it continues what another one made.
  if (!isNew || continues) {
    const marker = await readMarkerAt(access, unmarked, context);
    if (!marker.ok) return marker;
    if (marker.value?.jobId === job.id) return { ok: true, value: {} };
    if (continues && marker.value !== undefined) return { ok: true, value: { unmarked } };
  }
  // The service's date would let it claim any pull request, so it counts only if nothing was sent to the job from here.
  const createdAt = since ?? Date.parse(job.createdAt ?? '');
  if (!createdAt) return { ok: true, value: { foreign: 'the date of its job is unknown' } };
  const answer = await readPull();
  if (!answer.ok) return answer;
  const isYounger = answer.value.created_at >= createdAt - AGE_TOLERANCE;
  return {
    ok: true,
    value: isYounger ? { unmarked } : { foreign: 'it is older than the job is known to be' },
  };
}
