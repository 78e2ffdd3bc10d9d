import * as z from 'zod/mini';
import type { Answer } from '../answer.ts';
import type { ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import type { GitHubPullRequest } from '../github/pull-requests.ts';
import { type CreatedFor, renderMarker } from '../report/reply-text.ts';
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

/** For markers, which identify the pull requests of our own jobs. */
export interface MarkerContext {
  readonly github: GitHub;
  readonly service: ServiceScope;
  readonly key: SigningKey;
  readonly workflowRun: WorkflowRun;
}

/** The job that created a pull request. */
interface Marker {
  readonly jobId: string;
  /** The account that posted the marker. */
  readonly user: ThreadComment['user'];
}

/** The newest marker on a pull request. `readPull` is for a caller that has already read it. */
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
  const comments = await github.elsewhere(pull).comments(pull.number);
  if (!comments.ok) return comments;
  const markers = comments.value.items.flatMap((comment) => {
    const jobId = readJobId(comment, place, key);
    return jobId === undefined ? [] : [{ jobId, user: comment.user }];
  });
  return { ok: true, value: markers.at(-1) };
}

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

const content = z.strictObject({ jobId: z.string().check(z.refine(isJobId)) });

/** Writes the hidden marker "created by this job", which is valid in only one comment of one pull request. */
export function signMarker(jobId: string, commentId: number, place: NotePlace, key: SigningKey): string {
  return signNote('made-by:v2', { jobId }, { ...place, commentId }, key);
}

/** The job that created the pull request, according to a marker that isn't copied from another comment. */
export function readJobId(
  { id, body }: Pick<ThreadComment, 'id' | 'body'>,
  place: NotePlace,
  key: SigningKey,
): string | undefined {
  const read = openNote('made-by:v2', content, body, { ...place, commentId: id }, key);
  return typeof read === 'object' ? read.jobId : undefined;
}

/** Posts the comment first and adds the marker in an edit, because its signature covers the comment's ID. */
export async function markPullRequest(
  access: PullRequestAccess,
  jobId: string,
  place: NotePlace,
  { key, ...origin }: { readonly key: SigningKey } & CreatedFor,
): Promise<void> {
  const { github, number } = access;
  const text = renderMarker(jobId, origin);
  const posted = await github.createComment(number, text);
  const marked = posted.ok
    ? await github.editComment(posted.value.id, `${text}\n${signMarker(jobId, posted.value.id, place, key)}`)
    : posted;
  if (!marked.ok) logFailure(UNMARKED, marked.failure, access);
}

const UNMARKED =
  'The pull request could not be marked, so its merge may create a job for documentation again';
