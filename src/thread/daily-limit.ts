import { DAY } from '../intervals.ts';
import { type RequestResult, unsent } from '../job/request-result.ts';
import { clockTime } from '../text/time.ts';
import { type DatedNote, readRepositoryNotes } from './repository-notes.ts';
import type { Thread, ThreadTools } from './thread.ts';

/**
 * Why nothing is sent: as many requests as may be were sent from this repository's threads within a day. Counted when the own
 * note says `sending`. Of others that do, those count whose notes GitHub took first: a later one sees the own note.
 *
 * @param ownId the request's comment
 */
export async function findDailyLimit(
  most: number,
  ownId: number,
  thread: Thread,
  tools: ThreadTools,
): Promise<RequestResult | undefined> {
  const since = tools.time.now() - DAY;
  const read = await readRepositoryNotes(thread, since, tools);
  if (!read.ok) {
    const { code, message } = read.failure;
    return unsent(code, `what was sent within a day could not be counted. ${message}`);
  }
  const { notes, whole } = read.value;
  const own = notes.find(({ id }) => id === ownId);
  const sends = notes.flatMap((other) => {
    const { state, sentAt = 0 } = other.note;
    const counts = state !== 'sending' || own === undefined || isFirst(other, own);
    return other !== own && sentAt > since && state !== 'not sent' && counts ? sentAt : [];
  });
  if (sends.length >= most) return denied(sends, most);
  return whole ? undefined : HIDDEN;
}

/** Whether one note may have been there before another was; within one second either may have been. */
function isFirst(one: DatedNote, other: DatedNote): boolean {
  const { sentAt: oneAt = 0 } = one.note;
  const { sentAt: otherAt = 0 } = other.note;
  if (one.updatedAt !== other.updatedAt) return one.updatedAt < other.updatedAt;
  return one.id < other.id || oneAt < otherAt;
}

function denied(sends: readonly number[], most: number): RequestResult {
  // So many of them have to be a day old before there is a place.
  const last = sends.toSorted((one, other) => one - other)[sends.length - most] ?? 0;
  const requests = most === 1 ? '1 request' : `${most} requests`;
  const reason = `\`daily-limit\`: ${requests} within 24 hours are used up in this repository. The next place is free at ${clockTime(last + DAY)}.`;
  return { result: 'denied', reasonCode: 'daily-limit', reason };
}

/** Anybody can flood a repository with comments, but not so that more is sent than may be. */
const HIDDEN: RequestResult = {
  result: 'denied',
  reasonCode: 'daily-limit',
  reason:
    '`daily-limit`: so many comments changed within 24 hours that what was sent cannot be counted. Ask again once there are fewer.',
};
