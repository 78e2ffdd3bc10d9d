import { MESSAGE_GRACE, SENDING_SPAN } from '../intervals.ts';
import type { Sent } from '../job/job-status.ts';
import { isResult, type RequestResult } from '../job/request-result.ts';
import { type Delivery, send } from '../job/send.ts';
import { findJob, type JobTools, watchJob } from '../job/watch.ts';
import type { AccessContext } from '../pull-request/access.ts';
import { readHead } from '../pull-request/facts.ts';
import { finishPullRequest } from '../pull-request/finish-pull-request.ts';
import { COMMIT_OUTDATED } from '../request/checks.ts';
import { slept } from '../runner/clock.ts';
import type { Runner } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import { type Ready, targetOf } from '../thread/choose-next.ts';
import { findDailyLimit } from '../thread/daily-limit.ts';
import { createOf, isEarlier, type Note, originOf } from '../thread/note.ts';
import { readThread } from '../thread/read-notes.ts';
import { emptyThread, openThread, type Thread, UNCONFIRMED } from '../thread/thread.ts';
import type { ThreadContext } from '../thread/thread-context.ts';
import { stoppedBefore, waitForTurn } from '../thread/wait-for-turn.ts';
import type { Order } from './compose-order.ts';
import type { Step } from './step.ts';

/** Opens the thread, sends the instruction once, watches the job, and reports the result. */
export async function requestJob(
  step: Step,
  conversation: ThreadContext | undefined,
  order: Order,
): Promise<RequestResult> {
  const { inputs, ports, tools } = step;
  const { runner } = ports;
  if (inputs.dryRun) return dryRun(step, conversation, order);
  runner.group('Job');
  const { hasInstruction } = order.options;
  const thread =
    conversation === undefined ? emptyThread(tools) : await openThread(conversation, order.comment);
  if (isResult(thread)) return thread;
  thread.remark(order.remarks);
  const { comment } = thread;
  if (comment !== undefined) {
    runner.output('commentUrl', comment.url);
    runner.saveState('comment', comment);
    runner.saveState('stage', 'claimed');
  }
  const started = hasInstruction
    ? await sendInTurn(step, conversation, order, thread)
    : await findGiven(step, order, thread);
  return thread.close(isResult(started) ? started : await watchToEnd(started, step, order, thread));
}

/** Reports what would be sent and where. Reads GitHub and writes nothing. */
async function dryRun(
  { inputs, tools }: Step,
  conversation: ThreadContext | undefined,
  { options, compose }: Order,
): Promise<RequestResult> {
  const dry = (reason: string) => ({ result: 'dry-run', reasonCode: 'dry-run', reason }) as const;
  if (!options.hasInstruction) {
    const reason = 'Dry run: the action would watch the job and send nothing.';
    return { ...dry(reason), jobId: options.jobId };
  }
  const view = await readThread(conversation);
  if (isResult(view)) return view;
  const jobId = targetOf(view, options)?.jobId;
  const replaced = inputs.jobId === undefined ? `, or a new job if ${jobId} takes none` : '';
  const what = jobId === undefined ? 'a new job' : `a message to job ${jobId}${replaced}`;
  return {
    ...dry(`Dry run: nothing was sent. This would be ${what}. The summary shows its text and URL.`),
    jobId,
    draft: { url: tools.service.sendUrl(jobId).href, text: compose(undefined) },
  };
}

/** A job at work, the send to it, and the fields of its note. */
interface StartedJob {
  readonly kind: 'started';
  readonly job: Job;
  readonly sent?: Sent | undefined;
  readonly note: Pick<Note, 'sentAt' | 'created' | 'continuesPullRequest' | 'headBefore'>;
}

/** Waits for the request's turn and sends once, or finds the job of an earlier attempt. */
async function sendInTurn(
  step: Step,
  conversation: ThreadContext | undefined,
  order: Order,
  thread: Thread,
): Promise<StartedJob | RequestResult> {
  const { ports, pullRequests, tools } = step;
  const { options } = order;
  if (options.jobId !== undefined) record('claimed', options.jobId, ports.runner);
  for (let limits = 0, notBefore = 0; ; limits += 1) {
    if (!(await thread.update({ state: 'waiting' }))) return unconfirmed(step, order);
    if (notBefore > 0) await slept(notBefore - tools.clock.now(), tools.clock, tools.deadline.stop);
    const next = await waitForTurn(options, thread, { tools, pullRequests, conversation });
    if (next.kind === 'stop') return next.result;
    const delivery =
      next.kind === 'watch'
        ? resumed(next.earlier, next.job, tools)
        : await claimAndSend(next, limits, step, conversation, order, thread);
    if (isResult(delivery)) return delivery;
    if (delivery.kind === 'started') {
      thread.remark(next.remarks);
      return delivery;
    }
    record('claimed', options.jobId, ports.runner);
    notBefore = delivery.until;
  }
}

type Sending = Extract<Ready, { kind: 'create' | 'message' }>;

