import * as z from 'zod/mini';
import type { Answer } from '../answer.ts';
import { MOST_COMMENTS, type ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import type { GitHubPullRequest } from '../github/pull-requests.ts';
import { type CreatedFor, renderMadeBy } from '../report/reply-text.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import {
  type NotePlace,
  openNote,
  type ServiceScope,
  type SigningKey,
  signNote,
} from '../text/signed-note.ts';
import { isJobId } from '../text/url.ts';
import { logFailure, type PullRequestAccess } from './access.ts';
import { type GitHubPull, isInRepository } from './link.ts';

/** How pull requests of our own jobs are recognized. */
export interface MarkerContext {
  readonly github: GitHub;
  readonly service: ServiceScope;
  readonly key: SigningKey;
  readonly workflowRun: WorkflowRun;
}

/** The job that created a pull request, and who wrote so. */
interface Marker {
  readonly jobId: string;
  readonly user: ThreadComment['user'];
}

/** The newest marker in the conversation of a pull request. `readPull` is for a caller that has read it already. */
export async function readMarker(
  pull: GitHubPull,
  context: MarkerContext,
  readPull = () => context.github.elsewhere(pull).pullRequest(pull.number),
): Promise<Answer<Marker | undefined>> {
  const place = await findPlace(pull, context, readPull);
  return place.ok ? readMarkerAt(pull, place.value, context) : place;
}

export async function readMarkerAt(
  pull: GitHubPull,
  place: NotePlace,
  { github, key }: MarkerContext,
): Promise<Answer<Marker | undefined>> {
  const comments = await github.elsewhere(pull).lastComments(pull.number, MOST_COMMENTS);
  if (!comments.ok) return comments;
  const markers = comments.value.items.flatMap((comment) => {
    const jobId = readMadeBy(comment, place, key);
    return jobId === undefined ? [] : [{ jobId, user: comment.user }];
  });
  return { ok: true, value: markers.at(-1) };
}

/** What the notes of a pull request are bound to. */
export async function findPlace(
  pull: GitHubPull,
  { service, workflowRun: { repository, repositoryId } }: Omit<MarkerContext, 'github'>,
  readPull: () => Promise<Answer<GitHubPullRequest>>,
): Promise<Answer<NotePlace>> {
  const place = { service, repositoryId, thread: pull.number };
  if (isInRepository(pull, repository)) return { ok: true, value: place };
  const answer = await readPull();
  return answer.ok ? { ok: true, value: { ...place, repositoryId: answer.value.base.repo.id } } : answer;
}

const madeBy = z.strictObject({ jobId: z.string().check(z.refine(isJobId)) });

/** The hidden marker "this pull request was made by that job", good for one comment of this one pull request. */
export function writeMadeBy(jobId: string, commentId: number, place: NotePlace, key: SigningKey): string {
  return signNote('made-by:v2', { jobId }, { ...place, commentId }, key);
}

/** The job that made this pull request, as a comment there says; a marker that was copied from another says nothing. */
export function readMadeBy(
  { id, body }: Pick<ThreadComment, 'id' | 'body'>,
  place: NotePlace,
  key: SigningKey,
): string | undefined {
  const read = openNote('made-by:v2', madeBy, body, { ...place, commentId: id }, key);
  return typeof read === 'object' ? read.jobId : undefined;
}

/** Posts the marker first and signs it by an edit, so that it names its own comment. */
export async function markPullRequest(
  access: PullRequestAccess,
  jobId: string,
  place: NotePlace,
  { key, ...words }: { readonly key: SigningKey } & CreatedFor,
): Promise<void> {
  const { github, number } = access;
  const text = renderMadeBy(jobId, words);
  const posted = await github.createComment(number, text);
  const marked = posted.ok
    ? await github.editComment(posted.value.id, `${text}\n${writeMadeBy(jobId, posted.value.id, place, key)}`)
    : posted;
  if (!marked.ok) logFailure(UNMARKED, marked.failure, access);
}

const UNMARKED =
  'The pull request could not be marked, so its merge may create a job for documentation again';
