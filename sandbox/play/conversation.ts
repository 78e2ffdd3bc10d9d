import { pullCommits, pullDiff, pullSides } from '../github/pull-facts.ts';
import type { Reaction, Repository, Thread, User } from '../github/store.ts';

/** An issue or a pull request as people see it. */

export type Conversation = Awaited<ReturnType<typeof readConversation>>;
export type Words = ReturnType<typeof wordsOf>;
export type Commit = ReturnType<typeof readCommits>[number];

export async function readConversation(repository: Repository, number: number) {
  const thread = repository.threads.get(number);
  if (thread === undefined) throw new Error(`${repository.fullName} has no thread ${number}`);
  const { title, user, pull } = thread;
  const ofThread = (one: { readonly thread: number }) => one.thread === number;
  const comments = repository.comments
    .filter(ofThread)
    .map(({ user: by, text: { body, updatedAt }, createdAt: at, reactions }) =>
      wordsOf({ by, body, at, edited: updatedAt > at }, reactions),
    );
  const reviews = repository.reviews
    .filter(ofThread)
    .map(({ user: by, state, submittedAt: at, body }) =>
      wordsOf({ by, body: body || state.toLowerCase(), at }),
    );
  const commits = readCommits(repository, thread);
  const later = [...commits, ...comments, ...reviews].sort((one, other) => one.at - other.at);
  const first = wordsOf({ by: user, body: thread.body ?? '', at: thread.createdAt }, thread.reactions);
  return {
    repository: repository.fullName,
    number,
    title,
    by: user,
    state: pull?.mergedAt === undefined ? thread.state : ('merged' as const),
    /** `undefined` for an issue. */
    pull: pull && { head: pull.head, base: pull.base, diff: await pullDiff(repository, thread) },
    /** As in the column of its page, and the statuses of its head and its merge. */
    column: {
      labels: [...thread.labels],
      reviewers: [...[...(pull?.reviewers ?? [])].map(({ login }) => login), ...(pull?.teams ?? [])],
      statuses: statusesOf(repository, thread),
    },
    /** The description, then the others in their order. */
    entries: [first, ...later],
  };
}

/** The last status of each name, like `documentation pending: Working`. */
function statusesOf(repository: Repository, thread: Thread): string[] {
  if (thread.pull === undefined) return [];
  const commits = [pullSides(repository, thread).head.sha, thread.pull.merge?.sha];
  const statuses = repository.reported.filter(({ kind, sha }) => kind === 'status' && commits.includes(sha));
  const last = new Map(
    statuses.map(({ name, conclusion, title }) => [name, `${conclusion ?? 'pending'}: ${title}`]),
  );
  return [...last].map((status) => status.join(' '));
}

interface Written {
  readonly by: User;
  readonly body: string;
  /** In milliseconds since 1970, like all times here. */
  readonly at: number;
  readonly edited?: boolean;
}

/** A description, a comment or a review, in Markdown, and how often each reaction was added, by GitHub's names. */
function wordsOf(written: Written, reactions: readonly Reaction[] = []) {
  const counts = new Map<string, number>();
  for (const { content } of reactions) counts.set(content, (counts.get(content) ?? 0) + 1);
  return { kind: 'words' as const, edited: false, reactions: [...counts], ...written };
}

const SIGNS: Readonly<Record<string, string>> = {
  '+1': '👍',
  '-1': '👎',
  laugh: '😄',
  hooray: '🎉',
  confused: '😕',
  heart: '❤️',
  rocket: '🚀',
  eyes: '👀',
};

export function reactionSign(content: string): string {
  return SIGNS[content] ?? content;
}

function readCommits(repository: Repository, thread: Thread) {
  const commits = pullCommits(repository, thread);
  return commits.toReversed().map(({ sha, author: by, message, at }) => {
    const [title = ''] = message.split('\n');
    return { kind: 'commit' as const, sha, by, title, at };
  });
}
