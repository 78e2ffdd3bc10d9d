import {
  BEFORE_SEND,
  LAST_EDIT,
  openCommentWriter,
  TO_DEADLINE,
  warnOfComment,
} from '../github/edit-comment.ts';
import { commentAdvice } from '../github/permission-advice.ts';
import { pickUp } from '../job/to-result.ts';
import type { JobTools } from '../job/watch.ts';
import { SETTLE } from '../model/intervals.ts';
import {
  endsJob,
  isJobEnd,
  leftJobOf,
  RESULTS,
  type RequestResult,
  unlessStopped,
  unsent,
} from '../model/request-result.ts';
import { isUnchanged } from '../report/pull-request-text.ts';
import { renderPosted, renderStatus } from '../report/status-text.ts';
import { slept } from '../runner/clock.ts';
import type { StepState } from '../runner/step-state.ts';
import type { Job } from '../service/job.ts';
import type { ThreadRequest } from './choose-next.ts';
import { closeNote, type Note, type NoteChange, writeNote } from './note.ts';
import { announceEnd, react } from './notify.ts';
import type { ThreadContext } from './thread-context.ts';

/** The record of a request in its thread: its status comment with its note. */
export interface RequestRecord {
  /** Undefined without a conversation. */
  readonly comment: { readonly id: number; readonly url: string } | undefined;
  /** Edits the own note and its comment. False if the edit isn't confirmed, so that no run can rely on it. */
  update(change: NoteChange, job?: Job): Promise<boolean>;
  /** What the post step needs to finish the comment of a run that was cut off in this state. */
  saved(change: NoteChange): StepState['comment'] | undefined;
  /** Adds sentences to the comment's next edit and to the log. */
  remark(sentences: readonly string[]): void;
  /** Shows a job after each change of its state, while it is polled. */
  showProgress(job: Job): void;
  /** Writes the result, waits until it can be read, and notifies the requester. */
  close(result: RequestResult): Promise<RequestResult>;
  /** Shows more about the result that was written. */
  amend(result: RequestResult): Promise<unknown>;
}

/** Posts the request's status comment. If GitHub refuses it, returns how the request ends. */
export async function openRecord(
  context: ThreadContext,
  { request, attempt, shared, checks, commit, instruction: about }: ThreadRequest,
  startedAt: number,
): Promise<RequestRecord | RequestResult> {
  const { github, place, key, tools } = context;
  const { clock, deadline, log, time } = tools;
  const { phrase: _, ...requester } = context.requester;
  const noteOf = (change: NoteChange): Note => {
    const until = time.fromLocal(deadline.at);
    return { request, attempt, shared, checks, commit, until, requester, ...change };
  };
  if (context.onlyWhenChanged) return deferRecord(context, about, startedAt, noteOf);
  const text = renderPosted(context.requester);
  const post = () => github.createComment(place.thread, text, 'waits');
  let posted = await post();
  // The comment may exist. A second one costs nothing, and one that is found may be a stranger's copy.
  const isLost = !posted.ok && posted.failure.outcome !== 'not processed';
  if (isLost && (await slept(SETTLE, clock, deadline.stop))) posted = await post();
  if (!posted.ok) {
    const { message } = posted.failure;
    const advice = commentAdvice(posted.failure);
    warnOfComment(posted, 'The status comment could not be written', log);
    await react(context, RESULTS.error.reaction);
    const why = advice === '' ? `${NO_COMMENT} ${message}` : `GitHub refused the status comment. ${advice}`;
    // GitHub would refuse a reply, too.
    return { ...unsent('comment-not-written', why), notice: 'none' };
  }
  const { id, html_url: url, date } = posted.value;
  time.learn(date);
  const writer = openCommentWriter(github, id, tools);
  const remarks = new Set<string>();
  let note = noteOf({ state: 'waiting' });
  let job: Job | undefined;
  let shown = '';
  let endedAt: number | undefined;

  function render(result?: RequestResult): string {
    shown = visibleState(job);
    if (result !== undefined) endedAt ??= clock.now();
    const duration = endedAt && endedAt - startedAt;
    const status = { about, since: startedAt, job, result, notes: [...remarks], duration };
    return `${renderStatus(status, context.requester)}\n${writeNote(note, id, place, key)}`;
  }

  return {
    comment: { id, url },
    saved: (change) => ({ id, thread: place.thread, note: noteOf(change) }),
    update(change, seen) {
      job = seen;
      note = noteOf(change);
      return writer.write(render(), change.state === 'job' ? TO_DEADLINE : BEFORE_SEND);
    },
    remark(sentences) {
      for (const sentence of sentences) {
        log.info(sentence);
        remarks.add(sentence);
      }
    },
    showProgress(seen) {
      job = seen;
      if (visibleState(job) !== shown) void writer.tryWrite(render);
    },
    async close(end) {
      const result = unlessStopped(end, deadline);
      // The other run has a comment.
      if (result.reasonCode === 'request-handled' && (await github.deleteComment(id)).ok) return result;
      job = result.job ?? job;
      note = noteOf(closeNote(note, result, tools.deadline.stop.aborted));
      // Without the job's ID, the next request would create a second job.
      const patience = note.jobId !== undefined && writer.unwritten() !== undefined ? TO_DEADLINE : LAST_EDIT;
      await writer.write(render(result), { ...LAST_EDIT, wait: patience.wait });
      // Otherwise, the run that finishes the request announces its end.
      if (note.state !== 'job' || !isJobEnd(result))
        await announceEnd(context, result, clock.now() - startedAt);
      return { ...result, comment: { url, unwritten: writer.unwritten() } };
    },
    amend: (result) => writer.tryWrite(() => render(result)),
  };
}

