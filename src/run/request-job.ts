import { SENDING_SPAN } from '../intervals.ts';
import type { Sent } from '../job/job-status.ts';
import { type Delivery, send } from '../job/send.ts';
import { endOfEarlierTurn } from '../job/to-result.ts';
import { findJob, type JobTools, messageInDoubt, watchJob } from '../job/watch.ts';
import type { AccessContext } from '../pull-request/access.ts';
import { finishPullRequest } from '../pull-request/finish-pull-request.ts';
import { readHead } from '../pull-request/read-facts.ts';
import { COMMIT_OUTDATED } from '../request/red-checks.ts';
import { isResult, type RequestResult, unsent } from '../request-result.ts';
import { slept } from '../runner/clock.ts';
import type { Job } from '../service/job.ts';
import { type ToSend, targetOf } from '../thread/choose-next.ts';
import { findDailyLimit } from '../thread/daily-limit.ts';
import { createOf, hasLaterTurn, headsOf, isEarlierAttempt, type Note, originOf } from '../thread/note.ts';
import { notesOf, readThread } from '../thread/read-notes.ts';
import {
  type NoteChange,
  openRecord,
  type RequestRecord,
  UNCONFIRMED,
  unrecorded,
} from '../thread/request-record.ts';
import { waitForTurn } from '../thread/wait-for-turn.ts';
import type { Order } from './compose-order.ts';
import type { Step } from './step.ts';

/** What the parts of this file share. */
interface Sending {
  readonly step: Step;
  readonly order: Order;
  readonly record: RequestRecord;
}

/** Waits for the request's turn, sends the instruction once, watches the job, and reports the result. */
export async function requestJob(order: Order, step: Step): Promise<RequestResult> {
  const { inputs, ports, tools } = step;
  const { conversation, threadRequest } = order;
  const { runner, startedAt } = ports;
  if (inputs.dryRun) return dryRun(order, step);
  const isWatched = threadRequest.instruction === undefined;
  const isLost = conversation === undefined && threadRequest.attempt > 1 && !isWatched;
  if (isLost && BY_HAND.has(ports.workflowRun.event)) return UNREPEATABLE;
  runner.group('Job');
  // A kill from now on is reported by the post step.
  runner.saveState('stage', 'waiting');
  const record =
    conversation === undefined ? unrecorded(tools) : await openRecord(conversation, threadRequest, startedAt);
  if (isResult(record)) return record;
  record.remark(order.remarks);
  if (record.comment !== undefined) runner.output('commentUrl', record.comment.url);
  const sending = { step, order, record };
  const started = isWatched ? await findNamedJob(sending) : await sendInTurn(sending);
  return record.close(isResult(started) ? started : await watchToEnd(started, sending));
}

/** Events of workflows that a person can start again with other inputs. Others can only be re-run. */
const BY_HAND: ReadonlySet<string> = new Set(['schedule', 'workflow_dispatch']);
const UNREPEATABLE = unsent(
  're-run-refused',
  'a re-run could pay again, because without a thread the action knows no job of the earlier attempt. Start a new run with the **Run workflow** form. To watch the job of the earlier attempt, set `job-id` to its ID from the log, without a prompt.',
);

/** Reports what would be sent and where. Reads GitHub and writes nothing. */
async function dryRun(
  { conversation, threadRequest: request, compose }: Order,
  { inputs, tools }: Step,
): Promise<RequestResult> {
  const dry = (reason: string) => ({ result: 'dry-run', reasonCode: 'dry-run', reason }) as const;
  if (request.instruction === undefined) {
    const reason = 'Dry run: the action would watch the job and send nothing.';
    return { ...dry(reason), jobId: request.jobId };
  }
  const view = await readThread(conversation);
  if (isResult(view)) return view;
  const jobId = targetOf(view, request)?.jobId;
  const replaced = inputs.jobId === undefined ? `, or a new job if ${jobId} takes none` : '';
  const what = jobId === undefined ? 'a new job' : `a message to job ${jobId}${replaced}`;
  const reason = `Dry run: nothing was sent. This would be ${what}. The summary shows its text and URL.`;
  const isMark = inputs.range !== undefined && 'span' in inputs.range && inputs.range.sinceSuccess;
  return {
    ...dry(reason),
    ...(isMark && { reasonCode: 'dry-run-last-success', reason: `${reason} ${NO_MARK}` }),
    jobId,
    draft: { url: tools.service.sendUrl(jobId).href, text: compose(undefined) },
  };
}

