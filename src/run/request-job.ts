import { MESSAGE_GRACE, SENDING_SPAN } from '../intervals.ts';
import type { Sent } from '../job/job-status.ts';
import { isResult, type RequestResult, toOutputs } from '../job/request-result.ts';
import { type Delivery, send } from '../job/send.ts';
import { findJob, watchJob } from '../job/watch.ts';
import { finishPullRequest } from '../pull-request/finish-pull-request.ts';
import { announceEnd, react } from '../report/conversation.ts';
import { slept } from '../runner/clock.ts';
import type { Runner } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import type { Ready } from '../thread/choose-next.ts';
import { findDailyLimit } from '../thread/daily-limit.ts';
import { deferThread } from '../thread/deferred-thread.ts';
import { replyMark } from '../thread/finish-requests.ts';
import { isEarlier, type Note, originOf } from '../thread/note.ts';
import { emptyThread, openThread, type RequestThread, UNCONFIRMED } from '../thread/open-thread.ts';
import type { ThreadTools } from '../thread/thread.ts';
import { type PendingRequest, stoppedBefore, waitForTurn } from '../thread/wait-for-turn.ts';
import type { Order } from './order.ts';
import type { StepContext } from './step-context.ts';

/** Opens the thread, sends the instruction once, watches the job, and reports what came of it. */
export async function requestJob(step: StepContext, order: Order): Promise<RequestResult> {
  const { ports, conversation } = step;
  const { clock, runner, startedAt, workflowRun } = ports;
  const { serverUrl } = workflowRun;
  runner.group('Job');
  const thread = await openPlace(step, order);
  const place = { serverUrl, finishing: conversation?.finishing, record: openRecord(runner) };
  const result = isResult(thread)
    ? thread
    : await thread.close(await sendAndWatch({ ...step, ...order, ...place, thread }));
  if (conversation !== undefined && !conversation.onlyWhenChanged) {
    const { memory } = conversation;
    const id = isResult(thread) ? undefined : thread.comment?.id;
    const mark = id === undefined ? '' : replyMark(id, memory.place, memory.key);
    await announceEnd(conversation, result, clock.now() - startedAt, mark);
  }
  return result;
}

/** Posts the status comment, where one may be; the answer may be how the request ends without it. */
async function openPlace(
  { ports, conversation, tools }: StepContext,
  { options, comment }: Order,
): Promise<RequestThread | RequestResult> {
  const { runner, workflowRun } = ports;
  if (conversation === undefined) {
    if (workflowRun.attempt > 1 && options.hasInstruction) runner.log.notice(SENT_AGAIN);
    return emptyThread(options, tools);
  }
  const { memory, requester } = conversation;
  if (conversation.onlyWhenChanged) {
    if (workflowRun.attempt > 1 && options.hasInstruction) runner.log.notice(SENT_UNLESS_CHANGED);
    return deferThread(memory, { ...comment, requester }, tools);
  }
  await react(conversation, 'eyes');
  const thread = await openThread(memory, { ...comment, requester }, tools);
  if (isResult(thread)) return thread;
  const { id, url } = thread.comment;
  runner.output('commentUrl', url);
  runner.saveState('comment', { id, thread: conversation.thread });
  runner.saveState('stage', 'claimed');
  return thread;
}

const SENT_AGAIN =
  'This re-run asks again: without a conversation nobody remembers what the attempt before sent. `issue-number` gives it one.';

const SENT_UNLESS_CHANGED =
  'With `comment: when-changed`, an attempt that changed nothing left no comment. This re-run sends the request again unless there is one.';

/** A request on its way. */
interface Work extends StepContext, Order, PendingRequest {
  readonly record: ReturnType<typeof openRecord>;
}

/** A job at work, what was sent to it, and what the note is to say of that. */
interface Begun {
  readonly kind: 'begun';
  readonly job: Job;
  readonly sent: Sent | undefined;
  readonly note: Pick<Note, 'sentAt' | 'created' | 'continuesPullRequest'>;
}

/** Waits for the request's turn, sends once, and watches the job; or picks up a job that there is. */
async function sendAndWatch(work: Work): Promise<RequestResult> {
  const { options, record } = work;
  if (options.hasInstruction && options.jobId !== undefined) record('claimed', options.jobId);
  let notBefore = 0;
  for (let limits = 0; ; limits += 1) {
    if (options.hasInstruction && !(await queueUp(work, notBefore))) return unconfirmed(work);
    const next = await waitForTurn(work);
    if (next.kind === 'stop') return next.result;
    const begun =
      next.kind === 'watch' ? await pickUpJob(next, work) : await claimAndSend(next, limits, work);
    if (isResult(begun)) return begun;
    if (begun.kind !== 'limited') return watchToEnd(begun, next.remarks, work);
    record('claimed', options.jobId);
    notBefore = begun.until;
  }
}

