import pLimit from 'p-limit';
import { openCommentWriter, type Patience } from '../github/edit-comment.ts';
import { isOver } from '../job/job-status.ts';
import { findJob, resumeTurn, watchJob } from '../job/watch.ts';
import { POLL_SPACING } from '../model/intervals.ts';
import { isFailure, isJobEnd, isResult, type RequestResult } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { finishPullRequest, type PullRequestRules } from '../pull-request/finish-pull-request.ts';
import { type CommentContext, renderStatus } from '../report/status-text.ts';
import { slept } from '../runner/clock.ts';
import type { Job } from '../service/job.ts';
import type { SigningKey } from '../text/signed-note.ts';
import { type CommitStatus, openCommitStatus } from './commit-status.ts';
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
import { readUnchanged } from './thread.ts';

/** What happens to requests that are finished, and to their pull requests. */
export interface FinishRules extends PullRequestRules {
  readonly dryRun: boolean;
  /** The only commit status that notes may set: someone with a leaked key can write notes. */
  readonly commitStatus: string | undefined;
  /** How long an edit is repeated; {@link LAST_EDIT} by default. */
  readonly patience?: Patience;
  /** Whether to poll a job until its turn ends. */
  readonly waitsFor?: (job: Job) => boolean;
}

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
  rules: FinishRules,
  access: Access,
  isDue = isUnattended(requests, access.time.now()),
): Promise<FinishReport> {
  const { clock, deadline, time } = access;
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
      const commit = reportedCommit(request.note, all, rules.commitStatus);
      const commitStatus = openCommitStatus(commit, access);
      const result = next && (await write(request, next, commitStatus, rules, access));
      // No run can watch a send whose outcome is unknown, so this is its end.
      const isEnd = next?.ending !== undefined || next?.note.state === 'unknown';
      if (result !== undefined && isEnd) ended.push({ request, result });
    }
  }

  // GitHub allows 80 writes a minute. All at once would also be refused at once, and tried again at once.
  const inOrder = pLimit(1);
  async function check(jobId: string, some: readonly NoteComment[]): Promise<void> {
    const turn = lastTurn(all, jobId);
    const job = await findJob(turn, access);
    if (isResult(job)) return inOrder(finish, some, job);
    // A completed job may still get its link.
    const isWatched = isOver(job, turn, time.now()) || rules.waitsFor?.(job);
    const end = isWatched ? await watchJob(job, resumeTurn(turn, job, access), access) : undefined;
    return inOrder(finish, some, end);
  }

  const { job: sent = [], ...others } = Object.groupBy(requests.filter(isDue), ({ note }) => note.state);
  await finish(Object.values(others).flat());
  const checks: Promise<void>[] = [];
  const byJob = Map.groupBy(sent, ({ note }) => note.jobId ?? '');
  for (const [index, [jobId, some]] of [...byJob].entries()) {
    if (index > 0) await slept(POLL_SPACING, clock, deadline.stop);
    checks.push(check(jobId, some));
  }
  await Promise.all(checks);
  const finished = ended.map(({ request: { thread, note }, result }) => ({
    thread: thread.number,
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
  const attended = new Set(waiting.map(({ thread }) => thread.number));
  return ({ note, thread }: NoteComment) => isUnwatched(note, now) && !attended.has(thread.number);
}

/**
 * Does what a waiting run would have done. Edits the status comment after the pull request, so that the next run repeats what
 * was cut off. Notifies the requester last, so that a comment that can't be edited causes no repeated mentions. Undefined if
 * the comment wasn't edited.
 */
async function write(
  request: NoteComment,
  next: Finish,
  commitStatus: CommitStatus,
  rules: FinishRules,
  access: Access,
): Promise<RequestResult | undefined> {
  const { deadline, log, time } = access;
  const { thread, note } = request;
  if (rules.dryRun) return next.result;
  const edit = (end: Finish) => editNote(request, end, commitStatus, rules, access);
  const { ending } = next;
  if (ending === undefined) return (await edit(next)) ? next.result : undefined;
  if (deadline.stop.aborted) return undefined;
  const result = await finishPullRequest(next.result, ending.origin, ending.people, rules, access);
  if (isFailure(result) && result.warning !== undefined)
    log.warning(`${result.pullRequest?.link}: ${result.warning}`);
  // The step may have stopped meanwhile.
  if (deadline.stop.aborted) return undefined;
  if (!(await edit({ note: endNote(next.note, result), result }))) return undefined;
  const now = time.now();
  const requester = { ...note.requester, phrase: rules.phrase };
  if (ending.notifies)
    await announceEnd({ ...thread, requester }, result, now - (ending.sentAt ?? now), access);
  return result;
}

/** Edits a status comment if its note is still the one that was read. Returns whether it did. */
async function editNote(
  request: NoteComment,
  end: Finish,
  commitStatus: CommitStatus,
  { patience, phrase }: FinishRules,
  access: Access,
): Promise<boolean> {
  if ((await readUnchanged(request, access)) === undefined) return false;
  await commitStatus.report(end.result, request.note.requester.run);
  const writer = openCommentWriter(access.github, request.id, access);
  return writer.write(renderEnd(request, end, phrase, access.key), patience);
}

/** A status comment with a result, and its new note. */
export function renderEnd(
  { id, thread }: Pick<NoteComment, 'id' | 'thread'>,
  { note, result }: Finish,
  phrase: CommentContext['phrase'],
  key: SigningKey,
): string {
  return `${renderStatus({ result }, { ...note.requester, phrase })}\n${writeNote(note, id, thread, key)}`;
}