const NO_MARK =
  'The step fails, because a green run would be the last success of `range: last-success`: the next run would leave out these changes.';

/** A job at work, and what is known of it. */
interface StartedJob {
  readonly kind: 'started';
  readonly job: Job;
  /** Undefined if this request sent nothing that may still be under way. */
  readonly sent?: Sent | undefined;
  /** The job got another request since, whose end is not that of this one. */
  readonly isEarlierTurn?: boolean | undefined;
  /** What the request's note says about the send. */
  readonly noted: Pick<Note, 'sentAt' | 'created' | 'continuesPullRequest' | 'headBefore' | 'headAfter'>;
  /** All notes of the thread, as read before the send. */
  readonly notes: readonly Note[];
}

/** Waits for the request's turn and sends once, or finds the job of an earlier attempt. */
async function sendInTurn(sending: Sending): Promise<StartedJob | RequestResult> {
  const { step, order, record } = sending;
  const { tools } = step;
  const { conversation, threadRequest: request } = order;
  for (let limits = 0, notBefore = 0; ; limits += 1) {
    saveStage({ state: 'waiting' }, sending, request.jobId);
    if (!(await record.update({ state: 'waiting' }))) return UNCONFIRMED;
    if (notBefore > 0) await slept(notBefore - tools.clock.now(), tools.clock, tools.deadline.stop);
    const { next, notes } = await waitForTurn(request, record, conversation, step);
    if (next.kind === 'stop') return next.result;
    const delivery =
      next.kind === 'watch'
        ? resume(next.earlier, next.job, notes, tools)
        : await claimAndSend(next, limits, notes, sending);
    if (isResult(delivery)) return delivery;
    if (delivery.kind === 'started') {
      record.remark(next.remarks);
      return delivery;
    }
    notBefore = delivery.until;
  }
}

/** Writes `sending` into the note, and then sends. Sends nothing if the edit isn't confirmed or `daily-limit` is used up. */
async function claimAndSend(
  next: ToSend,
  limits: number,
  notes: readonly Note[],
  sending: Sending,
): Promise<StartedJob | Pick<Extract<Delivery, { kind: 'limited' }>, 'kind' | 'until'> | RequestResult> {
  const { step, order, record } = sending;
  const { conversation, threadRequest: request } = order;
  const { inputs, ports, tools } = step;
  const { clock, deadline, time } = tools;
  const jobId = next.kind === 'create' ? undefined : next.before.id;
  const continuesPullRequest = next.kind === 'create' ? next.continuesPullRequest : undefined;
  const headBefore = await findHead(next, step);
  const moved = refuseHead(headBefore, order, next);
  if (moved !== undefined) return moved;
  if (inputs.dailyLimit !== undefined && conversation !== undefined) {
    const denied = await findDailyLimit(inputs.dailyLimit, conversation);
    if (denied !== undefined) return denied;
  }
  const sentAt = time.now();
  const until = Math.min(time.fromLocal(deadline.at), sentAt + SENDING_SPAN);
  const claim = { state: 'sending', until, sentAt, jobId, continuesPullRequest, headBefore } as const;
  if (!(await record.update(claim))) return UNCONFIRMED;
  // The edit waited so long that other runs no longer wait for this request.
  if (time.now() >= until) return { kind: 'limited', until: clock.now() };
  const isRecorded = record.comment !== undefined || notes.some((one) => isEarlierAttempt(one, request));
  if (request.attempt > 1 && !isRecorded) ports.runner.log.notice(SENT_AGAIN);
  saveStage(claim, sending);
  const delivery = await send({ ...next, text: order.compose(continuesPullRequest) }, limits, tools);
  if (!('sent' in delivery)) return delivery;
  const { job, sent } = delivery;
  const created = jobId === undefined;
  const noted = { sentAt: time.fromLocal(sent.at), created, continuesPullRequest, headBefore };
  return { kind: 'started', job, sent, noted, notes };
}

