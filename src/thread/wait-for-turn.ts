import type { Failure } from '../answer.ts';
import type { GitHub } from '../github/github.ts';
import { LOOK_FRESH, READ_PAUSE_LEAST, READ_PAUSE_MOST } from '../intervals.ts';
import { hasEnded, isOver, type Turn } from '../job/job-status.ts';
import { isResult, type RequestResult, unsent } from '../job/request-result.ts';
import { notSent } from '../job/to-result.ts';
import { checkJob, nextDelay } from '../job/watch.ts';
import { type PullRequestState, pullRequestState } from '../pull-request/open-pull-requests.ts';
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
import { type FinishContext, finishRequests } from './finish-requests.ts';
import { isEarlier, isUnwatched } from './note.ts';
import type { RequestThread } from './open-thread.ts';
import type { GitHubTime, ThreadTools, ThreadView } from './thread.ts';

/** A request in its thread, and what it is worked with. */
export interface PendingRequest {
  readonly options: RequestOptions;
  readonly thread: RequestThread;
  readonly tools: ThreadTools;
  /** Finishes the requests of others; undefined without a conversation. */
  readonly finishing: FinishContext | undefined;
  readonly github: GitHub | undefined;
  /** Like `https://github.com`. */
  readonly serverUrl: string;
}

/** What a run that waits has found out besides the thread. */
interface Waiting {
  readonly since: number;
  readonly jobs: Map<string, SeenJob & { readonly at: number }>;
  /** When a job is checked next, by our clock. */
  nextCheck: number;
  /** Until the thread is read again. */
  pause: number;
}

/** Waits until the request's turn has come, finishes what other runs left, and answers what to do. */
export async function waitForTurn(pending: PendingRequest): Promise<Ready> {
  const { options, thread, tools } = pending;
  const { deadline } = tools;
  const now = tools.clock.now();
  const waiting: Waiting = { since: now, jobs: new Map(), nextCheck: now, pause: READ_PAUSE_LEAST };
  const finished = new Set<number>();
  for (;;) {
    const read = await thread.read();
    // A job is watched whatever the thread says.
    if (!options.hasInstruction) return { kind: 'watch', jobId: options.jobId ?? '', remarks: [] };
    if (deadline.stop.aborted) return stop(stoppedBefore(deadline.stop.reason, options));
    if (!read.ok) return stop(unreadable(read.failure, 'conversation'));
    const next = await lookUp(read.value, pending, waiting);
    if (next.kind === 'wait') {
      const failed = await pauseFor(next.turn, tools, waiting);
      if (failed !== undefined) return stop(failed);
    }
    // Whatever is sent is chosen from what the thread says in the end.
    else if (!(await finishOthers(read.value, pending, finished))) return next;
  }
}

/** Chooses what is next, and asks for what has to be known for that. */
async function lookUp(
  view: ThreadView,
  { options, thread, tools, github, serverUrl }: PendingRequest,
  waiting: Waiting,
): Promise<Ready | Extract<Next, { kind: 'wait' }>> {
  const { time } = tools;
  const isFresh = ({ at }: { at: number }) => time.now() - at < LOOK_FRESH;
  const jobs = new Map([...waiting.jobs].filter(([, seen]) => isFresh(seen)));
  const { foundBy } = options;
  const pullRequests = new Map<string, PullRequestState>(foundBy === undefined ? [] : [[foundBy, 'open']]);
  for (;;) {
    const known: RequestView = {
      ...view,
      ownId: thread.comment?.id ?? 0,
      jobs,
      pullRequests,
      now: time.now(),
    };
    const next = chooseNext(known, options);
    if (next.kind === 'get job') {
      const seen = await seeJob(next.turn, tools, waiting);
      if (isResult(seen)) return stop(seen);
      jobs.set(next.turn.jobId, seen);
    } else if (next.kind === 'get pull request') {
      const state = await pullRequestState(next.link, { github, serverUrl }, tools.log);
      if (!state.ok) return stop(unreadable(state.failure, "pull request of this conversation's job"));
      pullRequests.set(next.link, state.value);
    } else return next;
  }
}

