import { DAY } from '../model/intervals.ts';
import { type RequestResult, unsent, unsentByRead } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { clockTime } from '../text/time.ts';
import { readRepositoryNotes } from '../thread/thread.ts';
import { type Inputs, isSinceSuccess } from './inputs.ts';

/** A denied run is green, so with `range: last-success` its changes would be lost. */
export async function denyByLimit(
  { dailyLimit, range }: Inputs,
  access: Access,
): Promise<RequestResult | undefined> {
  if (dailyLimit === undefined) return undefined;
  const denied = await findDailyLimit(dailyLimit, access);
  return denied !== undefined && isSinceSuccess(range) ? unsent(denied.reasonCode, denied.reason) : denied;
}

/** Why nothing is sent: the threads of this repository have used up the limit within a day. Counts just before a send. */
async function findDailyLimit(most: number, access: Access): Promise<RequestResult | undefined> {
  const since = access.time.now() - DAY;
  const read = await readRepositoryNotes(since, access);
  if (!read.ok) return unsentByRead('the requests of the last 24 hours', read.failure);
  const { notes, whole } = read.value;
  const counted = notes.filter(({ note: { sentAt = 0 } }) => sentAt > since);
  if (counted.length < most) return whole ? undefined : deny(HIDDEN);
  const sends = counted.map(({ note: { sentAt = 0 } }) => sentAt).sort((one, other) => one - other);
  // How many of them must be older than a day before one more is allowed.
  const last = sends[sends.length - most] ?? 0;
  const requests = most === 1 ? '1 request' : `${most} requests`;
  return deny(
    `\`daily-limit\` is reached: ${requests} within 24 hours in this repository. The next request is possible at ${clockTime(last + DAY)}.`,
  );
}

const deny = (reason: string) => ({ result: 'denied', reasonCode: 'daily-limit', reason }) as const;
/** A flood of comments must not hide requests from the limit. */
const HIDDEN =
  '`daily-limit`: too many comments changed within 24 hours to count the requests. Repeat the request later.';
