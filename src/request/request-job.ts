import { send, type TryLater } from '../job/send.ts';
import { endOfEarlierTurn } from '../job/to-result.ts';
import { findJob, watchJob } from '../job/watch.ts';
import { HEAD_LAG, SENDING_SPAN } from '../model/intervals.ts';
import { dry, isResult, type RequestResult, skipped, unsentByRead } from '../model/request-result.ts';
import { finishPullRequest } from '../pull-request/finish-pull-request.ts';
import { waitForPreview } from '../pull-request/preview.ts';
import { readPullRequestState } from '../pull-request/read-facts.ts';
import { slept } from '../runner/clock.ts';
import type { Ready, ToSend } from '../thread/choose-next.ts';
import { WORKING } from '../thread/commit-state.ts';
import type { CommitStatus } from '../thread/commit-status.ts';
import { isEarlierAttempt, type Note, type NoteChange, originOf, wasReported } from '../thread/note.ts';
import { openRecord, type RequestRecord, UNCONFIRMED, unrecorded } from '../thread/request-record.ts';
import { notesOf, readThread } from '../thread/thread.ts';
import { waitForTurn } from '../thread/wait-for-turn.ts';
import type { Order } from './compose-order.ts';
import { denyByLimit } from './daily-limit.ts';
import { claimSend, refuseRepeat, resumeJob, type StartedJob } from './decide-send.ts';
import { type Inputs, isSinceSuccess } from './inputs.ts';
import type { Step } from './step.ts';
import { findWithdrawal } from './withdrawal.ts';

interface Sending {
  readonly step: Step;
  readonly order: Order;
  readonly commitStatus: CommitStatus;
  readonly record: RequestRecord;
}

/** Waits for the request's turn, sends the instruction once, watches the job, and reports the result. */
export async function requestJob(
  order: Order,
  commitStatus: CommitStatus,
  step: Step,
): Promise<RequestResult> {
  const { access, inputs, ports } = step;
  const { thread, threadRequest } = order;
  const { runner, startedAt } = ports;
  const isWatched = threadRequest.instruction === undefined;
  if (inputs.dryRun && isWatched)
    return { ...dry('the action would watch the job and send nothing.'), jobId: threadRequest.jobId };
  if (inputs.dryRun) return rehearse(order, step);
  const lost = thread === undefined ? refuseRepeat(threadRequest, ports.workflowRun.event) : undefined;
  if (lost !== undefined) {
    const { runId, attempt, job } = ports.workflowRun;
    return (await access.github.hasSucceeded(runId, attempt - 1, job)) ? SUCCEEDED : lost;
  }
  runner.group('Job');
  // A kill from now on is reported by the post step.
  runner.saveState('stage', 'waiting');
  const record =
    thread === undefined
      ? unrecorded(access)
      : await openRecord(thread, threadRequest, commitStatus.commit, startedAt, access);
  if (isResult(record)) return record;
  record.remark(order.remarks);
  if (record.comment !== undefined) runner.output('commentUrl', record.comment.url);
  const sending = { step, order, commitStatus, record };
  const started = isWatched ? await findNamedJob(sending) : await sendInTurn(sending);
  return report(isResult(started) ? started : await watchToEnd(started, sending), sending);
}

/** Takes the decisions of a run, and shows what it would send. */
async function rehearse(order: Order, step: Step): Promise<RequestResult> {
  const { access, inputs, rules } = step;
  const request = { ...order.threadRequest, isDry: true };
  const { next } = await waitForTurn(request, order.thread, 0, rules, access);
  const isSending = next.kind === 'create' || next.kind === 'message';
  const target = isSending ? await checkSend(next, order, step) : undefined;
  return isResult(target) ? target : describeDryRun(next, order, inputs, access.service.sendUrl);
}

/** The result of a dry run whose request would do this next. */
export function describeDryRun(
  next: Ready,
  { compose }: Order,
  { range }: Inputs,
  sendUrl: (jobId?: string) => URL,
): RequestResult {
  if (next.kind === 'watch')
    return { ...dry('the action would watch the job of an earlier attempt.'), jobId: next.job.id };
  if (next.kind === 'stop' && next.result.result !== 'dry-run') return next.result;
  const jobId = next.kind === 'stop' ? next.result.jobId : next.before?.id;
  const what = jobId === undefined ? 'a new job' : `a message to job ${jobId}`;
  const sent = dry(`nothing was sent. This would be ${what}. The summary shows its text and URL.`);
  const end = next.kind === 'stop' ? next.result : sent;
  return {
    ...end,
    ...(isSinceSuccess(range) && { reasonCode: 'dry-run-last-success', reason: `${end.reason} ${NO_MARK}` }),
    jobId,
    draft: {
      url: sendUrl(jobId).href,
      text: compose('continuesPullRequest' in next ? next.continuesPullRequest : undefined),
    },
  };
}

const NO_MARK =
  'The step fails, because a green run would be the last success of `range: last-success`: the next run would leave out these changes.';

/** Reports the result. Only the outputs wait for a preview. */
async function report(end: RequestResult, sending: Sending): Promise<RequestResult> {
  const { order, commitStatus, record, step } = sending;
  // The next request of the thread sets its own status after this one.
  await commitStatus.report(end, urlOf(sending), order.thread !== undefined);
  const closed = await record.close(end);
  const known = await waitForPreview(closed, step.access);
  if (known !== undefined) await record.amend(known);
  return known ?? closed;
}

const urlOf = ({ record, step }: Sending) => record.comment?.url ?? step.access.workflowRun.url;

const SUCCEEDED = skipped(
  'request-handled',
  'An earlier attempt of this workflow job succeeded, so nothing was sent.',
);

