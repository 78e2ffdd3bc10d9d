import { isPerson } from '../github/account.ts';
import { ONE_TRY, warnOfComment } from '../github/edit-comment.ts';
import { isOwnBranch } from '../github/pull-requests.ts';
import { hasEnded, type JobTurn } from '../job/job-status.ts';
import { nextDelay, pollJob } from '../job/watch.ts';
import { AGE_TOLERANCE, DAY, longerPause, READ_PAUSE_LEAST } from '../model/intervals.ts';
import { isResult, type RequestResult, unsent, unsentByRead, unsentByStop } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { type PullRequestState, readPullRequestState } from '../pull-request/read-facts.ts';
import { slept } from '../runner/clock.ts';
import { chooseNext, type Next, type Ready, type SeenJob, type ThreadRequest } from './choose-next.ts';
import { type FinishRules, finishRequests } from './finish-requests.ts';
import {
  isEarlierAttempt,
  isUnfinished,
  isUnwatched,
  mayShareJob,
  type Note,
  type NoteComment,
} from './note.ts';
import {
  notesOf,
  readRepositoryNotes,
  readThread,
  type Thread,
  type ThreadView,
  threadJob,
} from './thread.ts';

/** What a request has read in addition to the thread. */
interface Known {
  /** When the own comment was listed last, at first when the request began to wait. */
  since: number;
  readonly jobs: Map<string, SeenJob>;
  readonly pullRequests: Map<string, PullRequestState>;
  /** The jobs as they were seen before the last pause. */
  readonly before?: ReadonlyMap<string, SeenJob>;
}

/**
 * Waits for the request's turn, and finishes requests that no run watches. Returns what the request does then, and the notes
 * of the thread that this is based on. If it is a pull request that no run has marked yet, also those about its job elsewhere.
 * `ownId` is the request's comment.
 */
export async function waitForTurn(
  request: ThreadRequest,
  thread: Thread | undefined,
  ownId: number,
  rules: FinishRules,
  access: Access,
): Promise<{ readonly next: Ready; readonly notes: readonly Note[] }> {
  const { deadline, time } = access;
  const { stop } = deadline;
  const pause = openPauses(access);
  const tried = new Set([tryOf(ownId, true), tryOf(ownId, false)]);
  let shared: string | undefined;
  let known: Known = { since: time.now(), jobs: new Map(), pullRequests: new Map() };
  for (;;) {
    const view = await readTurn(request, thread, access, shared);
    let next = await decideNext(view, known, request, ownId, access);
    // A decision counts if it is based on the latest state of the thread.
    const found =
      (await finishLeft(view, next, request, tried, rules, access)) ||
      (await findUnmarked(view, next, request, thread, access));
    if (typeof found === 'string') shared = found;
    let isLatest = !found;
    for (let polls = isLatest; polls && next.kind === 'wait' && !stop.aborted; ) {
      polls = next.jobId !== undefined;
      await pause(polls);
      known = { ...known, jobs: new Map(), pullRequests: new Map(), before: known.jobs };
      // Polls of a job don't read the thread again.
      if (polls) next = await decideNext(view, known, request, ownId, access);
      isLatest = next.kind === 'stop';
    }
    const notes = notesOf(view);
    if (stop.aborted) {
      const stopped = unsentByStop(stop.reason, `the turn of this request came.${describeWork(known)}`);
      return { next: end({ ...stopped, jobId: request.jobId }), notes };
    }
    if (isLatest && next.kind !== 'wait') return { next, notes };
    known.pullRequests.clear();
  }
}

/** What may share a job with the request: the notes of the thread, and those elsewhere of a job that it shares with others. */
async function readTurn(
  request: ThreadRequest,
  thread: Thread | undefined,
  access: Access,
  shared: string | undefined,
): Promise<ThreadView | RequestResult> {
  const view = await readThread(thread, access);
  if (isResult(view)) return view;
  const own = view.notes.filter(({ note }) => mayShareJob(note, request));
  const isShared = shared !== undefined && thread !== undefined;
  return { ...view, notes: isShared ? [...own, ...(await readElsewhere(thread, access, shared))] : own };
}

/** The job that a request waited for. One with a status that the action doesn't know may never end. */
function describeWork({ jobs, before = jobs }: Known): string {
  const seen = [...before.values()].find(({ endedSince }) => endedSince === undefined);
  if (seen?.job === undefined) return '';
  const { id, status = 'missing' } = seen.job;
  return ` Job ${id} still has the status "${status}". A request with \`--new\` creates another job.`;
}

const WAITING =
  "Waiting: the job is at work, an earlier request of this thread is not finished, or GitHub's list of comments lags.";

/** Polls of a job follow the poll schedule; pauses between reads of the thread double. */
function openPauses({ clock, deadline, log, pollInterval }: Access) {
  const startedAt = clock.now();
  let pause = 0;
  return async (isPolling: boolean): Promise<void> => {
    const now = clock.now();
    if (pause === 0) log.info(WAITING);
    pause = isPolling ? READ_PAUSE_LEAST : longerPause(pause);
    const times = { waited: now - startedAt, left: deadline.at - now };
    await slept(isPolling ? nextDelay(pollInterval, times) : pause, clock, deadline.stop);
  };
}

