import type { Answer, Failure } from '../http/failure.ts';
import {
  LAG_PAUSE,
  LAG_PAUSES,
  LOOK_FRESH,
  MESSAGE_GRACE,
  READ_PAUSE_LEAST,
  READ_PAUSE_MOST,
  SENDING_SPAN,
  TURN_GRACE,
} from '../intervals.ts';
import { isInTurn, isTooYoung } from '../job/job-status.ts';
import { nextDelay } from '../job/poll-schedule.ts';
import { pullAddress } from '../job/pull-request-link.ts';
import { type RequestResult, unsent } from '../job/request-result.ts';
import { takesNoMessage } from '../job/run-job.ts';
import { type Create, type Message, notSent, type Permission, type Send } from '../job/send.ts';
import type { JobTools } from '../job/watch.ts';
import { lagPauses, slept } from '../runner/clock.ts';
import type { Job } from '../service/job.ts';
import { pullRequestState } from './agent-pull-request.ts';
import type { GitHubTime } from './github-time.ts';
import { type History, hasDoubt, type Standing, type Thread, threadJob, type View } from './history.ts';
import { isLive, isUnwatched, type Note } from './note.ts';
import { type Repairing, repairLost } from './repair.ts';
import type { StatusComment } from './status-comment.ts';

/** What a request wants from its thread. */
export interface Wish {
  /** The request's identity, and GitHub's number of this attempt at it. */
  readonly request: string;
  readonly attempt: number;
  /** The job that is asked for in place of the thread's own. */
  readonly jobId: string | undefined;
  /** Whether that was asked for by its id, so that no other will do. */
  readonly named: boolean;
  /** The address of the open pull request that the job was found by. */
  readonly foundBy: string | undefined;
  /** How many requests may be sent from the repository's threads within 24 hours. */
  readonly dailyLimit: number | undefined;
  /** `--new`: a fresh job although the thread has one. */
  readonly fresh: boolean;
  /** `--interrupt`: send although the job is at work. */
  readonly interrupt: boolean;
  /** What is sent; the address is that of an open pull request that a fresh job is to go on with. */
  compose(goOnWith: string | undefined): string;
}

/** A run that has its comment in the thread. */
export interface Queued extends Repairing {
  readonly thread: Thread;
  readonly tools: JobTools;
  readonly time: GitHubTime;
  readonly history: History;
  readonly comment: StatusComment;
  readonly wish: Wish;
  readonly waiting: Waiting;
  /** Edits the own note; false when nobody can rely on it. `until` is the run's deadline unless told. */
  remember(change: Pick<Note, 'state'> & Partial<Note>): Promise<boolean>;
  /** Tells people something of ours, in the log and in the comment. */
  tell(note: string): void;
}

/** What a run does when its turn has come. */
export type Turn =
  | {
      readonly kind: 'send';
      readonly send: Send;
      /** What it was chosen from; it is chosen anew when that has changed. */
      readonly basis: string;
    }
  | { readonly kind: 'over'; readonly result: RequestResult };

/** Others go first, or the job is in a turn: `jobId` is the one to wait for, where it is known. */
interface Busy {
  readonly kind: 'busy';
  readonly jobId: string | undefined;
  readonly sentAt: number | undefined;
}

/** What a run that waits finds out besides the thread. Moments are by our clock. */
export interface Waiting {
  readonly since: number;
  /** When each turn was first seen to be over. */
  readonly over: Map<string, number>;
  /** What was seen to: comments of lost runs, and of those that did not wait. */
  readonly repaired: Set<string>;
  nextLook: number;
  look: { readonly job: Job; readonly at: number } | undefined;
}

/** Begins to wait at `now`. */
export function beginWaiting(now: number): Waiting {
  return { since: now, over: new Map(), repaired: new Set(), nextLook: now, look: undefined };
}

/** Waits until nobody goes first, and finds out what to send. */
export async function waitForTurn(queued: Queued): Promise<Turn> {
  const { tools, history } = queued;
  let pause = READ_PAUSE_LEAST;
  let told = false;
  for (let view = await readOwn(queued); ; view = await history.read()) {
    if (tools.deadline.stop.aborted) return over(notSent(tools.deadline, 'the turn of this request came'));
    if (view === 'unseen') return over(UNCONFIRMED);
    if (!view.ok) return over(unreadable(view.failure));
    const turn = await findTurn(queued, view.value);
    // What is sent is chosen from what the thread says in the end.
    if (await repairDead(queued, view.value)) continue;
    if (turn.kind !== 'busy') return turn;
    if (!told)
      tools.log.info('Others go first in this conversation, or its job is at work: waiting for the turn.');
    told = true;
    const changed = await pauseFor(queued, turn, pause);
    pause = changed ? READ_PAUSE_LEAST : Math.min(2 * pause, READ_PAUSE_MOST);
  }
}

