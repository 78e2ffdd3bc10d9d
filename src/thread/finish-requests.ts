import type { Answer } from '../answer.ts';
import type { ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import { LAG_PAUSE, LONG_JOB, READ_OVERLAP, REPLY_LAG_PAUSES, SETTLE } from '../intervals.ts';
import { hasEnded, isOver, mayGetLink, type Turn } from '../job/job-status.ts';
import { isFailure, isResult, JOB_ENDS, type RequestResult } from '../job/request-result.ts';
import { checkCode, endOf, stopped, toResult } from '../job/to-result.ts';
import { checkJob, watch } from '../job/watch.ts';
import { finishPullRequest, type PullRequestContext } from '../pull-request/finish-pull-request.ts';
import type { JobOrigin } from '../pull-request/ownership.ts';
import { reactToEnd, warn } from '../report/conversation.ts';
import { renderReply } from '../report/reply-text.ts';
import { renderStatus } from '../report/status-text.ts';
import { type Clock, slept } from '../runner/clock.ts';
import type { Job } from '../service/job.ts';
import type { Account } from '../text/json.ts';
import { type NotePlace, type SigningKey, signNote } from '../text/signed-note.ts';
import { lastTurn, type Note, type NoteComment, originOf, readNote, writeNote } from './note.ts';
import type { ThreadTools } from './thread.ts';

/** What requests are finished with. */
export interface FinishContext extends Omit<PullRequestContext, 'people'> {
  readonly github: GitHub;
  readonly tools: ThreadTools;
  /** Whether requesters are told by a mention. */
  readonly notify: boolean;
  /** Nothing is written. */
  readonly dryRun?: boolean | undefined;
  /** Whether to watch a job that is at work until it ends. */
  readonly waitsFor?: ((job: Job) => boolean) | undefined;
}

/** What became of requests that no run watches. */
export interface FinishReport {
  /** Requests whose job's end was reported. */
  readonly finished: { readonly request: NoteComment; readonly result: RequestResult }[];
  /** How many requests stay open. */
  open: number;
  /** The first check that failed. */
  failure: Pick<RequestResult, 'reasonCode' | 'reason'> | undefined;
  /** Whether any comment was edited. */
  edited: boolean;
}

/**
 * Finishes requests that no run watches: those whose jobs have ended as their own runs would have done, the others with what
 * is known. Each job is checked once; what may take longer comes last, and each is reported as soon as it ends.
 *
 * @param all the notes that tell how their jobs came about
 */
export async function finishRequests(
  requests: readonly NoteComment[],
  all: readonly Note[],
  context: FinishContext,
): Promise<FinishReport> {
  const { tools, waitsFor } = context;
  const report: FinishReport = { finished: [], open: 0, failure: undefined, edited: false };
  const { sent = [], unsent = [] } = Object.groupBy(requests, ({ note }) =>
    note.state === 'job' ? 'sent' : 'unsent',
  );
  for (const request of unsent) await leave(request, context, report);
  const later: Promise<void>[] = [];
  for (const [jobId, some] of Map.groupBy(sent, ({ note }) => note.jobId ?? '')) {
    const turn = lastTurn(all, jobId);
    const close = (end: RequestResult | undefined) =>
      closeJob(some, end, originOf(all, jobId), context, report);
    const seen = await seeOnce(turn, tools);
    const isEnded = !isResult(seen) && isOver(seen, turn, tools.time.now());
    if (isResult(seen)) await close(seen);
    // The link of a completed job may follow.
    else if (isEnded ? mayGetLink(seen) : waitsFor?.(seen))
      later.push(waitForEnd(turn, seen, tools).then(close));
    else await close(isEnded ? endOf(seen) : undefined);
  }
  await Promise.all(later);
  return report;
}

/** The job; or the result of its requests if it is gone, or why it was not seen. */
async function seeOnce(turn: Turn, tools: ThreadTools): Promise<Job | RequestResult> {
  const { jobId } = turn;
  const answer = await checkJob(turn, tools.time, tools);
  if (answer.ok) return answer.value;
  const { kind, message, status } = answer.failure;
  if (status === 404) return unknownJob(jobId);
  if (kind === 'stopped') return stopped(tools.deadline.stop.reason, ` before job ${jobId} was looked at.`);
  const reason = `Job ${jobId} could not be looked at: ${message}`;
  return { result: 'error', reasonCode: checkCode(answer.failure), reason };
}

/** Watches a job that was seen, for as long as the step has; undefined when it is still at work then. */
async function waitForEnd(turn: Turn, job: Job, tools: ThreadTools): Promise<RequestResult | undefined> {
  const { sentAt } = turn;
  // What looks like an end may be that of the turn before.
  const isStale = hasEnded(job) && !isOver(job, turn, tools.time.now()) && sentAt !== undefined;
  const sent = isStale
    ? ({ kind: 'message', at: tools.time.toLocal(sentAt), before: job } as const)
    : undefined;
  const watched = await watch(job, sent, tools);
  if (watched.kind === 'stopped') return undefined;
  if (watched.kind === 'ended') return endOf(watched.job);
  return watched.failure.status === 404 ? unknownJob(job.id) : toResult(watched, sent);
}

function unknownJob(jobId: string): RequestResult {
  const reason = `The service does not know job ${jobId} any more.`;
  return { result: 'error', reasonCode: 'job-unknown', reason, jobId };
}

/** Reports the end of a job to all that requested something of it; `end` may be why it was not seen. */
async function closeJob(
  requests: readonly NoteComment[],
  end: RequestResult | undefined,
  origin: JobOrigin,
  context: FinishContext,
  report: FinishReport,
): Promise<void> {
  const isEnd = end !== undefined && (JOB_ENDS.has(end.result) || end.reasonCode === 'job-unknown');
  if (!isEnd) report.failure ??= end;
  for (const request of requests) {
    if (!isEnd) await leave(request, context, report);
    const isReported = isEnd && (context.dryRun || (await reportEnd(request, end, origin, context)));
    if (isReported) report.finished.push({ request, result: end });
    else report.open += 1;
    report.edited ||= isReported && !context.dryRun;
  }
}

/**
 * Does what a run that waited would have done: the pull request's marker and labels, the reaction, the reply, and last the
 * status comment, so that the next one makes up for whatever is cut off before that. Whether it came that far.
 */
async function reportEnd(
  request: NoteComment,
  ended: RequestResult,
  origin: JobOrigin,
  context: FinishContext,
): Promise<boolean> {
  const { github, log, notify, phrase, tools } = context;
  const { requester, jobId, sentAt = tools.time.now() } = request.note;
  const { by, person } = requester;
  const account = by === undefined ? undefined : { login: by, type: person ? 'User' : 'Bot' };
  const people = {
    requester: account,
    requestUrl: requester.at,
    reviewer: requester.review ? by : undefined,
  };
  const result = await finishPullRequest(ended, origin, { ...context, people });
  if (isFailure(result) && result.warning !== undefined)
    log.warning(`${result.pullRequest?.link}: ${result.warning}`);
  await reactToEnd({ github, requester: requester, log }, result);
  if (notify && person && by !== undefined && tools.time.now() - sentAt > LONG_JOB) {
    const text = renderReply(result, by, { ...requester, phrase });
    const replied = await retryWrite(() => replyOnce(request, text, context), tools);
    warn(replied, 'The reply to who asked could not be written', log);
  }
  // Not everything before may have been done.
  if (tools.deadline.stop.aborted) return false;
  let isReported = false;
  const end = (note: Note): Conclusion | undefined => {
    // Another collect, or the next request, may have been faster.
    isReported = note.state === 'ended';
    const isOpen = note.state === 'job' && note.jobId === jobId;
    return isOpen ? { note: { ...note, state: 'ended', left: undefined }, result } : undefined;
  };
  const edited = await retryWrite(() => editNote(request, end, context), tools);
  warn(edited, LEFT_OPEN, log);
  return isReported || (edited.ok && edited.value);
}

/** What a note is to say from now on, and what its comment tells people. */
interface Conclusion {
  readonly note: Note;
  readonly result: RequestResult;
}

/** Says in the status comment of a run that is gone what is known. */
async function leave(request: NoteComment, context: FinishContext, report: FinishReport): Promise<void> {
  const { note } = request;
  const conclusion = concludeNote(note, context.tools.time.now());
  if (conclusion === undefined || context.dryRun) return;
  // Either read may be behind, and what is behind may lack the job's id: only what both show is edited.
  const isSame = (current: Note) => JSON.stringify(current) === JSON.stringify(note);
  const edited = await editNote(request, (current) => (isSame(current) ? conclusion : undefined), context);
  warn(edited, LEFT_OPEN, context.log);
  report.edited ||= edited.ok && edited.value;
}

/** The same, of a run that was cut off, by its own post step: the note is what that run knew. */
export async function closeCutOff(request: NoteComment, now: number, context: WritingContext): Promise<void> {
  const conclusion = concludeNote(request.note, now);
  if (conclusion !== undefined)
    warn(await writeConclusion(request, conclusion, context), LEFT_OPEN, context.log);
}

/** What could not be done, for the log. */
export const LEFT_OPEN = 'A status comment that was left open could not be repaired';

/** What a note is to say when its run is gone. Undefined when it says all there is to say. */
function concludeNote(note: Note, now: number): Conclusion | undefined {
  const { jobId, left, state } = note;
  const conclusion = (change: Partial<Note>, reason: string, fateUnknown = false): Conclusion => ({
    note: { ...note, until: Math.min(note.until, now), ...change },
    result: { result: 'interrupted', reasonCode: 'interrupted', reason, jobId, fateUnknown },
  });
  if (state === 'waiting')
    return conclusion({ state: 'not sent' }, 'The run was cut off before anything was sent.');
  if (state === 'job' && !left)
    return conclusion({ left: true }, `Watching stopped because the run was cut off. Job ${jobId} goes on.`);
  if (state !== 'sending') return undefined;
  const what = jobId === undefined ? 'a job exists' : `the message reached job ${jobId}`;
  const reason = `The run was cut off while it asked: whether ${what} is not known. Ask again in a new comment.`;
  return conclusion({ state: 'unknown' }, reason, true);
}

type WritingContext = Pick<FinishContext, 'github' | 'key' | 'phrase' | 'log'>;

/** Reads a comment and edits it, unless there is nothing to change; the answer is whether it did. */
async function editNote(
  { id, place }: NoteComment,
  change: (current: Note) => Conclusion | undefined,
  context: WritingContext,
): Promise<Answer<boolean>> {
  const comment = await context.github.comment(id);
  if (!comment.ok) return comment;
  const note = readNote(comment.value, place, context.key);
  const conclusion = typeof note === 'object' ? change(note) : undefined;
  if (conclusion === undefined) return { ok: true, value: false };
  const edited = await writeConclusion({ id, place }, conclusion, context);
  return edited.ok ? { ok: true, value: true } : edited;
}

function writeConclusion(
  { id, place }: Pick<NoteComment, 'id' | 'place'>,
  { note, result }: Conclusion,
  { github, key, phrase }: WritingContext,
): Promise<Answer<unknown>> {
  const text = renderStatus({ result }, { ...note.requester, phrase });
  return github.editComment(id, `${text}\n${writeNote(note, id, place, key)}`);
}

/** The hidden line by which the reply that reports the end of a status comment's request is found. */
export function replyMark(id: number, place: NotePlace, key: SigningKey): string {
  return signNote('reply:v2', { id }, place, key);
}

/**
 * Replies to the requester once: the reply carries a hidden mark of its status comment and is looked for before it is
 * written; of two that were written at once the later one goes.
 */
async function replyOnce(
  { id, place, note: { sentAt } }: NoteComment,
  text: string,
  { github, key, tools: { clock, deadline } }: FinishContext,
): Promise<Answer<unknown>> {
  const mark = replyMark(id, place, key);
  const find = async (by?: Account): Promise<Answer<ThreadComment | undefined>> => {
    const recent = await github.comments(place.thread, sentAt && sentAt - READ_OVERLAP);
    if (!recent.ok) return recent;
    const isReply = ({ body, user }: ThreadComment) =>
      body.includes(mark) && (by === undefined || user?.id === by.id);
    return { ok: true, value: recent.value.items.find(isReply) };
  };
  const before = await find();
  if (!before.ok || before.value !== undefined) return before;
  const posted = await github.createComment(place.thread, `${text}\n${mark}`);
  if (!posted.ok) return posted;
  // A list that shows the own reply shows those before it as well. Anybody can copy the mark by now.
  const pause = lagPauses(REPLY_LAG_PAUSES, clock, deadline.stop);
  do {
    const after = await find(posted.value.user);
    if (!after.ok || after.value?.id === posted.value.id) return posted;
    if (after.value && after.value.id < posted.value.id) return github.deleteComment(posted.value.id);
  } while (await pause());
  return posted;
}

/** A pause before each further read of what lags, twice as long each time; whether there was one, and all of it passed. */
export function lagPauses(count: number, clock: Clock, signal: AbortSignal): () => Promise<boolean> {
  let paused = 0;
  return async () => {
    paused += 1;
    return paused <= count && slept(LAG_PAUSE * 2 ** (paused - 1), clock, signal);
  };
}

/** How often something is written that GitHub did not take for reasons that pass. */
const MOST_TRIES = 3;

/** Writes again what may not have arrived, once it would be there to see; `write` looks for it first. */
async function retryWrite<T>(
  write: () => Promise<Answer<T>>,
  { clock, deadline, log }: ThreadTools,
): Promise<Answer<T>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await write();
    if (answer.ok || answer.failure.code === 'github-refused' || tries >= MOST_TRIES) return answer;
    if (!(await slept(SETTLE, clock, deadline.stop))) return answer;
    log.info(`${answer.failure.message} Trying again.`);
  }
}
