import type { Answer } from '../answer.ts';
import type { NotePlace } from '../text/signed-note.ts';
import { type NoteComment, readNote } from './note.ts';
import type { ThreadRef, ThreadTools } from './thread.ts';

/** Pages of a hundred comments that one list reads at most: the newest count. */
const MOST_PAGES = 20;

/**
 * The notes of all threads whose comments changed since a moment (epoch milliseconds), by one list for the whole
 * repository; the oldest comment first. Status comments are comments of conversations, so no other list holds any.
 */
export async function readRepositoryNotes(
  { github, place, key }: Pick<ThreadRef, 'github' | 'key'> & { readonly place: Omit<NotePlace, 'thread'> },
  since: number,
  { log, time }: Pick<ThreadTools, 'log' | 'time'>,
): Promise<Answer<{ readonly notes: readonly NoteComment[]; readonly whole: boolean }>> {
  const listed = await github.repositoryComments(MOST_PAGES, since);
  if (!listed.ok) return listed;
  const { items, date, cut } = listed.value;
  time.learn(date);
  if (cut)
    log.notice(`At least ${items.length} comments changed in that time. Only the newest of them were read.`);
  // A comment that was written meanwhile moves others onto the next page, where they come again.
  const comments = new Map(items.toReversed().map((comment) => [comment.id, comment]));
  let strange = 0;
  const notes = [...comments.values()].flatMap((comment) => {
    const { id, html_url: url } = comment;
    const there = { ...place, thread: Number(/(\d+)#/.exec(url)?.[1]) };
    const note = readNote(comment, there, key);
    if (note === 'unverified') strange += 1;
    return typeof note === 'object' ? { id, note, place: there } : [];
  });
  if (strange > 0) log.info(tellStrange(strange));
  return { ok: true, value: { notes: notes.sort((one, other) => one.id - other.id), whole: !cut } };
}

/** Anybody can put such a note there, so it is a word in the log, for whoever gave the wrong secret. */
function tellStrange(count: number): string {
  const what = count === 1 ? '1 note of this project does' : `${count} notes of this project do`;
  return `${what} not verify (altered, copied, or of another key). Notes are read with the \`thread-secret\` that they were written with, or with that \`api-key\`.`;
}
