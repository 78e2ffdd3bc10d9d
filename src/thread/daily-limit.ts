import { DAY, SETTLE } from '../intervals.ts';
import { type RequestResult, unread } from '../job/request-result.ts';
import { slept } from '../runner/clock.ts';
import { clockTime } from '../text/time.ts';
import type { NoteComment } from './note.ts';
import { readRepositoryNotes } from './read-notes.ts';
import type { ThreadContext } from './thread-context.ts';

/**
 * Why nothing is sent: the threads of this repository have used up the limit within a day. Counts when the own note says
 * `sending`. Other `sending` notes count at once if their comments are older. A newer one may have counted before the own note
 * was there, so it gets some seconds to send or to be refused.
 *
 * @param ownId the ID of the request's comment
 */
export async function findDailyLimit(
  most: number,
  ownId: number,
  context: ThreadContext,
): Promise<RequestResult | undefined> {
  const { clock, deadline, time } = context.tools;
  const since = time.now() - DAY;
  for (let isLast = false; ; isLast = true) {
    const read = await readRepositoryNotes(context, since);
    if (!read.ok) return unread('the requests of the last 24 hours', read.failure);
    const { notes, whole } = read.value;
    const all = notes.filter(
      ({ id, note: { state, sentAt = 0 } }) => id !== ownId && sentAt > since && state !== 'not sent',
    );
    const sure = all.filter(({ id, note: { state } }) => state !== 'sending' || id < ownId);
    if (all.length < most) return whole ? undefined : HIDDEN;
    if (isLast || sure.length >= most) return denied(all, most);
    await slept(SETTLE, clock, deadline.stop);
  }
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
