import { openCommentWriter } from '../github/edit-comment.ts';
import { isOver } from '../job/job-status.ts';
import { findJob, resumeTurn, watchJob } from '../job/watch.ts';
import { POLL_SPACING } from '../model/intervals.ts';
import { isFailure, isJobEnd, isResult, type RequestResult } from '../model/request-result.ts';
import { finishPullRequest } from '../pull-request/finish-pull-request.ts';
import { renderStatus } from '../report/status-text.ts';
import { slept } from '../runner/clock.ts';
import { decideFinish, type Finish } from './decide-finish.ts';
import {
  endNote,
  isLive,
  isUnwatched,
  lastTurn,
  type NoteComment,
  reportedCommit,
  writeNote,
} from './note.ts';
import { announceEnd } from './notify.ts';
import { readUnchanged } from './read-notes.ts';
import { type CommitStatus, openCommitStatus } from './report-on-commit.ts';
import type { FinishContext } from './thread-context.ts';

export interface FinishReport {
  /** Requests whose result was reported, by issue or pull request. */
  readonly finished: Readonly<{ thread: number; end: RequestResult }>[];
  /** How many requests stay open. */
  readonly open: number;
  readonly failure: Pick<RequestResult, 'reasonCode' | 'reason'> | undefined;
}

/**
 * Finishes the requests that are due, by default those that no run watches: those with an ended job as their own run would
 * have done, the others with what is known. Polls each job once. Jobs that take longer come last, and each is reported as soon
 * as it ends. `requests` are all that are known, since they show the origin of the jobs.
 */
export async function finishRequests(
  requests: readonly NoteComment[],
  context: FinishContext,
  isDue = isUnattended(requests, context.tools.time.now()),
): Promise<FinishReport> {
  const { tools, waitsFor } = context;
  const all = requests.map(({ note }) => note);
  const ended: { request: NoteComment; result: RequestResult }[] = [];
  let failure: FinishReport['failure'];

  /** Finishes requests whose job ended so; `end` may be why the job can't be polled. */
  async function finish(some: readonly NoteComment[], end?: RequestResult): Promise<void> {
    // A job that continues after the step is no failure.
    if (end !== undefined && !isJobEnd(end) && (end.job === undefined || end.result === 'error'))
      failure ??= end;
    for (const request of some) {
      const next = decideFinish(request.note, all, end);
      const commit = reportedCommit(request.note, all, context.statusName);
      const commitStatus = openCommitStatus(commit, context);
      const result = next && (await write(request, next, { ...context, commitStatus }));
      // No run can watch a send whose outcome is unknown, so this is its end.
      const isEnd = next?.ending !== undefined || next?.note.state === 'unknown';
      if (result !== undefined && isEnd) ended.push({ request, result });
    }
  }

  const { job: sent = [], ...others } = Object.groupBy(requests.filter(isDue), ({ note }) => note.state);
  await finish(Object.values(others).flat());
  const watched: Promise<void>[] = [];
  const byJob = Map.groupBy(sent, ({ note }) => note.jobId ?? '');
  for (const [index, [jobId, some]] of [...byJob].entries()) {
    if (index > 0) await slept(POLL_SPACING, tools.clock, tools.deadline.stop);
    const turn = lastTurn(all, jobId);
    const job = await findJob(turn, tools);
    if (isResult(job)) await finish(some, job);
    // A completed job may still get its link.
    else if (isOver(job, turn, tools.time.now()) || waitsFor?.(job))
      watched.push(watchJob(job, resumeTurn(turn, job, tools), tools).then((end) => finish(some, end)));
    else await finish(some);
  }
  await Promise.all(watched);
  const finished = ended.map(({ request: { place, note }, result }) => ({
    thread: place.thread,
    end: { ...result, jobId: note.jobId },
  }));
  const left = sent.filter((one) => !ended.some(({ request }) => request === one));
  return { finished, open: left.length, failure };
}

/**
 * Selects the requests that no run watches. If a request waits in the same thread, its run finishes them, and a second run
 * would mark and notify twice.
 */
function isUnattended(requests: readonly NoteComment[], now: number) {
  const waiting = requests.filter(({ note }) => note.state === 'waiting' && isLive(note, now));
  const attended = new Set(waiting.map(({ place }) => place.thread));
  return ({ note, place }: NoteComment) => isUnwatched(note, now) && !attended.has(place.thread);
}

type WriteContext = FinishContext & Readonly<{ commitStatus: CommitStatus }>;

/**
 * Does what a waiting run would have done. Edits the status comment after the pull request, so that the next run repeats what
 * was cut off. Notifies the requester last, so that a comment that can't be edited causes no repeated mentions. Undefined if
 * the comment wasn't edited.
 */
async function write(
  request: NoteComment,
  next: Finish,
  context: WriteContext,
): Promise<RequestResult | undefined> {
  const { dryRun, phrase, tools } = context;
  const { place, note } = request;
  if (dryRun) return next.result;
  const { ending } = next;
  if (ending === undefined) return (await editNote(request, next, context)) ? next.result : undefined;
  const result = await finishPullRequest(next.result, ending.origin, ending.people, context);
  if (isFailure(result) && result.warning !== undefined)
    tools.log.warning(`${result.pullRequest?.link}: ${result.warning}`);
  // The step may have stopped meanwhile.
  if (tools.deadline.stop.aborted) return undefined;
  if (!(await editNote(request, { note: endNote(next.note, result), result }, context))) return undefined;
  const now = tools.time.now();
  const conversation = { ...context, place, requester: { ...note.requester, phrase } };
  if (ending.notifies) await announceEnd(conversation, result, now - (ending.sentAt ?? now));
  return result;
}

/** Edits a status comment if its note is still the one that was read. Returns whether it did. */
async function editNote(request: NoteComment, end: Finish, context: WriteContext): Promise<boolean> {
  if ((await readUnchanged(request, context)) === undefined) return false;
  await context.commitStatus.report(end.result, request.note.requester.run);
  const writer = openCommentWriter(context.github, request.id, context.tools);
  return writer.write(renderEnd(request, end, context), context.patience);
}

/** A status comment with a result, and its new note. */
export function renderEnd(
  { id, place }: Pick<NoteComment, 'id' | 'place'>,
  { note, result }: Finish,
  { key, phrase }: Pick<FinishContext, 'key' | 'phrase'>,
): string {
  return `${renderStatus({ result }, { ...note.requester, phrase })}\n${writeNote(note, id, place, key)}`;
}
