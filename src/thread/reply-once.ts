import type { Account } from '../github/account.ts';
import type { ThreadComment } from '../github/comments.ts';
import type { Answer } from '../http/failure.ts';
import { READ_OVERLAP, REPLY_LAG_PAUSES } from '../intervals.ts';
import type { JobTools } from '../job/watch.ts';
import type { Standing, Thread } from './history.ts';
import { lagPauses } from './lag-pauses.ts';
import { signNote } from './signed-note.ts';

/** The hidden line by which the reply that tells the end of a status comment's request is found. */
export function replyMark({ place, key }: Pick<Thread, 'place' | 'key'>, id: number): string {
  const binding = { service: place.service, place: [place.repositoryId, place.thread] };
  return signNote('reply:v2', { id }, binding, key);
}

/**
 * Replies to who asked, once: the reply carries a hidden mark of its status comment and is looked for before it is
 * written; of two that were written at once the later one goes.
 */
export async function replyOnce(
  { github, place, key }: Thread,
  { id, note: { sentAt } }: Standing,
  text: string,
  { clock, deadline }: Pick<JobTools, 'clock' | 'deadline'>,
): Promise<Answer<unknown>> {
  const mark = replyMark({ place, key }, id);
  const find = async (by?: Account): Promise<Answer<ThreadComment | undefined>> => {
    const recent = await github.comments(place.thread, sentAt && sentAt - READ_OVERLAP);
    if (!recent.ok) return recent;
    const isReply = ({ body, user }: ThreadComment) =>
      body.includes(mark) && (by === undefined || user?.id === by.id);
    return { ok: true, value: recent.value.items.find(isReply) };
  };
  const before = await find();
  if (!before.ok || before.value !== undefined) return before;
  const posted = await github.createComment(place.thread, `${text}\n${mark}`);
  if (!posted.ok) return posted;
  // A list that shows the own reply shows those before it as well. Anybody can copy the mark by now.
  const pause = lagPauses(REPLY_LAG_PAUSES, clock, deadline.stop);
  do {
    const after = await find(posted.value.user);
    if (!after.ok || after.value?.id === posted.value.id) return posted;
    if (after.value && after.value.id < posted.value.id) return github.deleteComment(posted.value.id);
  } while (await pause());
  return posted;
}
