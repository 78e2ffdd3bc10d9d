import type { Answer } from '../http/failure.ts';
import { type Occasion, renderOrigin } from '../report/status.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import {
  type Conversation,
  conversationIn,
  type Repository,
  readComment,
  readPullAddress,
  withOrigin,
} from '../thread/conversations.ts';
import type { SigningKey } from '../thread/key.ts';

/** The pull request of a job, as far as it can be seen from here. */
export interface JobPull {
  readonly open: boolean;
  /** Its conversation, when a note of ours there says that the job made it: then messages are claimed there too. */
  readonly conversation?: Conversation;
}

/**
 * Looks at the pull request that a job's link names; undefined when it is none on this server, or out of the token's
 * reach. One that only can't be read at the moment is a failure: claims may stand there.
 */
export async function openPullRequest(
  job: Job,
  repository: Repository,
  key: SigningKey,
): Promise<Answer<JobPull | undefined>> {
  const found = await conversationOf(job, repository);
  if (!found.ok || found.value === undefined) return found as Answer<undefined>;
  const { github, number } = found.value;
  const open = withinReach(await github.pullRequest(number));
  if (!open.ok || open.value === undefined) return open as Answer<undefined>;
  if (open.value.state !== 'open') return { ok: true, value: { open: false } };
  const marked = await isMarked(found.value, job, key);
  if (!marked.ok) return marked;
  return { ok: true, value: { open: true, ...(marked.value && { conversation: found.value }) } };
}

/** Leaves the note "made by this job" at the job's pull request, once. Requests there are messages to the job then. */
export async function markPullRequest(
  job: Job,
  repository: Repository,
  key: SigningKey,
  occasion: Occasion,
  log: Log,
): Promise<void> {
  const found = await conversationOf(job, repository);
  if (found.ok && found.value === undefined) return;
  const marked = found.ok && found.value !== undefined ? await isMarked(found.value, job, key) : found;
  if (marked.ok && marked.value === true) return;
  const answer =
    marked.ok && found.ok && found.value !== undefined
      ? await found.value.github.createComment(
          found.value.number,
          withOrigin(renderOrigin(job, occasion), job.id, found.value, key),
        )
      : marked;
  if (!answer.ok)
    log.info(`The pull request could not be marked as made by this job: ${answer.failure.message}`);
}

async function conversationOf(job: Job, repository: Repository): Promise<Answer<Conversation | undefined>> {
  const address = readPullAddress(job.prLink ?? '', repository.serverUrl);
  if (address === undefined) return { ok: true, value: undefined };
  if (address.repository.toLowerCase() === repository.name.toLowerCase()) {
    return { ok: true, value: conversationIn(repository, address.number) };
  }
  const github = repository.github.elsewhere(address.repository);
  const id = withinReach(await github.repositoryId());
  if (!id.ok || id.value === undefined) return id as Answer<undefined>;
  const there = { ...repository, github, name: address.repository, id: id.value };
  return { ok: true, value: conversationIn(there, address.number) };
}

async function isMarked(conversation: Conversation, job: Job, key: SigningKey): Promise<Answer<boolean>> {
  const comments = await conversation.github.comments(conversation.number);
  if (!comments.ok) return comments;
  const { items } = comments.value;
  const marked = items.some((item) => readComment(item, conversation, key).comment.origin === job.id);
  return { ok: true, value: marked };
}

/** What GitHub says about things that a token does not reach. */
const BEYOND: ReadonlySet<number | undefined> = new Set([403, 404, 410]);

function withinReach<T>(answer: Answer<T>): Answer<T | undefined> {
  return !answer.ok && answer.failure.kind === 'refused' && BEYOND.has(answer.failure.status)
    ? { ok: true, value: undefined }
    : answer;
}
