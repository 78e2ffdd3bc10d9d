import * as z from 'zod/mini';
import type { ThreadComment } from '../github/comments.ts';
import { shapes } from '../github/octokit.ts';
import { requester, shownUrl } from '../github/requester.ts';
import type { JobTurn } from '../job/job-status.ts';
import { NOTE_GRACE } from '../model/intervals.ts';
import { isJobEnd, type RequestResult, traitsOf } from '../model/request-result.ts';
import type { JobOrigin } from '../pull-request/belongs-to-job.ts';
import type { Job } from '../service/job.ts';
import { isJobId } from '../text/identifiers.ts';
import { type SigningKey, signNote, type ThreadRef, verifyNote } from '../text/signed-note.ts';

/**
 * The states of a request without a result.
 *
 * - `waiting`: nothing was sent; requests in older comments go first
 * - `sending`: the request is about to be sent, or has no response yet
 * - `job`: the service accepted the request, and the job may be at work
 */
const OPEN_STATES = ['waiting', 'sending', 'job'] as const;

// Someone with a leaked key can write notes, so what people may be shown is checked like an event's.
const jobId = z.string().check(z.refine(isJobId));
const schema = z.strictObject({
  /** The same for every attempt of one request. */
  request: z.string(),
  /** GitHub's number of the run's attempt. */
  attempt: z.number(),
  /** The same for all runs for a comment, all approvals of a commit, all its checks, or all labels: only one of them is sent. */
  shared: z.optional(z.string()),
  /**
   * The progress of the request. Other requests wait for the {@link OPEN_STATES} while the note is live.
   *
   * - `ended`: the job's turn is over
   * - `not sent`: nothing was sent, and nothing will be
   * - `unknown`: the request was sent with an unknown outcome; counts as sent
   */
  state: z.enum([...OPEN_STATES, 'ended', 'not sent', 'unknown']),
  /** Until when its run may act. */
  until: z.number(),
  jobId: z.optional(jobId),
  /** The time of the last send, stored with `jobId` just before it. `waiting` and `not sent` drop both. */
  sentAt: z.optional(z.number()),
  /** The send was a create, so a completed job has ended this turn and not an earlier one. */
  created: z.optional(z.boolean()),
  /** The URL of the open pull request that the job was created to continue, or that it had before the message. */
  continuesPullRequest: z.optional(shownUrl),
  /** The head commit of the job's pull request before the send. */
  headBefore: z.optional(z.string()),
  /** The head commit of the job's pull request when the end of the request was reported. */
  headAfter: z.optional(z.string()),
  /** The commit whose red checks are the request. */
  checks: z.optional(z.string()),
  /** The commit whose status shows the state of its documentation, and the name of that status. */
  commit: z.optional(z.strictObject({ sha: shapes.sha, status: z.string() })),
  /** The comment already reports that the checks still fail after the last message about them. */
  stillRed: z.optional(z.boolean()),
  /** A keyed hash of the labels that the pull request of a merge's documentation gets: others have jobs of their own. */
  recipe: z.optional(z.string()),
  /** The request got nothing, so another attempt or event sends it again. */
  lost: z.optional(z.boolean()),
  /** No run watches the job, and the comment already reports that. */
  left: z.optional(z.boolean()),
  requester,
});

/** The memory of one request, in its status comment. Times are epoch milliseconds by GitHub's clock. */
export type Note = Readonly<z.output<typeof schema>>;

export interface NoteComment {
  readonly id: number;
  readonly note: Note;
  readonly thread: ThreadRef;
}

/** The hidden line with the note, which is valid only in the comment `commentId`. */
export function writeNote(note: Note, commentId: number, thread: ThreadRef, key: SigningKey): string {
  return signNote('note:v2', note, { ...thread, commentId }, key);
}

/** Reads the note of a comment; `unverified` if it is of this project but not valid in this comment. */
export function readNote(
  { id, body, html_url: home }: Pick<ThreadComment, 'id' | 'body' | 'html_url'>,
  thread: ThreadRef,
  key: SigningKey,
): Note | 'none' | 'unverified' {
  const note = verifyNote('note:v2', schema, body, { ...thread, commentId: id }, key);
  if (typeof note !== 'object') return note;
  // All URLs of the action's notes are GitHub's. Comments show them as links whose text isn't the URL.
  const { at = home, run } = note.requester;
  const { continuesPullRequest = home } = note;
  const origins = [home, at, run, continuesPullRequest].map((link) => URL.parse(link)?.origin);
  return new Set(origins).size > 1 ? 'unverified' : note;
}

/** Reads a note that this run saved for its post step. */
export function parseNote(saved: unknown): Note | undefined {
  return schema.safeParse(saved).data;
}

export function isUnfinished({ state }: Note): boolean {
  return OPEN_STATES.some((open) => open === state);
}

/** Whether the note's run may still act. */
export function isLive(note: Note, now: number): boolean {
  return isUnfinished(note) && !note.left && now <= note.until + NOTE_GRACE;
}

/** Whether a request is open and no run will report its end. */
export function isUnwatched(note: Note, now: number): boolean {
  return isUnfinished(note) && !isLive(note, now);
}

