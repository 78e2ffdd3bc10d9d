import { type RequestResult, skipped } from '../job/request-result.ts';
import { renderStillRed } from '../report/reply-text.ts';
import { replaceNote } from '../text/signed-note.ts';
import { type NoteComment, readNote, writeNote } from './note.ts';
import { warn } from './notify.ts';
import type { ReadContext, ThreadView } from './read-notes.ts';

const isSent = ({ note }: NoteComment) => note.sentAt !== undefined;

/** How many messages by checks of other commits the job got since the last request of a person. */
export function countFixes({ notes, marker }: ThreadView, commit: string): number {
  const sent = notes.filter(isSent);
  const byPerson = sent.findLastIndex(({ note: { checks, requester } }) => !checks && requester.person);
  // A person may also have requested something in another thread of the same job.
  const { personAt = 0 } = marker ?? {};
  // A re-run doesn't count what it sent itself.
  const others = sent
    .slice(byPerson + 1)
    .filter(({ note: { checks = commit, sentAt = 0 } }) => checks !== commit && sentAt > personAt);
  return others.length;
}

/** @param most `max-fixes` */
export function limitFixes(most: number): RequestResult {
  const messages = most === 1 ? '1 message' : `${most} messages`;
  const reason = `The checks still fail after ${messages} about red checks (\`max-fixes\`). The next request of a person allows more.`;
  return skipped('max-fixes', reason);
}

/** Says once in the newest status comment that the checks still fail, and mentions the person who requested last. */
export async function reportStillRed(
  { notes, marker }: ThreadView,
  reason: string,
  { github, key, phrase, tools: { log } }: ReadContext,
): Promise<void> {
  const newest = notes.findLast(isSent);
  if (newest === undefined || newest.note.stillRed) return;
  const { id, note, place } = newest;
  const person =
    (marker?.personAt && marker.by) ||
    notes.findLast(({ note: { requester, checks } }) => !checks && requester.person)?.note.requester.by;
  const comment = await github.comment(id);
  warn(comment, 'The status comment could not be read', log);
  // GitHub's lists can lag.
  if (!comment.ok || JSON.stringify(readNote(comment.value, place, key)) !== JSON.stringify(note)) return;
  const body = replaceNote(comment.value.body, writeNote({ ...note, stillRed: true }, id, place, key));
  const edited = await github.editComment(id, `${renderStillRed(reason, person, phrase)}\n\n${body}`);
  warn(edited, 'The status comment could not be edited', log);
}
