import type { Failure } from '../http/failure.ts';
import type { RequestResult } from '../job/request-result.ts';
import { toResult } from '../job/to-result.ts';
import { type Audience, say } from '../report/audience.ts';
import { renderJobState } from '../report/comment-text.ts';
import type { Job } from '../service/job.ts';
import { githubTime } from '../thread/github-time.ts';
import { openHistory, type Thread, threadJob, type View } from '../thread/history.ts';
import { isLive } from '../thread/note.ts';
import { repairLost } from '../thread/repair.ts';
import type { StepContext } from './step-context.ts';

type Asker = Audience & { readonly memory: Thread };

/** Answers with the job's state now, and repairs comments that lost runs left open. Nothing is sent to the job. */
export async function answerStatus(
  { ports, inputs, deadline }: StepContext,
  audience: Asker,
  unsent: string,
): Promise<RequestResult> {
  const { log } = audience;
  const read = await openHistory(audience.memory, githubTime(ports.clock), log).read();
  if (!read.ok) return failedRead(read.failure);
  const known = threadJob(read.value);
  const answer = known && (await ports.openService({ ...inputs, deadline }).getJob(known.id, 'read'));
  const job = answer?.ok ? answer.value : undefined;
  await repairAll(audience, inputs.phrase, read.value, job);
  const reason =
    known === undefined
      ? 'No job of this conversation is known.'
      : answer?.ok
        ? `The job of this conversation is ${answer.value.status ?? 'without a status'}.`
        : `Job ${known.id} could not be looked at: ${answer?.failure.message}`;
  const pullRequest = job && toResult({ kind: 'ended', job, activity: false }, undefined).pullRequest;
  const aside = unsent === '' ? '' : ' What followed the flag was not sent.';
  await say(audience, renderJobState({ job, pullRequest }, `${reason}${aside}`, audience.occasion));
  return { job, pullRequest, result: 'answered', reasonCode: 'status-shown', reason };
}

function failedRead({ code, message }: Failure): RequestResult {
  return { result: 'error', reasonCode: code, reason: `The conversation could not be read: ${message}` };
}

async function repairAll(
  { memory: thread, log }: Asker,
  phrase: string,
  { notes, now }: View,
  job: Job | undefined,
): Promise<void> {
  for (const standing of notes) {
    await repairLost({ thread, log, phrase }, standing, (note) => !isLive(note, now), job);
  }
}
