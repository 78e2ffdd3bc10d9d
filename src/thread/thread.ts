import type { Request } from '../event/request.ts';
import { isPerson } from '../github/account.ts';
import type { ThreadComment } from '../github/comments.ts';
import { warnOfComment } from '../github/edit-comment.ts';
import type { ReactionTarget } from '../github/requester.ts';
import type { JobTurn } from '../job/job-status.ts';
import type { Answer } from '../model/answer-or-failure.ts';
import { isResult, type RequestResult, skipped, unsentByRead } from '../model/request-result.ts';
import { type Access, threadOf } from '../pull-request/access.ts';
import { pullUrl } from '../pull-request/link.ts';
import { type Marker, openMarker } from '../pull-request/marker.ts';
import type { CommentContext } from '../report/status-text.ts';
import type { ThreadRef } from '../text/signed-note.ts';
import { isEarlierAttempt, isLive, type Note, type NoteComment, notesWithJob, readNote } from './note.ts';

/** Where a request is reported, and who requested what. */
export interface Thread extends ThreadRef {
  readonly requester: CommentContext;
  /** The URL of the pull request that the request is on. */
  readonly pullRequest?: string | undefined;
  /** Comment only if the agent changed something. */
  readonly onlyWhenChanged?: boolean | undefined;
}

interface ThreadRules {
  readonly comment: 'auto' | 'when-changed' | 'never';
  readonly issueNumber?: number | undefined;
  readonly triggerPhrase: string;
}

/** The thread of a request, or of the pull request that its change is about. Undefined if the action must not or can't comment. */
export function openThread(
  request: Request,
  { comment, issueNumber, triggerPhrase }: ThreadRules,
  access: Access,
  pull?: number,
): Thread | undefined {
  const { requestsChanges, sender, thread } = request;
  const { workflowRun } = access;
  const number = issueNumber ?? pull ?? thread?.number;
  if (number === undefined || comment === 'never') return undefined;
  const isOnPull = thread?.kind === 'pull-request' && thread.number === number;
  const requester = {
    by: sender?.login,
    person: isPerson(sender),
    at: pull === undefined ? request.url : pullUrl(pull, workflowRun),
    reactTo: reactionTarget(request),
    review: requestsChanges,
    run: workflowRun.url,
    phrase: triggerPhrase,
  };
  return {
    ...threadOf(number, access),
    requester,
    pullRequest: isOnPull ? pullUrl(number, workflowRun) : undefined,
    // A push, a release or a schedule has no requester in the thread.
    onlyWhenChanged: comment === 'when-changed' && !hasThread(request),
  };
}

/** Whether people read of the request in a thread. A push, a release or a schedule has none, and checks have their pull request's. */
export function hasThread({ thread, checks }: Request): boolean {
  return thread !== undefined || checks !== undefined;
}

/** Where to add a reaction. Reviews can't have any, and GitHub stores those to a pull request on its issue. */
export function reactionTarget({ thread, comment }: Request): ReactionTarget | undefined {
  if (comment === undefined) return thread && { kind: 'issue', number: thread.number };
  const { kind, id } = comment;
  return kind === 'review' ? undefined : { kind, id };
}

/** A thread, as read from its comments. */
export interface ThreadView {
  /** The oldest comment first. */
  readonly notes: readonly NoteComment[];
  /** The job that created this pull request, by the newest marker. */
  readonly marker?: ThreadMarker | undefined;
  /** Whether a comment of an app has a note that is signed with another key. */
  readonly hasOtherKey?: boolean;
}

interface ThreadMarker extends Marker {
  /** When the marker was written. */
  readonly at: number;
  readonly pullRequest: string;
}

/** Reads a thread; none is an empty one. With `since` (epoch milliseconds), only comments that changed. */
export async function readThread(
  thread: ThreadRef | undefined,
  access: Access,
  since?: number,
): Promise<ThreadView | RequestResult> {
  if (thread === undefined) return { notes: [] };
  const { github, key, time, workflowRun } = access;
  const answer = await github.comments(thread.number, since);
  if (!answer.ok) return unsentByRead('the conversation', answer.failure);
  const { items, date } = answer.value;
  time.learn(date);
  const { notes, unverified } = readNotes(items, () => thread, access);
  const pullRequest = pullUrl(thread.number, workflowRun);
  const markers = items.flatMap((comment) => {
    const marker = openMarker(comment, thread, key);
    return marker === undefined ? [] : { ...marker, at: comment.created_at, pullRequest };
  });
  return { notes, marker: markers.at(-1), hasOtherKey: unverified > 0 };
}

/**
 * The notes of comments, in their order, and how many by apps don't verify: a person can copy a note. Strangers can cause these,
 * so only the log mentions them.
 */
