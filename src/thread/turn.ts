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
import { isInTurn, type Sent } from '../job/job-status.ts';
import { nextDelay } from '../job/poll-schedule.ts';
import { pullAddress } from '../job/pull-request-link.ts';
import { type RequestResult, unsent } from '../job/request-result.ts';
import { takesNoMessage } from '../job/run-job.ts';
import { type Create, type Message, notSent, type Send } from '../job/send.ts';
import { look } from '../job/watch.ts';
import { slept } from '../runner/clock.ts';
import type { Job } from '../service/job.ts';
import { pullRequestState } from './agent-pull-request.ts';
import type { ThreadTools } from './github-time.ts';
import { hasDoubt, type Standing, type ThreadJob, threadJob, type View } from './history.ts';
import { lagPauses } from './lag-pauses.ts';
import { isEarlier, isLive, type Note } from './note.ts';
import { seeToOthers } from './see-to-others.ts';
import type { StatusComment } from './status-comment.ts';
import type { Telling } from './tell-end.ts';

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

/** What becomes of a run's own note; `until` is the run's deadline unless told. */
export type NoteChange = Pick<Note, 'state'> & Partial<Note>;

/** A run that has its comment in the thread. */
export interface Queued extends Telling {
  readonly tools: ThreadTools;
  /** Reads the thread. */
  history(): Promise<Answer<View>>;
  readonly comment: StatusComment;
  readonly wish: Wish;
  readonly waiting: Waiting;
  /** Edits the own note; false when nobody can rely on it. */
  remember(change: NoteChange): Promise<boolean>;
  /** Tells people something of ours, in the log and in the comment. */
  tell(note: string): void;
}

/** A turn of a job. */
type JobTurn = Pick<Note, 'jobId' | 'sentAt'>;

/** What a run that waits finds out besides the thread. */
type Waiting = ReturnType<typeof beginWaiting>;

/** Begins to wait at `now`; moments are by our clock. */
export function beginWaiting(now: number) {
  return {
    since: now,
    /** When each turn was first seen to be over. */
    over: new Map<string, number>(),
    /** What was seen to: comments of lost runs, and of those that did not wait. */
    seenTo: new Set<string>(),
    /** The notes of the thread, as they were read last. */
    notes: [] as readonly Note[],
    nextLook: now,
    look: undefined as { readonly job: Job; readonly at: number } | undefined,
    /** What the send was chosen from; it is chosen anew when that has changed. */
    basis: '',
    /** Why nothing is sent although the turn had come. */
    objection: undefined as RequestResult | undefined,
  };
}

