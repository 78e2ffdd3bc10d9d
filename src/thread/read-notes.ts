import { isPerson } from '../github/account.ts';
import type { ThreadComment } from '../github/comments.ts';
import { warnOfComment } from '../github/edit-comment.ts';
import type { Answer } from '../model/answer-or-failure.ts';
import { DAY } from '../model/intervals.ts';
import { isResult, type RequestResult, unsentByRead } from '../model/request-result.ts';
import { type Access, threadOf } from '../pull-request/access.ts';
import { pullUrl } from '../pull-request/link.ts';
import { type Marker, openMarker } from '../pull-request/marker.ts';
import type { Log } from '../runner/runner.ts';
import type { SigningKey, ThreadRef } from '../text/signed-note.ts';
import { type Note, type NoteComment, readNote } from './note.ts';

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
  { github, key, log, time, workflowRun }: Access,
  since?: number,
): Promise<ThreadView | RequestResult> {
  if (thread === undefined) return { notes: [] };
  const answer = await github.comments(thread.number, since);
  if (!answer.ok) return unsentByRead('the conversation', answer.failure);
  const { items, date } = answer.value;
  time.learn(date);
  const pullRequest = pullUrl(thread.number, workflowRun);
  const markers = items.flatMap((comment) => {
    const marker = openMarker(comment, thread, key);
    return marker === undefined ? [] : { ...marker, at: comment.created_at, pullRequest };
  });
  const { notes, unverified } = readNotes(
    items.map((comment) => ({ comment, thread })),
    key,
    log,
  );
  return { notes, marker: markers.at(-1), hasOtherKey: countOfApps(unverified) > 0 };
}

/**
 * The notes of comments, in their order, and the comments whose notes don't verify. Strangers can cause these, so only the
 * log mentions them.
 */
function readNotes(
  comments: readonly PlacedComment[],
  key: SigningKey,
  log: Log,
): { readonly notes: readonly NoteComment[]; readonly unverified: readonly ThreadComment[] } {
  const unverified: ThreadComment[] = [];
  const notes = comments.flatMap(({ comment, thread }) => {
    const note = readNote(comment, thread, key);
    if (note === 'unverified') unverified.push(comment);
    return typeof note === 'object' ? { id: comment.id, note, thread } : [];
  });
  if (unverified.length > 0) log.info(describeUnverified(unverified.length));
  return { notes, unverified };
}

/** A person can copy a note. */
const countOfApps = (comments: readonly ThreadComment[]) =>
  comments.filter(({ user }) => !isPerson(user)).length;

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

interface PlacedComment {
  readonly comment: ThreadComment;
  readonly thread: ThreadRef;
}

/** The notes in the comments of a repository, and how many of apps don't verify. `whole` if none is left out. */
export interface RepositoryNotes {
  readonly notes: readonly NoteComment[];
  readonly unverified: number;
  readonly whole: boolean;
}

/**
 * Reads the notes in all comments of the repository that changed since a time (epoch milliseconds). Status comments are
 * comments of issues and pull requests, so one list contains all of them. The oldest comment first.
 */
export async function readRepositoryNotes(since: number, access: Access): Promise<Answer<RepositoryNotes>> {
  const { github, key, log, time } = access;
  const listed = await github.repositoryComments(since);
  if (!listed.ok) return listed;
  const { items, date, cut } = listed.value;
  time.learn(date);
  if (cut)
    log.notice(`At least ${items.length} comments changed in that time. Only the newest of them were read.`);
  const comments = items.map((comment) => {
    const number = Number(/(\d+)#/.exec(comment.html_url)?.[1]);
    return { comment, thread: threadOf(number, access) };
  });
  const { notes, unverified } = readNotes(comments, key, log);
  return { ok: true, value: { notes, unverified: countOfApps(unverified), whole: !cut } };
}

/** The notes of a job, or of all jobs, in other threads, from the last day. A job has one queue in all of them. */
export async function readElsewhere(
  { number }: ThreadRef,
  access: Access,
  jobId?: string,
): Promise<readonly NoteComment[]> {
  const read = await readRepositoryNotes(access.time.now() - DAY, access);
  warnOfComment(read, 'Whether the job has requests elsewhere could not be read', access.log);
  const notes = read.ok ? read.value.notes.filter(({ thread }) => thread.number !== number) : [];
  return notes.filter(({ note }) => note.jobId !== undefined && note.jobId === (jobId ?? note.jobId));
}

export function describeUnverified(count: number): string {
  const what = count === 1 ? '1 note of this project does' : `${count} notes of this project do`;
  return `${what} not verify (altered, copied, or of another key), so the action ignores it. Notes are read with the \`thread-secret\` that they were written with, or with that \`api-key\`.`;
}
