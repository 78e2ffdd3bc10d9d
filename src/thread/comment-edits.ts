import type { ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import type { Answer } from '../http/failure.ts';
import { SETTLE } from '../intervals.ts';
import type { JobTools } from '../job/watch.ts';
import { type Clock, slept } from '../runner/clock.ts';
import type { Deadline } from '../runner/deadline.ts';

/** Writes of unknown fate that are repeated before it is given up. */
export const PATIENCE = 5;

/** What GitHub answers about a comment that was deleted. */
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

/** What main wrote last may still land; nothing is written on top of that. Interrupted, there is still time to write. */
export async function untilLanded(clock: Clock, { stop }: Deadline): Promise<void> {
  await slept(SETTLE, clock, stop);
}

export type CommentEdits = Readonly<ReturnType<typeof openCommentEdits>>;

/** Edits a comment, so that it says what was written last. */
export function openCommentEdits(
  github: GitHub,
  id: number,
  { clock, deadline, log }: Pick<JobTools, 'clock' | 'deadline' | 'log'>,
) {
  let unsureUntil = 0;
  let gone = false;

  /** A write of unknown fate may still land: no other one follows before that. */
  async function settled(): Promise<boolean> {
    const left = unsureUntil - clock.now();
    return left <= 0 || slept(left, clock, deadline.stop.aborted ? deadline.closing : deadline.stop);
  }

  const edits = {
    /** What it was to say and may not. */
    unwritten: undefined as string | undefined,
    /**
     * Edits the whole body. Unless that succeeds the comment may say something else; without an answer nothing was sent. A
     * comment that was deleted gets no more edits.
     */
    async write(
      body: string,
      tries = PATIENCE,
    ): Promise<Answer<ThreadComment & { readonly date: number }> | undefined> {
      edits.unwritten = body;
      let answer: Awaited<ReturnType<GitHub['editComment']>> | undefined;
      for (let made = 0; !gone && made < tries && (await settled()); made += 1) {
        if (answer?.ok === false) log.info(`${answer.failure.message} Trying again.`);
        answer = await github.editComment(id, body);
        gone = !answer.ok && GONE.has(answer.failure.status);
        if (answer.ok || answer.failure.fate !== 'unknown') break;
        unsureUntil = clock.now() + SETTLE;
      }
      if (gone || answer?.ok) edits.unwritten = undefined;
      return answer;
    },
  };
  return edits;
}
