import type { Answer } from '../answer.ts';
import {
  LAST_POLL,
  LINK_LAG,
  MESSAGE_GRACE,
  POLL_JITTER,
  POLL_LONG,
  POLL_MEDIUM,
  POLL_SHORT,
  SIGN_OF_LIFE,
} from '../intervals.ts';
import { type Clock, type githubTime, slept } from '../runner/clock.ts';
import type { Deadline, Stop } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import type { Service } from '../service/service.ts';
import { formatDuration } from '../text/time.ts';
import { hasEnded, isOver, isTooYoung, KNOWN, type Sent, type Turn } from './job-status.ts';
import { isResult, type RequestResult } from './request-result.ts';
import { checkCode, endedResult, refusedResult, stopped, unfinishedResult } from './to-result.ts';

export interface JobTools {
  readonly service: Service;
  readonly clock: Clock;
  /** The clock of notes and turns. */
  readonly time: ReturnType<typeof githubTime>;
  readonly random: () => number;
  readonly deadline: Deadline;
  readonly log: Log;
  readonly pollInterval: number | 'auto';
}

/**
 * Checks a job once. A job that the service returns 404 for may just have been created. It counts as a job without a
 * status.
 */
export async function checkJob(
  { jobId, sentAt }: Turn,
  { service, time }: Pick<JobTools, 'service' | 'time'>,
  patience: 'read' | 'poll' = 'read',
): Promise<Answer<Job>> {
  const answer = await service.getJob(jobId, patience);
  const excused = !answer.ok && answer.failure.status === 404 && isTooYoung(sentAt, time.now());
  return excused ? { ok: true, value: { id: jobId, raw: { id: jobId } } } : answer;
}

/** Checks a job that should exist, or returns how the request ends without it. */
export async function findJob(turn: Turn, tools: JobTools): Promise<Job | RequestResult> {
  const { jobId } = turn;
  const { stop } = tools.deadline;
  const answer = await checkJob(turn, tools);
  if (answer.ok) return answer.value;
  if (stop.aborted) return { ...stopped(stop.reason, ` before job ${jobId} was seen.`), jobId };
  const reason = `Job ${jobId} cannot be read: ${answer.failure.message}`;
  return { result: 'error', reasonCode: checkCode(answer.failure), reason, jobId };
}

/**
 * Polls a job until it ends or the step must, and returns the result. With `wait: false`, returns as soon as the job works.
 *
 * @param first the job as the first poll returned it
 * @param how `onProgress` is called after each poll that shows the job at work; nothing waits for it
 */
export async function watchJob(
  first: Job,
  sent: Sent | undefined,
  tools: JobTools,
  how: { readonly wait: boolean; readonly onProgress?: (job: Job) => void } = { wait: true },
): Promise<RequestResult> {
  // Right after a message, the service may still return the state of the previous turn.
  if (!how.wait && (!hasEnded(first) || sent?.kind === 'message')) {
    const reason = `Job ${first.id} is at work.`;
    return { result: 'started', reasonCode: 'job-started', reason, job: first };
  }
  const { clock, deadline, random, pollInterval } = tools;
  const since = sent?.at ?? clock.now();
  const report = reportStatus(tools, since);
  const findEnd = followTurn(sent, since, clock);
  let doubted = false;
  for (let job = first; ; ) {
    report(job);
    const ended = findEnd(job);
    // The link of a completed job may follow.
    const isWhole = job.status !== 'completed' || job.prLink !== undefined;
    if (ended !== undefined && (doubted || isWhole)) return ended;
    let delay = LINK_LAG;
    if (ended === undefined) {
      // The result reports the end, with the link.
      how.onProgress?.(job);
      const now = clock.now();
      delay = nextDelay(pollInterval, { waited: now - since, left: deadline.at - now }, random);
    } else doubted = true;
    const next = await poll(delay, job, sent, tools);
    // If that was the last poll before the deadline, its result counts.
    if (isResult(next)) return ended ?? next;
    job = next;
  }
}

