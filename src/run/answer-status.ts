import { isInTurn } from '../job/job-status.ts';
import type { RequestResult } from '../job/request-result.ts';
import { endOf } from '../job/to-result.ts';
import { say } from '../report/audience.ts';
import { renderJobState } from '../report/reply-text.ts';
import type { Job } from '../service/job.ts';
import { githubTime, type ThreadTools } from '../thread/github-time.ts';
import { openHistory, type Thread, threadJob, type View } from '../thread/history.ts';
import { endOfTurn, type JobEnd } from '../thread/job-end.ts';
import { isUnwatched } from '../thread/note.ts';
import { originOf } from '../thread/origin.ts';
import { repairLost } from '../thread/repair.ts';
import { type Telling, tellEnd } from '../thread/tell-end.ts';
import type { StepContext } from './step-context.ts';
import { settlingOf } from './step-ledger.ts';

/** Answers with the job's state now, and repairs comments that lost runs left open. Nothing is sent to the job. */
export async function answerStatus(
  step: StepContext,
  audience: NonNullable<StepContext['audience']>,
  unsent: string,
): Promise<RequestResult> {
  const { ports, inputs, deadline } = step;
  const { clock, random } = ports;
  const { log, memory } = audience;
  const service = ports.openService({ ...inputs, deadline });
  const time = githubTime(clock);
  const tools = { service, clock, random, deadline, log, time, pollInterval: inputs.pollInterval };
  const read = await openHistory(memory, tools)();
  if (!read.ok) {
    const { code, message } = read.failure;
    return { result: 'error', reasonCode: code, reason: `The conversation could not be read: ${message}` };
  }
  const known = threadJob(read.value);
  const answer = known && (await service.getJob(known.jobId, 'read'));
  const first = answer?.ok ? answer.value : undefined;
  const job = await bringUpToDate(step, memory, read.value, first, tools);
  const reason =
    known === undefined
      ? 'No job of this conversation is known.'
      : answer?.ok
        ? `The job of this conversation is ${answer.value.status ?? 'without a status'}.`
        : `Job ${known.jobId} could not be looked at: ${answer?.failure.message}`;
  const pullRequest = job && endOf(job).pullRequest;
  const aside = unsent === '' ? '' : ' What followed the flag was not sent.';
  await say(audience, renderJobState({ job, pullRequest }, `${reason}${aside}`, audience.occasion));
  return { job, pullRequest, result: 'answered', reasonCode: 'status-shown', reason };
}

/**
 * Tells the end of the thread's job to those who did not wait for it, and repairs what lost runs left open.
 *
 * @returns the job as it was seen last
 */
async function bringUpToDate(
  step: StepContext,
  thread: Thread,
  { notes, now }: View,
  job: Job | undefined,
  tools: ThreadTools,
): Promise<Job | undefined> {
  const telling: Telling = {
    thread,
    tools,
    phrase: step.inputs.phrase,
    // The answer itself tells whoever asked before: all of them are in the conversation.
    notify: false,
    settling: settlingOf(step, {}),
  };
  const all = notes.map(({ note }) => note);
  let end: JobEnd | undefined;
  for (const standing of notes.filter(({ note }) => isUnwatched(note, now))) {
    const { state, jobId, sentAt } = standing.note;
    const over = job !== undefined && !isInTurn(job, sentAt, tools.time.now());
    if (over && state === 'job' && jobId === job.id) {
      end ??= await endOfTurn(job, sentAt, tools);
      if (end.kind === 'ended') await tellEnd(standing, end.result, originOf(all, jobId), telling);
    } else await repairLost(telling, standing);
  }
  return end?.kind === 'ended' ? (end.result.job ?? job) : job;
}
