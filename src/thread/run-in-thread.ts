import { PROGRESS_SPACING, SENDING_LEFT } from '../intervals.ts';
import { JOB_ENDS, type RequestResult, unsent } from '../job/request-result.ts';
import { resultOf, runJob } from '../job/run-job.ts';
import { type Ledger, notSent, type Send } from '../job/send.ts';
import type { JobTools } from '../job/watch.ts';
import { permissionAdvice } from '../report/audience.ts';
import type { Asker } from '../report/own-comment.ts';
import { renderPosted, renderStatus } from '../report/status-text.ts';
import type { Job } from '../service/job.ts';
import { findDailyLimit } from './daily-limit.ts';
import { type GitHubTime, githubTime } from './github-time.ts';
import { openHistory, type Thread } from './history.ts';
import type { Note } from './note.ts';
import { type Origin, originOf } from './origin.ts';
import { postStatusComment, type StatusComment } from './status-comment.ts';
import type { Telling } from './tell-end.ts';
import {
  beginWaiting,
  claimTurn,
  type NoteChange,
  type Queued,
  readThread,
  UNCONFIRMED,
  type Wish,
  waitForTurn,
} from './turn.ts';

/** A ledger that sees to the pull request in the end; a thread may know more than it of how the job came about. */
export interface SettlingLedger extends Ledger {
  ended(result: RequestResult, origin?: Origin): Promise<void>;
}

/** A request in a thread: one thread, one job. */
export interface ThreadRequest extends Pick<Telling, 'settling' | 'notify'> {
  readonly thread: Thread;
  readonly tools: JobTools;
  readonly wish: Wish;
  /** What is sent without a conversation. A job that is only watched is nobody's turn. */
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
  readonly ledger: SettlingLedger;
  /** The comment is there. */
  posted(comment: { readonly id: number; readonly url: string }): void;
}

/** Works on a request in its thread, and tells its story in one comment there. */
export async function runInThread(request: ThreadRequest): Promise<RequestResult> {
  const { thread, asker, phrase, plain, wait } = request;
  const tools = { ...request.tools, time: githubTime(request.tools.clock) };
  const first = renderPosted({ ...asker, phrase }, request.mark);
  const posted = await postStatusComment(thread, first, tools);
  if (!posted.ok) {
    const advice = permissionAdvice(posted.failure);
    if (advice !== '')
      return unsent('comment-not-written', `GitHub refused the status comment.${advice} ${NEVER}`);
    return { ...UNCONFIRMED, reason: `${UNCONFIRMED.reason} ${posted.failure.message}` };
  }
  const comment = posted.value;
  request.posted(comment);
  const story = openStory(request, comment, tools.time);
  const queued: Queued = {
    ...request,
    tools,
    comment,
    history: openHistory(thread, tools),
    waiting: beginWaiting(tools.clock.now()),
    tell: story.tell,
    remember: story.remember,
  };
  const ledger = openLedger(queued, request, story);
  // Where nothing is sent nobody has to be waited for.
  const result =
    plain.kind === 'watch'
      ? resultOf(await runJob(plain, tools, ledger, wait))
      : await takeTurns(queued, ledger, wait, story);
  return { ...result, commentUrl: comment.url, unwritten: comment.unwritten() };
}

const NEVER = 'Set `comment: never` to run without a status comment.';

/** Takes turns until something was sent, or nothing is going to be. */
async function takeTurns(
  queued: Queued,
  ledger: Ledger,
  wait: boolean,
  story: Story,
): Promise<RequestResult> {
  const { tools, remember, waiting } = queued;
  if (!(await remember({ state: 'waiting' }))) return story.close(stoppedOr(tools, UNCONFIRMED));
  for (;;) {
    const send = await waitForTurn(queued);
    if ('result' in send) return story.close(send);
    const limited = send.kind === 'watch' ? undefined : await findDailyLimit(queued);
    if (limited !== undefined) return story.close(limited);
    const ran = await runJob(send, tools, ledger, wait);
    if (ran.kind === 'over') return ran.result;
    if (waiting.objection !== undefined) return story.close(stoppedOr(tools, waiting.objection));
  }
}

