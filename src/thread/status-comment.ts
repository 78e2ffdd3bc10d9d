import type { Answer, Failure } from '../answer.ts';
import type { ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import { POSTED_TOLERANCE, READ_OVERLAP, SETTLE } from '../intervals.ts';
import { warn } from '../report/conversation.ts';
import { type Clock, slept } from '../runner/clock.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import type { ThreadTools } from './thread.ts';

/** Writes of unknown outcome that are repeated before it is given up. */
const MOST_TRIES = 5;

/** What GitHub answers about a comment that was deleted. */
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

type WritingTools = Pick<ThreadTools, 'clock' | 'deadline' | 'log' | 'time'>;

/**
 * Posts a comment once. One of unknown outcome is found again by its `text`, which holds a word that nobody could know before.
 * Anybody may copy the text as soon as it is there, into a new comment or an older one: only a comment that was created since
 * then, and is the only one with that text, is taken for ours.
 */
export async function postComment(
  github: GitHub,
  thread: number,
  text: string,
  { clock, deadline, log, time }: WritingTools,
): Promise<Answer<ThreadComment>> {
  const startedAt = clock.now();
  const complain = complainOnce(log);
  for (let tries = 1; ; tries += 1) {
    const answer = await github.createComment(thread, text);
    if (answer.ok) {
      time.learn(answer.value.date);
      return answer;
    }
    complain(answer.failure);
    const over = answer.failure.fate !== 'unknown' || tries >= MOST_TRIES;
    if (over || !(await slept(SETTLE, clock, deadline.stop))) return answer;
    const recent = await github.comments(thread, time.fromLocal(startedAt) - READ_OVERLAP);
    if (!recent.ok) continue;
    time.learn(recent.value.date);
    const since = time.fromLocal(startedAt) - POSTED_TOLERANCE;
    const [own, ...copies] = recent.value.items.filter(
      (comment) => comment.body === text && comment.created_at >= since,
    );
    if (own !== undefined && copies.length === 0) return { ok: true, value: own };
  }
}

/** What main wrote last may still land; nothing is written on top of that. Interrupted, there is still time to write. */
export async function untilLanded(clock: Clock, { stop }: Deadline): Promise<void> {
  await slept(SETTLE, clock, stop);
}

export type CommentWriter = Readonly<ReturnType<typeof openCommentWriter>>;

/** Edits a comment, one edit at a time, so that it says what was written last. */
export function openCommentWriter(github: GitHub, id: number, { clock, deadline, log, time }: WritingTools) {
  const complain = complainOnce(log);
  let underWay: Promise<Answer<unknown>> | undefined;
  /** An edit of unknown outcome may still land until then. */
  let unsureUntil = 0;
  let unwritten: string | undefined;
  let gone = false;

  async function edit(body: string, tries?: 1): Promise<Answer<unknown>> {
    const answer = await github.editComment(id, body, tries);
    if (answer.ok) time.learn(answer.value.date);
    else if (answer.failure.fate === 'unknown') unsureUntil = clock.now() + SETTLE;
    gone = !answer.ok && GONE.has(answer.failure.status);
    if (gone || (answer.ok && body === unwritten)) unwritten = undefined;
    return answer;
  }

  /** Waits for what may still land. False when there is no time for that. */
  async function settled(): Promise<boolean> {
    await underWay;
    const left = unsureUntil - clock.now();
    return left <= 0 || slept(left, clock, deadline.stop.aborted ? deadline.closing : deadline.stop);
  }

  return {
    /** What the comment was to say and may not. */
    unwritten: () => unwritten,

    /** Edits the whole body. Unless that succeeds the comment may say something else; one that was deleted gets no edits. */
    async write(body: string, tries = MOST_TRIES): Promise<boolean> {
      if (gone) return false;
      unwritten = body;
      let answer: Answer<unknown> | undefined;
      for (let made = 0; made < tries && (await settled()) && !gone; made += 1) {
        if (answer?.ok === false) log.info(`${answer.failure.message} Trying again.`);
        answer = await edit(body);
        if (answer.ok || answer.failure.fate !== 'unknown') break;
      }
      if (answer?.ok === false) complain(answer.failure);
      return answer?.ok ?? false;
    },

    /** Edits the body beside other work, with one try; not while an edit is under way or may still land. Whether it did. */
    async tryWrite(render: () => string): Promise<boolean> {
      if (gone || underWay !== undefined || clock.now() < unsureUntil) return false;
      underWay = edit(render(), 1);
      const answer = await underWay;
      underWay = undefined;
      if (answer.ok) return true;
      // What may pass is made up for by the next edit.
      if (answer.failure.transient) log.info(answer.failure.message);
      else complain(answer.failure);
      return false;
    },
  };
}

/** Logs what GitHub did not do, once for each way in which it did not. */
function complainOnce(log: Log): (failure: Failure) => void {
  const told = new Set<unknown>();
  return (failure) => {
    const way = failure.status ?? failure.kind;
    if (!told.has(way)) warn({ ok: false, failure }, 'The status comment could not be written', log);
    told.add(way);
  };
}
