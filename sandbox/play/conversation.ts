import { git } from '../git.ts';
import { pullDiff } from '../github/pull-facts.ts';
import type { Reaction, Repository, Thread, User } from '../github/store.ts';

/** An issue or a pull request as people see it. */

/** A description, a comment or a review, in Markdown. */
export interface Words {
  readonly kind: 'words';
  /** The part of its URL after `#`. */
  readonly anchor: string;
  readonly by: User;
  readonly body: string;
  /** In milliseconds since 1970, like all times here. */
  readonly at: number;
  readonly edited: boolean;
  /** How often each reaction was added, by GitHub's names. */
  readonly reactions: readonly (readonly [content: string, count: number])[];
}

/** A commit of a pull request. */
export interface Commit {
  readonly kind: 'commit';
  readonly sha: string;
  readonly by: string;
  readonly title: string;
  readonly at: number;
}

export interface Conversation {
  readonly repository: string;
  readonly number: number;
  readonly title: string;
  readonly by: User;
  readonly state: 'open' | 'closed' | 'merged';
  /** `undefined` for an issue. */
  readonly pull?: { readonly head: string; readonly base: string; readonly diff: string };
  /** Its labels, assignees and reviewers, as in the column of its page. */
  readonly column: Readonly<Record<'labels' | 'assignees' | 'reviewers', readonly string[]>>;
  /** The description, then the others in their order. */
  readonly entries: readonly (Words | Commit)[];
}

export async function readConversation(repository: Repository, number: number): Promise<Conversation> {
  const thread = repository.threads.get(number);
  if (thread === undefined) throw new Error(`${repository.fullName} has no thread ${number}`);
  const { title, user, pull } = thread;
  const comments = repository.comments
    .filter((comment) => comment.thread === number)
    .map(({ id, user: by, text, createdAt: at, reactions }): Words => {
      const { body, updatedAt } = text;
      return {
        kind: 'words',
        anchor: `issuecomment-${id}`,
        by,
        body,
        at,
        edited: updatedAt > at,
        reactions: countReactions(reactions),
      };
    });
  const reviews = repository.reviews
    .filter((review) => review.thread === number)
    .map(({ id, user: by, body: text, state, submittedAt: at }): Words => {
      const body = text || state.toLowerCase();
      return { kind: 'words', anchor: `pullrequestreview-${id}`, by, body, at, edited: false, reactions: [] };
    });
  const commits = await readCommits(repository, thread);
  const later = [...commits, ...comments, ...reviews].sort((one, other) => one.at - other.at);
  return {
    repository: repository.fullName,
    number,
    title,
    by: user,
    state: stateOf(thread),
    ...(pull && { pull: { head: pull.head, base: pull.base, diff: await pullDiff(repository, thread) } }),
    column: columnOf(thread),
    entries: [description(thread), ...later],
  };
}

function columnOf({ labels, assignees, pull }: Thread): Conversation['column'] {
  const logins = (users: Iterable<User> = []) => [...users].map(({ login }) => login);
  const reviewers = [...logins(pull?.reviewers), ...(pull?.teams ?? [])];
  return { labels: [...labels], assignees: logins(assignees), reviewers };
}

function description({ id, user, body, createdAt, reactions }: Thread): Words {
  return {
    kind: 'words',
    anchor: `issue-${id}`,
    by: user,
    body: body ?? '',
    at: createdAt,
    edited: false,
    reactions: countReactions(reactions),
  };
}

function countReactions(given: readonly Reaction[]): Words['reactions'] {
  const counts = new Map<string, number>();
  for (const { content } of given) counts.set(content, (counts.get(content) ?? 0) + 1);
  return [...counts];
}

function stateOf({ state, pull }: Thread): Conversation['state'] {
  return pull?.mergedAt === undefined ? state : 'merged';
}

async function readCommits({ gitDir }: Repository, { pull }: Thread): Promise<Commit[]> {
  if (pull === undefined || gitDir === undefined) return [];
  const format = '--format=%H%x00%an%x00%ct%x00%s';
  const log = await git(['log', '--reverse', format, `${pull.base}..${pull.head}`], { cwd: gitDir });
  const lines = log.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [sha = '', by = '', seconds = '', title = ''] = line.split('\0');
    return { kind: 'commit', sha, by, title, at: Number(seconds) * 1000 };
  });
}
