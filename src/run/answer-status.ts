import { isInTurn } from '../job/job-status.ts';
import type { RequestResult } from '../job/request-result.ts';
import { endOf } from '../job/to-result.ts';
import { say } from '../report/audience.ts';
import { renderJobState } from '../report/reply-text.ts';
import type { Job } from '../service/job.ts';
import { type GitHubTime, githubTime } from '../thread/github-time.ts';
import { openHistory, type Thread, threadJob, type View } from '../thread/history.ts';
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
  const time = githubTime(ports.clock);
  const read = await openHistory(audience.memory, { time, log: audience.log })();
  if (!read.ok) {
    const { code, message } = read.failure;
    return { result: 'error', reasonCode: code, reason: `The conversation could not be read: ${message}` };
  }
  const known = threadJob(read.value);
  const answer = known && (await ports.openService({ ...inputs, deadline }).getJob(known.jobId, 'read'));
  const job = answer?.ok ? answer.value : undefined;
  await bringUpToDate(step, audience.memory, read.value, job, time);
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

/** Tells the end of the thread's job to those who did not wait for it, and repairs what lost runs left open. */
async function bringUpToDate(
  step: StepContext,
  thread: Thread,
  { notes, now }: View,
  job: Job | undefined,
  time: GitHubTime,
): Promise<void> {
  const { inputs, deadline, ports } = step;
  const telling: Telling = {
    thread,
    tools: { clock: ports.clock, deadline, log: ports.runner.log, time },
    phrase: inputs.phrase,
    // The answer itself tells whoever asked before: all of them are in the conversation.
    notify: false,
    settling: settlingOf(step, {}),
  };
  const all = notes.map(({ note }) => note);
  for (const standing of notes.filter(({ note }) => isUnwatched(note, now))) {
    const { state, jobId, sentAt } = standing.note;
    const over = job !== undefined && !isInTurn(job, sentAt, time.now());
    if (over && state === 'job' && jobId === job.id)
      await tellEnd(standing, endOf(job), originOf(all, jobId), telling);
    else await repairLost(telling, standing);
  }
}
