import { LONG_JOB } from '../intervals.ts';
import type { RequestResult } from '../job/request-result.ts';
import { reactToEnd, warn } from '../report/audience.ts';
import { renderReply } from '../report/reply-text.ts';
import type { GitHubTime } from './github-time.ts';
import type { Standing } from './history.ts';
import { toOccasion } from './note.ts';
import { amendComment, type Repairing } from './repair.ts';
import { replyOnce } from './reply-once.ts';
import { type Settling, settlePullRequest } from './settle-pull-request.ts';

/** What it takes to tell the end of a request in place of its run. */
export interface Telling extends Repairing {
  readonly settling: Omit<Settling, 'people'>;
  readonly time: GitHubTime;
  /** Whether who asked is told by a mention. */
  readonly notify: boolean;
  /** Aborts when the step is to stop. */
  readonly stop: AbortSignal;
}

/**
 * Does what a run that waited would have done: the pull request's note and labels, the reaction, the reply, and last the
 * status comment, so that who is cut off before that is made up for by the next. Whether it came that far.
 *
 * @param firstSentAt when the job was first heard of, by GitHub's clock, in case the service does not say when it began
 */
export async function tellEnd(
  { id, note }: Standing,
  result: RequestResult,
  firstSentAt: number | undefined,
  { settling, time, notify, stop, ...repairing }: Telling,
): Promise<boolean> {
  const { thread, log, phrase } = repairing;
  const { asked, jobId, sentAt = time.now() } = note;
  if (result.result === 'pull-request') {
    const asker =
      asked.by === undefined ? undefined : { login: asked.by, type: asked.person ? 'User' : 'Bot' };
    const known = result.job?.createdAt !== undefined || firstSentAt === undefined;
    const createdAt = known ? undefined : time.toLocal(firstSentAt);
    await settlePullRequest(result, { createdAt }, { ...settling, people: { asker } });
  }
  await reactToEnd({ github: thread.github, asker: asked, log }, result);
  if (notify && asked.person && asked.by !== undefined && time.now() - sentAt > LONG_JOB) {
    const text = renderReply(result, asked.by, toOccasion(asked, phrase));
    warn(await replyOnce(thread, { id, note }, text), 'The reply to who asked could not be written', log);
  }
  // Not everything before may have been done.
  if (stop.aborted) return false;
  await amendComment(repairing, id, (current) =>
    current.state === 'job' && current.jobId === jobId
      ? { note: { ...current, state: 'ended', left: undefined }, result }
      : undefined,
  );
  return true;
}
