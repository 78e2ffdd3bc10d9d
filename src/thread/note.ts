import * as z from 'zod/mini';
import { isLogin } from '../github/account.ts';
import type { ThreadComment } from '../github/comments.ts';
import { NOTE_GRACE } from '../intervals.ts';
import { readAddress } from '../text/address.ts';
import { isJobId } from '../text/job-id.ts';
import { openNote, type ServiceScope, signNote } from './signed-note.ts';
import type { SigningKey } from './signing-key.ts';

// Whoever has the key can write a note: its words are checked as those of an event are.
const login = z.string().check(z.refine(isLogin));
const jobId = z.string().check(z.refine(isJobId));
const address = z.string().check(
  z.refine((text) => readAddress(text) !== undefined),
  z.overwrite((text) => readAddress(text) ?? ''),
);

const schema = z.strictObject({
  /** The same for every attempt of one request. */
  request: z.string(),
  /** GitHub's number of the run's attempt. */
  attempt: z.number(),
  /**
   * How far the request came. The first three hold others up while the note lives, the others nobody.
   *
   * - `waiting`: nothing was sent, others may go first
   * - `sending`: something may leave, or has left without an answer so far
   * - `job`: the job answered
   * - `ended`: the job's turn is over
   * - `not sent`: nothing was sent, and nothing will be
   * - `unknown`: something left, and nobody knows whether it arrived; counts as a send
   */
  state: z.enum(['waiting', 'sending', 'job', 'ended', 'not sent', 'unknown']),
  /** When its run stops acting; who stops watching sets it to then. */
  until: z.number(),
  jobId: z.optional(jobId),
  /** When something was sent last. */
  sentAt: z.optional(z.number()),
  /** The address of the open pull request that the job was asked to go on with when it was created. */
  goesOnWith: z.optional(address),
  /** The comment says that nobody watches the job any more. */
  left: z.optional(z.boolean()),
  /** An `Asker`. */
  asked: z.strictObject({
    by: z.optional(login),
    person: z.optional(z.boolean()),
    at: z.optional(address),
    reactTo: z.optional(
      z.union([
        z.strictObject({ kind: z.literal('issue'), number: z.number() }),
        z.strictObject({ kind: z.enum(['issue-comment', 'review-comment']), id: z.number() }),
      ]),
    ),
    run: address,
  }),
});

/** What a run remembers of its request, in its own status comment. Moments are epoch milliseconds by GitHub's clock. */
export type Note = Readonly<z.output<typeof schema>>;

/** The comment that a note stands in: the note is good for no other. */
export interface NotePlace {
  readonly service: ServiceScope;
  /** GitHub's number for the repository: it stays when the repository is renamed, and nobody else ever gets it. */
  readonly repositoryId: number;
  /** The number of the issue or pull request. */
  readonly thread: number;
}

/** The hidden line that holds the note, good for the comment `commentId` only. */
export function writeNote(note: Note, commentId: number, place: NotePlace, key: SigningKey): string {
  return signNote('note:v2', note, bindingOf(place, commentId), key);
}

/** Reads the note of a comment; `unverified` when there is one of this project that is not good for this comment. */
export function readNote(
  { id, body, created_at: createdAt }: Pick<ThreadComment, 'id' | 'body' | 'created_at'>,
  place: NotePlace,
  key: SigningKey,
): Note | 'none' | 'unverified' {
  const note = openNote('note:v2', schema, body, bindingOf(place, id), key);
  if (typeof note !== 'object' || note.sentAt === undefined) return note;
  // Nothing is sent before the comment is there; an earlier moment would make the job older than a stranger's pull request.
  return { ...note, sentAt: Math.max(note.sentAt, createdAt) };
}

const OPEN: ReadonlySet<Note['state']> = new Set(['waiting', 'sending', 'job']);

/** Whether the note's run may still act. */
export function isLive({ state, until }: Note, now: number): boolean {
  return OPEN.has(state) && now <= until + NOTE_GRACE;
}

/** Whether a request is open, and no run is going to tell its end. */
export function isUnwatched(note: Note, now: number): boolean {
  return OPEN.has(note.state) && (note.left === true || !isLive(note, now));
}

/** Whether the note is of an earlier attempt at the same request. */
export function isEarlier(note: Note, { request, attempt }: Pick<Note, 'request' | 'attempt'>): boolean {
  return note.request === request && note.attempt < attempt;
}

/** What a note in the comment is bound to. */
export function bindingOf({ service, repositoryId, thread }: NotePlace, commentId: number) {
  return { service, place: [repositoryId, thread, commentId] };
}
