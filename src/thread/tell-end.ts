import type { Answer } from '../http/failure.ts';
import { LONG_JOB, SETTLE } from '../intervals.ts';
import type { RequestResult } from '../job/request-result.ts';
import { reactToEnd, warn } from '../report/audience.ts';
import { renderReply } from '../report/reply-text.ts';
import { slept } from '../runner/clock.ts';
import type { ThreadTools } from './github-time.ts';
import type { Standing } from './history.ts';
import type { Note } from './note.ts';
import type { Origin } from './origin.ts';
import { type Amendment, amendComment, LEFT_OPEN, type Repairing } from './repair.ts';
import { replyOnce } from './reply-once.ts';
import { type Settling, settlePullRequest } from './settle-pull-request.ts';

/** What it takes to tell the end of a request in place of its run. */
export interface Telling extends Repairing {
  readonly tools: Pick<ThreadTools, 'clock' | 'deadline' | 'log' | 'time'>;
  readonly settling: Omit<Settling, 'people'>;
  /** Whether who asked is told by a mention. */
  readonly notify: boolean;
}

/**
 * Does what a run that waited would have done: the pull request's note and labels, the reaction, the reply, and last the
 * status comment, so that who is cut off before that is made up for by the next. Whether it came that far.
 */
export async function tellEnd(
  { id, note }: Standing,
  result: RequestResult,
  origin: Origin,
  telling: Telling,
): Promise<boolean> {
  const { thread, tools, phrase, settling, notify } = telling;
  const { deadline, log, time } = tools;
  const { asked, jobId, sentAt = time.now() } = note;
  const asker = asked.by === undefined ? undefined : { login: asked.by, type: asked.person ? 'User' : 'Bot' };
  await settlePullRequest(result, origin, { ...settling, people: { asker } });
  await reactToEnd({ github: thread.github, asker: asked, log }, result);
  if (notify && asked.person && asked.by !== undefined && time.now() - sentAt > LONG_JOB) {
    const text = renderReply(result, asked.by, { ...asked, phrase });
    const replied = await insist(() => replyOnce(thread, { id, note }, text, tools), tools);
    warn(replied, 'The reply to who asked could not be written', log);
  }
  // Not everything before may have been done.
  if (deadline.stop.aborted) return false;
  let told = false;
  const end = (current: Note): Amendment | undefined => {
    // Another collect, or the next request, may have been faster.
    told = current.state === 'ended';
    const open = current.state === 'job' && current.jobId === jobId;
    return open ? { note: { ...current, state: 'ended', left: undefined }, result } : undefined;
  };
  const amended = await insist(() => amendComment(telling, id, end), tools);
  warn(amended, LEFT_OPEN, log);
  return told || (amended.ok && amended.value);
}

/** How often something is written that GitHub did not take for reasons that pass. */
const PATIENCE = 3;

/** Writes again what may not have arrived, once it would be there to see; `write` looks for it first. */
async function insist<T>(
  write: () => Promise<Answer<T>>,
  { clock, deadline, log }: Telling['tools'],
): Promise<Answer<T>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await write();
    if (answer.ok || answer.failure.code === 'github-refused' || tries >= PATIENCE) return answer;
    if (!(await slept(SETTLE, clock, deadline.stop))) return answer;
    log.info(`${answer.failure.message} Trying again.`);
  }
}
