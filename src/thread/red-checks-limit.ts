import { warn } from '../github/permission-advice.ts';
import type { PullRequestContext } from '../pull-request/finish-pull-request.ts';
import { renderStillRed } from '../report/status-text.ts';
import { type RequestResult, skipped } from '../request-result.ts';
import { replaceNote } from '../text/signed-note.ts';
import { type NoteComment, writeNote } from './note.ts';
import { readUnchanged, type ThreadView } from './read-notes.ts';

const isSent = ({ note }: NoteComment) => note.sentAt !== undefined;

/**
 * Refuses a message about the red checks of a commit, without I/O, if enough were sent since the last request of a person.
 */
export function refuseFix({ notes, marker }: ThreadView, commit: string): RequestResult | undefined {
  const sent = notes.filter(isSent);
  const byPerson = sent.findLastIndex(({ note: { checks, requester } }) => !checks && requester.person);
  // A person may also have requested something in another thread of the same job.
  const { personAt = 0 } = marker ?? {};
  // A re-run doesn't count what it sent itself.
  const others = sent
    .slice(byPerson + 1)
    .filter(({ note: { checks = commit, sentAt = 0 } }) => checks !== commit && sentAt > personAt);
  return others.length < MOST_FIXES ? undefined : STILL_RED;
}

const MOST_FIXES = 2;
const STILL_RED = skipped(
  'fix-limit',
  `The checks still fail after ${MOST_FIXES} messages about red checks. The next request of a person allows more.`,
);

/** Says once in the newest status comment that the checks still fail, and mentions the person who requested last. */
export async function reportStillRed(
  { notes, marker }: ThreadView,
  { reason }: RequestResult,
  context: PullRequestContext,
): Promise<void> {
  const { github, key, phrase, tools } = context;
  const newest = notes.findLast(isSent);
  if (newest === undefined || newest.note.stillRed) return;
  const { id, note, place } = newest;
  const person =
    (marker?.personAt && marker.by) ||
    notes.findLast(({ note: { requester, checks } }) => !checks && requester.person)?.note.requester.by;
  const old = await readUnchanged(newest, context);
  if (old === undefined) return;
  const body = replaceNote(old, writeNote({ ...note, stillRed: true }, id, place, key));
  const edited = await github.editComment(id, `${renderStillRed(reason, { by: person, phrase })}\n\n${body}`);
  warn(edited, 'The status comment could not be edited', tools.log);
}
