import {
  BEFORE_SEND,
  LAST_EDIT,
  openCommentWriter,
  TO_DEADLINE,
  warnOfComment,
} from '../github/edit-comment.ts';
import { commentAdvice } from '../github/github-errors.ts';
import { pickUp } from '../job/to-result.ts';
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
import type { Access } from '../pull-request/access.ts';
import { isUnchanged } from '../report/pull-request-text.ts';
import { renderPosted, renderStatus } from '../report/status-text.ts';
import { slept } from '../runner/clock.ts';
import type { StepState } from '../runner/step-state.ts';
import type { Job } from '../service/job.ts';
import type { ThreadRequest } from './choose-next.ts';
import { closeNote, type Note, type NoteChange, writeNote } from './note.ts';
import { announceEnd, notify } from './notify.ts';
import type { Thread } from './thread.ts';

/** The record of a request in its thread: its status comment with its note. */
export interface RequestRecord {
  /** Undefined without a thread. */
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

/**
 * Posts the request's status comment. If GitHub refuses it, returns how the request ends. With `onlyWhenChanged`, posts it at the
 * end, if the agent changed something or a later run has to know of the request. Until then, other runs don't see the request.
 */
export async function openRecord(
  thread: Thread,
  { request, attempt, shared, checks, recipe, instruction: about }: ThreadRequest,
  commit: Note['commit'],
  startedAt: number,
  access: Access,
): Promise<RequestRecord | RequestResult> {
  const { github, key, clock, deadline, log, time } = access;
  const { number, onlyWhenChanged } = thread;
  const { phrase: _, ...requester } = thread.requester;
  const noteOf = (change: NoteChange): Note => {
    const until = time.fromLocal(deadline.at);
    return { request, attempt, shared, checks, recipe, commit, until, requester, ...change };
  };
  const remarks = new Set<string>();
  let own:
    | { readonly id: number; readonly url: string; readonly writer: ReturnType<typeof openCommentWriter> }
    | undefined;
  let note = noteOf({ state: 'waiting' });
  let job: Job | undefined;
  let shown = '';
  let endedAt: number | undefined;

  async function post(text: string, waits?: 'waits') {
    const posted = await github.createComment(number, text, waits);
    if (!posted.ok) return posted;
    const { id, html_url: url, date } = posted.value;
    time.learn(date);
    own = { id, url, writer: openCommentWriter(github, id, access) };
    return posted;
  }

  function render(result?: RequestResult): string {
    shown = visibleState(job);
    if (result !== undefined) endedAt ??= clock.now();
    const duration = endedAt && endedAt - startedAt;
    const notes = onlyWhenChanged ? [] : [...remarks];
    const text = renderStatus({ about, since: startedAt, job, result, notes, duration }, thread.requester);
    return own === undefined ? text : `${text}\n${writeNote(note, own.id, thread, key)}`;
  }

  /** GitHub's email has the first version. The note needs the comment's ID, so it follows. */
  async function postEnd(result: RequestResult): Promise<void> {
    if (isWorthComment(result, note)) warnOfComment(await post(render(result)), UNWRITTEN, log);
  }

  const remove = async () => own !== undefined && (await github.deleteComment(own.id)).ok;

  if (!onlyWhenChanged) {
    const text = renderPosted(thread.requester);
    let posted = await post(text, 'waits');
    // The comment may exist. A second one costs nothing, and one that is found may be a stranger's copy.
    const isLost = !posted.ok && posted.failure.outcome !== 'not processed';
    if (isLost && (await slept(SETTLE, clock, deadline.stop))) posted = await post(text, 'waits');
    if (!posted.ok) {
      warnOfComment(posted, UNWRITTEN, log);
      await notify(thread, RESULTS.error.reaction, undefined, access);
      const advice = commentAdvice(posted.failure);
      const refused = `GitHub refused the status comment. ${advice}`;
      const why = advice === '' ? `${NO_COMMENT} ${posted.failure.message}` : refused;
      // GitHub would refuse a reply, too.
      return { ...unsent('comment-not-written', why), notice: 'none' };
    }
  }

  return {
    comment: own,
    saved: (change) => own && { id: own.id, thread: number, note: noteOf(change) },
    async update(change, seen) {
      job = seen;
      note = noteOf(change);
      const patience = change.state === 'job' ? TO_DEADLINE : BEFORE_SEND;
      return own === undefined || own.writer.write(render(), patience);
    },
    remark(sentences) {
      for (const sentence of sentences) {
        log.info(sentence);
        remarks.add(sentence);
      }
    },
    showProgress(seen) {
      job = seen;
      if (visibleState(job) !== shown) void own?.writer.tryWrite(render);
    },
    async close(end) {
      const result = unlessStopped(end, deadline);
      // The other run has a comment.
      if (result.reasonCode === 'request-handled' && (await remove())) return result;
      job = result.job ?? job;
      if (onlyWhenChanged) await postEnd(result);
      if (own === undefined) return result;
      const { url, writer } = own;
      note = noteOf(closeNote(note, result, deadline.stop.aborted));
      // Without the job's ID, the next request would create a second job.
      const patience = note.jobId !== undefined && writer.unwritten() !== undefined ? TO_DEADLINE : LAST_EDIT;
      await writer.write(render(result), { ...LAST_EDIT, wait: patience.wait });
      // Otherwise, the run that finishes the request announces its end.
      if (!onlyWhenChanged && (note.state !== 'job' || !isJobEnd(result)))
        await announceEnd(thread, result, clock.now() - startedAt, access);
      return { ...result, comment: { url, unwritten: writer.unwritten() } };
    },
    amend: async (result) => own?.writer.tryWrite(() => render(result)),
  };
}

/** Whether the agent changed something, or a re-run would send the request again without a comment. */
function isWorthComment(result: RequestResult, note: Note): boolean {
  const { outcome, pullRequest } = result;
  const { facts } = pullRequest ?? {};
  const isChanged = pullRequest !== undefined && (facts?.closedAs !== undefined || !isUnchanged(facts));
  const isLeft = outcome === 'unknown' || (note.state === 'job' && !isJobEnd(result));
  return isLeft || (endsJob(result) && isChanged);
}

/** The record of a request without a thread: there are no notes, so it never waits. */
export function unrecorded({ log }: Pick<Access, 'log'>): RequestRecord {
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

const UNWRITTEN = 'The status comment could not be written';
/** Without a comment, no later run would know of the job. */
const NO_COMMENT = 'the status comment could not be written, so no later run would know of the job.';
export const UNCONFIRMED = unsent('comment-not-written', NO_COMMENT);

const visibleState = (job: Job | undefined) => JSON.stringify([job?.id, job?.status, job?.prLink]);
