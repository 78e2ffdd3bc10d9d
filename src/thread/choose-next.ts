import { countsFrom, isOver, type JobTurn, takesMessages } from '../job/job-status.ts';
import { LIST_LAG, TURN_GRACE } from '../model/intervals.ts';
import type { ReasonCode } from '../model/reason-codes.ts';
import { dry, type RequestResult, unsent } from '../model/request-result.ts';
import type { PullRequestState } from '../pull-request/read-facts.ts';
import type { Job } from '../service/job.ts';
import { hasLaterTurn, isEarlierAttempt, isLive, lastTurn, type Note, withLink } from './note.ts';
import { notesOf, skipShared, type ThreadView, threadJob } from './thread.ts';

/** What a request is to do in its thread, with the parts of its note that tell it from others. */
export interface ThreadRequest extends Pick<Note, 'request' | 'attempt' | 'shared' | 'checks' | 'recipe'> {
  /** When the cause happened, by GitHub's clock. What was sent earlier is another request. */
  readonly since?: number | undefined;
  /** Undefined if a job is only watched. */
  readonly instruction: string | undefined;
  /** The job to use instead of the thread's own. */
  readonly jobId: string | undefined;
  /** The URL of the pull request that led to `jobId`. Without it, the input named the job, and no other will do. */
  readonly foundBy: string | undefined;
  /** The labels that the pull request of the thread's job must have: several recipes may document one merge. */
  readonly labels?: readonly string[] | undefined;
  /** `--new`: a fresh job although the thread has one. */
  readonly fresh: boolean;
  /** A dry run doesn't wait. */
  readonly isDry?: boolean;
  /** How the request ends, unless the job of an earlier attempt is watched. */
  readonly end?: RequestResult | undefined;
}

/** A job as last polled; undefined if the service returned 404. */
export interface SeenJob {
  readonly job: Job | undefined;
  /** Since when every poll has shown that it ended. */
  readonly endedSince: number | undefined;
  /** The poll before showed it at work: a run without notes may have sent that turn, and has yet to see its end. */
  readonly justEnded?: boolean;
}

/** What a request has read so far. Times are epoch milliseconds by GitHub's clock. */
export interface RequestView extends ThreadView {
  readonly now: number;
  /** When the own comment was last in the list, at first when the request began to wait. */
  readonly since: number;
  /** The request's own comment; 0 without a thread. */
  readonly ownId: number;
  readonly jobs: ReadonlyMap<string, SeenJob>;
  /** By their URLs. */
  readonly pullRequests: ReadonlyMap<string, PullRequestState>;
}

/** What a request does next. `remarks` are sentences that people read afterwards. */
export type Next =
  /** Read this, then choose again. */
  | { readonly kind: 'get job'; readonly turn: JobTurn }
  | { readonly kind: 'get pull request'; readonly link: string }
  /** Choose again later: the job is at work. Without an ID, another run goes first or has to report. */
  | { readonly kind: 'wait'; readonly jobId?: string | undefined }
  | Ready;

/** The decisions that end the waiting. */
export type Ready =
  | ToSend
  /** The job of an earlier attempt, whose note is `earlier`. */
  | Readonly<{ kind: 'watch'; job: Job; earlier: Note; remarks: readonly string[] }>
  | { readonly kind: 'stop'; readonly result: RequestResult };

export type ToSend = (
  | { readonly kind: 'create'; readonly before?: undefined }
  | { readonly kind: 'message'; readonly before: Job }
) & {
  /** The URL of the open pull request that a new job is to continue. */
  readonly continuesPullRequest?: string | undefined;
  /** The URL of the pull request that the request is to change. */
  readonly pullRequest?: string | undefined;
  readonly remarks: readonly string[];
};

