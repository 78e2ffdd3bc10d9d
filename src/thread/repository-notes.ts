import type { Answer } from '../http/failure.ts';
import type { Log } from '../runner/runner.ts';
import type { Standing, Thread } from './history.ts';
import { type NotePlace, readNote } from './note.ts';

/** A note of any thread of the repository. */
export interface RepositoryNote extends Standing {
  readonly place: NotePlace;
}

/** Pages of a hundred comments that one list reads at most: the newest count. */
const MOST_PAGES = 20;

/**
 * The notes of all threads whose comments changed since a moment (epoch milliseconds), by one list for the whole
 * repository; the oldest comment first. Status comments are comments of conversations, so no other list holds any.
 */
export async function readRepositoryNotes(
  { github, place, key }: Pick<Thread, 'github' | 'key'> & { readonly place: Omit<NotePlace, 'thread'> },
  since: number,
  log: Pick<Log, 'notice'>,
): Promise<Answer<{ readonly notes: readonly RepositoryNote[]; readonly date: number }>> {
  const listed = await github.repositoryComments(MOST_PAGES, since);
  if (!listed.ok) return listed;
  const { items, date } = listed.value;
  if (items.length >= MOST_PAGES * 100)
    log.notice(`More than ${items.length} comments changed in that time: only the newest of them were read.`);
  const notes = items.flatMap(({ id, thread, body }): RepositoryNote[] => {
    const there = { ...place, thread };
    const note = readNote(body, id, there, key);
    return typeof note === 'object' ? [{ id, note, place: there }] : [];
  });
  return { ok: true, value: { notes: notes.sort((one, other) => one.id - other.id), date } };
}