/**
 * Finishes requests whose runs are gone when it first sees them. Before another turn begins, reports each request whose turn is
 * over, even if its run is still there: that run has had its time to report. Tries once, so that a failed report doesn't hold
 * up the request. False if there is nothing to finish.
 */
async function finishLeft(
  view: ThreadView | RequestResult,
  { kind }: Next,
  request: ThreadRequest,
  tried: Set<string>,
  rules: FinishRules,
  access: Access,
): Promise<boolean> {
  const { deadline, time } = access;
  if (isResult(view) || deadline.stop.aborted || rules.dryRun) return false;
  const isSending = kind === 'create' || kind === 'message';
  const left = view.notes.filter(({ id, note }) => {
    const isGone = isEarlierAttempt(note, request) || isUnwatched(note, time.now());
    const isDue = isGone || (isSending && note.state === 'job');
    return isDue && isUnfinished(note) && !tried.has(tryOf(id, kind === 'wait'));
  });
  if (left.length === 0) return false;
  for (const { id } of left) tried.add(tryOf(id, kind === 'wait'));
  await finishRequests(view.notes, { ...rules, patience: ONE_TRY }, access, (one) => left.includes(one));
  return true;
}

const tryOf = (id: number, isWaiting: boolean) => `${id} ${isWaiting ? 'while waiting' : 'at the end'}`;

/** The job of an open request elsewhere whose pull request is this thread, although no run has marked it yet. */
async function findUnmarked(
  view: ThreadView | RequestResult,
  next: Next,
  { fresh }: ThreadRequest,
  thread: Thread | undefined,
  access: Access,
): Promise<string | undefined> {
  const isFirst = next.kind === 'create' && !fresh && !isResult(view) && threadJob(view) === undefined;
  if (!isFirst || thread?.pullRequest === undefined || access.deadline.stop.aborted) return undefined;
  const { number, pullRequest: link } = thread;
  const pull = await access.github.pullRequest(number);
  // Most requests are on pull requests of people. Anyone can give a branch of a fork the name of the job's.
  if (pull.ok && (isPerson(pull.value.user) || !isOwnBranch(pull.value))) return undefined;
  const open = (await readElsewhere(thread, access)).filter(({ note }) => isUnfinished(note));
  for (const { note } of open) {
    const { jobId = '', sentAt } = note;
    const job = await pollJob({ jobId, sentAt }, access);
    if (!job.ok) continue;
    const { prLink, ref } = job.value;
    const isYounger = pull.ok && pull.value.created_at >= (sentAt ?? 0) - AGE_TOLERANCE;
    // Without a link yet, the branch names it.
    if (prLink === link || (isYounger && prLink === undefined && ref === pull.value.head.ref)) return jobId;
  }
  return undefined;
}

/** The notes of a job, or of all jobs, in other threads, from the last day. A job has one queue in all of them. */
async function readElsewhere(
  { number }: Thread,
  access: Access,
  jobId?: string,
): Promise<readonly NoteComment[]> {
  const read = await readRepositoryNotes(access.time.now() - DAY, access);
  warnOfComment(read, 'Whether the job has requests elsewhere could not be read', access.log);
  const notes = read.ok ? read.value.notes.filter(({ thread }) => thread.number !== number) : [];
  return notes.filter(({ note }) => note.jobId !== undefined && note.jobId === (jobId ?? note.jobId));
}

/** Decides what is next, and reads what the decision needs. */
async function decideNext(
  view: ThreadView | RequestResult,
  known: Known,
  request: ThreadRequest,
  ownId: number,
  access: Access,
): Promise<Ready | Extract<Next, { kind: 'wait' }>> {
  if (isResult(view)) return end(view);
  const { time } = access;
  if (view.notes.some(({ id }) => id === ownId)) known.since = time.now();
  for (;;) {
    const next = chooseNext({ ...view, ...known, ownId, now: time.now() }, request);
    if (next.kind === 'get job') {
      const seen = await seeJob(next.turn, known, access);
      if (isResult(seen)) return end(seen);
      known.jobs.set(next.turn.jobId, seen);
    } else if (next.kind === 'get pull request') {
      const seen = await readPullRequestState(next.link, access);
      if (!seen.ok) return end(unsentByRead("the pull request of this conversation's job", seen.failure));
      known.pullRequests.set(next.link, seen.value);
    } else return next;
  }
}

/** Polls a job, and keeps since when it has ended. */
async function seeJob(turn: JobTurn, { before }: Known, access: Access): Promise<SeenJob | RequestResult> {
  const { jobId } = turn;
  const last = before?.get(jobId);
  // An outage of the service doesn't end a request that waits for a job.
  const answer = await pollJob(turn, access, last === undefined ? 'read' : 'poll');
  if (!answer.ok && answer.failure.status !== 404) {
    const { code, message } = answer.failure;
    return { ...unsent(code, `job ${jobId} could not be read: ${message}`), jobId };
  }
  const job = answer.ok ? answer.value : undefined;
  const isEnded = job === undefined || hasEnded(job);
  const endedSince = isEnded ? (last?.endedSince ?? access.time.now()) : undefined;
  return { job, endedSince, justEnded: isEnded && last !== undefined && last.endedSince === undefined };
}

const end = (result: RequestResult) => ({ kind: 'stop', result }) as const;
