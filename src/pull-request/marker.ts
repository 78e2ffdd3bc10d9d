import * as z from 'zod/mini';
import { isLogin, isPerson } from '../github/account.ts';
import type { ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import { shapes } from '../github/octokit.ts';
import type { Answer } from '../model/answer-or-failure.ts';
import { type RequestResult, unsentByRead } from '../model/request-result.ts';
import { type CommentContext, finishComment, inviteTo } from '../report/status-text.ts';
import { isJobId } from '../text/identifiers.ts';
import { code, link } from '../text/markdown.ts';
import {
  replaceNote,
  type SigningKey,
  signNote,
  signText,
  type ThreadRef,
  verifyNote,
} from '../text/signed-note.ts';
import { type Access, logFailure, type PullRequestAccess, threadOf } from './access.ts';
import type { Metadata, People } from './labels-and-reviewers.ts';

/** What a marker says: the job that created the pull request. */
export interface Marker {
  readonly jobId: string;
  /** The login of the last person who requested something, or else of the requester, if readers may know it. */
  readonly by?: string | undefined;
  /** When a request of a person ended last, in epoch milliseconds by GitHub's clock. */
  readonly personAt?: number | undefined;
  /** The head commit when the job's last turn ended. Undefined if it is unknown. */
  readonly head?: string | undefined;
  /** The recipe that created the job. Undefined if its request followed a merge of the agent's: that of this one starts none. */
  readonly recipe?: string | undefined;
}

/** What distinguishes a recipe from others, as a keyed hash: the labels of its pull requests, or else its workflow. */
export function recipeOf(prLabels: readonly string[], { workflowRun, key }: Access): string {
  const labels = prLabels.map((label) => label.toLowerCase()).sort();
  return signText('recipe:v1', labels.length > 0 ? labels : [workflowRun.workflowPath], key);
}

export interface MarkerComment extends Marker {
  readonly comment: ThreadComment;
}

/** The newest marker on a pull request of this repository. */
export function readMarker(number: number, access: Access): Promise<Answer<MarkerComment | undefined>> {
  return readMarkerAt(threadOf(number, access), access.github, access.key);
}

/** The marker of a pull request of this repository, or why nothing is sent: without an answer, it could be the agent's. */
export async function readMade(number: number, access: Access): Promise<Marker | RequestResult | undefined> {
  const marker = await readMarker(number, access);
  return marker.ok ? marker.value : unsentByRead(`Which job created pull request ${number}`, marker.failure);
}

/** The newest marker on a pull request. `github` is for its repository. */
export async function readMarkerAt(
  thread: ThreadRef,
  github: GitHub,
  key: SigningKey,
): Promise<Answer<MarkerComment | undefined>> {
  const comments = await github.comments(thread.number);
  if (!comments.ok) return comments;
  const markers = comments.value.items.flatMap((comment) => {
    const marker = openMarker(comment, thread, key);
    return marker === undefined ? [] : [{ ...marker, comment }];
  });
  return { ok: true, value: markers.at(-1) };
}

/** Those of earlier versions have more. */
const content = z.object({
  jobId: z.string().check(z.refine(isJobId)),
  by: z.optional(z.string().check(z.refine(isLogin))),
  personAt: z.optional(z.number()),
  head: z.optional(shapes.sha),
  recipe: z.optional(z.string()),
});

/** Writes the hidden marker "created by this job", which is valid in only one comment of one pull request. */
export function signMarker(marker: Marker, commentId: number, thread: ThreadRef, key: SigningKey): string {
  return signNote('made-by:v2', marker, { ...thread, commentId }, key);
}

/** Reads a marker that isn't copied from another comment. */
export function openMarker(
  { id, body }: Pick<ThreadComment, 'id' | 'body'>,
  thread: ThreadRef,
  key: SigningKey,
): Marker | undefined {
  const read = verifyNote('made-by:v2', content, body, { ...thread, commentId: id }, key);
  return typeof read === 'object' ? read : undefined;
}

/** A job's own pull request, and where its marker belongs. It may have the marker of the job that this one continues. */
export interface OwnPullRequest {
  readonly marker?: MarkerComment | undefined;
  readonly thread: ThreadRef;
}

interface MarkedTurn extends Pick<Marker, 'jobId'> {
  readonly headAfter?: string | undefined;
  readonly followsAgent?: boolean | undefined;
}

/** Marks the pull request, with its head commit at the end of the turn and the person who requested last. */
export async function writeMarker(
  { marker: old, thread }: OwnPullRequest,
  turn: MarkedTurn,
  { requester, requestUrl: at }: People,
  { phrase, prLabels }: Pick<CreatedFor, 'phrase'> & Pick<Metadata, 'prLabels'>,
  target: PullRequestAccess,
  access: Access,
): Promise<void> {
  const { key, time, workflowRun } = access;
  const { isHere } = target;
  const { jobId, headAfter } = turn;
  const pull = await target.read(target.github);
  const head = headAfter ?? (pull.ok ? pull.value.head.sha : old?.head);
  // A public pull request must not name a request in a repository that may be private.
  const mayName = isHere || workflowRun.isPublic || (pull.ok && pull.value.base.repo.private);
  const by = mayName ? requester?.login : undefined;
  const byPerson = isPerson(requester);
  const personAt = byPerson ? time.now() : undefined;
  const last = byPerson || old === undefined ? { by, personAt } : old;
  const recipe = keptRecipe(turn, old, recipeOf(prLabels, access));
  const marker = { jobId, by: last.by, personAt: last.personAt, head, recipe };
  const sign = (id: number) => signMarker(marker, id, thread, key);
  if (old?.jobId !== jobId) {
    const request = mayName ? { by, at, run: workflowRun.url } : { run: undefined };
    const text = renderMarker(jobId, { phrase, isHere, isCreated: old === undefined, ...request });
    return postMarker(text, sign, target);
  }
  // A commit of a person is known by the head commit at the end of the job's last turn.
  if (headAfter !== undefined || (!byPerson && old.head === head)) return;
  const { id, body } = old.comment;
  const moved = await writeTwice(() => target.github.editComment(id, replaceNote(body, sign(id))));
  if (!moved.ok) logFailure('The marker could not be updated', moved.failure, target);
}

interface CreatedFor extends Pick<CommentContext, 'by' | 'at' | 'phrase'> {
  /** The URL of the workflow run; undefined if readers of the pull request must not learn of the request. */
  readonly run: string | undefined;
  /** Whether the request is in the same repository. */
  readonly isHere: boolean;
  /** Whether the job created the pull request. Otherwise, it continues that of another job. */
  readonly isCreated: boolean;
}

/** The visible text of the marker on the pull request of a job. */
export function renderMarker(jobId: string, { by, at, run, isHere, isCreated, phrase }: CreatedFor): string {
  const source =
    at === undefined ? run && ` in ${link(run, 'a workflow run')}` : ` for ${link(at, 'a request')}`;
  const who = by === undefined ? '' : ` by ${code(by)}`;
  const verb = isCreated ? 'created' : 'continues';
  const created = `The documentation agent ${verb} this pull request${source ?? ''}${who} (job ${code(jobId)}).`;
  const where = isHere ? 'here' : 'in the thread of the request';
  return finishComment([created, inviteTo(where, { at, phrase })], { phrase });
}

/** The recipe stays the same when requests change the pull request later. */
function keptRecipe({ followsAgent }: MarkedTurn, old: Marker | undefined, recipe: string) {
  if (followsAgent) return undefined;
  return old === undefined ? recipe : old.recipe;
}

/** Posts the comment first and adds the marker in an edit, because its signature covers the comment's ID. */
async function postMarker(text: string, sign: (id: number) => string, target: PullRequestAccess) {
  const { github, number } = target;
  const posted = await writeTwice(() => github.createComment(number, text));
  const marked = posted.ok
    ? await writeTwice(() => github.editComment(posted.value.id, `${text}\n${sign(posted.value.id)}`))
    : posted;
  if (!marked.ok) logFailure(UNMARKED, marked.failure, target);
}

/** A second comment costs nothing. Without a marker, the next request pays for another pull request. */
async function writeTwice<T>(write: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await write();
  return answer.ok || answer.failure.outcome === 'not processed' ? answer : write();
}

const UNMARKED =
  'The pull request could not be marked, so its merge may create a job for documentation again';
