import type { GitHub } from '../github/github.ts';
import type { Outcome } from '../job/request-result.ts';
import { conclude } from '../job/to-result.ts';
import type { Ports } from '../ports.ts';
import { type Audience, say } from '../report/conversation.ts';
import { renderJobState } from '../report/status.ts';
import type { Inputs } from '../run/inputs.ts';
import type { Service } from '../service/service.ts';
import { viewOf } from '../thread/claim.ts';
import { conversationIn, readComment } from '../thread/conversations.ts';
import { threadKey } from '../thread/key.ts';
import { threadJob } from '../thread/memory.ts';
import { ownRepository } from './memory.ts';
import { repairComments } from './repair.ts';

/** A question about how far the thread's job is. */
export interface StatusQuestion {
  readonly ports: Ports;
  readonly audience: Audience;
  readonly inputs: Inputs;
  readonly github: GitHub;
  readonly service: Service;
  /** What stood behind the flag, and was not sent. */
  readonly unsent: string;
}

/** Answers with the job's state now, and repairs comments that lost runs left open. Nothing is sent to the job. */
export async function answerStatus(question: StatusQuestion): Promise<Outcome> {
  const { audience, inputs, github, service, ports } = question;
  const key = threadKey(inputs);
  const repository = ownRepository(ports.place, github, inputs);
  const home = conversationIn(repository, audience.thread);
  const listed = await home.github.comments(home.number);
  if (!listed.ok) {
    return { result: 'error', reason: `The conversation could not be read: ${listed.failure.message}` };
  }
  const { items } = listed.value;
  const listing = { items, date: listed.value.date || ports.clock.now() };
  const repairing = { key, occasion: audience.occasion, log: ports.runner.log };
  const view = viewOf(
    items.map((item) => readComment(item, home, key).comment),
    listing.date,
  );
  const known = threadJob(view);
  if (known === undefined) {
    await repairComments(home, listing, repairing);
    return reply(question, {}, 'No job of this conversation is known.');
  }
  const answer = await service.getJob(known.id, 'read');
  if (!answer.ok)
    return reply(question, {}, `Job ${known.id} could not be looked at: ${answer.failure.message}`);
  const job = answer.value;
  await repairComments(home, listing, repairing, job);
  const pullRequest = conclude({ kind: 'ended', job, activity: false }, undefined).pullRequest;
  const note = `The job of this conversation is ${job.status ?? 'without a status'}.`;
  return reply(question, { job, ...(pullRequest && { pullRequest }) }, note);
}

async function reply(
  { audience, unsent }: StatusQuestion,
  seen: Pick<Outcome, 'job' | 'pullRequest'>,
  note: string,
) {
  const aside = unsent === '' ? '' : ' What followed the flag was not sent.';
  await say(audience, renderJobState(seen, `${note}${aside}`, audience.occasion));
  return { ...seen, result: 'answered', reason: note } satisfies Outcome;
}
