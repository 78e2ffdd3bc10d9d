import type { Answer, Failure } from '../model/answer-or-failure.ts';
import {
  LAST_POLL,
  LINK_LAG,
  LINK_PAUSE,
  MESSAGE_GRACE,
  POLL_LONG,
  POLL_SHORT,
  REFUSED_SPAN,
  SIGN_OF_LIFE,
} from '../model/intervals.ts';
import { isResult, type RequestResult, stopped } from '../model/request-result.ts';
import { type Clock, type githubTime, slept } from '../runner/clock.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import type { Service } from '../service/service.ts';
import { formatDuration } from '../text/time.ts';
import { hasEnded, isOver, isTooYoung, type JobTurn, KNOWN, type Turn } from './job-status.ts';
import { endedResult, pollCode, refusedResult, unfinishedResult } from './to-result.ts';

export interface JobTools {
  readonly service: Service;
  readonly clock: Clock;
  /** The clock of notes and turns. */
  readonly time: ReturnType<typeof githubTime>;
  readonly deadline: Deadline;
  readonly log: Log;
  readonly pollInterval: number | 'auto';
}

/**
 * Checks a job once. A job that the service returns 404 for may just have been created, and counts as `last`, by default a job
 * without a status. Otherwise, it is gone after a minute of them: a deployment of the service returns some, too. With `last`, no
 * other refusal counts sooner: a job that is paid for isn't given up for that.
 */
export async function pollJob(
  { jobId, sentAt }: JobTurn,
  { service, clock, deadline, log, time }: JobTools,
  patience: 'read' | 'poll' = 'read',
  last?: Job,
): Promise<Answer<Job>> {
  for (const since = clock.now(); ; ) {
    const answer = await service.getJob(jobId, patience);
    if (answer.ok) return answer;
    const { kind, message, status, transient } = answer.failure;
    if (status === 404 && isTooYoung(sentAt, time.now()))
      return { ok: true, value: last ?? { id: jobId, raw: { id: jobId } } };
    const mayPass = status === 404 || (last !== undefined && !transient && kind !== 'limited');
    if (!mayPass || clock.now() - since >= REFUSED_SPAN) return answer;
    log.info(`${message} The job is polled again.`);
    if (!(await slept(POLL_SHORT.pause, clock, deadline.stop))) return answer;
  }
}

/** Checks a job that should exist, or returns how the request ends without it. */
export async function findJob(turn: JobTurn, tools: JobTools): Promise<Job | RequestResult> {
  const { jobId } = turn;
  const { stop } = tools.deadline;
  const answer = await pollJob(turn, tools);
  if (answer.ok) return answer.value;
  if (stop.aborted) return { ...stopped(stop.reason, ` before job ${jobId} was seen.`), jobId };
  const reason = `Job ${jobId} cannot be read: ${answer.failure.message}`;
  return { result: 'error', reasonCode: pollCode(answer.failure), reason, jobId };
}

/**
 * Polls a job until it ends or the step must, and returns the result. With `wait: false`, returns as soon as the job works.
 *
 * @param first the job as the first poll returned it
 * @param how `onProgress` is called after each poll that shows the job at work; nothing waits for it
 */
export async function watchJob(
  first: Job,
  turn: Turn,
  tools: JobTools,
  how: { readonly wait: boolean; readonly onProgress?: (job: Job) => void } = { wait: true },
): Promise<RequestResult> {
  // Right after a message, the service may still return the state of the previous turn.
  if (!how.wait && (!hasEnded(first) || turn.before !== undefined)) {
    const reason = `Job ${first.id} is at work.`;
    return { result: 'started', reasonCode: 'job-started', reason, job: first };
  }
  const { clock, deadline, pollInterval, time } = tools;
  const since = turn.sentAt ?? time.now();
  const report = reportStatus(tools, since);
  const findEnd = followTurn(turn, since, time);
  const poll = openPoll(turn, tools);
  let endedAt: number | undefined;
  for (let job = first; ; ) {
    report(job);
    const ended = findEnd(job);
    const now = time.now();
    if (ended !== undefined) {
      endedAt ??= now;
      if (!mayGetLink(job) || now - endedAt >= LINK_LAG) return ended;
    }
    // The result reports the end, with the link.
    else how.onProgress?.(job);
    const times = { waited: now - since, left: deadline.at - clock.now() };
    const next = await poll(ended === undefined ? nextDelay(pollInterval, times) : LINK_PAUSE, job);
    // If that was the last poll before the deadline, its result counts.
    if (isResult(next)) return ended ?? next;
    job = next;
  }
}

