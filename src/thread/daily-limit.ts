import { DAY, LAG_PAUSE, LAG_READS } from '../intervals.ts';
import type { RequestResult } from '../job/request-result.ts';
import { clockTime } from '../text/time.ts';
import { isLive, type Note } from './note.ts';
import { readRepositoryNotes } from './repository-notes.ts';
import { type Queued, sleep, UNCONFIRMED } from './turn.ts';

/**
 * Why nothing is sent: so many requests were sent from this repository's threads within a day, or are about to be by
 * requests that came first. Read once the own note shows, so that of many at once each sees those before it.
 */
export async function findDailyLimit(queued: Queued): Promise<RequestResult | undefined> {
  const { thread, tools, time, comment, wish } = queued;
  const most = wish.dailyLimit;
  if (most === undefined) return undefined;
  for (let reads = 0; reads < LAG_READS; reads += 1) {
    const since = time.now() - DAY;
    const read = await readRepositoryNotes(thread, since, tools.log);
    if (!read.ok) {
      const { code, message } = read.failure;
      const reason = `not sent: what was sent within a day could not be counted. ${message}`;
      return { result: 'error', reasonCode: code, reason };
    }
    time.learn(read.value.date);
    const { notes } = read.value;
    if (notes.some(({ id }) => id === comment.id)) {
      const counted = notes.filter(({ id, note }) => counts(note, id < comment.id, time.now()));
      return counted.length < most
        ? undefined
        : denied(
            counted.map(({ note }) => note.sentAt ?? time.now()),
            most,
          );
    }
    await sleep(LAG_PAUSE * 2 ** reads, tools);
  }
  return UNCONFIRMED;
}

/** What was sent within a day, and what is about to be by requests that came first. */
function counts(note: Note, before: boolean, now: number): boolean {
  const { state, sentAt } = note;
  if (state === 'not sent') return false;
  if (state === 'waiting') return before && isLive(note, now);
  return sentAt !== undefined && sentAt > now - DAY;
}

function denied(sent: readonly number[], most: number): RequestResult {
  const free = clockTime(Math.min(...sent) + DAY);
  const requests = most === 1 ? '1 request' : `${most} requests`;
  const reason = `\`daily-limit\`: ${requests} within 24 hours are used up in this repository; the next place is free at ${free}.`;
  return { result: 'denied', reasonCode: 'daily-limit', reason };
}
