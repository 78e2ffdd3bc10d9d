import * as z from 'zod/mini';
import type { Answer } from '../answer-or-failure.ts';
import { isLogin } from '../github/account.ts';
import type { ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import { type CreatedFor, renderMarker } from '../report/pull-request-text.ts';
import { type NotePlace, replaceNote, type SigningKey, signNote, verifyNote } from '../text/signed-note.ts';
import { isJobId } from '../text/url.ts';
import { type AccessContext, logFailure, type PullRequestAccess } from './access.ts';

/** What a marker says: the job that created the pull request. */
export interface Marker {
  readonly jobId: string;
  /** The login of the last person who requested something, or else of the requester, if readers may know it. */
  readonly by?: string | undefined;
  /** When a request of a person ended last, in epoch milliseconds by GitHub's clock. */
  readonly personAt?: number | undefined;
  /** The head commit when the job's last turn ended. Undefined if it is unknown. */
  readonly head?: string | undefined;
  /** Which entry of a batch the job was created for: a keyed hash. */
  readonly entry?: string | undefined;
}

/** A marker and its comment. */
export interface MarkerComment extends Marker {
  readonly comment: ThreadComment;
}

/** The newest marker on a pull request of this repository. */
export function readMarker(
  thread: number,
  { github, service, key, workflowRun: { repositoryId } }: AccessContext,
): Promise<Answer<MarkerComment | undefined>> {
  return readMarkerAt({ service, repositoryId, thread }, github, key);
}

/** The newest marker on a pull request. `github` is for its repository. */
export async function readMarkerAt(
  place: NotePlace,
  github: GitHub,
  key: SigningKey,
): Promise<Answer<MarkerComment | undefined>> {
  const comments = await github.comments(place.thread);
  if (!comments.ok) return comments;
  const markers = comments.value.items.flatMap((comment) => {
    const marker = openMarker(comment, place, key);
    return marker === undefined ? [] : [{ ...marker, comment }];
  });
  return { ok: true, value: markers.at(-1) };
}

const content = z.strictObject({
  jobId: z.string().check(z.refine(isJobId)),
  by: z.optional(z.string().check(z.refine(isLogin))),
  personAt: z.optional(z.number()),
  head: z.optional(z.string().check(z.regex(/^[0-9a-f]{40,64}$/))),
  entry: z.optional(z.string()),
});

/** Writes the hidden marker "created by this job", which is valid in only one comment of one pull request. */
export function signMarker(marker: Marker, commentId: number, place: NotePlace, key: SigningKey): string {
  return signNote('made-by:v2', marker, { ...place, commentId }, key);
}

/** Reads a marker that isn't copied from another comment. */
export function openMarker(
  { id, body }: Pick<ThreadComment, 'id' | 'body'>,
  place: NotePlace,
  key: SigningKey,
): Marker | undefined {
  const read = verifyNote('made-by:v2', content, body, { ...place, commentId: id }, key);
  return typeof read === 'object' ? read : undefined;
}

/** Posts the comment first and adds the marker in an edit, because its signature covers the comment's ID. */
export async function markPullRequest(
  access: PullRequestAccess,
  marker: Marker,
  place: NotePlace,
  { key, ...origin }: { readonly key: SigningKey } & CreatedFor,
): Promise<void> {
  const { github, number } = access;
  const text = renderMarker(marker.jobId, origin);
  const posted = await github.createComment(number, text);
  const marked = posted.ok
    ? await github.editComment(posted.value.id, `${text}\n${signMarker(marker, posted.value.id, place, key)}`)
    : posted;
  if (!marked.ok) logFailure(UNMARKED, marked.failure, access);
}

/** Stores the head commit at the end of a later turn of the job, so that a commit of a person is known as one. */
export async function moveMarker(
  access: PullRequestAccess,
  { id, body: old }: ThreadComment,
  marker: Marker,
  place: NotePlace,
  key: SigningKey,
): Promise<void> {
  const body = replaceNote(old, signMarker(marker, id, place, key));
  const moved = await access.github.editComment(id, body);
  if (!moved.ok) logFailure('The marker could not be updated', moved.failure, access);
}

const UNMARKED =
  'The pull request could not be marked, so its merge may create a job for documentation again';