/**
 * Says in the own note that something is about to leave, and reads until that shows: the answer is the last word. Whoever
 * wrote second sees the first, so two never both send; who sees another one at work goes back to waiting.
 */
export async function claimTurn(queued: Queued, basis: string): Promise<Permission | RequestResult> {
  const { tools, time, remember } = queued;
  const sentAt = time.now();
  const until = Math.min(time.fromLocal(tools.deadline.at), sentAt + SENDING_SPAN);
  if (!(await remember({ state: 'sending', until, sentAt }))) return UNCONFIRMED;
  const view = await readOwn(queued);
  if (view === 'unseen') return UNCONFIRMED;
  if (!view.ok) return unreadable(view.failure);
  const beside = others(queued, view.value).some(({ note }) => goesBefore(queued, note, view.value.now));
  if (!beside && basisOf(queued, view.value) === basis) return { kind: 'go' };
  if (!(await remember({ state: 'waiting' }))) return UNCONFIRMED;
  await sleep(LAG_PAUSE * (1 + tools.random()), tools);
  return { kind: 'held', reason: 'another request of this conversation came first' };
}

async function findTurn(queued: Queued, view: View): Promise<Turn | Busy> {
  return (await pickUpOwn(queued, view)) ?? heldUpBy(queued, view) ?? choose(queued, view);
}

/** What an earlier attempt of the same request left behind: its run is gone, whatever its note says. */
async function pickUpOwn(queued: Queued, view: View): Promise<Turn | Busy | undefined> {
  const { time, tools } = queued;
  const earlier = view.notes.filter(({ note }) => isEarlier(queued, note)).map(({ note }) => note);
  if (earlier.some(({ state }) => state === 'sending' || state === 'unknown')) return over(IN_DOUBT);
  const last = earlier.findLast(({ jobId }) => jobId !== undefined);
  if (last?.jobId === undefined) return undefined;
  const { jobId, sentAt } = last;
  const seen = await lookAt(jobId, sentAt, queued);
  if (seen.kind === 'unseen') return over(seen.result);
  const job = seen.job;
  // A job that went wrong is asked for anew.
  if (job === undefined || job.status === 'failed' || job.status === 'archived') return undefined;
  queued.tell('This request has a job already, so nothing was sent.');
  const at = time.toLocal(sentAt ?? 0);
  // What was sent just now may not show yet; older states are what they are.
  const fresh = last.state !== 'ended' && tools.clock.now() - at < MESSAGE_GRACE;
  const sent = fresh ? ({ kind: 'message', at, before: job } as const) : undefined;
  return { kind: 'send', send: { kind: 'watch', jobId, sent }, basis: '' };
}

/** Who goes first: whoever sends or works, and among those that wait the oldest comment. */
function heldUpBy(queued: Queued, view: View): Busy | undefined {
  const before = others(queued, view).filter(
    ({ id, note }) =>
      goesBefore(queued, note, view.now) ||
      (note.state === 'waiting' && id < queued.comment.id && !queued.wish.interrupt),
  );
  if (before.length === 0) return undefined;
  const atWork = before.find(({ note }) => note.state === 'job')?.note;
  return { kind: 'busy', jobId: atWork?.jobId, sentAt: atWork?.sentAt };
}

/** Finds out what to send, now that nobody goes first. */
async function choose(queued: Queued, view: View): Promise<Turn | Busy> {
  const { wish, tell } = queued;
  const known = threadJob(view);
  if (wish.fresh && wish.jobId === undefined && known !== undefined) tell('A fresh job was asked for.');
  const jobId = wish.jobId ?? (wish.fresh ? undefined : known?.id);
  if (jobId === undefined) return create(queued, view, undefined);
  return lookAndChoose(queued, view, jobId);
}

