import { isOver } from '../job/job-status.ts';
import { cutOff, endedResult, endOfEarlierTurn } from '../job/to-result.ts';
import { findJob, messageInDoubt, watchJob } from '../job/watch.ts';
import { finishPullRequest } from '../pull-request/finish-pull-request.ts';
import { renderStatus } from '../report/status-text.ts';
import { isFailure, isJobEnd, isResult, JOB_ENDS, type RequestResult } from '../request-result.ts';
import { openCommentWriter } from './edit-comment.ts';
import {
  createOf,
  endNote,
  hasLaterTurn,
  headsOf,
  isEarlierAttempt,
  isUnwatched,
  lastTurn,
  type Note,
  type NoteComment,
  originOf,
  writeNote,
} from './note.ts';
import { announceEnd } from './notify.ts';
import { readUnchanged } from './read-notes.ts';
import type { FinishContext } from './thread-context.ts';

/** What `finishRequests` did. */
export interface FinishReport {
  /** Requests whose result was reported. */
  readonly finished: { readonly request: NoteComment; readonly result: RequestResult }[];
  /** How many requests stay open. */
  readonly open: number;
  readonly failure: Pick<RequestResult, 'reasonCode' | 'reason'> | undefined;
}

/**
 * Finishes the requests that are due, by default those that no run watches: those with an ended job as their own run would
 * have done, the others with what is known. Polls each job once. Jobs that take longer come last, and each is reported as soon
 * as it ends.
 *
 * @param requests all that are known, since they show the origin of the jobs
 */
export async function finishRequests(
  requests: readonly NoteComment[],
  context: FinishContext,
  isDue = ({ note }: NoteComment) => isUnwatched(note, context.tools.time.now()),
): Promise<FinishReport> {
  const { tools, waitsFor } = context;
  const all = requests.map(({ note }) => note);
  const finished: FinishReport['finished'] = [];
  let failure: FinishReport['failure'];

  /** Reports the end of a job in each of its requests; `end` may be why it can't be polled. */
  async function finish(some: readonly NoteComment[], end?: RequestResult): Promise<void> {
    if (end === undefined || !isJobEnd(end)) {
      // A job that continues after the step is no failure.
      if (end?.job === undefined || end.result === 'error') failure ??= end;
      for (const request of some) await reportLostRun(request, context);
      return;
    }
    for (const request of some) {
      const result = await reportEnd(request, endOf(request.note, end, all), all, context);
      if (result !== undefined) finished.push({ request, result });
    }
  }

  const { job: sent = [], ...others } = Object.groupBy(requests.filter(isDue), ({ note }) => note.state);
  for (const request of Object.values(others).flat()) {
    const isReported = await reportLostRun(request, context);
    // No run can watch a send whose outcome is unknown, so this is its end.
    if (isReported && request.note.state === 'sending') {
      const { state, jobId } = request.note;
      finished.push({ request, result: cutOff(state, jobId) });
    }
  }
  const watched: Promise<void>[] = [];
  for (const [jobId, some] of Map.groupBy(sent, ({ note }) => note.jobId ?? '')) {
    const turn = lastTurn(all, jobId);
    const job = await findJob(turn, tools);
    if (isResult(job)) await finish(some, job);
    // A completed job may still get its link.
    else if (isOver(job, turn, tools.time.now()) || waitsFor?.(job))
      watched.push(watchJob(job, messageInDoubt(turn, job, tools), tools).then((end) => finish(some, end)));
    else await finish(some);
  }
  await Promise.all(watched);
  const ended = finished.filter(({ request }) => sent.includes(request));
  return { finished, open: sent.length - ended.length, failure };
}

/** How the note's request ended. */
function endOf(note: Note, end: RequestResult, all: readonly Note[]): RequestResult {
  const { job, result } = end;
  if (hasLaterTurn(note, all)) return endOfEarlierTurn(end);
  return job !== undefined && JOB_ENDS.has(result) ? endedResult(job, createOf(note)) : end;
}

/**
 * Does what a waiting run would have done. Edits the status comment after the pull request, so that the next run repeats what
 * was cut off. Notifies the requester last, so that a comment that can't be edited causes no repeated mentions. Undefined if
 * the comment wasn't edited.
 */
async function reportEnd(
  request: NoteComment,
  ended: RequestResult,
  all: readonly Note[],
  context: FinishContext,
): Promise<RequestResult | undefined> {
  const { dryRun, phrase, tools } = context;
  if (dryRun) return ended;
  const { note, place } = request;
  // The note of a re-run that sent nothing lacks the time.
  const { requester, jobId = '', sentAt = lastTurn(all, jobId).sentAt ?? tools.time.now() } = note;
  const { by, person } = requester;
  const account = by === undefined || note.checks ? undefined : { login: by, type: person ? 'User' : 'Bot' };
  // Only the last attempt notifies people.
  const isRepeated = all.some((other) => other.jobId === jobId && isEarlierAttempt(note, other));
  const reviewer = requester.review && !isRepeated ? by : undefined;
  const people = { requester: account, requestUrl: requester.at, reviewer };
  const heads = headsOf(note, ended.job?.prLink, all);
  const result = await finishPullRequest(ended, { ...originOf(all, jobId), ...heads }, people, context);
  if (isFailure(result) && result.warning !== undefined)
    tools.log.warning(`${result.pullRequest?.link}: ${result.warning}`);
  // The step may have stopped meanwhile.
  if (tools.deadline.stop.aborted) return undefined;
  const text = render(request, endNote({ ...note, ...heads }, result), result, context);
  const isEdited = await editNote(request, text, context);
  const conversation = { ...context, place, requester: { ...requester, phrase } };
  if (isEdited && !isRepeated) await announceEnd(conversation, result, tools.time.now() - sentAt);
  return isEdited ? result : undefined;
}

/** Updates the status comment of a run that is gone with what is known. */
async function reportLostRun(request: NoteComment, context: FinishContext): Promise<boolean> {
  const text = renderCutOff(request, context);
  return text !== undefined && (context.dryRun || editNote(request, text, context));
}

/** The comment of a run that was cut off, by the note that was its last. Undefined if nothing changes. */
export function renderCutOff(
  request: NoteComment,
  context: Pick<FinishContext, 'key' | 'phrase'>,
): string | undefined {
  const { note } = request;
  const { state, jobId, left } = note;
  if (left || (state !== 'waiting' && state !== 'sending' && state !== 'job')) return undefined;
  const change = {
    waiting: { state: 'not sent' },
    sending: { state: 'unknown' },
    job: { left: true },
  } as const;
  return render(request, { ...note, ...change[state] }, cutOff(state, jobId), context);
}

/** Edits a status comment if its note is still the one that was read. Returns whether it did. */
async function editNote(request: NoteComment, text: string, context: FinishContext): Promise<boolean> {
  if ((await readUnchanged(request, context)) === undefined) return false;
  return openCommentWriter(context.github, request.id, context.tools).write(text, context.patience);
}

function render(
  { id, place }: NoteComment,
  note: Note,
  result: RequestResult,
  { key, phrase }: Pick<FinishContext, 'key' | 'phrase'>,
): string {
  return `${renderStatus({ result }, { ...note.requester, phrase })}\n${writeNote(note, id, place, key)}`;
}