/** Waits until nobody goes first, and finds out what to send, or why nothing is. */
export async function waitForTurn(queued: Queued): Promise<Send | RequestResult> {
  const { tools } = queued;
  let pause = READ_PAUSE_LEAST;
  let told = false;
  for (let view = await readOwn(queued); ; view = await readThread(queued)) {
    const { stop } = tools.deadline;
    if (stop.aborted) return notSent(stop.reason, 'the turn of this request came.');
    if ('result' in view) return view;
    const held = heldUpBy(queued, view);
    const turn = (await pickUpOwn(queued, view)) ?? held ?? (await choose(queued, view));
    // What is sent is chosen from what the thread says in the end.
    if (await seeToOthers(queued, view, held === undefined)) continue;
    if ('result' in turn || 'kind' in turn) return turn;
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
export async function claimTurn(queued: Queued): Promise<'go' | 'later' | RequestResult> {
  const { tools, remember, waiting } = queued;
  const { time } = tools;
  const sentAt = time.now();
  const until = Math.min(time.fromLocal(tools.deadline.at), sentAt + SENDING_SPAN);
  if (!(await remember({ state: 'sending', until, sentAt }))) return UNCONFIRMED;
  const view = await readOwn(queued);
  if ('result' in view) return view;
  const beside = others(queued, view).some(({ note }) => goesBefore(queued, note, view.now));
  if (!beside && basisOf(queued, view) === waiting.basis) return 'go';
  if (!(await remember({ state: 'waiting' }))) return UNCONFIRMED;
  await slept(LAG_PAUSE * (1 + tools.random()), tools.clock, tools.deadline.stop);
  return 'later';
}

/** What an earlier attempt of the same request left behind: its run is gone, whatever its note says. */
async function pickUpOwn(queued: Queued, view: View): Promise<Send | RequestResult | undefined> {
  const { clock, time } = queued.tools;
  const earlier = view.notes.map(({ note }) => note).filter((note) => isEarlier(note, queued.wish));
  if (earlier.some(({ state }) => state === 'sending' || state === 'unknown')) return IN_DOUBT;
  const last = earlier.findLast(({ jobId }) => jobId !== undefined);
  if (last?.jobId === undefined) return undefined;
  const { jobId, sentAt, goesOnWith } = last;
  const seen = await lookAt({ jobId, sentAt }, queued);
  if ('result' in seen) return seen;
  // A job that went wrong is asked for anew.
  if (!takesMessages(seen.job)) return undefined;
  queued.tell('This request has a job already, so nothing was sent.');
  const at = time.toLocal(sentAt ?? 0);
  // What was sent just now may not show yet; older states are what they are.
  const fresh = last.state !== 'ended' && clock.now() - at < MESSAGE_GRACE;
  // Only a create is told to go on with something; of others the note does not say what they were.
  const sent: Sent =
    goesOnWith === undefined ? { kind: 'message', at, before: seen.job } : { kind: 'create', at, goesOnWith };
  return { kind: 'watch', jobId, sent: fresh ? sent : undefined };
}

/** Who goes first: whoever sends or works, and among those that wait the oldest comment; with the turn to wait for, if any. */
function heldUpBy(queued: Queued, view: View): JobTurn | undefined {
  const before = others(queued, view).filter(
    ({ id, note }) =>
      goesBefore(queued, note, view.now) ||
      (note.state === 'waiting' && id < queued.comment.id && !queued.wish.interrupt),
  );
  return before.length === 0 ? undefined : (before.find(({ note }) => note.state === 'job')?.note ?? {});
}

/** Finds out what to send, now that nobody goes first; or the turn that has to end before. */
async function choose(queued: Queued, view: View): Promise<Send | JobTurn | RequestResult> {
  const { wish, tell, tools } = queued;
  const known = threadJob(view);
  if (wish.fresh && wish.jobId === undefined && known !== undefined) tell('A fresh job was asked for.');
  const jobId = wish.jobId ?? (wish.fresh ? undefined : known?.jobId);
  if (jobId === undefined) return create(queued, view);
  const turn = { jobId, sentAt: known?.jobId === jobId ? known.sentAt : undefined };
  const seen = await lookAt(turn, queued);
  if ('result' in seen) return seen;
  const { job, inTurn } = seen;
  if (!takesMessages(job)) return replace(queued, view, jobId, seen.job);
  if (inTurn && !wish.interrupt) return turn;
  // A job that was asked for by its id, or at its work, gets the message whatever became of its pull request.
  const pull = await pullRequestState(
    wish.named || inTurn ? undefined : job.prLink,
    queued.thread,
    tools.log,
  );
  if (!pull.ok) return unreadable(pull.failure, ITS_PULL_REQUEST);
  if (pull.value === 'closed') {
    return create(queued, view, { why: MERGED_OR_CLOSED });
  }
  return chosen(queued, view, { kind: 'message', jobId, text: wish.compose(undefined), before: job });
}

/** A fresh job in place of one that takes no messages, unless that was asked for by its id. */
async function replace(
  queued: Queued,
  view: View,
  jobId: string,
  job: Job | undefined,
): Promise<Send | RequestResult> {
  const { wish, thread, tools } = queued;
  if (wish.named) return takesNoMessage(jobId, job);
  // The conversation may be that of the job's own pull request.
  const here = view.madeBy?.jobId === jobId ? pullAddress(thread.pullRequest, thread.serverUrl) : undefined;
  const link = job?.prLink ?? wish.foundBy ?? here;
  const pull = await pullRequestState(link, thread, tools.log);
  if (!pull.ok) return unreadable(pull.failure, ITS_PULL_REQUEST);
  const open = pull.value === 'open';
  return create(queued, view, { why: whyFresh(wish, job, open), goesOnWith: open ? link : undefined });
}

function create(queued: Queued, view: View, how: Pick<Create, 'goesOnWith' | 'why'> = {}): Send {
  return chosen(queued, view, { kind: 'create', text: queued.wish.compose(how.goesOnWith), ...how });
}

function chosen(queued: Queued, view: View, send: Create | Message): Send {
  if (hasDoubt(view))
    queued.tell(
      'What became of an earlier request in this conversation is not known. A job may exist for it.',
    );
  queued.waiting.basis = basisOf(queued, view);
  return send;
}

/** Pauses before the thread is read again, and looks at the job meanwhile, which costs nothing. True when its turn ended. */
async function pauseFor(queued: Queued, { jobId, sentAt }: JobTurn, pause: number): Promise<boolean> {
  const { tools, waiting } = queued;
  const { clock, deadline } = tools;
  const end = clock.now() + pause;
  const looks = jobId !== undefined && !waiting.over.has(turnOf({ jobId, sentAt }));
  while (clock.now() < end) {
    const next = looks ? Math.min(end, waiting.nextLook) : end;
    if (!(await slept(next - clock.now(), clock, deadline.stop))) return false;
    const now = clock.now();
    if (!looks || now < waiting.nextLook) continue;
    const times = { waited: now - waiting.since, left: deadline.at - now };
    waiting.nextLook = now + nextDelay(tools.pollInterval, times, tools.random);
    const seen = await lookAt({ jobId, sentAt }, queued);
    if ('inTurn' in seen && !seen.inTurn) return true;
  }
  return false;
}

/** Looks at a job, unless that was done just now. Without one in the answer the service does not know it. */
async function lookAt(
  turn: ThreadJob,
  { tools, waiting }: Queued,
): Promise<{ readonly job: Job | undefined; readonly inTurn: boolean } | RequestResult> {
  const { clock, time } = tools;
  const { jobId, sentAt } = turn;
  let last = waiting.look;
  if (last?.job.id !== jobId || clock.now() - last.at >= LOOK_FRESH) {
    const answer = await look(jobId, sentAt, time, tools);
    if (!answer.ok && answer.failure.status !== 404) {
      const { code, message } = answer.failure;
      return { ...unsent(code, `job ${jobId} could not be looked at. ${message}`), jobId };
    }
    if (!answer.ok) return { job: undefined, inTurn: false };
    last = { job: answer.value, at: clock.now() };
    waiting.look = last;
  }
  const inTurn = isInTurn(last.job, sentAt, time.now());
  if (!inTurn && !waiting.over.has(turnOf(turn))) waiting.over.set(turnOf(turn), clock.now());
  return { job: last.job, inTurn };
}

/** Reads the thread, and keeps its notes. */
export async function readThread({ history, waiting }: Queued): Promise<View | RequestResult> {
  const view = await history();
  if (!view.ok) return unreadable(view.failure, 'conversation');
  waiting.notes = view.value.notes.map(({ note }) => note);
  return view.value;
}

/** Reads until the own comment shows what it was brought to say. */
async function readOwn(queued: Queued): Promise<View | RequestResult> {
  const { comment, tools } = queued;
  const pause = lagPauses(LAG_PAUSES, tools.clock, tools.deadline.stop);
  do {
    const view = await readThread(queued);
    if ('result' in view) return view;
    const own = view.notes.find(({ id }) => id === comment.id)?.note;
    if (own?.state === comment.note?.state && own?.until === comment.note?.until) return view;
  } while (await pause());
  return UNCONFIRMED;
}

/** Notes of other requests whose runs may still act. */
function others(queued: Queued, { notes, now }: View): readonly Standing[] {
  return notes.filter(
    ({ id, note }) => id !== queued.comment.id && isLive(note, now) && !isEarlier(note, queued.wish),
  );
}

/**
 * Whether a live note goes before whoever waits: one that sends, or works on a job. A job's turn that was seen to be over
 * holds up no longer, once its run has had the time to say so, or does not watch it any more.
 */
function goesBefore({ wish, waiting, tools }: Queued, note: Note, now: number): boolean {
  if (note.state === 'sending') return true;
  if (note.state !== 'job' || wish.interrupt) return false;
  const seenAt = waiting.over.get(turnOf(note));
  return seenAt === undefined || (note.until > now && tools.clock.now() - seenAt < TURN_GRACE);
}

function basisOf({ wish }: Queued, view: View): string {
  return wish.fresh || wish.jobId !== undefined ? '' : turnOf(threadJob(view) ?? {});
}

function turnOf({ jobId, sentAt }: JobTurn): string {
  return `${jobId} ${sentAt}`;
}

function takesMessages(job: Job | undefined): job is Job {
  return job !== undefined && job.status !== 'failed' && job.status !== 'archived';
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

const MERGED_OR_CLOSED =
  'The pull request of this conversation was merged or closed, so a fresh job was started.';

/** Why a fresh job is created in place of a message, in words for when that is done; without `job` the service does not know it. */
export function whyFresh({ foundBy }: Wish, job: Job | undefined, goesOn: boolean): string {
  const whose = foundBy ?? 'this conversation';
  const state =
    job === undefined ? 'is not known any more' : job.status === 'failed' ? 'failed' : 'is archived';
  const rest = goesOn ? ' It was told of the open pull request, to go on with it.' : '';
  return `The job of ${whose} ${state}, so a fresh one was started.${rest}`;
}

/** What may not be readable besides the conversation. */
const ITS_PULL_REQUEST = "pull request of this conversation's job";

function unreadable({ code, message }: Failure, what: string): RequestResult {
  return unsent(code, `the ${what} could not be read. ${message}`);
}