/** The head commit of the pull request that the request continues, unless it was read already. */
async function findHead(next: ToSend, context: AccessContext): Promise<string | undefined> {
  const link = next.kind === 'create' ? next.continuesPullRequest : next.before.prLink;
  return next.headBefore ?? (link && readHead(link, context));
}

/** Red checks are sent only while their commit is the head. */
function refuseHead(
  head: string | undefined,
  { threadRequest: { checks: commit } }: Order,
  { kind }: ToSend,
): RequestResult | undefined {
  if (commit === undefined || head === commit) return undefined;
  return head === undefined && kind === 'message' ? HEAD_UNREAD : COMMIT_OUTDATED;
}

const HEAD_UNREAD = unsent('github-refused', 'the pull request of the checks could not be read.');

const SENT_AGAIN =
  'This re-run may send the request again: no earlier attempt has a status comment, so the action knows no job of it.';

/** The job of an earlier attempt, whose note has the time of the send. */
function resume(earlier: Note, job: Job, notes: readonly Note[], tools: JobTools): StartedJob {
  const { continuesPullRequest } = earlier;
  const create = createOf(earlier);
  const message = earlier.state === 'ended' ? undefined : messageInDoubt(earlier, job, tools);
  const sent = create ? { ...create, at: tools.time.toLocal(create.at) } : message;
  const noted = { continuesPullRequest, ...headsOf(earlier, job.prLink, notes) };
  return { kind: 'started', job, sent, isEarlierTurn: hasLaterTurn(earlier, notes), noted, notes };
}

/** The job that `job-id` names, to watch only. */
async function findNamedJob(sending: Sending): Promise<StartedJob | RequestResult> {
  const { jobId = '' } = sending.order.threadRequest;
  // The notes contain the time of the first request to the job. If they can't be read, the action still watches the job.
  const view = await sending.record.read();
  saveStage({ state: 'job', jobId }, sending);
  const job = await findJob({ jobId }, sending.step.tools);
  return isResult(job) ? job : { kind: 'started', job, noted: {}, notes: notesOf(view) };
}

/** Writes the job into the note, and watches it. The link is an output before it is used. */
async function watchToEnd(started: StartedJob, sending: Sending): Promise<RequestResult> {
  const { job, sent, isEarlierTurn, noted, notes } = started;
  const { step, order, record } = sending;
  const { inputs, ports, tools } = step;
  const note = { state: 'job', jobId: job.id, ...noted } as const;
  saveStage(note, sending);
  // The job is polled even if GitHub can't store its ID now.
  void record.update(note, job);
  const end = await watchJob(job, sent, tools, { wait: inputs.wait, onProgress: record.showProgress });
  const result = isEarlierTurn ? endOfEarlierTurn(end) : end;
  if (result.pullRequest !== undefined) ports.runner.output('prLink', result.pullRequest.link);
  // Marks the pull request before other requests continue.
  const { created, headBefore, headAfter } = noted;
  const origin = { ...originOf([...notes, note], job.id), isNew: created === true, headBefore, headAfter };
  // A re-run doesn't request the review of the same job a second time.
  const ended = notes.filter(({ state, jobId }) => state === 'ended' && jobId === job.id);
  const isReported = ended.some((one) => isEarlierAttempt(one, order.threadRequest));
  const people = { ...order.people, ...(isReported && { reviewer: undefined }) };
  return finishPullRequest(result, origin, people, step);
}

/** Stores what must survive a kill: state for the post step, and the job's ID as an output. */
function saveStage(
  note: NoteChange & { state: 'waiting' | 'sending' | 'job' },
  { step, record }: Sending,
  jobId = note.jobId ?? '',
): void {
  const { runner } = step.ports;
  // Empty while a new job is requested: the output may contain the ID of an earlier job.
  runner.output('jobId', jobId);
  runner.saveState('jobId', jobId);
  const comment = record.saved(note);
  if (comment !== undefined) runner.saveState('comment', comment);
  runner.saveState('stage', note.state);
}
