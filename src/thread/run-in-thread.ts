import type { Failure } from '../http/failure.ts';
import { PROGRESS_SPACING, SENDING_LEFT } from '../intervals.ts';
import type { RequestResult } from '../job/request-result.ts';
import { resultOf, runJob } from '../job/run-job.ts';
import { type Ledger, notSent, type Send } from '../job/send.ts';
import type { JobTools } from '../job/watch.ts';
import { type Asker, warn } from '../report/audience.ts';
import { renderPosted, renderStatus } from '../report/status-text.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import { findDailyLimit } from './daily-limit.ts';
import { githubTime } from './github-time.ts';
import { openHistory, type Thread } from './history.ts';
import { type Note, toOccasion } from './note.ts';
import { postStatusComment, type StatusComment } from './status-comment.ts';
import { beginWaiting, claimTurn, type Queued, UNCONFIRMED, type Wish, waitForTurn } from './turn.ts';

/** A request in a thread: one thread, one job. */
export interface ThreadRequest {
  readonly thread: Thread;
  readonly tools: JobTools;
  readonly wish: Wish;
  /** What is sent where there is no memory. A job that is only watched, with or without one, is nobody's turn. */
  readonly plain: Send;
  readonly wait: boolean;
  readonly asker: Asker;
  readonly phrase: string;
  /** What was asked, for people. */
  readonly about: string | undefined;
  /** When the step started. */
  readonly startedAt: number;
  /** Letters and digits that nobody could know before. */
  readonly mark: string;
  /** What else writes the request down: state and outputs. */
  readonly ledger: Ledger;
  /** The comment is there. */
  posted(comment: { readonly id: number; readonly url: string }): void;
}

/** Works on a request in its thread, and tells its story in one comment there. */
export async function runInThread(request: ThreadRequest): Promise<RequestResult> {
  const { thread, tools, wish, asker, phrase } = request;
  const time = githubTime(tools.clock);
  const writing = { ...tools, time, complain: complainOnce(tools.log) };
  const first = renderPosted(toOccasion(asker, phrase), request.mark);
  const comment = await postStatusComment(thread, first, request.mark, writing);
  if ('kind' in comment) {
    // What nobody remembers could not be counted.
    const goesOn = comment.forbidden && wish.dailyLimit === undefined;
    return goesOn ? runWithoutMemory(request) : notPosted(comment.failure);
  }
  request.posted(comment);
  const until = time.fromLocal(tools.deadline.at);
  const story = openStory(request, comment);
  const queued: Queued = {
    thread,
    tools,
    time,
    comment,
    wish,
    phrase,
    log: tools.log,
    tell: story.tell,
    history: openHistory(thread, time, tools.log),
    waiting: beginWaiting(tools.clock.now()),
    remember: (change) =>
      story.write({ request: wish.request, attempt: wish.attempt, until, asked: asker, ...change }),
  };
  const result = await takeTurns(queued, request, openLedger(queued, request, story));
  return { ...result, commentUrl: comment.url, unwritten: story.written ? undefined : comment.body };
}

/** Takes turns until something was sent, or nothing is going to be. */
async function takeTurns(
  queued: Queued,
  request: ThreadRequest,
  ledger: ThreadLedger,
): Promise<RequestResult> {
  const { plain, wait } = request;
  const { tools, remember } = queued;
  // Nothing is sent, so nobody has to be waited for.
  if (plain.kind === 'watch') return resultOf(await runJob(plain, tools, ledger, wait));
  if (!(await remember({ state: 'waiting' }))) return ledger.close(stoppedOr(tools, UNCONFIRMED));
  for (;;) {
    const turn = await waitForTurn(queued);
    if (turn.kind === 'over') return ledger.close(turn.result);
    const limited = turn.send.kind === 'watch' ? undefined : await findDailyLimit(queued);
    if (limited !== undefined) return ledger.close(limited);
    ledger.basis = turn.basis;
    const ran = await runJob(turn.send, tools, ledger, wait);
    if (ran.kind === 'over') return ran.result;
    if (ledger.objection !== undefined) return ledger.close(stoppedOr(tools, ledger.objection));
  }
}

/** What a thread writes down: its note, before anything else happens. */
interface ThreadLedger extends Ledger {
  /** What the turn was chosen from. */
  basis: string;
  /** Why nothing is sent any more. */
  objection: RequestResult | undefined;
  /** Writes the last word of a request that never came to its turn. */
  close(result: RequestResult): Promise<RequestResult>;
}

