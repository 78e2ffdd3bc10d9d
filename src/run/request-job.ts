import { MESSAGE_GRACE, SENDING_SPAN } from '../intervals.ts';
import type { Sent } from '../job/job-status.ts';
import type { RequestResult } from '../job/request-result.ts';
import { type Create, type Delivery, type Message, send } from '../job/send.ts';
import { findJob, watchJob } from '../job/watch.ts';
import { announceEnd, react } from '../report/audience.ts';
import { slept } from '../runner/clock.ts';
import type { Runner } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import type { Ready } from '../thread/choose-next.ts';
import { noConversation, openConversation, UNCONFIRMED } from '../thread/conversation.ts';
import { findDailyLimit } from '../thread/daily-limit.ts';
import { replyMark } from '../thread/finish-requests.ts';
import { type Note, originOf } from '../thread/note.ts';
import { settlePullRequest } from '../thread/settle-pull-request.ts';
import { githubTime } from '../thread/thread.ts';
import { type PendingRequest, stoppedBefore, waitForTurn } from '../thread/wait-for-turn.ts';
import type { Order } from './order.ts';
import { toOutputs } from './outputs.ts';
import { finishingOf, type StepContext, settlingOf } from './step-context.ts';

/** Opens the conversation, sends the instruction once, watches the job, and reports what came of it. */
export async function requestJob(step: StepContext, order: Order): Promise<RequestResult> {
  const { ports, inputs, deadline, audience, github } = step;
  const { clock, random, runner, workflowRun } = ports;
  const service = ports.openService({ ...inputs, deadline });
  const time = githubTime(clock);
  const { pollInterval } = inputs;
  const tools = { service, clock, random, deadline, log: runner.log, time, pollInterval };
  runner.group('Job');
  if (audience !== undefined) await react(audience, 'eyes');
  else if (workflowRun.attempt > 1 && order.options.hasInstruction) runner.log.notice(SENT_AGAIN);
  const conversation =
    audience === undefined
      ? noConversation(order.options, tools)
      : await openConversation(audience.memory, { ...order.comment, requester: audience.asker }, tools);
  let result: RequestResult;
  let mark = '';
  if ('result' in conversation) result = conversation;
  else {
    const { comment } = conversation;
    const record = openRecord(runner);
    if (comment !== undefined && audience !== undefined) {
      mark = replyMark(comment.id, audience.memory.place, audience.memory.key);
      runner.output('commentUrl', comment.url);
      runner.saveState('comment', { id: comment.id, thread: audience.thread });
      record.claimed(undefined);
    }
    const finishing = audience && finishingOf(step, audience, tools);
    const { options } = order;
    if (options.hasInstruction && options.jobId !== undefined) record.claimed(options.jobId);
    const pending = { options, conversation, tools, finishing, github, serverUrl: workflowRun.serverUrl };
    result = await conversation.close(await sendAndWatch(pending, step, order, record));
  }
  if (audience !== undefined) await announceEnd(audience, result, clock.now() - ports.startedAt, mark);
  return result;
}

const SENT_AGAIN =
  'This re-run asks again: without a conversation nobody remembers what the attempt before sent. `issue-number` gives it one.';

/** Waits for the request's turn, sends once, and watches the job; or picks up a job that there is. */
async function sendAndWatch(
  pending: PendingRequest,
  step: StepContext,
  order: Order,
  record: StepRecord,
): Promise<RequestResult> {
  const { options, conversation, tools } = pending;
  const { clock, deadline } = tools;
  let notBefore = 0;
  for (let limits = 0; ; limits += 1) {
    if (options.hasInstruction && !(await conversation.update({ state: 'waiting' })))
      return unconfirmed(pending);
    if (notBefore > clock.now()) await slept(notBefore - clock.now(), clock, deadline.stop);
    const next = await waitForTurn(pending);
    if (next.kind === 'stop') return next.result;
    if (next.kind === 'watch') return pickUpJob(next, pending, step, record);
    const request = toSend(next, order);
    const delivery = await claimAndSend(request, limits, pending, step, record);
    if (delivery.kind === 'over') return delivery.result;
    if (delivery.kind === 'sent') {
      conversation.remark(next.remarks);
      return noteAndWatch(delivery, pending, step, record);
    }
    record.claimed(options.jobId);
    notBefore = delivery.until;
  }
}

function toSend(next: Extract<Ready, { kind: 'create' | 'message' }>, { compose }: Order): Create | Message {
  return { ...next, text: compose(next.kind === 'create' ? next.continuesPullRequest : undefined) };
}

