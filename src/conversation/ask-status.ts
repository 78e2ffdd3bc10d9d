import { conclude } from '../job/conclude.ts';
import { hasEnded } from '../job/judge.ts';
import type { Outcome } from '../outcome.ts';
import { type Audience, say, warn } from '../report/conversation.ts';
import { renderJobState, renderStatus } from '../report/status.ts';
import { type Standing, viewOf } from '../thread/claim.ts';
import {
  type Conversation,
  conversationIn,
  type Repository,
  readComment,
  withClaim,
} from '../thread/conversations.ts';
import type { SigningKey } from '../thread/key.ts';
import { repairLost, threadJob } from '../thread/memory.ts';
import type { Job, Service, World } from '../world/world.ts';

/** A question about how far the thread's job is. */
export interface StatusQuestion {
  readonly world: World;
  readonly audience: Audience;
  readonly repository: Repository;
  readonly key: SigningKey;
  readonly service: Service;
  /** What stood behind the flag, and was not sent. */
  readonly unsent: string;
}

/** Answers with the job's state now, and repairs comments that lost runs left open. Nothing is sent to the job. */
export async function answerStatus(question: StatusQuestion): Promise<Outcome> {
  const { audience, repository, key, service, world } = question;
  const home = conversationIn(repository, audience.thread);
  const listed = await home.github.comments(home.number);
  if (!listed.ok) {
    return { result: 'error', reason: `The conversation could not be read: ${listed.failure.message}` };
  }
  const { items, date } = listed.value;
  const view = viewOf(
    items.map((item) => readComment(item, home, key).comment),
    date || world.clock.now(),
  );
  const known = threadJob(view);
  if (known === undefined) {
    await repair(question, home, view, undefined);
    return reply(question, {}, 'No job of this conversation is known.');
  }
  const answer = await service.getJob(known.id, 'read');
  if (!answer.ok)
    return reply(question, {}, `Job ${known.id} could not be looked at: ${answer.failure.message}`);
  const job = answer.value;
  await repair(question, home, view, job);
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

/** Brings the comments of lost runs to say what is known now. */
async function repair(
  { audience, world, key }: StatusQuestion,
  home: Conversation,
  view: { readonly standings: readonly Standing[]; readonly date: number },
  job: Job | undefined,
): Promise<void> {
  for (const standing of view.standings) {
    const claim = repairLost(standing, view.date) ?? closeEnded(standing, job, view.date);
    if (claim === undefined) continue;
    const ended = claim.state === 'ended' && job !== undefined;
    const outcome: Outcome = ended
      ? conclude({ kind: 'ended', job, activity: true }, undefined)
      : {
          result: 'interrupted',
          reason: 'The run that worked on this was lost.',
          ...(claim.jobId !== undefined && { jobId: claim.jobId }),
        };
    const duration = Math.max(0, world.clock.now() - world.startedAt);
    const text = renderStatus({ state: '', outcome, duration }, audience.occasion);
    const edited = await home.github.editComment(standing.id, withClaim(text, claim, home, key));
    warn(edited, 'A comment that a lost run left open could not be repaired', world.runner.log);
  }
}

/** A job that nobody watches any more, and that has ended. */
function closeEnded({ claim }: Standing, job: Job | undefined, date: number) {
  const dead = claim.state === 'job' && claim.deadline < date;
  return dead && job !== undefined && claim.jobId === job.id && hasEnded(job)
    ? ({ ...claim, state: 'ended' } as const)
    : undefined;
}
