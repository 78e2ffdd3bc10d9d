import type { Answer } from '../answer.ts';
import {
  LAST_POLL,
  LINK_LAG,
  MESSAGE_GRACE,
  POLL_JITTER,
  POLL_LEAST,
  POLL_MOST,
  POLL_SHARE,
  SIGN_OF_LIFE,
} from '../intervals.ts';
import { type Clock, type githubTime, slept } from '../runner/clock.ts';
import type { Deadline, Stop } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import type { Service } from '../service/service.ts';
import { formatDuration } from '../text/time.ts';
import { hasEnded, isTooYoung, KNOWN, mayGetLink, type Sent, type Turn } from './job-status.ts';
import { isResult, type RequestResult } from './request-result.ts';
import { checkCode, endedResult, pickUp, refusedResult, stopped, unfinishedResult } from './to-result.ts';

export interface JobTools {
  readonly service: Service;
  readonly clock: Clock;
  /** By which notes and turns are dated. */
  readonly time: ReturnType<typeof githubTime>;
  readonly random: () => number;
  readonly deadline: Deadline;
  readonly log: Log;
  readonly pollInterval: number | 'auto';
}

/**
 * Checks a job once. One that the service does not know (404) may just have been created; then it is as if nothing were
 * known of it.
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

/** Checks a job that there should be; the answer may be how the request ends without it. */
export async function findJob(turn: Turn, tools: JobTools): Promise<Job | RequestResult> {
  const { jobId } = turn;
  const { stop } = tools.deadline;
  const answer = await checkJob(turn, tools);
  if (answer.ok) return answer.value;
  if (stop.aborted)
    return { ...stopped(stop.reason, ` before job ${jobId} was seen. ${pickUp(jobId)}`), jobId };
  const reason = `Job ${jobId} cannot be read: ${answer.failure.message}`;
  return { result: 'error', reasonCode: checkCode(answer.failure), reason, jobId };
}

export interface Watching {
  /** Whether to stay until the job ends. */
  readonly wait: boolean;
  /** Told of each check that shows the job at work; nothing waits for it. */
  readonly onProgress?: ((job: Job) => void) | undefined;
}

/** Watches a job to its end, and answers what came of it; with `wait: false` a job at work is left to itself. */
export async function watchJob(
  first: Job,
  sent: Sent | undefined,
  tools: JobTools,
  { wait, onProgress }: Watching = { wait: true },
): Promise<RequestResult> {
  // Right after a message the state may still be that of the turn before.
  if (!wait && (!hasEnded(first) || sent?.kind === 'message')) {
    const reason = `Job ${first.id} is at work. ${pickUp(first.id)}`;
    return { result: 'started', reasonCode: 'job-started', reason, job: first };
  }
  return pollToEnd(first, sent, tools, onProgress);
}

/** Polls the job until it ends or the step has to. `first` is what the first check showed. */
async function pollToEnd(
  first: Job,
  sent: Sent | undefined,
  tools: JobTools,
  onProgress: Watching['onProgress'],
): Promise<RequestResult> {
  const { clock, deadline, random, pollInterval } = tools;
  const since = sent?.at ?? clock.now();
  const report = reportStatus(tools, since);
  let activity = false;
  let doubted = false;
  for (let job = first; ; ) {
    report(job);
    activity ||= showsTurn(job, sent);
    const tells = activity || clock.now() - since >= MESSAGE_GRACE;
    const ended = tells && hasEnded(job) ? endedResult(job, sent, activity) : undefined;
    if (ended !== undefined && (doubted || !mayGetLink(job))) return ended;
    let delay = LINK_LAG;
    if (ended === undefined) {
      // The end is reported by the result, at once and with its link.
      onProgress?.(job);
      const now = clock.now();
      delay = nextDelay(pollInterval, { waited: now - since, left: deadline.at - now }, random);
    } else doubted = true;
    const next = await poll(delay, job, sent, tools);
    // What only one more check could have changed stands without it.
    if (isResult(next)) return ended ?? next;
    job = next;
  }
}

/** Whether the job shows anything that it did not show before the message. What an answer leaves out says nothing. */
function showsTurn(job: Job, sent: Sent | undefined): boolean {
  if (sent?.kind !== 'message') return true;
  if (job.status !== undefined && !hasEnded(job)) return true;
  const fields = ['status', 'prLink', 'archivedAt'] as const;
  return fields.some((field) => job[field] !== undefined && job[field] !== sent.before[field]);
}

/** Checks the job again after `delay`; one that the service doesn't know yet is as it was. */
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
  // A check that may not be repeated any more ends at the deadline, whether or not that has come.
  const stop: Stop | undefined = deadline.stop.reason ?? (failure.transient ? { by: 'deadline' } : undefined);
  if (stop !== undefined)
    return unfinishedResult(job, stop, failure.kind === 'stopped' ? undefined : failure);
  const excused = failure.status === 404 && isTooYoung(sent?.at, clock.now());
  return excused ? job : refusedResult(job, failure);
}

/** Logs each change of status, each unknown one once, and a sign of life once a minute. */
function reportStatus({ log, clock }: JobTools, begin: number) {
  const warned = new Set<string>();
  let status: string | undefined;
  let loggedAt = clock.now();
  return (job: Job): void => {
    const now = clock.now();
    const shown = job.status ?? 'missing';
    const waited = formatDuration(now - begin);
    if (!KNOWN.has(shown) && !warned.has(shown))
      log.warning(
        `The job's status "${shown}" is not one that this action knows. The job is treated as running.`,
      );
    warned.add(shown);
    if (shown === status && now - loggedAt < SIGN_OF_LIFE) return;
    log.info(shown === status ? `Still ${shown} after ${waited}.` : `Status after ${waited}: ${shown}.`);
    status = shown;
    loggedAt = now;
  };
}

/**
 * How long to wait until the next check of a job, in milliseconds. In `auto` 5.5 % of the time waited so far, between 3 s
 * and 30 s, with jitter of at most 10 %: the end is noticed after less than 3 % of the job's duration on average, and a job
 * of an hour takes some 165 checks. Moved forward when it would miss the deadline.
 */
export function nextDelay(
  interval: number | 'auto',
  { waited, left }: { readonly waited: number; readonly left: number },
  random: () => number,
): number {
  const auto = Math.min(Math.max(waited * POLL_SHARE, POLL_LEAST), POLL_MOST);
  const delay = interval === 'auto' ? auto * (1 + POLL_JITTER * (2 * random() - 1)) : interval;
  return delay > left - LAST_POLL && left > 2 * LAST_POLL ? left - LAST_POLL : delay;
}
