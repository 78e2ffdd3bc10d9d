import type { Listing } from '../github/answers.ts';
import type { ThreadComment } from '../github/comments.ts';
import { hasEnded } from '../job/completion.ts';
import type { Outcome } from '../job/request-result.ts';
import { conclude } from '../job/to-result.ts';
import { warn } from '../report/conversation.ts';
import { amendStatus, looksOpen, type Occasion } from '../report/status.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import { type Claim, isLive, type Standing, viewOf } from '../thread/claim.ts';
import { type Conversation, readComment, withClaim } from '../thread/conversations.ts';
import type { SigningKey } from '../thread/key.ts';
import { repairLost } from '../thread/memory.ts';

/** What comments of lost runs are repaired with. */
export interface Repairing {
  readonly key: SigningKey;
  readonly occasion: Occasion;
  readonly log: Log;
}

/**
 * Brings the status comments of runs that were lost with their runner, post step and all, to say what is known now.
 * `job` is the conversation's job, where somebody looked at it.
 */
export async function repairComments(
  conversation: Conversation,
  { items, date }: Listing<ThreadComment>,
  { key, occasion, log }: Repairing,
  job?: Job,
): Promise<void> {
  const { standings } = viewOf(
    items.map((item) => readComment(item, conversation, key).comment),
    date,
  );
  for (const standing of standings) {
    const comment = items.find(({ id }) => id === standing.id);
    // A note that is not bound to its comment may be somebody's copy of one.
    if (comment === undefined || standing.claim.commentId === undefined) continue;
    const claim =
      repairLost(standing, date) ?? closeEnded(standing, job, date) ?? tellLeft(standing, comment, date);
    if (claim === undefined) continue;
    const text = amendStatus(comment.body, tellClaim(claim, job), occasion);
    const edited = await conversation.github.editComment(
      standing.id,
      withClaim(text, claim, conversation, key),
    );
    warn(edited, 'A comment that a lost run left open could not be repaired', log);
  }
}

function tellClaim(claim: Claim, job: Job | undefined): Outcome {
  if (claim.state === 'ended' && job !== undefined)
    return conclude({ kind: 'ended', job, activity: true }, undefined);
  const { state, jobId } = claim;
  return {
    result: 'interrupted',
    reason: `The run that worked on this was lost. ${WHAT_IS_KNOWN[state] ?? ''}`,
    ...(jobId !== undefined && { jobId }),
  };
}

const WHAT_IS_KNOWN: Readonly<Partial<Record<Claim['state'], string>>> = {
  'not sent': 'Nothing was sent.',
  unknown: 'Whether its request reached the service is not known; a job may exist.',
  job: 'Its job was not watched to the end.',
};

/** A job that nobody watches any more, and that has ended. */
function closeEnded({ claim }: Standing, job: Job | undefined, date: number): Claim | undefined {
  const ended = job !== undefined && claim.jobId === job.id && hasEnded(job);
  return ended && claim.state === 'job' && !isLive(claim, date) ? { ...claim, state: 'ended' } : undefined;
}

/** A job that nobody watches any more, while the comment still says that it is at work. */
function tellLeft({ claim }: Standing, { body }: ThreadComment, date: number): Claim | undefined {
  return claim.state === 'job' && !isLive(claim, date) && looksOpen(body) ? claim : undefined;
}