/** Checks a job, and keeps since when it has been over. */
async function seeJob(
  turn: Turn,
  tools: ThreadTools,
  waiting: Waiting,
): Promise<(SeenJob & { at: number }) | RequestResult> {
  const { time, deadline } = tools;
  const { jobId } = turn;
  const last = waiting.jobs.get(jobId);
  // An outage of the service ends no request that waits for a job.
  const answer = await checkJob(turn, time, tools, last === undefined ? 'read' : 'poll');
  if (!answer.ok && answer.failure.status !== 404) {
    const { code, message } = answer.failure;
    if (deadline.stop.aborted) return { ...notSent(deadline.stop.reason, `job ${jobId} was seen.`), jobId };
    return { ...unsent(code, `job ${jobId} could not be looked at. ${message}`), jobId };
  }
  const job = answer.ok ? answer.value : undefined;
  const now = time.now();
  const isEnded = job === undefined || hasEnded(job);
  const seen = { job, endedSince: isEnded ? (last?.endedSince ?? now) : undefined, at: now };
  waiting.jobs.set(jobId, seen);
  return seen;
}

/** Pauses before the thread is read again, and polls the job meanwhile, which costs nothing; ends when its turn does. */
async function pauseFor(
  turn: Turn | undefined,
  tools: ThreadTools,
  waiting: Waiting,
): Promise<RequestResult | undefined> {
  const { clock, deadline, log, time } = tools;
  if (waiting.pause === READ_PAUSE_LEAST)
    log.info('Another request goes first, or the job is still at work: waiting for the turn.');
  const end = clock.now() + waiting.pause;
  waiting.pause = Math.min(2 * waiting.pause, READ_PAUSE_MOST);
  const polled = turn !== undefined && !isTurnOver(turn, waiting, time) ? turn : undefined;
  while (clock.now() < end) {
    const next = polled === undefined ? end : Math.min(end, waiting.nextCheck);
    if (!(await slept(next - clock.now(), clock, deadline.stop))) return undefined;
    const now = clock.now();
    if (polled === undefined || now < waiting.nextCheck) continue;
    const times = { waited: now - waiting.since, left: deadline.at - now };
    waiting.nextCheck = now + nextDelay(tools.pollInterval, times, tools.random);
    const seen = await seeJob(polled, tools, waiting);
    if (isResult(seen)) return seen;
    if (!isTurnOver(polled, waiting, time)) continue;
    waiting.pause = READ_PAUSE_LEAST;
    return undefined;
  }
  return undefined;
}

function isTurnOver(turn: Turn, { jobs }: Waiting, time: GitHubTime): boolean {
  const seen = jobs.get(turn.jobId);
  return seen !== undefined && (seen.job === undefined || isOver(seen.job, turn, time.now()));
}

/** Finishes the requests that no run watches, each once. Whether any comment was edited. */
async function finishOthers(
  { notes, now }: ThreadView,
  { options, thread, finishing }: PendingRequest,
  finished: Set<number>,
): Promise<boolean> {
  const others = notes.filter(
    ({ id, note }) =>
      id !== thread.comment?.id && !finished.has(id) && (isEarlier(note, options) || isUnwatched(note, now)),
  );
  if (finishing === undefined || others.length === 0) return false;
  for (const { id } of others) finished.add(id);
  const { edited } = await finishRequests(others, thread.notes(), finishing);
  return edited;
}

/** The step stopped before anything was sent. */
export function stoppedBefore(reason: Stop, { jobId }: RequestOptions): RequestResult {
  return { ...notSent(reason, 'the turn of this request came.'), jobId };
}

function stop(result: RequestResult): Extract<Ready, { kind: 'stop' }> {
  return { kind: 'stop', result };
}

function unreadable({ code, message }: Failure, what: string): RequestResult {
  return unsent(code, `the ${what} could not be read. ${message}`);
}