/** Says in the note that something is about to leave, and sends it, unless that was not confirmed, or is too much. */
async function claimAndSend(
  request: Create | Message,
  limits: number,
  pending: PendingRequest,
  { inputs, audience }: StepContext,
  record: StepRecord,
): Promise<Delivery> {
  const { conversation, tools } = pending;
  const { deadline, time } = tools;
  const over = (result: RequestResult) => ({ kind: 'over', result }) as const;
  const jobId = request.kind === 'message' ? request.jobId : undefined;
  const sentAt = time.now();
  const until = Math.min(time.fromLocal(deadline.at), sentAt + SENDING_SPAN);
  if (!(await conversation.update({ state: 'sending', until, sentAt, jobId })))
    return over(unconfirmed(pending));
  if (inputs.dailyLimit !== undefined && audience !== undefined) {
    const own = { id: conversation.comment?.id ?? 0, sentAt };
    const limit = await findDailyLimit(inputs.dailyLimit, own, audience.memory, tools);
    if (limit !== undefined) return over(limit);
  }
  record.sending(jobId);
  return send(request, limits, tools);
}

async function noteAndWatch(
  { job, sent }: Extract<Delivery, { kind: 'sent' }>,
  pending: PendingRequest,
  step: StepContext,
  record: StepRecord,
): Promise<RequestResult> {
  const { conversation, tools } = pending;
  record.watching(job.id);
  const created = sent.kind === 'create';
  const continuesPullRequest = created ? sent.continuesPullRequest : undefined;
  const sentAt = tools.time.fromLocal(sent.at);
  await conversation.update({ state: 'job', jobId: job.id, sentAt, created, continuesPullRequest }, job);
  return watchToEnd(job, sent, pending, step, created);
}

/** Nothing is sent that could be in no comment. */
function unconfirmed({ tools: { deadline }, options }: PendingRequest): RequestResult {
  const { aborted, reason } = deadline.stop;
  return aborted ? stoppedBefore(reason, options) : UNCONFIRMED;
}

/** Watches a job that there is: nothing is sent. */
async function pickUpJob(
  { jobId, earlier, remarks }: Extract<Ready, { kind: 'watch' }>,
  pending: PendingRequest,
  step: StepContext,
  record: StepRecord,
): Promise<RequestResult> {
  const { conversation, tools } = pending;
  const { time } = tools;
  record.watching(jobId);
  const { sentAt, created, continuesPullRequest } = earlier ?? {};
  const job = await findJob({ jobId, sentAt, created }, time, tools);
  if ('result' in job) return job;
  conversation.remark(remarks);
  // When it was sent stands in the note of the attempt that did.
  await conversation.update({ state: 'job', jobId, continuesPullRequest }, job);
  return watchToEnd(job, earlier && sentBy(earlier, job, time), pending, step, false);
}

/** What an earlier attempt sent, where it may not show yet. */
function sentBy(note: Note, job: Job, time: PendingRequest['tools']['time']): Sent | undefined {
  const { state, sentAt = 0, created, continuesPullRequest } = note;
  const at = time.toLocal(sentAt);
  if (created) return { kind: 'create', at, continuesPullRequest };
  const isNew = state !== 'ended' && time.now() - sentAt < MESSAGE_GRACE;
  return isNew ? { kind: 'message', at, before: job } : undefined;
}

/** Watches a job to its end. What is known is an output before anything else is done with it. */
async function watchToEnd(
  job: Job,
  sent: Sent | undefined,
  { conversation, tools }: PendingRequest,
  step: StepContext,
  isNew: boolean,
): Promise<RequestResult> {
  const { wait } = step.inputs;
  const result = await watchJob(job, sent, tools, { wait, onProgress: conversation.showProgress });
  // The whole job may be too long for an output; the step's end sees to that.
  const { job: _, ...outputs } = toOutputs(result);
  for (const [name, value] of Object.entries(outputs))
    if (value !== '') step.ports.runner.output(name, value);
  // The pull request is marked before others may go on.
  await settlePullRequest(result, { ...originOf(conversation.notes(), job.id), isNew }, settlingOf(step));
  return result;
}

type StepRecord = ReturnType<typeof openRecord>;

/** What must outlive a kill, written the moment it is known: state for the post step, and the job's id as an output. */
function openRecord(runner: Runner) {
  let named = '';
  const reach = (stage: 'claimed' | 'sending' | 'watching', jobId = '') => {
    if (jobId !== named) {
      named = jobId;
      runner.output('jobId', jobId);
      runner.saveState('jobId', jobId);
    }
    runner.saveState('stage', stage);
  };
  return {
    claimed: (jobId: string | undefined) => reach('claimed', jobId),
    sending: (jobId: string | undefined) => reach('sending', jobId),
    watching: (jobId: string) => reach('watching', jobId),
  };
}
