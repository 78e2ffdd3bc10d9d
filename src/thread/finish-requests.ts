import type { ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import type { Answer } from '../http/failure.ts';
import { LAG_PAUSE, LONG_JOB, READ_OVERLAP, REPLY_LAG_PAUSES, SETTLE } from '../intervals.ts';
import { hasEnded, isOver, mayGetLink, type Turn } from '../job/job-status.ts';
import type { RequestResult } from '../job/request-result.ts';
import { endOf, stopped } from '../job/to-result.ts';
import { checkJob, watch } from '../job/watch.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { reactToEnd, warn } from '../report/audience.ts';
import { renderReply } from '../report/reply-text.ts';
import { renderStatus } from '../report/status-text.ts';
import { type Clock, slept } from '../runner/clock.ts';
import type { Job } from '../service/job.ts';
import type { Account } from '../text/json.ts';
import { finishPullRequest, type PullRequestContext } from './agent-pull-request.ts';
import {
  type JobOrigin,
  lastTurn,
  type Note,
  type NoteComment,
  type NotePlace,
  originOf,
  readNote,
  writeNote,
} from './note.ts';
import { type SigningKey, signNote } from './signed-note.ts';
import type { ThreadTools } from './thread.ts';

/** A request that no run watches any more. */
export interface UnwatchedRequest extends NoteComment {
  /** The note is what its own run knows, so the comment is not read again. */
  readonly isCertain?: boolean | undefined;
}

/** What requests are finished with. */
export interface FinishContext {
  readonly github: GitHub;
  readonly key: SigningKey;
  readonly phrase: string;
  readonly tools: Pick<ThreadTools, 'clock' | 'deadline' | 'log' | 'time'>;
  /** Checks jobs; without it a request ends with what its note says. */
  readonly jobs?: JobContext | undefined;
}

interface JobContext {
  readonly tools: ThreadTools;
  readonly pullRequests: Omit<PullRequestContext, 'people'>;
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
  /** How many jobs' requests stay open. */
  open: number;
  /** The first check that failed. */
  failure: { readonly code: ReasonCode; readonly reason: string } | undefined;
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
  requests: readonly UnwatchedRequest[],
  all: readonly Note[],
  finishing: FinishContext,
): Promise<FinishReport> {
  const { jobs } = finishing;
  const report: FinishReport = { finished: [], open: 0, failure: undefined, edited: false };
  const byJob = Map.groupBy(requests, ({ note }) => note.jobId ?? '');
  const later: Promise<void>[] = [];
  for (const [jobId, some] of byJob) {
    const sent = some.filter(({ note }) => note.state === 'job');
    for (const request of some)
      if (jobs === undefined || !sent.includes(request)) await conclude(request, finishing, report);
    if (jobs === undefined || sent.length === 0) continue;
    const turn = lastTurn(all, jobId);
    const origin = originOf(all, jobId);
    const close = (end: JobEnd) => closeJob(sent, end, origin, { ...finishing, jobs }, report);
    const end = await checkEnd(turn, jobs.tools);
    const isAwaited = end.kind === 'in doubt' || (end.kind === 'at work' && jobs.waitsFor?.(end.job));
    if (isAwaited) later.push(waitForEnd(turn, end.job, jobs.tools).then(close));
    else await close(end);
  }
  await Promise.all(later);
  return report;
}

/** What is known of the end of a job that no run watches. */
type JobEnd =
  | { readonly kind: 'ended'; readonly result: RequestResult }
  | { readonly kind: 'at work'; readonly job: Job }
  /** Completed, but its link may follow: one more check is due. */
  | { readonly kind: 'in doubt'; readonly job: Job }
  | { readonly kind: 'unseen'; readonly code: ReasonCode; readonly reason: string };

async function checkEnd(turn: Turn, tools: ThreadTools): Promise<JobEnd> {
  const { jobId } = turn;
  const answer = await checkJob(turn, tools.time, tools);
  if (!answer.ok) {
    const { code, kind, message, status } = answer.failure;
    if (status === 404) return unknownJob(jobId);
    if (kind !== 'stopped')
      return { kind: 'unseen', code, reason: `Job ${jobId} could not be looked at: ${message}` };
    const { reasonCode, reason } = stopped(tools.deadline.stop.reason, ` before job ${jobId} was looked at.`);
    return { kind: 'unseen', code: reasonCode, reason };
  }
  const job = answer.value;
  if (!isOver(job, turn, tools.time.now())) return { kind: 'at work', job };
  return mayGetLink(job) ? { kind: 'in doubt', job } : { kind: 'ended', result: endOf(job) };
}

/** Watches a job that was checked, for as long as the step has. */
async function waitForEnd(turn: Turn, job: Job, tools: ThreadTools): Promise<JobEnd> {
  const { sentAt } = turn;
  // What looks like an end may be that of the turn before.
  const isStale = hasEnded(job) && !isOver(job, turn, tools.time.now()) && sentAt !== undefined;
  const sent = isStale
    ? ({ kind: 'message', at: tools.time.toLocal(sentAt), before: job } as const)
    : undefined;
  const watched = await watch(job, sent, tools);
  if (watched.kind === 'ended') return { kind: 'ended', result: endOf(watched.job) };
  if (watched.kind === 'stopped') return { kind: 'at work', job: watched.job };
  const { code, message, status } = watched.failure;
  if (status === 404) return unknownJob(job.id);
  return { kind: 'unseen', code, reason: `Job ${job.id} can no longer be watched: ${message}` };
}

function unknownJob(jobId: string): JobEnd {
  const reason = `The service does not know job ${jobId} any more.`;
  return { kind: 'ended', result: { result: 'error', reasonCode: 'job-unknown', reason, jobId } };
}

/** Reports the end of a job to all that requested something of it. */
async function closeJob(
  requests: readonly UnwatchedRequest[],
  end: JobEnd,
  origin: JobOrigin,
  finishing: FinishContext & { readonly jobs: JobContext },
  report: FinishReport,
): Promise<void> {
  const { dryRun = false } = finishing.jobs;
  if (end.kind === 'unseen') report.failure ??= end;
  for (const request of requests) {
    if (end.kind === 'ended') {
      const isReported = dryRun || (await reportEnd(request, end.result, origin, finishing));
      if (isReported) report.finished.push({ request, result: end.result });
      else report.open += 1;
      report.edited ||= isReported && !dryRun;
    } else {
      report.open += 1;
      if (!dryRun) await conclude(request, finishing, report);
    }
  }
}

/**
 * Does what a run that waited would have done: the pull request's marker and labels, the reaction, the reply, and last the
 * status comment, so that the next one makes up for whatever is cut off before that. Whether it came that far.
 */
async function reportEnd(
  request: UnwatchedRequest,
  result: RequestResult,
  origin: JobOrigin,
  { jobs, ...finishing }: FinishContext & { readonly jobs: JobContext },
): Promise<boolean> {
  const { github, phrase, tools } = finishing;
  const { deadline, log, time } = tools;
  const { note } = request;
  const { requester, jobId, sentAt = time.now() } = note;
  const { by, person } = requester;
  const asker = by === undefined ? undefined : { login: by, type: person ? 'User' : 'Bot' };
  await finishPullRequest(result, origin, { ...jobs.pullRequests, people: { asker } });
  await reactToEnd({ github, asker: requester, log }, result);
  if (jobs.notify && person && by !== undefined && time.now() - sentAt > LONG_JOB) {
    const text = renderReply(result, by, { ...requester, phrase });
    const replied = await retryWrite(() => replyOnce(request, text, finishing), tools);
    warn(replied, 'The reply to who asked could not be written', log);
  }
  // Not everything before may have been done.
  if (deadline.stop.aborted) return false;
  let isReported = false;
  const end = (current: Note): Conclusion | undefined => {
    // Another collect, or the next request, may have been faster.
    isReported = current.state === 'ended';
    const isOpen = current.state === 'job' && current.jobId === jobId;
    return isOpen ? { note: { ...current, state: 'ended', left: undefined }, result } : undefined;
  };
  const edited = await retryWrite(() => editNote(request, end, finishing), tools);
  warn(edited, LEFT_OPEN, log);
  return isReported || (edited.ok && edited.value);
}

/** What a note is to say from now on, and what its comment tells people. */
interface Conclusion {
  readonly note: Note;
  readonly result: RequestResult;
}

/** Ends the status comment of a run that is gone with what is known. */
async function conclude(
  request: UnwatchedRequest,
  finishing: FinishContext,
  report: FinishReport,
): Promise<void> {
  const { note, isCertain = false } = request;
  const conclusion = note.left ? undefined : concludeNote(note, finishing.tools.time.now());
  if (conclusion === undefined || finishing.jobs?.dryRun) return;
  // Either read may be behind, and what is behind may lack the job's id: only what both show is edited.
  const isSame = (current: Note) => JSON.stringify(current) === JSON.stringify(note);
  const edited = isCertain
    ? await writeConclusion(request, conclusion, finishing)
    : await editNote(request, (current) => (isSame(current) ? conclusion : undefined), finishing);
  warn(edited, LEFT_OPEN, finishing.tools.log);
  report.edited ||= edited.ok && edited.value;
}

/** What could not be done, for the log. */
export const LEFT_OPEN = 'A status comment that was left open could not be repaired';

/** What a note is to say when its run is gone. Undefined when it says all there is to say. */
function concludeNote(note: Note, now: number): Conclusion | undefined {
  const { jobId } = note;
  const conclusion = (change: Partial<Note>, reason: string, fateUnknown = false): Conclusion => ({
    note: { ...note, until: Math.min(note.until, now), ...change },
    result: { result: 'interrupted', reasonCode: 'interrupted', reason, jobId, fateUnknown },
  });
  switch (note.state) {
    case 'waiting':
      return conclusion({ state: 'not sent' }, 'The run was cut off before anything was sent.');
    case 'sending': {
      const what = jobId === undefined ? 'a job exists' : `the message reached job ${jobId}`;
      const reason = `The run was cut off while it asked: whether ${what} is not known. Ask again in a new comment.`;
      return conclusion({ state: 'unknown' }, reason, true);
    }
    case 'job':
      return conclusion(
        { left: true },
        `Watching stopped because the run was cut off. Job ${jobId} goes on.`,
      );
    default:
      return undefined;
  }
}

/** Reads a comment and edits it, unless there is nothing to change; the answer is whether it did. */
async function editNote(
  { id, place }: NoteComment,
  change: (current: Note) => Conclusion | undefined,
  finishing: FinishContext,
): Promise<Answer<boolean>> {
  const comment = await finishing.github.comment(id);
  if (!comment.ok) return comment;
  const note = readNote(comment.value, place, finishing.key);
  const conclusion = typeof note === 'object' ? change(note) : undefined;
  if (conclusion === undefined) return { ok: true, value: false };
  return writeConclusion({ id, place }, conclusion, finishing);
}

async function writeConclusion(
  { id, place }: Pick<NoteComment, 'id' | 'place'>,
  { note, result }: Conclusion,
  { github, key, phrase }: FinishContext,
): Promise<Answer<boolean>> {
  const text = renderStatus({ result }, { ...note.requester, phrase });
  const edited = await github.editComment(id, `${text}\n${writeNote(note, id, place, key)}`);
  return edited.ok ? { ok: true, value: true } : edited;
}

/** The hidden line by which the reply that reports the end of a status comment's request is found. */
export function replyMark(id: number, { service, repositoryId, thread }: NotePlace, key: SigningKey): string {
  return signNote('reply:v2', { id }, { service, place: [repositoryId, thread] }, key);
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
  { clock, deadline, log }: FinishContext['tools'],
): Promise<Answer<T>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await write();
    if (answer.ok || answer.failure.code === 'github-refused' || tries >= MOST_TRIES) return answer;
    if (!(await slept(SETTLE, clock, deadline.stop))) return answer;
    log.info(`${answer.failure.message} Trying again.`);
  }
}
