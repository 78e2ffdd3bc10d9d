import type { Failure } from '../http/failure.ts';
import type { Job } from '../service/job.ts';
import { hasEnded, type Sent } from './job-status.ts';
import { type RequestResult, unsent } from './request-result.ts';
import { type Delivery, deliver, type Ledger, type Message, notSent, type Send, type Watch } from './send.ts';
import { lookCode, pickUp, stopped, toResult } from './to-result.ts';
import { type JobTools, look, type Watched, watch } from './watch.ts';

/** How one job's life ended for this run: with a result, or held up before anything was sent. */
export type JobRun = Extract<Delivery, { readonly kind: 'held' | 'over' }>;

/** The result of a job's life; where nobody held it up, that it was held up is a defect. */
export function resultOf(ran: JobRun): RequestResult {
  if (ran.kind === 'over') return ran.result;
  return unsent('unexpected', `${ran.reason}.`);
}

/** A job to watch; without `sent` it was there before. */
interface Begun {
  readonly kind: 'job';
  readonly job: Job;
  readonly sent?: Sent | undefined;
}

/** Sends at most once, then watches to the end. With `wait: false` a job that is at work is left to itself. */
export async function runJob(send: Send, tools: JobTools, ledger: Ledger, wait: boolean): Promise<JobRun> {
  const begun = await begin(send, tools, ledger);
  if (begun.kind === 'held') return begun;
  if (begun.kind === 'over') {
    await ledger.ended(begun.result);
    return begun;
  }
  return { kind: 'over', result: await watchToEnd(begun, tools, ledger, wait) };
}

/** Watches a job that is known, and says how it ended. */
export async function watchToEnd(
  { job, sent }: Pick<Begun, 'job' | 'sent'>,
  tools: JobTools,
  ledger: Ledger,
  wait: boolean,
): Promise<RequestResult> {
  // Right after a message the state may still be that of the turn before.
  const atWork = !hasEnded(job) || sent?.kind === 'message';
  const result =
    wait || !atWork ? toResult(await watch(job, sent, tools, ledger.seen), sent) : startedResult(job);
  await ledger.ended(result);
  return result;
}

function begin(send: Send, tools: JobTools, ledger: Ledger): Promise<JobRun | Begun> {
  if (send.kind === 'watch') return pickUpJob(send, tools, ledger);
  const isUnseen = send.kind === 'message' && send.before === undefined;
  return isUnseen ? followUp(send, tools, ledger) : deliver(send, tools, ledger);
}

async function pickUpJob(send: Watch, tools: JobTools, ledger: Ledger): Promise<PickedUp> {
  await ledger.sent({ id: send.jobId, raw: { id: send.jobId } }, undefined);
  return lookFirst(send, tools);
}

type PickedUp = Extract<JobRun, { kind: 'over' }> | Begun;

async function lookFirst({ jobId, sent }: Omit<Watch, 'kind'>, tools: JobTools): Promise<PickedUp> {
  const answer = await look(jobId, sent?.at, tools.clock, tools);
  if (!answer.ok) return { kind: 'over', result: failedLook(answer.failure, jobId, tools) };
  tools.log.info(`Watching job ${jobId}.`);
  return { kind: 'job', job: answer.value, sent };
}

/** A message waits for the running turn to end: whether it would interrupt it is not documented. */
async function followUp(send: Message, tools: JobTools, ledger: Ledger): Promise<JobRun | Begun> {
  const { jobId } = send;
  ledger.found?.(jobId);
  const first = await lookFirst({ jobId }, tools);
  if (first.kind === 'over') {
    const { reason, reasonCode } = first.result;
    if (reasonCode !== 'job-unknown')
      return { kind: 'over', result: { ...first.result, reason: `not sent: ${reason}` } };
    if (send.otherwise !== undefined) return deliver(send.otherwise(undefined), tools, ledger);
    return { kind: 'over', result: takesNoMessage(jobId, undefined) };
  }
  let turn: Watched = { kind: 'ended', job: first.job, activity: true };
  if (!hasEnded(first.job)) {
    tools.log.info('The job is still at work. The message is sent when it has ended.');
    turn = await watch(first.job, undefined, tools);
  }
  const known = { jobId, job: turn.job };
  if (turn.kind === 'stopped')
    return { kind: 'over', result: { ...known, ...notSent(turn.stop, 'the running turn ended.') } };
  if (turn.kind === 'refused') return { kind: 'over', result: toResult(turn, undefined) };
  if (turn.job.status !== 'completed') {
    if (send.otherwise !== undefined) return deliver(send.otherwise(turn.job), tools, ledger);
    return { kind: 'over', result: takesNoMessage(jobId, turn.job) };
  }
  return deliver({ ...send, before: turn.job }, tools, ledger);
}

/** A job that was asked for by its id, and is archived, failed, or not known to the service. */
export function takesNoMessage(jobId: string, job: Job | undefined): RequestResult {
  const state = job === undefined ? 'not known to the service (404)' : job.status;
  const reason = `job ${jobId} is ${state}, so it takes no message. Ask without \`job-id\` for a new job.`;
  const reasonCode =
    job === undefined ? 'job-unknown' : job.status === 'failed' ? 'job-failed' : 'job-archived';
  return { ...unsent(reasonCode, reason), jobId, job };
}

function startedResult(job: Job): RequestResult {
  const reason = `Job ${job.id} is at work. ${pickUp(job.id)}`;
  return { result: 'started', reasonCode: 'job-started', reason, job };
}

function failedLook(failure: Failure, jobId: string, { deadline }: JobTools): RequestResult {
  if (deadline.stop.aborted)
    return { ...stopped(deadline.stop.reason, ` before job ${jobId} was seen. ${pickUp(jobId)}`), jobId };
  const reason = `Job ${jobId} cannot be read: ${failure.message}`;
  return { result: 'error', reasonCode: lookCode(failure), reason, jobId };
}