/** The record of a request without a conversation: there are no notes, so it never waits. */
export function unrecorded({ log }: Pick<JobTools, 'log'>): RequestRecord {
  return {
    comment: undefined,
    update: async () => true,
    saved: () => undefined,
    remark: (sentences) => sentences.forEach(log.info),
    showProgress: () => undefined,
    amend: async () => undefined,
    async close(result) {
      const left = leftJobOf(result);
      return left === undefined ? result : { ...result, reason: `${result.reason} ${pickUp(left)}` };
    },
  };
}

/**
 * The record of a request that comments only if the agent changed something, or if a later run has to know of the request.
 * Other runs see it only at its end.
 */
function deferRecord(
  context: ThreadContext,
  about: string | undefined,
  startedAt: number,
  noteOf: (change: NoteChange) => Note,
): RequestRecord {
  const { github, place, key, tools } = context;
  let note: Note | undefined;
  let amend: RequestRecord['amend'] = async () => undefined;
  return {
    ...unrecorded(tools),
    amend: (result) => amend(result),
    async update(change) {
      note = noteOf(change);
      return true;
    },
    async close(result) {
      const { pullRequest } = result;
      const { facts } = pullRequest ?? {};
      const isChanged = pullRequest !== undefined && (facts?.closedAs !== undefined || !isUnchanged(facts));
      // Without a comment, a re-run would send the request again.
      const isLeft = result.outcome === 'unknown' || (note?.state === 'job' && !isJobEnd(result));
      const isWorthIt = isLeft || (endsJob(result) && isChanged);
      if (!isWorthIt || note === undefined) return result;
      const duration = tools.clock.now() - startedAt;
      // GitHub's email has the first version. The note needs the comment's ID, so it follows.
      const textOf = (result: RequestResult) =>
        renderStatus({ about, since: startedAt, result, duration }, context.requester);
      const text = textOf(result);
      const posted = await github.createComment(place.thread, text);
      warnOfComment(posted, 'The status comment could not be written', tools.log);
      if (!posted.ok) return result;
      const { id, html_url: url } = posted.value;
      const last = writeNote(noteOf(closeNote(note, result, tools.deadline.stop.aborted)), id, place, key);
      const writer = openCommentWriter(github, id, tools);
      await writer.write(`${text}\n${last}`);
      amend = (more) => writer.tryWrite(() => `${textOf(more)}\n${last}`);
      return { ...result, comment: { url } };
    },
  };
}

/** Without a comment, no later run would know of the job. */
const NO_COMMENT = 'the status comment could not be written, so no later run would know of the job.';
export const UNCONFIRMED = unsent('comment-not-written', NO_COMMENT);

const visibleState = (job: Job | undefined) => JSON.stringify([job?.id, job?.status, job?.prLink]);
