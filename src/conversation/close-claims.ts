import { readThreadInputs } from '../inputs/post-inputs.ts';
import type { Outcome } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { warn } from '../report/conversation.ts';
import { amendStatus } from '../report/status.ts';
import type { Unshown } from '../runner/step-result.ts';
import { viewOf } from '../thread/claim.ts';
import {
  type Conversation,
  conversationIn,
  type Repository,
  readComment,
  withClaim,
} from '../thread/conversations.ts';
import type { Saved } from '../thread/effects.ts';
import { type SigningKey, threadKey } from '../thread/key.ts';
import { closeLost, type Reached } from '../thread/memory.ts';
import { ownRepository } from './memory.ts';

/** How long the post step may take, in milliseconds. */
const CLOSING = 60_000;

/** How far main came, as its state tells. */
export interface Left {
  readonly stage: string;
  readonly jobId: string;
  /** How it ended, when it could say so everywhere but in its comments. */
  readonly unshown?: Unshown;
}

/** Brings the comments that main left open to say how it ended: without a word from it, that watching stopped. */
export async function closeClaims(
  ports: Ports,
  { claims, reached }: Saved,
  { stage, jobId, unshown }: Left,
): Promise<void> {
  const inputs = readThreadInputs(ports);
  if (inputs?.githubToken === undefined) {
    return ports.runner.log.warning('The status comment could not be closed: the inputs changed meanwhile.');
  }
  const deadline = ports.startDeadline(CLOSING);
  const github = ports.openGitHub(inputs.githubToken, deadline);
  const repository = ownRepository(ports.place, github, inputs);
  const came = reachedBy(stage, jobId, reached);
  for (const { thread, nonce } of claims) {
    const conversation = await findConversation(thread, repository);
    if (conversation === undefined) continue;
    const outcome = unshown ?? tellLoss(came);
    await closeOne(ports, conversation, {
      ...{ nonce, came, outcome },
      ...{ phrase: inputs.phrase, key: threadKey(inputs) },
    });
  }
}

/** The stage and the job's id are saved with every step; what the protocol saved may be older. */
function reachedBy(stage: string, jobId: string, saved: Reached): Reached {
  if (stage === 'watching' && jobId !== '') return { kind: 'job', jobId };
  if (stage === 'sending') return { kind: 'sending', ...(jobId !== '' && { jobId }) };
  return saved;
}

async function findConversation(thread: string, repository: Repository): Promise<Conversation | undefined> {
  const [name = '', number = ''] = thread.split('#');
  if (name === repository.name.toLowerCase()) return conversationIn(repository, Number(number));
  const github = repository.github.elsewhere(name);
  const id = await github.repositoryId();
  return id.ok ? conversationIn({ ...repository, github, name, id: id.value }, Number(number)) : undefined;
}

interface Lost {
  readonly nonce: string;
  readonly came: Reached;
  readonly outcome: Outcome;
  readonly phrase: string;
  readonly key: SigningKey;
}

async function closeOne(
  ports: Ports,
  conversation: Conversation,
  { nonce, came, outcome, phrase, key }: Lost,
): Promise<void> {
  const { github, number } = conversation;
  const { log } = ports.runner;
  const listed = await github.comments(number);
  if (!listed.ok) return warn(listed, 'The conversation could not be read', log);
  const { items, date } = listed.value;
  const now = date || ports.clock.now();
  const view = viewOf(
    items.map((item) => readComment(item, conversation, key).comment),
    now,
  );
  const standing = view.standings.find(({ claim }) => claim.nonce === nonce);
  const claim = standing && closeLost(standing, came, now);
  const comment = items.find(({ id }) => id === standing?.id);
  if (comment === undefined || claim === undefined) return;
  const occasion = { runUrl: ports.place.url, phrase };
  const text = amendStatus(comment.body, outcome, occasion);
  warn(
    await github.editComment(comment.id, withClaim(text, claim, conversation, key)),
    'The status comment could not be closed',
    log,
  );
}

function tellLoss(came: Reached): Outcome {
  switch (came.kind) {
    case 'claimed':
      return { result: 'interrupted', reason: 'The run was cut off before anything was sent.' };
    case 'sending':
      return {
        result: 'interrupted',
        reason:
          'The run was cut off while it asked: whether a job exists is not known. Ask again in a new comment.',
      };
    case 'job':
      return {
        result: 'interrupted',
        reason: `Watching stopped because the run was cut off; job ${came.jobId} goes on.`,
        jobId: came.jobId,
      };
  }
}