/** Whether the note is of an earlier attempt at the same request. */
export function isEarlierAttempt(note: Note, own: Pick<Note, 'request' | 'attempt'>): boolean {
  return note.request === own.request && note.attempt < own.attempt;
}

/** Whether two requests may share a job. Of several recipes on one merge, each has its own labels and job. */
export function mayShareJob(one: Pick<Note, 'recipe'>, other: Pick<Note, 'recipe'>): boolean {
  return one.recipe === undefined || other.recipe === undefined || one.recipe === other.recipe;
}

/** The notes with a job, or with this one; the last send comes last. */
export function notesWithJob<T extends Pick<Note, 'jobId' | 'sentAt'>>(
  notes: readonly T[],
  id?: string,
): T[] {
  const some = notes.filter(({ jobId }) => jobId !== undefined && (id === undefined || jobId === id));
  return some.sort((one, other) => (one.sentAt ?? 0) - (other.sentAt ?? 0));
}

/** The last turn of a job, by these notes. */
export function lastTurn(notes: readonly Note[], jobId: string): JobTurn {
  const { sentAt, created } = notesWithJob(notes, jobId).at(-1) ?? {};
  return { jobId, sentAt, created };
}

/** Whether the job got another request since. */
export function hasLaterTurn({ request, jobId = '' }: Note, notes: readonly Note[]): boolean {
  const sends = notesWithJob(notes, jobId).filter(({ sentAt }) => sentAt !== undefined);
  const own = sends.findLastIndex((note) => note.request === request);
  return own >= 0 && own < sends.length - 1;
}

/** Whether an earlier attempt has reported the end of this job: people may have reviewed since. */
export function wasReported(
  own: Pick<Note, 'request' | 'attempt'>,
  notes: readonly Note[],
  jobId: string,
): boolean {
  return notesWithJob(notes, jobId).some((one) => one.state === 'ended' && isEarlierAttempt(one, own));
}

/** The commit whose status `name` the request reports on, unless a later one does. */
export function reportedCommit(
  { commit, request }: Note,
  notes: readonly Note[],
  name: string | undefined,
): Note['commit'] {
  if (commit?.status !== name) return undefined;
  const same = notes.filter((other) => other.commit?.sha === commit?.sha && other.commit?.status === name);
  const last = same.sort((one, other) => (one.sentAt ?? 0) - (other.sentAt ?? 0)).at(-1);
  return last?.request === request ? commit : undefined;
}

/** The origin of a job, by the notes and GitHub's clock. */
export function originOf(
  notes: readonly Pick<Note, 'jobId' | 'sentAt' | 'created' | 'continuesPullRequest'>[],
  jobId: string,
): JobOrigin {
  const own = notesWithJob(notes, jobId);
  const since = own.find(({ sentAt }) => sentAt !== undefined)?.sentAt;
  return { since, continuesPullRequest: own.find(({ created }) => created)?.continuesPullRequest };
}

/** The job with its pull request. The service leaves out the link after a turn that changed nothing; `known` is it otherwise. */
export function withLink(job: Job, notes: readonly Note[], known?: string): Job {
  const prLink = job.prLink ?? known ?? notesWithJob(notes, job.id).at(-1)?.continuesPullRequest;
  return { ...job, prLink };
}

/**
 * The head commits of a pull request before the note's request and at its end. Without the end, commits may be of a later
 * request. A job may open another pull request instead of continuing it.
 */
export function headsOf(
  note: Note | undefined,
  link: string | undefined,
  notes: readonly Note[],
): Pick<JobOrigin, 'headBefore' | 'headAfter'> {
  if (note === undefined || (note.continuesPullRequest ?? link) !== link) return {};
  const { request, jobId = '', headBefore } = note;
  const attempts = notesWithJob(notes, jobId).filter((other) => other.request === request);
  const headAfter = attempts.find((attempt) => attempt.headAfter !== undefined)?.headAfter;
  return headAfter === undefined && hasLaterTurn(note, notes) ? {} : { headBefore, headAfter };
}

/** The note of a request that ended with `result`. It keeps the head commit that was reported first. */
export function endNote<T extends Partial<Note>>(note: T, result: RequestResult) {
  const { operation, facts } = result.pullRequest ?? {};
  // Otherwise, the head may be of a later request.
  const isOwn = operation !== undefined || facts?.update !== undefined;
  const headAfter = note.headAfter ?? (isOwn ? facts?.headSha : undefined);
  return { ...note, state: 'ended', left: undefined, headAfter, lost: traitsOf(result).isLost } as const;
}

/** What changes in a note; `until` is the run's deadline unless given. */
export type NoteChange = Pick<Note, 'state'> & Partial<Note>;

/** The note of a request whose run ended, or was cut off, with `result`. */
export function closeNote(note: Note, result: RequestResult, isStopped: boolean): NoteChange {
  // If the step stopped after the end of the job, its pull request may have no marker yet.
  if (note.state === 'job' && isJobEnd(result) && !isStopped) return endNote(note, result);
  if (note.state === 'job') return { ...note, left: true };
  return result.outcome === 'unknown' ? { ...note, state: 'unknown' } : { state: 'not sent' };
}