/** Decides what a request does next, without I/O. The first rule that applies counts. */
export function chooseNext(view: RequestView, own: ThreadRequest): Next {
  const { ownId, notes, now, since } = view;
  // If GitHub's list lags behind the own note, it may lack others, too. If it stays so, the own comment was deleted.
  const isLate = ownId > 0 && now - since < LIST_LAG && !notes.some(({ id }) => id === ownId);
  if (isLate) return { kind: 'wait' };
  const result = own.end ?? skipShared(view, own, now, ownId);
  const stop = result && ({ kind: 'stop', result } as const);
  const next = followEarlierAttempt(view, own) ?? stop ?? waitForOthers(view, own) ?? chooseJob(view, own);
  if (next.kind !== 'wait' || !own.isDry) return next;
  return { kind: 'stop', result: { ...WOULD_WAIT, jobId: next.jobId } };
}

/** The job that a request goes to if it takes messages, with its last turn. */
function targetOf(view: ThreadView, own: ThreadRequest): JobTurn | undefined {
  const { jobId, fresh } = own;
  if (fresh && !namesJob(own)) return undefined;
  const current = threadJob(view);
  return jobId === undefined || current?.jobId === jobId ? current : { jobId };
}

/** An earlier attempt may have sent the same request already. Its run is gone, whatever its note says. */
function followEarlierAttempt({ notes, jobs }: RequestView, own: ThreadRequest): Next | undefined {
  const all = notes.map(({ note }) => note);
  const earlier = all.filter((note) => isEarlierAttempt(note, own));
  if (earlier.some(({ state }) => state === 'sending' || state === 'unknown'))
    return { kind: 'stop', result: IN_DOUBT };
  const last = earlier.findLast(({ jobId }) => jobId !== undefined);
  if (last?.jobId === undefined || last.lost) return undefined;
  // The note of an attempt that sent nothing has only the job.
  const turn = lastTurn(earlier, last.jobId);
  const seen = jobs.get(turn.jobId);
  if (seen === undefined) return { kind: 'get job', turn };
  const { job } = seen;
  // The last request of a job that failed, is archived or doesn't exist is sent again. The job has done the earlier ones.
  if (!takesMessages(job) && !hasLaterTurn(last, all)) return undefined;
  if (job === undefined) return { kind: 'stop', result: { ...GONE, jobId: turn.jobId } };
  const remarks = ['This request has a job already, so nothing was sent.'];
  return { kind: 'watch', job, earlier: { ...last, ...turn }, remarks };
}

/**
 * A request waits while another live note is sending, waits in an older comment, or has a job at work. With GitHub's queue,
 * this only matters after a run that was lost. Without the queue, this orders the runs.
 */
function waitForOthers({ notes, now, ownId, jobs }: RequestView, own: ThreadRequest): Next | undefined {
  const others = notes.filter(
    ({ id, note }) => id !== ownId && isLive(note, now) && !isEarlierAttempt(note, own),
  );
  let wait: Next | undefined;
  for (const { id, note } of others) {
    const { state, jobId, sentAt, created } = note;
    if (state === 'sending' || (state === 'waiting' && id < ownId)) wait ??= { kind: 'wait' };
    if (state !== 'job' || jobId === undefined) continue;
    const turn = { jobId, sentAt, created };
    const seen = jobs.get(jobId);
    if (seen === undefined) return { kind: 'get job', turn };
    const since = overSince(turn, seen, now);
    if (since === undefined) wait = { kind: 'wait', jobId };
    // Its run has time to report the end.
    else if (now - since < TURN_GRACE) wait ??= { kind: 'wait' };
  }
  return wait;
}

/** Since when a turn is over; undefined while it may go on. */
function overSince(turn: JobTurn, { job, endedSince }: SeenJob, now: number): number | undefined {
  if (endedSince === undefined) return undefined;
  const since = Math.max(endedSince, job === undefined ? 0 : countsFrom(job, turn));
  return since <= now ? since : undefined;
}

function whyNew(view: RequestView, own: ThreadRequest): string[] {
  if (threadJob(view) !== undefined) return own.fresh ? ['A new job was requested.'] : [];
  return view.hasOtherKey ? [OTHER_KEY] : [];
}

const OTHER_KEY =
  'The secret or the API key changed since the earlier requests here, so this request has a new job.';