async function lookAndChoose(queued: Queued, view: View, jobId: string): Promise<Turn | Busy> {
  const { wish, tell } = queued;
  const known = threadJob(view);
  const sentAt = known?.id === jobId ? known.sentAt : undefined;
  const seen = await lookAt(jobId, sentAt, queued);
  if (seen.kind === 'unseen') return over(seen.result);
  const { job, inTurn } = seen;
  const takes = job !== undefined && job.status !== 'failed' && job.status !== 'archived';
  if (takes) {
    if (inTurn && !wish.interrupt) return { kind: 'busy', jobId, sentAt };
    return followUp(queued, view, job, inTurn);
  }
  if (wish.named) return over(takesNoMessage(jobId, job));
  const { pullRequest, serverUrl } = queued.thread;
  // The conversation may be that of the job's own pull request.
  const here = view.madeBy?.jobId === jobId ? pullAddress(pullRequest, serverUrl) : undefined;
  const link = job?.prLink ?? wish.foundBy ?? here;
  const pull = await pullRequestState(link, queued.thread);
  if (typeof pull === 'object') return over(unreadable(pull.failure, ITS_PULL_REQUEST));
  tell(whyFresh(wish, job, pull === 'open'));
  return create(queued, view, pull === 'open' ? link : undefined);
}

/** A message to the job, or a fresh one when its pull request was merged or closed. */
async function followUp(queued: Queued, view: View, job: Job, inTurn: boolean): Promise<Turn> {
  const { wish, tell } = queued;
  // A job that was asked for by its id, or at its work, gets the message whatever became of its pull request.
  const pull = wish.named || inTurn ? 'unknown' : await pullRequestState(job.prLink, queued.thread);
  if (typeof pull === 'object') return over(unreadable(pull.failure, ITS_PULL_REQUEST));
  if (pull === 'closed') {
    tell('The pull request of this conversation was merged or closed, so a fresh job was started.');
    return create(queued, view, undefined);
  }
  const text = wish.compose(undefined);
  return toTurn(queued, view, { kind: 'message', jobId: job.id, text, before: job });
}

function create(queued: Queued, view: View, goOnWith: string | undefined): Turn {
  return toTurn(queued, view, { kind: 'create', text: queued.wish.compose(goOnWith) });
}

function toTurn(queued: Queued, view: View, send: Create | Message): Turn {
  if (hasDoubt(view))
    queued.tell(
      'What became of an earlier request in this conversation is not known; a job may exist for it.',
    );
  return { kind: 'send', send, basis: basisOf(queued, view) };
}

/** Pauses before the thread is read again, and looks at the job meanwhile, which costs nothing. True when its turn ended. */
async function pauseFor(queued: Queued, { jobId, sentAt }: Busy, pause: number): Promise<boolean> {
  const { tools, waiting } = queued;
  const { clock, deadline } = tools;
  const end = clock.now() + pause;
  const looks = jobId !== undefined && !waiting.over.has(turnOf(jobId, sentAt));
  while (clock.now() < end) {
    await sleep(Math.min(end, looks ? waiting.nextLook : end) - clock.now(), tools);
    if (deadline.stop.aborted) return false;
    if (!looks || clock.now() < waiting.nextLook) continue;
    const now = clock.now();
    const times = { waited: now - waiting.since, left: deadline.at - now };
    waiting.nextLook = now + nextDelay(tools.pollInterval, times, tools.random);
    const seen = await lookAt(jobId, sentAt, queued);
    if (seen.kind === 'seen' && !seen.inTurn) return true;
  }
  return false;
}

/** What a look at a job found; without a job the service does not know it. */
type Seen =
  | { readonly kind: 'seen'; readonly job: Job | undefined; readonly inTurn: boolean }
  | { readonly kind: 'unseen'; readonly result: RequestResult };

/** Looks at a job, unless that was done just now. `sentAt` is when it was last sent to, by GitHub's clock. */
async function lookAt(
  jobId: string,
  sentAt: number | undefined,
  { tools, time, waiting }: Queued,
): Promise<Seen> {
  const { clock, service } = tools;
  const at = sentAt === undefined ? undefined : time.toLocal(sentAt);
  const known = waiting.look?.job.id === jobId && clock.now() - waiting.look.at < LOOK_FRESH;
  let job = known ? waiting.look?.job : undefined;
  if (job === undefined) {
    const answer = await service.getJob(jobId, 'read');
    const now = clock.now();
    if (!answer.ok && answer.failure.status !== 404)
      return { kind: 'unseen', result: unseen(jobId, answer.failure) };
    if (!answer.ok && !isTooYoung(at, now)) return { kind: 'seen', job: undefined, inTurn: false };
    job = answer.ok ? answer.value : { id: jobId, raw: { id: jobId } };
    waiting.look = { job, at: now };
  }
  const inTurn = isInTurn(job, at, clock.now());
  if (!inTurn && !waiting.over.has(turnOf(jobId, sentAt)))
    waiting.over.set(turnOf(jobId, sentAt), clock.now());
  return { kind: 'seen', job, inTurn };
}

