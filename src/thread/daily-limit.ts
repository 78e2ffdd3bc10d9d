import { DAY, EDIT_TIME } from '../intervals.ts';
import { type RequestResult, unsentByRead } from '../job/request-result.ts';
import { slept } from '../runner/clock.ts';
import { clockTime } from '../text/time.ts';
import type { NoteComment } from './note.ts';
import { readRepositoryNotes } from './read-notes.ts';
import type { ThreadContext } from './thread-context.ts';

/**
 * Why nothing is sent: the threads of this repository have used up the limit within a day. Counts when the own note says
 * `sending`. Of two requests that are about to be sent, only the one whose note said so last counts the other.
 *
 * @param ownId the ID of the request's comment
 */
export async function findDailyLimit(
  most: number,
  ownId: number,
  context: ThreadContext,
): Promise<RequestResult | undefined> {
  const { clock, deadline, time } = context.tools;
  // Then the list has all edits that have the same time as the own one.
  await slept(EDIT_TIME, clock, deadline.stop);
  const since = time.now() - DAY;
  const read = await readRepositoryNotes(context, since);
  if (!read.ok) return unsentByRead('the requests of the last 24 hours', read.failure);
  const { notes, whole } = read.value;
  const own = notes.findIndex(({ id, note }) => id === ownId && note.state === 'sending');
  const counted = notes.filter(({ id, note: { state, sentAt = 0 } }, index) => {
    const isLater = state === 'sending' && own >= 0 && index > own;
    return id !== ownId && sentAt > since && !isLater;
  });
  if (counted.length >= most) return denied(counted, most);
  return whole ? undefined : HIDDEN;
}

function denied(notes: readonly NoteComment[], most: number): RequestResult {
  const sends = notes.flatMap(({ note: { sentAt } }) => sentAt ?? []);
  // How many of them must be older than a day before one more is allowed.
  const last = sends.toSorted((one, other) => one - other)[sends.length - most] ?? 0;
  const requests = most === 1 ? '1 request' : `${most} requests`;
  const reason = `\`daily-limit\` is reached: ${requests} within 24 hours in this repository. The next request is possible at ${clockTime(last + DAY)}.`;
  return { result: 'denied', reasonCode: 'daily-limit', reason };
}

/** A flood of comments must not hide requests from the limit. */
const HIDDEN: RequestResult = {
  result: 'denied',
  reasonCode: 'daily-limit',
  reason:
    '`daily-limit`: too many comments changed within 24 hours to count the requests. Repeat the request later.',
};