/** Without a live note to wait for: picks the job, and waits while that job works, even if no run watches it. */
function chooseJob(view: RequestView, own: ThreadRequest): Next {
  const turn = targetOf(view, own);
  if (turn === undefined) return { kind: 'create', remarks: whyNew(view, own) };
  const { jobId } = turn;
  const seen = view.jobs.get(jobId);
  if (seen === undefined) return { kind: 'get job', turn };
  const { job } = seen;
  if (isAtWork(seen, turn, view.now)) return { kind: 'wait', jobId };
  const known = own.foundBy ?? markedBy(jobId, view);
  const { prLink: link } = withLink({ id: jobId, raw: {}, ...job }, notesOf(view), known);
  const before = takesMessages(job) && { ...job, prLink: link };
  const message = before && ({ kind: 'message', before, pullRequest: link, remarks: [] } as const);
  // A job that an input named gets the message even if its pull request is closed.
  if (namesJob(own)) return message || refuseJob(jobId, job);
  const pull = link === undefined ? undefined : view.pullRequests.get(link);
  if (link !== undefined && pull === undefined) return { kind: 'get pull request', link };
  if (!hasLabels(pull, own)) return { kind: 'create', remarks: [] };
  if (!message) return replace(job, link, pull, own);
  return pull?.state === 'closed' ? { kind: 'create', remarks: [MERGED_OR_CLOSED] } : message;
}

function isAtWork({ job, justEnded }: SeenJob, turn: JobTurn, now: number): boolean {
  return takesMessages(job) && (justEnded || !isOver(job, turn, now));
}

/** The thread, if it is the pull request that this job created. */
function markedBy(jobId: string, { marker }: ThreadView): string | undefined {
  return marker?.jobId === jobId ? marker.pullRequest : undefined;
}

function hasLabels(pull: PullRequestState | undefined, { labels = [] }: ThreadRequest): boolean {
  return labels.every((label) => pull?.labels?.includes(label.toLowerCase()));
}

function refuseJob(jobId: string, job: Job | undefined): Next {
  const [reasonCode, state] = describeUnusable(job);
  const reason = `job ${jobId} ${state}, so it takes no message. Remove \`job-id\` to create a new job.`;
  return { kind: 'stop', result: { ...unsent(reasonCode, reason), jobId, job } };
}

/** A new job instead of one that takes no messages. It continues the pull request if that is still open. */
function replace(
  job: Job | undefined,
  link: string | undefined,
  pull: PullRequestState | undefined,
  { foundBy }: ThreadRequest,
): Next {
  const [, state] = describeUnusable(job);
  const remark = `The job of ${foundBy ?? 'this conversation'} ${state}, so a new one was created.`;
  // A search just found `foundBy` open, perhaps with a token that has access to more.
  const isOpen = pull?.state === 'open' || (pull?.state === 'unknown' && link === foundBy);
  if (!isOpen) return { kind: 'create', remarks: [remark] };
  const remarks = [`${remark} The new job continues the open pull request.`];
  return { kind: 'create', continuesPullRequest: link, pullRequest: link, remarks };
}

function describeUnusable(job: Job | undefined): readonly [ReasonCode, string] {
  if (job === undefined) return ['job-unknown', 'is unknown to the service'];
  return job.status === 'failed' ? ['job-failed', 'failed'] : ['job-archived', 'is archived'];
}

export function namesJob({ jobId, foundBy }: ThreadRequest): boolean {
  return jobId !== undefined && foundBy === undefined;
}

const GONE = unsent('job-unknown', 'the job of this request and a later one is gone. Comment again.');
const IN_DOUBT = unsent(
  'earlier-attempt-unknown',
  "an earlier attempt may have sent this request. Check the project's jobs in the service's dashboard, or repeat the request in a new comment.",
);
const WOULD_WAIT = dry('the request would wait until the job, or an earlier request here, ends.');
const MERGED_OR_CLOSED =
  'The pull request of this conversation was merged or closed, so a new job was created.';