/** Waits for the request's turn and sends once, or finds the job of an earlier attempt. */
async function sendInTurn(sending: Sending): Promise<StartedJob | RequestResult> {
  const { step, order, record } = sending;
  const { access, rules } = step;
  const { clock, deadline } = access;
  const { thread, threadRequest: request } = order;
  const ownId = record.comment?.id ?? 0;
  for (let limits = 0, notBefore = 0; ; limits += 1) {
    saveStage({ state: 'waiting' }, sending, request.jobId);
    if (!(await record.update({ state: 'waiting' }))) return UNCONFIRMED;
    if (notBefore > 0) await slept(notBefore - clock.now(), clock, deadline.stop);
    const { next, notes } = await waitForTurn(request, thread, ownId, rules, access);
    if (next.kind === 'stop') return next.result;
    const delivery =
      next.kind === 'watch'
        ? resumeJob(next.earlier, next.job, notes, access)
        : await claimAndSend(next, limits, notes, sending);
    if (isResult(delivery)) return delivery;
    if (delivery.kind === 'started') {
      record.remark(next.remarks);
      return delivery;
    }
    notBefore = delivery.until;
  }
}

/** Why nothing is sent, just before it would be, or what the note says of it, as {@link claimSend}. */
async function checkSend(next: ToSend, order: Order, step: Step) {
  const { access } = step;
  const { request, thread, threadRequest } = order;
  const refusal =
    thread && ((await findWithdrawal(request, access)) ?? (await denyByLimit(step.inputs, access)));
  if (refusal !== undefined) return refusal;
  // Since the job was chosen, the pull request may have been merged or closed, or got auto-merge.
  const link = next.pullRequest;
  const read = link === undefined ? undefined : await readPullRequestState(link, access);
  if (read?.ok === false) return unsentByRead('the pull request of the job', read.failure);
  return claimSend(next, read?.value, threadRequest);
}

/** Writes `sending` into the note, and then sends. Sends nothing if the edit isn't confirmed. */
async function claimAndSend(
  next: ToSend,
  limits: number,
  notes: readonly Note[],
  sending: Sending,
): Promise<StartedJob | TryLater | RequestResult> {
  const { step, order, record } = sending;
  const { threadRequest: request } = order;
  const { access } = step;
  const { clock, deadline, log, time } = access;
  const target = await checkSend(next, order, step);
  // GitHub's answers may differ for a moment.
  if (target === 'outdated') return { kind: 'limited', until: clock.now() + HEAD_LAG };
  if (isResult(target)) return target;
  const { jobId: _, ...noted } = target;
  const sentAt = time.now();
  const until = Math.min(time.fromLocal(deadline.at), sentAt + SENDING_SPAN);
  const claim = { state: 'sending', until, sentAt, ...target } as const;
  if (!(await record.update(claim))) return UNCONFIRMED;
  // The edit waited so long that other runs no longer wait for this request.
  if (time.now() >= until) return { kind: 'limited', until: clock.now() };
  const isRecorded = record.comment !== undefined || notes.some((one) => isEarlierAttempt(one, request));
  if (request.attempt > 1 && !isRecorded) log.notice(SENT_AGAIN);
  saveStage(claim, sending);
  const delivery = await send(order.compose(next.continuesPullRequest), next, limits, access);
  if (isResult(delivery) || delivery.kind === 'limited') return delivery;
  const { job, turn } = delivery;
  const known = { ...noted, sentAt: turn.sentAt, created: turn.created };
  return { kind: 'started', job, turn, noted: known, notes };
}

const SENT_AGAIN =
  'This re-run may send the request again: no earlier attempt has a status comment, so the action knows no job of it.';

/** The job that `job-id` names, to watch only. */
async function findNamedJob(sending: Sending): Promise<StartedJob | RequestResult> {
  const { order, step } = sending;
  const { thread, threadRequest } = order;
  const { jobId = '' } = threadRequest;
  // The notes contain the time of the first request to the job. If they can't be read, the action still watches the job.
  const view = await readThread(thread, step.access);
  saveStage({ state: 'job', jobId }, sending);
  const job = await findJob({ jobId }, step.access);
  return isResult(job) ? job : { kind: 'started', job, turn: {}, noted: {}, notes: notesOf(view) };
}

/** Writes the job into the note, and watches it. The link is an output before it is used. */
async function watchToEnd(started: StartedJob, sending: Sending): Promise<RequestResult> {
  const { job, turn, isEarlierTurn, noted, notes } = started;
  const { step, order, commitStatus, record } = sending;
  const { access, inputs, ports, rules } = step;
  const note = { state: 'job', jobId: job.id, ...noted } as const;
  saveStage(note, sending);
  // The job is polled even if GitHub can't store its ID now.
  void record.update(note, job);
  const { commit } = commitStatus;
  if (record.comment === undefined && commit !== undefined) ports.runner.saveState('commit', commit);
  const marked = commitStatus.set(WORKING, urlOf(sending));
  const end = await watchJob(job, turn, access, { wait: inputs.wait, onProgress: record.showProgress });
  await marked;
  const result = isEarlierTurn ? endOfEarlierTurn(end) : end;
  if (result.pullRequest !== undefined) ports.runner.output('prLink', result.pullRequest.link);
  // Marks the pull request before other requests continue.
  const { created, headBefore, headAfter } = noted;
  const known = { ...originOf([...notes, note], job.id), followsAgent: order.change?.followsAgent };
  const origin = { ...known, isNew: created === true, headBefore, headAfter };
  const people = { ...order.people, isReviewed: wasReported(order.threadRequest, notes, job.id) };
  return finishPullRequest(result, origin, people, rules, access);
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