/** The message of a turn, if the job's end may still be that of the turn before. */
export function messageInDoubt(turn: Omit<Turn, 'jobId'>, job: Job, { time }: Pick<JobTools, 'time'>) {
  if (!hasEnded(job) || isOver(job, turn, time.now())) return undefined;
  return { kind: 'message', at: time.toLocal(turn.sentAt ?? 0), before: job } as const;
}

/** Returns the result of each poll that shows the end of the turn. After a message, it may still show the turn before. */
function followTurn(sent: Sent | undefined, since: number, clock: Clock) {
  let turn = sent;
  let activity = false;
  return (job: Job): RequestResult | undefined => {
    // The link of the turn before the message may come after its status, and so after the message.
    if (turn?.kind === 'message' && !activity)
      turn = { ...turn, before: { ...turn.before, prLink: turn.before.prLink ?? job.prLink } };
    activity ||= showsTurn(job, turn);
    const isCurrent = activity || clock.now() - since >= MESSAGE_GRACE;
    return isCurrent && hasEnded(job) ? endedResult(job, turn, activity) : undefined;
  };
}

/** Whether the job has changed since the message. A missing field is no change. */
function showsTurn(job: Job, sent: Sent | undefined): boolean {
  if (sent?.kind !== 'message') return true;
  if (job.status !== undefined && !hasEnded(job)) return true;
  const fields = ['status', 'prLink', 'archivedAt'] as const;
  return fields.some((field) => job[field] !== undefined && job[field] !== sent.before[field]);
}

/** Polls the job again after `delay`. While the service returns 404 for a new job, the job stays as it was. */
async function poll(
  delay: number,
  job: Job,
  sent: Sent | undefined,
  { service, clock, deadline }: JobTools,
): Promise<Job | RequestResult> {
  if (!(await slept(delay, clock, deadline.stop))) return unfinishedResult(job, deadline.stop.reason);
  const answer = await service.getJob(job.id, 'poll');
  if (answer.ok) return answer.value;
  const { failure } = answer;
  // A transient failure ends the tries only if no other one fits before the deadline, so it counts as the deadline.
  const stop: Stop | undefined = deadline.stop.reason ?? (failure.transient ? { by: 'deadline' } : undefined);
  if (stop !== undefined)
    return unfinishedResult(job, stop, failure.kind === 'stopped' ? undefined : failure);
  const excused = failure.status === 404 && isTooYoung(sent?.at, clock.now());
  return excused ? job : refusedResult(job, failure);
}

/** Logs each change of status, each unknown status once, and a sign of life once a minute. */
function reportStatus({ log, clock }: JobTools, begin: number) {
  const warned = new Set<string>();
  let status: string | undefined;
  let loggedAt = clock.now();
  return (job: Job): void => {
    const now = clock.now();
    const shown = job.status ?? 'missing';
    const waited = formatDuration(now - begin);
    if (!KNOWN.has(shown) && !warned.has(shown))
      log.warning(`The job's status "${shown}" is unknown. The action treats the job as running.`);
    warned.add(shown);
    if (shown === status && now - loggedAt < SIGN_OF_LIFE) return;
    log.info(shown === status ? `Still ${shown} after ${waited}.` : `Status after ${waited}: ${shown}.`);
    status = shown;
    loggedAt = now;
  };
}

/**
 * The delay until the next poll of a job, in milliseconds. With `auto`, it depends on the time waited so far, with at most
 * 10 % of jitter. A poll that would miss the deadline comes earlier.
 */
export function nextDelay(
  interval: number | 'auto',
  { waited, left }: { readonly waited: number; readonly left: number },
  random: () => number,
): number {
  const longer = waited < POLL_MEDIUM.until ? POLL_MEDIUM.pause : POLL_LONG;
  const auto = waited < POLL_SHORT.until ? POLL_SHORT.pause : longer;
  const delay = interval === 'auto' ? auto * (1 + POLL_JITTER * (2 * random() - 1)) : interval;
  return delay > left - LAST_POLL && left > 2 * LAST_POLL ? left - LAST_POLL : delay;
}
