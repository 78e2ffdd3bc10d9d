import { READ_PAUSE_LEAST, READ_PAUSE_MOST } from '../intervals.ts';
import { hasEnded, type Turn } from '../job/job-status.ts';
import { isResult, type RequestResult, unread, unsent } from '../job/request-result.ts';
import { notSent } from '../job/to-result.ts';
import { checkJob, type JobTools, nextDelay } from '../job/watch.ts';
import type { AccessContext } from '../pull-request/access.ts';
import { type PullRequestState, readPullRequest } from '../pull-request/open-pull-requests.ts';
import { slept } from '../runner/clock.ts';
import type { Stop } from '../runner/deadline.ts';
import {
  chooseNext,
  type Next,
  type Ready,
  type RequestOptions,
  type RequestView,
  type SeenJob,
} from './choose-next.ts';
import { finishRequests } from './finish-requests.ts';
import { isEarlier, isOpen, isUnwatched } from './note.ts';
import type { ThreadView } from './read-notes.ts';
import type { Thread } from './thread.ts';
import type { ThreadContext } from './thread-context.ts';

/** What waiting needs in addition to the thread. */
interface WaitContext {
  readonly tools: JobTools;
  readonly conversation: ThreadContext | undefined;
  readonly pullRequests: AccessContext;
}

/** What a request has read in addition to the thread. */
interface Known extends Pick<RequestView, 'since'> {
  readonly jobs: Map<string, SeenJob>;
  readonly pullRequests: Map<string, PullRequestState>;
  /** The jobs as they were seen before the last pause. */
  readonly before?: ReadonlyMap<string, SeenJob>;
}

/** Waits for the request's turn, finishes requests that no run watches, and returns what to do. */
export async function waitForTurn(
  options: RequestOptions,
  thread: Thread,
  context: WaitContext,
): Promise<Ready> {
  const { tools } = context;
  const { stop } = tools.deadline;
  const pause = openPauses(tools);
  const finish = openFinisher(options, thread, context);
  const since = tools.time.now();
  let known: Known = { since, jobs: new Map(), pullRequests: new Map() };
  let isPolling = false;
  let view = await thread.read();
  for (;;) {
    const next = await decideNext(view, known, options, thread, context);
    if (stop.aborted) return { kind: 'stop', result: stoppedBefore(stop.reason, options) };
    // A decision counts if it is based on the latest state of the thread. Polls of a job don't read it again.
    const counts = !isPolling && !(await finish(view, next));
    if (counts && next.kind !== 'wait') return next;
    if (next.kind === 'wait' && (isPolling || counts)) {
      isPolling = next.jobId !== undefined;
      await pause(isPolling);
      known = { since, jobs: new Map(), pullRequests: new Map(), before: known.jobs };
    } else isPolling = false;
    if (!isPolling) view = await thread.read();
  }
}

const WAITING =
  "Waiting: the job is at work, an earlier request of this thread is not finished, or GitHub's list of comments lags.";

/** Polls of a job follow the poll schedule; pauses between reads of the thread double. */
function openPauses({ clock, deadline, log, pollInterval, random }: JobTools) {
  const startedAt = clock.now();
  let pause = 0;
  return async (isPolling: boolean): Promise<void> => {
    const now = clock.now();
    if (pause === 0) log.info(WAITING);
    pause = isPolling ? READ_PAUSE_LEAST : Math.min(Math.max(2 * pause, READ_PAUSE_LEAST), READ_PAUSE_MOST);
    const times = { waited: now - startedAt, left: deadline.at - now };
    await slept(isPolling ? nextDelay(pollInterval, times, random) : pause, clock, deadline.stop);
  };
}

/**
 * Finishes requests whose runs are gone when it first sees them. Before another turn begins, reports each request whose turn is
 * over, even if its run is still there: that run has had its time to report. Tries once, so that a failed report doesn't hold
 * up the request. False if there is nothing to finish.
 */
function openFinisher(options: RequestOptions, thread: Thread, { tools, conversation }: WaitContext) {
  const seen = new Set<number>();
  const ended = new Set<number>();
  return async (view: ThreadView | RequestResult, { kind }: Next): Promise<boolean> => {
    if (conversation === undefined || isResult(view)) return false;
    const isSending = kind === 'create' || kind === 'message';
    const left = view.notes.filter(({ id, note }) => {
      if (id === thread.comment?.id || !isOpen(note)) return false;
      const isGone = isEarlier(note, options) || isUnwatched(note, tools.time.now());
      const isDue = kind !== 'wait' && note.state === 'job' && !ended.has(id);
      return isGone ? isDue || !seen.has(id) : isDue && isSending;
    });
    if (left.length === 0) return false;
    const { finished } = await finishRequests(left, thread.notes(), conversation);
    for (const { id } of left) seen.add(id);
    for (const { id } of kind === 'wait' ? finished.map(({ request }) => request) : left) ended.add(id);
    return true;
  };
}

/** Decides what is next, and reads what the decision needs. */
async function decideNext(
  view: ThreadView | RequestResult,
  known: Known,
  options: RequestOptions,
  thread: Thread,
  { tools, pullRequests }: WaitContext,
): Promise<Ready | Extract<Next, { kind: 'wait' }>> {
  if (isResult(view)) return stop(view);
  const ownId = thread.comment?.id ?? 0;
  for (;;) {
    const next = chooseNext({ ...view, ...known, ownId, now: tools.time.now() }, options);
    if (next.kind === 'get job') {
      const seen = await seeJob(next.turn, known, tools);
      if (isResult(seen)) return stop(seen);
      known.jobs.set(next.turn.jobId, seen);
    } else if (next.kind === 'get pull request') {
      const seen = await readPullRequest(next.link, pullRequests);
      if (!seen.ok) return stop(unread("the pull request of this conversation's job", seen.failure));
      known.pullRequests.set(next.link, seen.value);
    } else return next;
  }
}

/** Polls a job, and keeps since when it has ended. */
async function seeJob(turn: Turn, { before }: Known, tools: JobTools): Promise<SeenJob | RequestResult> {
  const { jobId } = turn;
  const last = before?.get(jobId);
  // An outage of the service doesn't end a request that waits for a job.
  const answer = await checkJob(turn, tools, last === undefined ? 'read' : 'poll');
  if (!answer.ok && answer.failure.status !== 404) {
    const { code, message } = answer.failure;
    return { ...unsent(code, `job ${jobId} could not be read: ${message}`), jobId };
  }
  const job = answer.ok ? answer.value : undefined;
  const isEnded = job === undefined || hasEnded(job);
  return { job, endedSince: isEnded ? (last?.endedSince ?? tools.time.now()) : undefined };
}

/** The step stopped before anything was sent. */
export function stoppedBefore(reason: Stop, { jobId }: RequestOptions): RequestResult {
  return { ...notSent(reason, 'the turn of this request came.'), jobId };
}

function stop(result: RequestResult): Extract<Ready, { kind: 'stop' }> {
  return { kind: 'stop', result };
}
