import type { Answer } from '../answer.ts';
import type { GitHub } from '../github/github.ts';
import { SETTLE } from '../intervals.ts';
import type { JobTools } from '../job/watch.ts';
import { slept } from '../runner/clock.ts';
import { warn } from './notify.ts';

/** The most tries of an edit whose outcome is unknown. */
const MOST_TRIES = 5;

/** GitHub's statuses for a deleted comment. */
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

export type CommentWriter = Readonly<ReturnType<typeof openCommentWriter>>;

/** Edits a comment, one edit at a time, so that the last edit wins. */
export function openCommentWriter(
  github: GitHub,
  id: number,
  { clock, deadline, log }: Pick<JobTools, 'clock' | 'deadline' | 'log'>,
) {
  let underWay: Promise<Answer<unknown>> | undefined;
  /** Until this time, an edit of unknown outcome may still arrive. */
  let unsureUntil = 0;
  let unwritten: string | undefined;
  let isGone = false;

  async function edit(body: string, tries?: 1): Promise<Answer<unknown>> {
    const answer = await github.editComment(id, body, tries);
    if (!answer.ok && answer.failure.outcome === 'unknown') unsureUntil = clock.now() + SETTLE;
    isGone = !answer.ok && GONE.has(answer.failure.status);
    if (isGone || (answer.ok && body === unwritten)) unwritten = undefined;
    return answer;
  }

  /** Waits until no earlier edit can arrive. False if the time is too short. */
  async function settled(): Promise<boolean> {
    await underWay;
    const left = unsureUntil - clock.now();
    return left <= 0 || slept(left, clock, deadline.stop.aborted ? deadline.closing : deadline.stop);
  }

  return {
    /** The body of an edit that isn't confirmed. */
    unwritten: () => unwritten,

    /** Replaces the body. False if that isn't confirmed. A deleted comment gets no further edits. */
    async write(body: string, tries = MOST_TRIES): Promise<boolean> {
      if (isGone) return false;
      unwritten = body;
      for (let made = 1; (await settled()) && !isGone; made += 1) {
        const answer = await edit(body);
        if (answer.ok) return true;
        if (answer.failure.outcome !== 'unknown' || made >= tries) {
          warn(answer, 'The status comment could not be written', log);
          return false;
        }
        log.info(`${answer.failure.message} Trying again.`);
      }
      return false;
    },

    /** Tries once to replace the body. Other work continues. False if that fails, or if another edit may still arrive. */
    async tryWrite(render: () => string): Promise<boolean> {
      if (isGone || underWay !== undefined || clock.now() < unsureUntil) return false;
      underWay = edit(render(), 1);
      const answer = await underWay;
      underWay = undefined;
      if (!answer.ok) log.info(`The status comment could not be edited: ${answer.failure.message}`);
      return answer.ok;
    },
  };
}