function openLedger(queued: Queued, request: ThreadRequest, story: Story): ThreadLedger {
  const { comment, time, remember } = queued;
  const { ledger: inner } = request;
  const ledger: ThreadLedger = {
    basis: '',
    objection: undefined,
    async beforeSend(send) {
      const { state, until = 0 } = comment.note ?? {};
      // A try before this one may have claimed it. Nobody sends beside a note that says so and lives.
      const own = state === 'sending' && until - time.now() > SENDING_LEFT;
      const claimed = own ? ({ kind: 'go' } as const) : await claimTurn(queued, ledger.basis);
      if ('kind' in claimed && claimed.kind === 'held') return claimed;
      const objection = 'result' in claimed ? claimed : own ? undefined : await findDailyLimit(queued);
      if (objection === undefined) return inner.beforeSend(send);
      ledger.objection = objection;
      return { kind: 'held', reason: objection.reason };
    },
    async notTaken(failure) {
      await inner.notTaken(failure);
      // A limit may take longer to reset than anybody may say to be about to send.
      if (failure.kind === 'limited') await remember({ state: 'waiting' });
    },
    async sent(job, sent) {
      await inner.sent(job, sent);
      story.job = job;
      const sentAt = sent === undefined ? undefined : time.fromLocal(sent.at);
      await remember({ state: 'job', jobId: job.id, sentAt });
    },
    seen: (job) => story.showProgress(job),
    async ended(result) {
      // The pull request is marked before others may go on.
      await inner.ended(result);
      await ledger.close(result);
    },
    async close(result) {
      story.result = result;
      await remember(lastWord(comment.note, result, time.now()));
      return result;
    },
  };
  return ledger;
}

const OVER: ReadonlySet<RequestResult['result']> = new Set([
  'pull-request',
  'no-pull-request',
  'archived',
  'failed',
]);

/** What the note says of a run that ended with `result`. */
function lastWord(
  note: Note | undefined,
  result: RequestResult,
  now: number,
): Parameters<Queued['remember']>[0] {
  const { state, jobId, sentAt } = note ?? {};
  if (state === 'job' && OVER.has(result.result)) return { state: 'ended', jobId, sentAt };
  // Nobody watches it any more from now on.
  if (state === 'job') return { state: 'job', jobId, sentAt, until: now, left: true };
  if (result.fateUnknown) return { state: 'unknown', jobId: result.jobId, sentAt };
  return { state: 'not sent' };
}

/** The status comment's text, as the request goes on. */
type Story = ReturnType<typeof openStory>;

function openStory({ tools, startedAt, about, asker, phrase }: ThreadRequest, comment: StatusComment) {
  const notes = new Set<string>();
  let shown = '';
  let shownAt = 0;
  const story = {
    job: undefined as Job | undefined,
    result: undefined as RequestResult | undefined,
    /** Whether the comment says what it should. */
    written: false,
    tell(note: string): void {
      if (!notes.has(note)) tools.log.info(note);
      notes.add(note);
    },
    async write(note: Note): Promise<boolean> {
      const { job, result } = story;
      const progress = { state: job === undefined ? 'waiting' : 'at work', about, since: startedAt } as const;
      const duration = tools.clock.now() - startedAt;
      const text = renderStatus(
        { ...progress, job, result, notes: [...notes], duration },
        toOccasion(asker, phrase),
      );
      [shown, shownAt] = [look(job), tools.clock.now()];
      story.written = await comment.write(note, text);
      return story.written;
    },
    /** Edits the comment when the job changed, or when it was long ago. */
    async showProgress(job: Job): Promise<void> {
      story.job = job;
      if (comment.note === undefined) return;
      if (look(job) === shown && tools.clock.now() - shownAt < PROGRESS_SPACING) return;
      await story.write(comment.note);
    },
  };
  return story;
}

/** What people see change. */
function look(job: Job | undefined): string {
  return JSON.stringify([job?.id, job?.status, job?.prLink]);
}

/** Where GitHub refuses the comment there is no memory: the request is sent all the same, and says so. */
async function runWithoutMemory({ plain, tools, wait, ledger }: ThreadRequest): Promise<RequestResult> {
  const fresh = plain.kind === 'create' ? ' and asks for a fresh job' : '';
  const warning = `GitHub did not take the status comment, so this run has no memory of the conversation${fresh}.`;
  const result = resultOf(await runJob(plain, tools, ledger, wait));
  return { ...result, warning: [warning, result.warning].filter(Boolean).join(' ') };
}

function notPosted({ message }: Failure): RequestResult {
  return { ...UNCONFIRMED, reason: `${UNCONFIRMED.reason} ${message}` };
}

function stoppedOr({ deadline }: JobTools, result: RequestResult): RequestResult {
  return deadline.stop.aborted ? notSent(deadline, 'the turn of this request came') : result;
}

/** Says what GitHub did not do, once for each way in which it did not. */
function complainOnce(log: Log): (failure: Failure) => void {
  const told = new Set<unknown>();
  return (failure) => {
    const way = failure.status ?? failure.kind;
    if (!told.has(way)) warn({ ok: false, failure }, 'The status comment could not be written', log);
    told.add(way);
  };
}