function readNotes(
  comments: readonly ThreadComment[],
  threadOfComment: (comment: ThreadComment) => ThreadRef,
  { key, log }: Access,
) {
  const read = comments.map((comment) => {
    const thread = threadOfComment(comment);
    return { comment, thread, note: readNote(comment, thread, key) };
  });
  const notes = read.flatMap(({ comment: { id }, note, thread }): NoteComment[] =>
    typeof note === 'object' ? [{ id, note, thread }] : [],
  );
  const unverified = read.filter(({ note }) => note === 'unverified');
  if (unverified.length > 0) log.info(describeUnverified(unverified.length));
  return { notes, unverified: unverified.filter(({ comment }) => !isPerson(comment.user)).length };
}

/** The body of a status comment if its note is still the one that was read, since GitHub's lists can lag. */
export async function readUnchanged(
  { id, note, thread }: NoteComment,
  { github, key, log }: Access,
): Promise<string | undefined> {
  const comment = await github.comment(id);
  warnOfComment(comment, 'A status comment could not be read', log);
  const current = comment.ok ? readNote(comment.value, thread, key) : 'none';
  return comment.ok && JSON.stringify(current) === JSON.stringify(note) ? comment.value.body : undefined;
}

/** None if the thread could not be read. */
export function notesOf(view: ThreadView | RequestResult): readonly Note[] {
  return isResult(view) ? [] : view.notes.map(({ note }) => note);
}

/** The thread's job: the one of the last send. A message of unknown outcome counts as sent. */
export function threadJob({ notes, marker }: ThreadView): JobTurn | undefined {
  const last = notesWithJob(notes.map(({ note }) => note)).at(-1);
  if (marker !== undefined && marker.at >= (last?.sentAt ?? 0)) return { jobId: marker.jobId };
  if (last?.jobId === undefined) return undefined;
  const { jobId, state, sentAt, created } = last;
  // If a note reports the end of the turn, no poll is needed.
  return { jobId, sentAt: state === 'ended' ? undefined : sentAt, created };
}

/** Skips the request of a comment or a commit if another run has sent it, or is about to. Before it is posted, it has no ID. */
export function skipShared(
  { notes }: ThreadView,
  own: Pick<Note, 'request' | 'shared'> & { readonly since?: number | undefined },
  now: number,
  ownId = Number.POSITIVE_INFINITY,
): RequestResult | undefined {
  const { shared, since = 0, request } = own;
  if (shared === undefined) return undefined;
  const isKnown = notes.some(
    ({ id, note }) =>
      note.shared === shared &&
      note.request !== request &&
      // Checks come without a person who asks again.
      (!note.lost || note.checks !== undefined) &&
      (isSent(note) ? (note.sentAt ?? now) >= since : isLive(note, now) && id < ownId),
  );
  return isKnown ? HANDLED : undefined;
}

const isSent = ({ sentAt, jobId }: Note) => sentAt !== undefined || jobId !== undefined;

/** Whether an earlier attempt sent the request, or may have. */
export function wasSent(view: ThreadView | RequestResult, own: Pick<Note, 'request' | 'attempt'>): boolean {
  return notesOf(view).some((note) => isEarlierAttempt(note, own) && isSent(note));
}

/** The other run reports the request. */
const HANDLED: RequestResult = {
  ...skipped('request-handled', 'Another run has this request.'),
  notice: 'none',
};

/**
 * Reads the notes in all comments of the repository that changed since a time (epoch milliseconds). Status comments are
 * comments of issues and pull requests, so one list contains all of them. The oldest comment first; `whole` if none is left out.
 */
export async function readRepositoryNotes(
  since: number,
  access: Access,
): Promise<Answer<ReturnType<typeof readNotes> & { readonly whole: boolean }>> {
  const { github, log, time } = access;
  const listed = await github.repositoryComments(since);
  if (!listed.ok) return listed;
  const { items, date, cut } = listed.value;
  time.learn(date);
  if (cut)
    log.notice(`At least ${items.length} comments changed in that time. Only the newest of them were read.`);
  const numberOf = ({ html_url: url }: ThreadComment) => Number(/(\d+)#/.exec(url)?.[1]);
  const read = readNotes(items, (comment) => threadOf(numberOf(comment), access), access);
  return { ok: true, value: { ...read, whole: !cut } };
}

export function describeUnverified(count: number): string {
  const what = count === 1 ? '1 note of this project does' : `${count} notes of this project do`;
  return `${what} not verify (altered, copied, or of another key), so the action ignores it. Notes are read with the \`thread-secret\` that they were written with, or with that \`api-key\`.`;
}
