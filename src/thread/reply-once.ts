import type { Answer } from '../http/failure.ts';
import { READ_OVERLAP, REPLY_LAG_PAUSES } from '../intervals.ts';
import { type Clock, lagPauses } from '../runner/clock.ts';
import type { Standing, Thread } from './history.ts';
import { signNote } from './signed-note.ts';

/** The hidden line by which the reply that tells the end of a status comment's request is found. */
export function replyMark({ place, key }: Pick<Thread, 'place' | 'key'>, id: number): string {
  const { service, repositoryId, thread } = place;
  return signNote('reply:v2', { id }, { service, place: [repositoryId, thread] }, key);
}

/**
 * Replies to who asked, once: the reply carries a hidden mark of its status comment and is looked for before it is
 * written; of two that were written at once the later one goes.
 */
export async function replyOnce(
  { github, place, key }: Thread,
  { id, note }: Standing,
  text: string,
  { clock, stop }: { readonly clock: Clock; readonly stop: AbortSignal },
): Promise<Answer<unknown>> {
  const mark = replyMark({ place, key }, id);
  const find = async () => {
    const since = note.sentAt === undefined ? undefined : note.sentAt - READ_OVERLAP;
    const recent = await github.comments(place.thread, since);
    return recent.ok
      ? { ok: true as const, value: recent.value.items.find(({ body }) => body.includes(mark)) }
      : recent;
  };
  const before = await find();
  if (!before.ok || before.value !== undefined) return before;
  const posted = await github.createComment(place.thread, `${text}\n${mark}`);
  if (!posted.ok) return posted;
  // A list that shows the own reply shows those before it as well.
  const pause = lagPauses(REPLY_LAG_PAUSES, clock, stop);
  do {
    const after = await find();
    const first = after.ok ? (after.value?.id ?? Number.POSITIVE_INFINITY) : posted.value.id;
    if (first < posted.value.id) return github.deleteComment(posted.value.id);
    if (first === posted.value.id) return posted;
  } while (await pause());
  return posted;
}