/** Writes `sending` into the note, and then sends. Sends nothing if the edit isn't confirmed or `daily-limit` is used up. */
async function claimAndSend(
  next: Sending,
  limits: number,
  step: Step,
  conversation: ThreadContext | undefined,
  order: Order,
  thread: Thread,
): Promise<StartedJob | Extract<Delivery, { kind: 'limited' }> | RequestResult> {
  const { inputs, ports, pullRequests, tools } = step;
  const { deadline, time } = tools;
  const jobId = next.kind === 'create' ? undefined : next.before.id;
  const continuesPullRequest = next.kind === 'create' ? next.continuesPullRequest : undefined;
  const headBefore = await findHead(next, pullRequests);
  if (order.commit !== undefined && headBefore !== order.commit) return COMMIT_OUTDATED;
  const sentAt = time.now();
  const until = Math.min(time.fromLocal(deadline.at), sentAt + SENDING_SPAN);
  const sending = { until, sentAt, jobId, continuesPullRequest, headBefore };
  if (!(await thread.update({ state: 'sending', ...sending }))) return unconfirmed(step, order);
  if (inputs.dailyLimit !== undefined && conversation !== undefined) {
    const limit = await findDailyLimit(inputs.dailyLimit, thread.comment?.id ?? 0, conversation);
    if (limit !== undefined) return limit;
  }
  // The edits took so long that other runs no longer wait for this request.
  if (time.now() >= until) return unconfirmed(step, order);
  const isUnremembered = thread.comment === undefined && order.options.attempt > 1;
  if (isUnremembered) ports.runner.log.notice(SENT_AGAIN);
  record('sending', jobId, ports.runner);
  const delivery = await send({ ...next, text: order.compose(continuesPullRequest) }, limits, tools);
  if (isResult(delivery) || delivery.kind === 'limited') return delivery;
  const { job, sent } = delivery;
  const note = {
    sentAt: time.fromLocal(sent.at),
    created: jobId === undefined,
    continuesPullRequest,
    headBefore,
  };
  return { kind: 'started', job, sent, note };
}

/** The head commit of the pull request that the request continues, unless it was read already. */
async function findHead(next: Sending, context: AccessContext): Promise<string | undefined> {
  if (next.headBefore !== undefined) return next.headBefore;
  const link = next.kind === 'create' ? next.continuesPullRequest : next.before.prLink;
  return link === undefined ? undefined : readHead(link, context);
}

const SENT_AGAIN =
  'This re-run sends the request again: the earlier attempt left no status comment, so the action knows no job of it.';

/** Ends a request whose note could not be written. */
function unconfirmed({ tools: { deadline } }: Step, { options }: Order): RequestResult {
  const { aborted, reason } = deadline.stop;
  return aborted ? stoppedBefore(reason, options) : UNCONFIRMED;
}

/** The job of an earlier attempt, whose note has the time of the send. */
function resumed(earlier: Note, job: Job, { time }: JobTools): StartedJob {
  const { state, sentAt = 0, continuesPullRequest, headBefore } = earlier;
  const at = time.toLocal(sentAt);
  const note = { continuesPullRequest, headBefore };
  const create = createOf(earlier);
  if (create) return { kind: 'started', job, sent: { ...create, at }, note };
  // The job's state may still be the one before the message.
  const isNew = state !== 'ended' && time.now() - sentAt < MESSAGE_GRACE;
  return { kind: 'started', job, sent: isNew ? { kind: 'message', at, before: job } : undefined, note };
}

/** The job that `job-id` names, to watch only. */
async function findGiven(
  { ports, tools }: Step,
  { options: { jobId = '' } }: Order,
  thread: Thread,
): Promise<StartedJob | RequestResult> {
  // The notes contain the time of the first request to the job. If they can't be read, the action still watches the job.
  await thread.read();
  record('watching', jobId, ports.runner);
  const job = await findJob({ jobId }, tools);
  return isResult(job) ? job : { kind: 'started', job, note: {} };
}

/** Writes the job into the note, and watches it. The link is an output before it is used. */
async function watchToEnd(
  { job, sent, note: known }: StartedJob,
  { inputs, ports, pullRequests, tools }: Step,
  order: Order,
  thread: Thread,
): Promise<RequestResult> {
  record('watching', job.id, ports.runner);
  const note = { state: 'job', jobId: job.id, ...known } as const;
  await thread.update(note, job);
  const result = await watchJob(job, sent, tools, { wait: inputs.wait, onProgress: thread.showProgress });
  if (result.pullRequest !== undefined) ports.runner.output('prLink', result.pullRequest.link);
  // Marks the pull request before other requests continue.
  const { created, headBefore } = known;
  const origin = { ...originOf([...thread.notes(), note], job.id), isNew: created === true, headBefore };
  // A re-run doesn't request the review a second time.
  const isReported = thread.notes().some((one) => isEarlier(one, order.options) && one.state === 'ended');
  const people = { ...order.people, ...(isReported && { reviewer: undefined }) };
  return finishPullRequest(result, origin, people, pullRequests);
}

/** Stores what must survive a kill: state for the post step, and the job's ID as an output. */
function record(stage: 'claimed' | 'sending' | 'watching', jobId = '', runner: Runner): void {
  // Empty while a new job is requested: the output may contain the ID of an earlier job.
  runner.output('jobId', jobId);
  runner.saveState('jobId', jobId);
  runner.saveState('stage', stage);
}
