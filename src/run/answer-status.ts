import type { RequestResult } from '../job/request-result.ts';
import { endOf } from '../job/to-result.ts';
import { say } from '../report/audience.ts';
import { renderJobState } from '../report/reply-text.ts';
import { threadJob } from '../thread/choose-next.ts';
import { finishRequests } from '../thread/finish-requests.ts';
import { isUnwatched } from '../thread/note.ts';
import { githubTime, openReader } from '../thread/thread.ts';
import { finishContext, type StepContext } from './step-context.ts';

/** Answers with the job's state now, and finishes requests that no run watches. Nothing is sent to the job. */
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
  const read = await openReader(memory, tools)();
  if (!read.ok) {
    const { code, message } = read.failure;
    return { result: 'error', reasonCode: code, reason: `The conversation could not be read: ${message}` };
  }
  const { notes, now } = read.value;
  // The answer itself tells the requesters: all of them are in the conversation.
  const finishing = finishContext(step, { ...audience, notify: false }, tools);
  const all = notes.map(({ note }) => note);
  await finishRequests(
    notes.filter(({ note }) => isUnwatched(note, now)),
    all,
    finishing,
  );
  const known = threadJob(read.value);
  const answer = known && (await service.getJob(known.jobId, 'read'));
  const job = answer?.ok ? answer.value : undefined;
  const pullRequest = job && endOf(job).pullRequest;
  const reason =
    known === undefined
      ? 'No job of this conversation is known.'
      : answer?.ok
        ? `The job of this conversation is ${answer.value.status ?? 'without a status'}.`
        : `Job ${known.jobId} could not be looked at: ${answer?.failure.message}`;
  const aside = unsent === '' ? '' : ' What followed the flag was not sent.';
  await say(audience, renderJobState({ job, pullRequest }, `${reason}${aside}`, audience.occasion));
  return { job, pullRequest, result: 'answered', reasonCode: 'status-shown', reason };
}