/** Reads until the own comment shows what it was brought to say. */
async function readOwn({ history, comment, tools }: Queued): Promise<Answer<View> | 'unseen'> {
  const pause = lagPauses(LAG_PAUSES, tools.clock, tools.deadline.stop);
  do {
    const view = await history.read();
    if (!view.ok) return view;
    const own = view.value.notes.find(({ id }) => id === comment.id)?.note;
    if (own?.state === comment.note?.state && own?.until === comment.note?.until) return view;
  } while (await pause());
  return 'unseen';
}

/** Notes of other requests whose runs may still act. */
function others(queued: Queued, { notes, now }: View): readonly Standing[] {
  return notes.filter(
    ({ id, note }) => id !== queued.comment.id && isLive(note, now) && !isEarlier(queued, note),
  );
}

function isEarlier({ wish }: Queued, note: Note): boolean {
  return note.request === wish.request && note.attempt < wish.attempt;
}

/**
 * Whether a live note goes before whoever waits: one that sends, or works on a job. A job's turn that was seen to be over
 * holds up no longer, once its run has had the time to say so, or does not watch it any more.
 */
function goesBefore({ wish, waiting, tools }: Queued, note: Note, now: number): boolean {
  const { state, jobId = '', sentAt, until } = note;
  if (state === 'sending') return true;
  if (state !== 'job' || wish.interrupt) return false;
  const seenAt = waiting.over.get(turnOf(jobId, sentAt));
  return seenAt === undefined || (until > now && tools.clock.now() - seenAt < TURN_GRACE);
}

/** Mends what nobody keeps any more, each once, and once more when its turn was seen to be over. Whether it had to. */
async function repairDead(queued: Queued, { notes, now }: View): Promise<boolean> {
  const { comment, waiting } = queued;
  let repaired = false;
  for (const standing of notes) {
    const { id, note } = standing;
    if (id === comment.id || !(isEarlier(queued, note) || isUnwatched(note, now))) continue;
    const job = seenToEnd(queued, note);
    const mark = `${id} ${job?.id}`;
    if (waiting.repaired.has(mark)) continue;
    waiting.repaired.add(mark);
    repaired = (await repairLost(queued, standing, job)) !== undefined || repaired;
  }
  return repaired;
}

/** The note's job, when the last look at it showed that the note's turn is over. */
function seenToEnd({ waiting, tools, time }: Queued, { jobId, sentAt }: Note): Job | undefined {
  const job = waiting.look?.job;
  if (job === undefined || job.id !== jobId) return undefined;
  const at = sentAt === undefined ? undefined : time.toLocal(sentAt);
  return isInTurn(job, at, tools.clock.now()) ? undefined : job;
}

function basisOf({ wish }: Queued, view: View): string {
  const known = threadJob(view);
  return wish.fresh || wish.jobId !== undefined ? '' : `${known?.id} ${known?.sentAt}`;
}

function turnOf(jobId: string, sentAt: number | undefined): string {
  return `${jobId} ${sentAt}`;
}

/** Waits, unless the step stops: whoever sleeps looks at that next. */
async function sleep(ms: number, { clock, deadline }: JobTools): Promise<void> {
  await slept(ms, clock, deadline.stop);
}

function over(result: RequestResult): Turn {
  return { kind: 'over', result };
}

const IN_DOUBT = unsent(
  'earlier-attempt-unknown',
  'an earlier attempt of this request may have created a job. Look at the dashboard, or ask again in a new comment.',
);

/** Without a comment that says so nobody would know of the job. */
export const UNCONFIRMED = unsent(
  'comment-not-written',
  'the status comment could not be written, so nobody would know of the job.',
);

/** Why a fresh job is created in place of a message; without `job` the service does not know it. */
export function whyFresh({ foundBy }: Wish, job: Job | undefined, goesOn: boolean): string {
  const whose = foundBy === undefined ? 'this conversation' : foundBy;
  const state =
    job === undefined ? 'is not known any more' : job.status === 'failed' ? 'failed' : 'is archived';
  const rest = goesOn ? '; it was told of the open pull request, to go on with it' : '';
  return `The job of ${whose} ${state}, so a fresh one was started${rest}.`;
}

/** What may not be readable besides the conversation. */
const ITS_PULL_REQUEST = "pull request of this conversation's job";

function unreadable({ code, message }: Failure, what = 'conversation'): RequestResult {
  return unsent(code, `the ${what} could not be read. ${message}`);
}

function unseen(jobId: string, { code, message }: Failure): RequestResult {
  return { ...unsent(code, `job ${jobId} could not be looked at. ${message}`), jobId };
}
