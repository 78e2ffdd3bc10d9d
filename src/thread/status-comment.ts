import type { ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import type { Answer, Failure } from '../http/failure.ts';
import { POSTED_TOLERANCE, READ_OVERLAP, SETTLE } from '../intervals.ts';
import { warn } from '../report/audience.ts';
import { slept } from '../runner/clock.ts';
import type { Log } from '../runner/runner.ts';
import { openCommentEdits, PATIENCE } from './comment-edits.ts';
import type { ThreadTools } from './github-time.ts';
import type { Thread } from './history.ts';
import { type Note, writeNote } from './note.ts';

/** The one comment that a run writes in its thread. Its note is written by edits only, so that it names its own comment. */
export type StatusComment = Readonly<ReturnType<typeof openStatusComment>>;

type WritingTools = Pick<ThreadTools, 'clock' | 'deadline' | 'log' | 'time'>;

/** Posts the comment. `text` holds a word that nobody could know before. */
export async function postStatusComment(
  thread: Thread,
  text: string,
  tools: WritingTools,
): Promise<Answer<StatusComment>> {
  const complain = complainOnce(tools.log);
  const posted = await postComment(thread.github, thread.place.thread, text, tools, complain);
  return posted.ok ? { ok: true, value: openStatusComment(thread, posted.value, tools, complain) } : posted;
}

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
  complain = complainOnce(log),
): Promise<Answer<ThreadComment>> {
  const startedAt = clock.now();
  for (let tries = 1; ; tries += 1) {
    const answer = await github.createComment(thread, text);
    if (answer.ok) {
      time.learn(answer.value.date);
      return answer;
    }
    complain(answer.failure);
    const over = answer.failure.fate !== 'unknown' || tries >= PATIENCE;
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

function openStatusComment(
  { github, place, key }: Thread,
  { id, html_url: url }: ThreadComment,
  tools: WritingTools,
  complain: (failure: Failure) => void,
) {
  const edits = openCommentEdits(github, id, tools);
  const comment = {
    id,
    url,
    /** The note that was written last, or was to be. */
    note: undefined as Note | undefined,
    /** What it was to say and may not, note and all. */
    unwritten: () => edits.unwritten,
    /** Edits text and note. False when the comment may say something else: then nobody can rely on it. */
    async write(note: Note, text: string): Promise<boolean> {
      comment.note = note;
      const answer = await edits.write(`${text}\n${writeNote(note, id, place, key)}`);
      if (answer?.ok) tools.time.learn(answer.value.date);
      else if (answer !== undefined) complain(answer.failure);
      return answer?.ok ?? false;
    },
  };
  return comment;
}

/** Says what GitHub did not do, once for each way in which it did not. */
function complainOnce(log: Log): (failure: Failure) => void {
  const told = new Set<unknown>();
  return (failure) => {
    const way = failure.status ?? failure.kind;
    if (!told.has(way)) warn({ ok: false, failure }, 'The status comment could not be written', log);
    told.add(way);
  };
}
