import type { Failure } from '../http/failure.ts';
import { openJudge, type Sent, tellStatus } from '../job/completion.ts';
import { nextDelay } from '../job/poll-schedule.ts';
import { isFailure, type RequestResult } from '../job/request-result.ts';
import { pickUp, toResult } from '../job/to-result.ts';
import type { Job } from '../service/job.ts';
import { formatDuration } from '../text/time.ts';
import type { Row } from './entry-table.ts';
import type { Floor, OpenJob } from './floor.ts';
import { gapAfter, LONGEST_GAP } from './plan.ts';

/** The first wait after a look that failed, in milliseconds; doubled for each further one. */
const FIRST_BACKOFF = 1_000;

/** A job begins to be watched: `sent` when this run created it, and then `job` is the first look. */
export function watchFrom(floor: Floor, row: Row, job: Job, sent?: Sent): void {
  const { clock, board } = floor;
  const now = clock.now();
  const { task } = row.entry;
  const span = task.kind === 'ask' ? task.timeout : undefined;
  const open: OpenJob = {
    row,
    judge: openJudge(job, sent, clock),
    ...(sent && { sent }),
    ...(span !== undefined && { timeout: { at: now + span, span } }),
    due: now,
    latest: now,
    looking: false,
    misses: 0,
  };
  floor.open.add(open);
  board.set(row, { result: 'working', jobId: job.id, startedAt: now });
  if (sent !== undefined) see(floor, open, job, now);
}

/** Looks at a job once; `at` is the turn's moment. When the next look is due depends on what this one brings. */
export async function look(floor: Floor, open: OpenJob, at: number): Promise<void> {
  const { service, deadline, log } = floor;
  open.looking = true;
  const answer = await service.getJob(open.judge.job.id, 'once');
  open.looking = false;
  if (answer.ok) see(floor, open, answer.value, at);
  else if (!deadline.stop.aborted) miss(floor, open, answer.failure, at);
  else if (answer.failure.kind !== 'stopped') log.info(`${open.row.entry.name}: ${answer.failure.message}`);
}

/** Ends the watching of jobs whose own deadline passed. */
export function dropOverdue(floor: Floor): void {
  const now = floor.clock.now();
  for (const open of floor.open) {
    const { timeout, looking, judge } = open;
    if (timeout === undefined || looking || timeout.at > now) continue;
    const { job } = judge;
    const passed = `Its timeout of ${formatDuration(timeout.span)} passed before job ${job.id} ended`;
    close(floor, open, { result: 'timeout', reason: `${passed}; the job goes on. ${pickUp(job.id)}`, job });
  }
}

/** Ends the watching of all jobs because the step has to end. */
export function dropAll(floor: Floor): void {
  const { stop } = floor.deadline;
  for (const open of floor.open) {
    const { job } = open.judge;
    close(floor, open, toResult({ kind: 'stopped', job, stop: stop.reason }, open.sent));
  }
}

function see(floor: Floor, open: OpenJob, job: Job, at: number): void {
  open.misses = 0;
  tell(floor, open, job);
  const ended = open.judge.see(job);
  if (ended === undefined) schedule(floor, open, at, gapAfter(at - open.judge.since, floor.open.size));
  else close(floor, open, toResult(ended, open.sent));
}

/** A look that brought nothing is made again, unless the service will not show the job. */
function miss(floor: Floor, open: OpenJob, failure: Failure, at: number): void {
  const { log } = floor;
  const { judge, row } = open;
  open.misses += 1;
  const now = floor.clock.now();
  if (judge.excuses(failure)) schedule(floor, open, at, gapAfter(at - judge.since, floor.open.size));
  else if (!failure.transient)
    close(floor, open, toResult({ kind: 'refused', job: judge.job, failure }, open.sent));
  else {
    log.info(`${row.entry.name}: ${failure.message} Looking again.`);
    if (failure.kind === 'limited') pause(open, now, failure.resetAt ?? now);
    else schedule(floor, open, now, Math.min(FIRST_BACKOFF * 2 ** open.misses, LONGEST_GAP));
  }
}

/** A limit is waited for; a hint that turns out to be too early must not make a hammer. */
function pause(open: OpenJob, now: number, resetAt: number): void {
  open.due = Math.max(resetAt, now + LONGEST_GAP);
  open.latest = open.due;
}

/** Sets the next look's time; a look that would miss the end is moved before it. */
function schedule(floor: Floor, open: OpenJob, at: number, gap: number): void {
  const { deadline, random } = floor;
  const end = Math.min(deadline.at, open.timeout?.at ?? deadline.at);
  open.due = at + nextDelay(gap, { waited: at - open.judge.since, left: end - at }, random);
  open.latest = at + LONGEST_GAP;
}

function close(floor: Floor, open: OpenJob, outcome: RequestResult): void {
  const { board, log, clock, inputs } = floor;
  const { row } = open;
  const { name } = row.entry;
  const { result, reason, job, pullRequest, warning } = outcome;
  floor.open.delete(open);
  const endedAt = clock.now();
  board.set(row, { result: toEntryResult(result), reason, endedAt, prLink: pullRequest?.link ?? '' });
  log.info(`${name}: ${result}. ${reason}${pullRequest === undefined ? '' : ` ${pullRequest.link}`}`);
  if (job !== undefined && result === 'pull-request' && floor.mark !== undefined) {
    floor.marks.add(floor.mark(job));
  }
  if (warning !== undefined && warning !== reason) log.warning(`${name}: ${warning}`);
  if (open.sent !== undefined) {
    const took = endedAt - open.judge.since;
    floor.quickest = Math.min(floor.quickest ?? took, took);
  }
  if (inputs.onFailure === 'stop' && isFailure(outcome)) {
    floor.halted ??= `\`${name}\` failed, and \`on-failure\` is \`stop\``;
  }
}

type Watched = 'pull-request' | 'no-pull-request' | 'archived' | 'failed' | 'timeout' | 'interrupted';

function toEntryResult(result: RequestResult['result']): Watched | 'error' {
  const ends: readonly Watched[] = [
    'pull-request',
    'no-pull-request',
    'archived',
    'failed',
    'timeout',
    'interrupted',
  ];
  return ends.find((end) => end === result) ?? 'error';
}

/** Tells the log each change of status, and warns once of each that nobody knows. */
function tell({ log, clock, warned }: Floor, open: OpenJob, job: Job): void {
  const { shown, warning } = tellStatus(job);
  if (warning !== undefined && !warned.has(shown)) log.warning(warning);
  if (warning !== undefined) warned.add(shown);
  if (shown === open.told) return;
  open.told = shown;
  log.info(`${open.row.entry.name}: ${shown} after ${formatDuration(clock.now() - open.judge.since)}.`);
}