/** Says in the note that the request waits, and waits for a usage limit. False when the note may say something else. */
async function queueUp({ thread, tools }: Work, notBefore: number): Promise<boolean> {
  const { clock, deadline } = tools;
  const isWritten = await thread.update({ state: 'waiting' });
  if (isWritten && notBefore > 0) await slept(notBefore - clock.now(), clock, deadline.stop);
  return isWritten;
}

/** Says in the note that something is about to leave, and sends it, unless that was not confirmed, or is too much. */
async function claimAndSend(
  next: Extract<Ready, { kind: 'create' | 'message' }>,
  limits: number,
  work: Work,
): Promise<Begun | Extract<Delivery, { kind: 'limited' }> | RequestResult> {
  const { conversation, thread, compose, inputs, record, tools } = work;
  const { deadline, time } = tools;
  const jobId = next.kind === 'message' ? next.jobId : undefined;
  const sentAt = time.now();
  const until = Math.min(time.fromLocal(deadline.at), sentAt + SENDING_SPAN);
  if (!(await thread.update({ state: 'sending', until, sentAt, jobId }))) return unconfirmed(work);
  if (inputs.dailyLimit !== undefined && conversation !== undefined) {
    const ownId = thread.comment?.id ?? 0;
    const limit = await findDailyLimit(inputs.dailyLimit, ownId, conversation.memory, tools);
    if (limit !== undefined) return limit;
  }
  // GitHub took so long that others no longer wait for this request.
  if (time.now() >= until) return unconfirmed(work);
  const text = compose(next.kind === 'create' ? next.continuesPullRequest : undefined);
  record('sending', jobId);
  const delivery = await send({ ...next, text }, limits, tools);
  if (isResult(delivery) || delivery.kind === 'limited') return delivery;
  const { job, sent } = delivery;
  record('watching', job.id);
  const created = sent.kind === 'create';
  const continuesPullRequest = created ? sent.continuesPullRequest : undefined;
  const note = { sentAt: time.fromLocal(sent.at), created, continuesPullRequest };
  return { kind: 'begun', job, sent, note };
}

/** Nothing is sent that could be in no comment. */
function unconfirmed({ tools: { deadline }, options }: Work): RequestResult {
  const { aborted, reason } = deadline.stop;
  return aborted ? stoppedBefore(reason, options) : UNCONFIRMED;
}

/** Watches a job that there is: nothing is sent. */
async function pickUpJob(
  { jobId, earlier }: Extract<Ready, { kind: 'watch' }>,
  { record, tools }: Work,
): Promise<Begun | RequestResult> {
  record('watching', jobId);
  const { sentAt, created, continuesPullRequest } = earlier ?? {};
  const job = await findJob({ jobId, sentAt, created }, tools.time, tools);
  if (isResult(job)) return job;
  const sent = earlier && sentBy(earlier, job, tools);
  // When it was sent stands in the note of the attempt that did.
  return { kind: 'begun', job, sent, note: { continuesPullRequest } };
}

/** What an earlier attempt sent, where it may not show yet. */
function sentBy(note: Note, job: Job, { time }: ThreadTools): Sent | undefined {
  const { state, sentAt = 0, created, continuesPullRequest } = note;
  const at = time.toLocal(sentAt);
  if (created) return { kind: 'create', at, continuesPullRequest };
  const isNew = state !== 'ended' && time.now() - sentAt < MESSAGE_GRACE;
  return isNew ? { kind: 'message', at, before: job } : undefined;
}

/** Notes a job, and watches it to its end. What is known is an output before anything else is done with it. */
async function watchToEnd(
  { job, sent, note }: Begun,
  remarks: readonly string[],
  work: Work,
): Promise<RequestResult> {
  const { thread, inputs, ports, tools } = work;
  thread.remark(remarks);
  await thread.update({ state: 'job', jobId: job.id, ...note }, job);
  const onProgress = thread.showProgress;
  const result = await watchJob(job, sent, tools, { wait: inputs.wait, onProgress });
  // The whole job may be too long for an output; the step's end sees to that.
  const { job: _, ...outputs } = toOutputs(result);
  for (const [name, value] of Object.entries(outputs)) if (value !== '') ports.runner.output(name, value);
  // The pull request is marked before others may go on.
  const origin = { ...originOf(thread.notes(), job.id), isNew: note.created === true };
  // A re-run doesn't ask the reviewer a second time.
  const isReported = thread.notes().some((one) => isEarlier(one, work.options) && one.state === 'ended');
  const { pullRequests } = work;
  const people = { ...pullRequests.people, ...(isReported && { reviewer: undefined }) };
  return finishPullRequest(result, origin, { ...pullRequests, people });
}

/** What must outlive a kill, written the moment it is known: state for the post step, and the job's id as an output. */
function openRecord(runner: Runner) {
  let named = '';
  return (stage: 'claimed' | 'sending' | 'watching', jobId = '') => {
    if (jobId !== named) {
      named = jobId;
      runner.output('jobId', jobId);
      runner.saveState('jobId', jobId);
    }
    runner.saveState('stage', stage);
  };
}