/** What a thread writes down: its note, before anything else happens. */
function openLedger(queued: Queued, { ledger: inner, plain }: ThreadRequest, story: Story): Ledger {
  const { comment, remember, waiting } = queued;
  const { time } = queued.tools;
  return {
    async beforeSend(send) {
      const { state, until = 0 } = comment.note ?? {};
      // A try before this one may have claimed it. Nobody sends beside a note that says so and lives.
      if (state === 'sending' && until - time.now() > SENDING_LEFT) return inner.beforeSend(send);
      const claim = await claimTurn(queued);
      if (claim === 'later')
        return { kind: 'held', reason: 'another request of this conversation came first' };
      waiting.objection = claim === 'go' ? await findDailyLimit(queued) : claim;
      if (waiting.objection === undefined) return inner.beforeSend(send);
      return { kind: 'held', reason: waiting.objection.reason };
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
      const { goesOnWith, why } = sent?.kind === 'create' ? sent : {};
      if (why !== undefined) story.notes.add(why);
      await remember({ state: 'job', jobId: job.id, sentAt, goesOnWith });
    },
    seen: story.showProgress,
    async ended(result) {
      const { job } = result;
      // Who only watches has not read the thread so far.
      if (plain.kind === 'watch' && result.pullRequest !== undefined) await readThread(queued);
      const notes = [...waiting.notes, ...(comment.note ? [comment.note] : [])];
      // The pull request is marked before others may go on.
      await inner.ended(result, job && originOf(notes, job.id));
      await story.close(result);
    },
  };
}

/** What the note says of a run that ended with `result`. */
function lastWord(note: Note | undefined, result: RequestResult, now: number): NoteChange {
  if (note?.state === 'job' && JOB_ENDS.has(result.result)) return { ...note, state: 'ended' };
  // Nobody watches it any more from now on.
  if (note?.state === 'job') return { ...note, until: now, left: true };
  if (result.fateUnknown) return { state: 'unknown', jobId: result.jobId, sentAt: note?.sentAt };
  return { state: 'not sent' };
}

/** The status comment's text, as the request goes on. */
type Story = ReturnType<typeof openStory>;

function openStory(
  { tools, wish, startedAt, about, asker, phrase }: ThreadRequest,
  comment: StatusComment,
  time: GitHubTime,
) {
  const { clock, deadline, log } = tools;
  const until = time.fromLocal(deadline.at);
  let result: RequestResult | undefined;
  let shown = '';
  let shownAt = 0;

  function write(note: Note): Promise<boolean> {
    const { job } = story;
    const duration = clock.now() - startedAt;
    const status = { about, since: startedAt, job, result, notes: [...story.notes], duration };
    [shown, shownAt] = [lookOf(job), clock.now()];
    return comment.write(note, renderStatus(status, { ...asker, phrase }));
  }

  const story = {
    /** What people are told besides. */
    notes: new Set<string>(),
    job: undefined as Job | undefined,
    tell(note: string): void {
      if (!story.notes.has(note)) log.info(note);
      story.notes.add(note);
    },
    remember: ({ state, ...change }: NoteChange) =>
      write({ request: wish.request, attempt: wish.attempt, state, until, asked: asker, ...change }),
    /** Edits the comment when the job changed, or when it was long ago. */
    async showProgress(job: Job): Promise<void> {
      story.job = job;
      const due = lookOf(job) !== shown || clock.now() - shownAt >= PROGRESS_SPACING;
      if (due && comment.note !== undefined) await write(comment.note);
    },
    /** Writes the last word. */
    async close(ended: RequestResult): Promise<RequestResult> {
      result = ended;
      await story.remember(lastWord(comment.note, ended, time.now()));
      return ended;
    },
  };
  return story;
}

/** What people see change. */
function lookOf(job: Job | undefined): string {
  return JSON.stringify([job?.id, job?.status, job?.prLink]);
}

function stoppedOr({ deadline }: JobTools, result: RequestResult): RequestResult {
  const { aborted, reason } = deadline.stop;
  return aborted ? notSent(reason, 'the turn of this request came.') : result;
}
