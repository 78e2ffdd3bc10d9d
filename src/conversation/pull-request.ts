import { type Occasion, renderOrigin } from '../report/status.ts';
import {
  type Conversation,
  conversationIn,
  type Repository,
  readComment,
  readPullAddress,
  withOrigin,
} from '../thread/conversations.ts';
import type { SigningKey } from '../thread/key.ts';
import type { Job, Log } from '../world/world.ts';

/** The pull request of a job, as far as it can be seen from here. */
export interface JobPull {
  readonly open: boolean;
  /** Its conversation, when a note of ours there says that the job made it: then messages are claimed there too. */
  readonly conversation?: Conversation;
}

/** Looks at the pull request that a job's link names; undefined when it is none on this server, or can't be seen. */
export async function openPullRequest(
  job: Job,
  repository: Repository,
  key: SigningKey,
): Promise<JobPull | undefined> {
  const conversation = await conversationOf(job, repository);
  if (conversation === undefined) return undefined;
  const { github, number } = conversation;
  const open = await github.isOpen(number);
  if (!open.ok) return undefined;
  const marked = open.value && (await isMarked(conversation, job, key)) === true;
  return { open: open.value, ...(marked && { conversation }) };
}

/** Leaves the note "made by this job" at the job's pull request, once. Requests there are messages to the job then. */
export async function markPullRequest(
  job: Job,
  repository: Repository,
  key: SigningKey,
  occasion: Occasion,
  log: Log,
): Promise<void> {
  const conversation = await conversationOf(job, repository);
  if (conversation === undefined || (await isMarked(conversation, job, key)) !== false) return;
  const { github, number } = conversation;
  const text = renderOrigin(job, occasion);
  const answer = await github.createComment(number, withOrigin(text, job.id, conversation, key));
  if (!answer.ok)
    log.info(`The pull request could not be marked as made by this job: ${answer.failure.message}`);
}

async function conversationOf(job: Job, repository: Repository): Promise<Conversation | undefined> {
  const address = readPullAddress(job.prLink ?? '', repository.serverUrl);
  if (address === undefined) return undefined;
  if (address.repository.toLowerCase() === repository.name.toLowerCase()) {
    return conversationIn(repository, address.number);
  }
  const github = repository.github.elsewhere(address.repository);
  const id = await github.repositoryId();
  if (!id.ok) return undefined;
  return conversationIn({ ...repository, github, name: address.repository, id: id.value }, address.number);
}

/** Undefined when the conversation can't be read. */
async function isMarked(conversation: Conversation, job: Job, key: SigningKey): Promise<boolean | undefined> {
  const comments = await conversation.github.comments(conversation.number);
  if (!comments.ok) return undefined;
  return comments.value.items.some((item) => readComment(item, conversation, key).comment.origin === job.id);
}
