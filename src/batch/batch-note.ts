import * as z from 'zod/mini';
import type { ThreadComment } from '../github/comments.ts';
import { COMMENT_LIMIT } from '../report/own-comment.ts';
import { cut } from '../text/line.ts';
import { type NotePlace, type SigningKey, signNote, verifyNote } from '../text/signed-note.ts';
import { entrySchema, isOpen } from './entry.ts';
import { type CommentFacts, renderComment } from './summary.ts';

const schema = z.strictObject({
  /** Until when its run may act, in epoch milliseconds by GitHub's clock. */
  until: z.number(),
  /** Its `pr-labels`. A collect action without them would add others. */
  labels: z.readonly(z.array(z.string())),
  entries: z.readonly(z.array(entrySchema)),
  /** How many entries the note lacks. */
  more: z.number(),
});

/** The status comment of a batch, and the memory in it. */
export interface BatchComment {
  readonly id: number;
  readonly place: NotePlace;
  readonly note: Readonly<z.output<typeof schema>>;
}

/** In bytes. Base64 takes a third more, and the table needs the rest of the comment. */
const NOTE_LIMIT = 30_000;

/** While a job is open, the comment has a note for the collect action, with as many entries as fit. */
export function writeBatch({ id, place, note }: BatchComment, facts: CommentFacts, key: SigningKey): string {
  const sorted = note.entries.toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)));
  const all = sorted.map(({ prompt: _, ...entry }) => ({
    ...entry,
    promptFile: '',
    reason: cut(entry.reason, 240),
  }));
  let entries = all;
  while (Buffer.byteLength(JSON.stringify(entries)) > NOTE_LIMIT)
    entries = entries.slice(0, Math.floor(entries.length * 0.9));
  const more = note.more + all.length - entries.length;
  const content = { ...note, entries, more };
  const line = all.some(isOpen) ? signNote('batch:v1', content, { ...place, commentId: id }, key) : '';
  return `${renderComment(note.entries, { ...facts, more: note.more }, COMMENT_LIMIT - line.length)}\n${line}`;
}

/** The batch of a comment, if some of its jobs are open. */
export function readBatch({ id, body }: ThreadComment, place: NotePlace, key: SigningKey): BatchComment[] {
  const note = verifyNote('batch:v1', schema, body, { ...place, commentId: id }, key);
  return typeof note === 'object' ? [{ id, note, place }] : [];
}
