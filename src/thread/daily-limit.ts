import { DAY, LAG_PAUSES } from '../intervals.ts';
import { type RequestResult, unsent } from '../job/request-result.ts';
import { clockTime } from '../text/time.ts';
import { lagPauses } from './lag-pauses.ts';
import { isLive, type Note } from './note.ts';
import { readRepositoryNotes } from './repository-notes.ts';
import { type Queued, UNCONFIRMED } from './turn.ts';

/**
 * Why nothing is sent: as many requests as may be were sent from this repository's threads within a day. Counted twice. Once
 * the own note says `waiting`, those that wait and came first count as well, so that of many at once the first go. Once it
 * says `sending`, whatever else is sent or about to be counts, so that they never are too many.
 */
export async function findDailyLimit(queued: Queued): Promise<RequestResult | undefined> {
  const { thread, tools, comment, wish } = queued;
  const most = wish.dailyLimit;
  if (most === undefined) return undefined;
  const state = comment.note?.state;
  const pause = lagPauses(LAG_PAUSES, tools.clock, tools.deadline.stop);
  do {
    const read = await readRepositoryNotes(thread, tools.time.now() - DAY, tools);
    if (!read.ok) {
      const { code, message } = read.failure;
      return unsent(code, `what was sent within a day could not be counted. ${message}`);
    }
    const { notes, whole } = read.value;
    if (!notes.some(({ id, note }) => id === comment.id && note.state === state)) continue;
    const sends = notes.flatMap(({ id, note }) => {
      const goesFirst = state === 'waiting' && id < comment.id;
      return id === comment.id ? [] : sentWithinDay(note, goesFirst, tools.time.now());
    });
    if (sends.length >= most) return denied(sends, most);
    return whole ? undefined : HIDDEN;
  } while (await pause());
  return UNCONFIRMED;
}

/** When something was sent within a day, or is about to be by who goes first; nothing where neither is so. */
function sentWithinDay(note: Note, goesFirst: boolean, now: number): number | [] {
  const { state, sentAt } = note;
  if (state === 'not sent') return [];
  if (state === 'waiting') return goesFirst && isLive(note, now) ? now : [];
  return sentAt !== undefined && sentAt > now - DAY ? sentAt : [];
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
