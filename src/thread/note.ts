import * as z from 'zod/mini';
import type { ThreadComment } from '../github/comments.ts';
import { NOTE_GRACE } from '../intervals.ts';
import type { Turn } from '../job/job-status.ts';
import type { JobOrigin } from '../pull-request/ownership.ts';
import { isLogin } from '../text/json.ts';
import { type NotePlace, openNote, type SigningKey, signNote } from '../text/signed-note.ts';
import { isJobId, readUrl } from '../text/url.ts';

// A leaked key can write a note, so its words are checked as those of an event are.
const login = z.string().check(z.refine(isLogin));
const jobId = z.string().check(z.refine(isJobId));
const url = z.string().check(
  z.refine((text) => readUrl(text) !== undefined),
  z.overwrite((text) => readUrl(text) ?? ''),
);

const schema = z.strictObject({
  /** The same for every attempt of one request. */
  request: z.string(),
  /** GitHub's number of the run's attempt. */
  attempt: z.number(),
  /**
   * How far the request came. The first three hold up other requests while the note lives, the others none.
   *
   * - `waiting`: nothing was sent, and older comments go first
   * - `sending`: something may leave, or has left without an answer so far
   * - `job`: the service took the request, and the job may be at work
   * - `ended`: the job's turn is over
   * - `not sent`: nothing was sent, and nothing will be
   * - `unknown`: something left, and its outcome is unknown; counts as a send
   */
  state: z.enum(['waiting', 'sending', 'job', 'ended', 'not sent', 'unknown']),
  /** The latest moment at which its run may act. A run that stops watching sets the moment of that. */
  until: z.number(),
  jobId: z.optional(jobId),
  /** When something was sent last. */
  sentAt: z.optional(z.number()),
  /** That was a create, so a job that is completed has ended this turn, and no turn before. */
  created: z.optional(z.boolean()),
  /** The URL of the open pull request that the job was created to continue. */
  continuesPullRequest: z.optional(url),
  /** The head commit of the job's pull request before something was sent. */
  headBefore: z.optional(z.string().check(z.regex(/^[0-9a-f]{40,64}$/))),
  /** The comment says that no run watches the job any more. */
  left: z.optional(z.boolean()),
  /** A `RequesterRef`. */
  requester: z.strictObject({
    by: z.optional(login),
    person: z.optional(z.boolean()),
    at: z.optional(url),
    reactTo: z.optional(
      z.union([
        z.strictObject({ kind: z.literal('issue'), number: z.number() }),
        z.strictObject({ kind: z.enum(['issue-comment', 'review-comment']), id: z.number() }),
      ]),
    ),
    review: z.optional(z.boolean()),
    run: url,
  }),
});

/** What a run remembers of its request, in its own status comment. Moments are epoch milliseconds by GitHub's clock. */
export type Note = Readonly<z.output<typeof schema>>;

/** A note that verified, and the comment that it is in. */
export interface NoteComment {
  readonly id: number;
  readonly note: Note;
  readonly place: NotePlace;
}

/** The hidden line that holds the note, good for the comment `commentId` only. */
export function writeNote(note: Note, commentId: number, place: NotePlace, key: SigningKey): string {
  return signNote('note:v2', note, { ...place, commentId }, key);
}

/** Reads the note of a comment; `unverified` when there is one of this project that is not good for this comment. */
export function readNote(
  { id, body, created_at: createdAt }: Pick<ThreadComment, 'id' | 'body' | 'created_at'>,
  place: NotePlace,
  key: SigningKey,
): Note | 'none' | 'unverified' {
  const note = openNote('note:v2', schema, body, { ...place, commentId: id }, key);
  if (typeof note !== 'object' || note.sentAt === undefined) return note;
  // Nothing is sent before the comment is there; an earlier moment would make the job older than a stranger's pull request.
  return { ...note, sentAt: Math.max(note.sentAt, createdAt) };
}

const OPEN: ReadonlySet<Note['state']> = new Set(['waiting', 'sending', 'job']);

export function isOpen({ state }: Note): boolean {
  return OPEN.has(state);
}

/** Whether the note's run may still act. */
export function isLive(note: Note, now: number): boolean {
  return isOpen(note) && now <= note.until + NOTE_GRACE;
}

/** Whether a request is open, and no run is going to report its end. */
export function isUnwatched(note: Note, now: number): boolean {
  return isOpen(note) && (note.left === true || !isLive(note, now));
}

/** Whether the note is of an earlier attempt at the same request. */
export function isEarlier(note: Note, { request, attempt }: Pick<Note, 'request' | 'attempt'>): boolean {
  return note.request === request && note.attempt < attempt;
}

/** The turn that the job of these notes was sent to last. */
export function lastTurn(notes: readonly Note[], jobId: string): Turn {
  const sends = notes.filter((note) => note.jobId === jobId && note.sentAt !== undefined);
  const last = lastSent(sends);
  return { jobId, sentAt: last?.sentAt, created: last?.created };
}

export function lastSent<T extends Pick<Note, 'sentAt'>>(notes: readonly T[]): T | undefined {
  return notes.toSorted((one, other) => (one.sentAt ?? 0) - (other.sentAt ?? 0)).at(-1);
}

/** How a job came about, by the notes and GitHub's clock. */
export function originOf(
  notes: readonly Pick<Note, 'jobId' | 'sentAt' | 'continuesPullRequest'>[],
  jobId: string | undefined,
): JobOrigin {
  const own = notes.filter((note) => jobId !== undefined && note.jobId === jobId);
  const sends = own.flatMap(({ sentAt }) => sentAt ?? []);
  return {
    since: sends.length === 0 ? undefined : Math.min(...sends),
    continuesPullRequest: own.find((note) => note.continuesPullRequest !== undefined)?.continuesPullRequest,
  };
}

/** The head commit of a job's pull request before the note's request. A job may open another one than it was to continue. */
export function headBeforeOf(note: Note | undefined, link: string | undefined): string | undefined {
  return (note?.continuesPullRequest ?? link) === link ? note?.headBefore : undefined;
}