/** The link of a completed job may come after the status. */
const mayGetLink = ({ status, prLink }: Job) => status === 'completed' && prLink === undefined;

/** A turn that another run began: the job's end may still be that of the turn before. */
export function resumeTurn(turn: Turn, job: Job, { time }: Pick<JobTools, 'time'>): Turn {
  return hasEnded(job) && !isOver(job, turn, time.now()) ? { ...turn, before: job } : turn;
}

/** Returns the result of each poll that shows the end of the turn. After a message, it may still show the turn before. */
function followTurn(begun: Turn, since: number, time: JobTools['time']) {
  let turn = begun;
  let activity = false;
  return (job: Job): RequestResult | undefined => {
    // The link of the turn before the message may come after its status, and so after the message.
    const { before } = turn;
    if (before !== undefined && !activity)
      turn = { ...turn, before: { ...before, prLink: before.prLink ?? job.prLink } };
    activity ||= showsTurn(job, turn);
    const isCurrent = activity || time.now() - since >= MESSAGE_GRACE;
    return isCurrent && hasEnded(job) ? endedResult(job, turn, activity) : undefined;
  };
}

/** Whether the job has changed since the message. A missing field is no change. */
function showsTurn(job: Job, { before }: Turn): boolean {
  if (before === undefined) return true;
  if (job.status !== undefined && !hasEnded(job)) return true;
  const fields = ['status', 'prLink', 'archivedAt'] as const;
  return fields.some((field) => job[field] !== undefined && job[field] !== before[field]);
}

/** Polls a job that the service has returned in this run. While the service refuses, the job stays as it was. */
function openPoll({ sentAt }: Turn, tools: JobTools) {
  const { clock, deadline } = tools;
  let last: Failure | undefined;
  // If no other try fits before the deadline, a transient failure counts as the deadline.
  const unfinished = (job: Job) =>
    unfinishedResult(job, deadline.stop.aborted ? deadline.stop.reason : { by: 'deadline' }, last);
  return async (delay: number, job: Job): Promise<Job | RequestResult> => {
    if (!(await slept(delay, clock, deadline.stop))) return unfinished(job);
    const answer = await pollJob({ jobId: job.id, sentAt }, tools, 'poll', job);
    if (answer.ok) {
      last = undefined;
      return answer.value;
    }
    const { failure } = answer;
    if (failure.kind !== 'stopped') last = failure;
    if (deadline.stop.aborted) return unfinished(job);
    // A limit may pass sooner than its response says.
    if (failure.kind === 'limited') return job;
    return failure.transient ? unfinished(job) : refusedResult(job, failure);
  };
}

/** Logs each change of status, and a sign of life once a minute. */
function reportStatus({ log, time }: JobTools, begin: number) {
  let status: string | undefined;
  let loggedAt = time.now();
  return (job: Job): void => {
    const now = time.now();
    const shown = job.status ?? 'missing';
    const waited = formatDuration(now - begin);
    if (!KNOWN.has(shown) && shown !== status)
      log.warning(`The job's status "${shown}" is unknown. The action treats the job as running.`);
    if (shown === status && now - loggedAt < SIGN_OF_LIFE) return;
    log.info(shown === status ? `Still ${shown} after ${waited}.` : `Status after ${waited}: ${shown}.`);
    status = shown;
    loggedAt = now;
  };
}

/** The delay until the next poll of a job, in milliseconds. A poll that would miss the deadline comes earlier. */
export function nextDelay(
  interval: number | 'auto',
  { waited, left }: { readonly waited: number; readonly left: number },
): number {
  const auto = waited < POLL_SHORT.until ? POLL_SHORT.pause : POLL_LONG;
  const delay = interval === 'auto' ? auto : interval;
  return delay > left - LAST_POLL && left > 2 * LAST_POLL ? left - LAST_POLL : delay;
}
