import type { Answer, Failure } from '../http/failure.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Job } from '../service/job.ts';
import { hasEnded, type Sent } from './completion.ts';
import type { Outcome } from './request-result.ts';
import { conclude, pickUp, stopResult, stopWords } from './to-result.ts';
import { type Watching, watch } from './watch.ts';

/** What is asked of the service: a new job, a message to a job, or nothing but to wait for one. */
export type Request =
  | { readonly kind: 'create'; readonly text: string }
  | { readonly kind: 'message'; readonly jobId: string; readonly text: string }
  | { readonly kind: 'watch'; readonly jobId: string };

/** Writes down what must not be lost, the moment it is known. */
export interface Ledger {
  /** Something that may create or change a job is about to leave. */
  sending(): void;
  jobKnown(jobId: string): void;
}

/** The same where messages are sent to jobs that others know. */
export interface MessageLedger extends Ledger {
  /** Something is about to be sent to this job. */
  jobNamed(jobId: string): void;
}

/** A job to watch, or the outcome when there is none. */
export type Started =
  | { readonly kind: 'watching'; readonly job: Job; readonly sent?: Sent }
  /** `failure` is the one of the request that would have created or changed a job, when that was tried. */
  | { readonly kind: 'over'; readonly outcome: Outcome; readonly failure?: Failure };

/** Creates, follows up or picks up; never twice. */
export async function start(request: Request, watching: Watching, ledger: Ledger): Promise<Started> {
  switch (request.kind) {
    case 'create':
      return create(request.text, watching, ledger);
    case 'message':
      return followUp(request.jobId, request.text, watching, ledger);
    case 'watch':
      return pickUpJob(request.jobId, watching, ledger);
  }
}

async function create(
  text: string,
  { service, clock, deadline, log }: Watching,
  ledger: Ledger,
): Promise<Started> {
  if (deadline.stop.aborted) return over(notSent(deadline, 'anything was sent'));
  ledger.sending();
  const answer = await service.createJob(text);
  if (!answer.ok) {
    const outcome = sendFailed(answer.failure, deadline, 'A job may have been created all the same');
    return { kind: 'over', outcome, failure: answer.failure };
  }
  const job = answer.value;
  ledger.jobKnown(job.id);
  log.info(`Job ${job.id} was created.`);
  return { kind: 'watching', job, sent: { kind: 'create', at: clock.now() } };
}

async function pickUpJob(
  jobId: string,
  { service, deadline, log }: Watching,
  ledger: Ledger,
): Promise<Started> {
  ledger.jobKnown(jobId);
  const answer = await service.getJob(jobId, 'read');
  if (!answer.ok) return over(lookFailed(answer, jobId, deadline));
  log.info(`Watching job ${jobId}.`);
  return { kind: 'watching', job: answer.value };
}

/** A message waits for the running turn to end: whether it would interrupt it is not documented. */
async function followUp(jobId: string, text: string, watching: Watching, ledger: Ledger): Promise<Started> {
  const { service, clock, deadline, log } = watching;
  const first = await pickUpJob(jobId, watching, ledger);
  if (first.kind === 'over') return first;
  if (!hasEnded(first.job)) log.info('The job is still at work; the message is sent when it has ended.');
  const turn = await watch(first.job, undefined, watching);
  if (turn.kind === 'stopped')
    return over({ ...notSent(deadline, 'the running turn ended'), jobId, job: turn.job });
  if (turn.kind === 'refused') return over(conclude(turn, undefined));
  const before = turn.job;
  if (before.status !== 'completed') {
    const reason = `not sent: job ${jobId} is ${before.status}, so it takes no message. Ask without \`job-id\` for a new job.`;
    return over({ result: 'error', reason, jobId, job: before });
  }
  ledger.sending();
  const answer = await service.sendMessage(jobId, text);
  if (!answer.ok) {
    const failed = sendFailed(answer.failure, deadline, 'The message may have arrived all the same');
    return { kind: 'over', outcome: { ...failed, jobId, job: before }, failure: answer.failure };
  }
  ledger.jobKnown(jobId);
  log.info(`The message was sent to job ${jobId}.`);
  return { kind: 'watching', job: answer.value, sent: { kind: 'message', at: clock.now(), before } };
}

function over(outcome: Outcome): Started {
  return { kind: 'over', outcome };
}

/** The step stopped while nothing had left. */
export function notSent(deadline: Deadline, before: string): Outcome {
  const stop = deadline.stop.reason ?? { by: 'deadline' };
  const reason = `not sent: ${lowerFirst(stopWords(stop))} before ${before}`;
  return { result: stopResult(stop), reason: reason.endsWith('.') ? reason : `${reason}.` };
}

/** A request that had no usable answer; `doubt` is what may have happened all the same. */
export function sendFailed(failure: Failure, deadline: Deadline, doubt: string): Outcome {
  const stopped = failure.kind === 'stopped' && deadline.stop.aborted;
  const result = stopped ? stopResult(deadline.stop.reason) : 'error';
  if (failure.fate === 'not processed') {
    if (stopped) return notSent(deadline, `the request was taken: ${failure.message}`);
    return { result, reason: `not sent: ${failure.message}` };
  }
  const look =
    "It is not sent again; look at the project's jobs in the service's dashboard before you ask again.";
  return { result, reason: `${failure.message} ${doubt}. ${look}` };
}

function lookFailed(answer: Answer<Job> & { ok: false }, jobId: string, deadline: Deadline): Outcome {
  const { failure } = answer;
  if (deadline.stop.aborted) {
    const stop = deadline.stop.reason;
    return {
      result: stopResult(stop),
      reason: `${stopWords(stop)} before job ${jobId} was seen. ${pickUp(jobId)}`,
      jobId,
    };
  }
  return { result: 'error', reason: `Job ${jobId} cannot be read: ${failure.message}`, jobId };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
