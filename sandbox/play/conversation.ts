import { git } from '../git.ts';
import { pullDiff, pullSides } from '../github/pull-facts.ts';
import type { Reaction, Repository, Thread, User } from '../github/store.ts';

/** An issue or a pull request as people see it. */

/** A description, a comment or a review, in Markdown. */
export interface Words {
  readonly kind: 'words';
  readonly by: User;
  readonly body: string;
  /** In milliseconds since 1970, like all times here. */
  readonly at: number;
  readonly edited: boolean;
  /** How often each reaction was added, by GitHub's names. */
  readonly reactions: readonly (readonly [content: string, count: number])[];
}

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
  /** Its labels and reviewers, as in the column of its page, and the statuses of its head and its merge. */
  readonly column: Readonly<Record<'labels' | 'reviewers' | 'statuses', readonly string[]>>;
  /** The description, then the others in their order. */
  readonly entries: readonly (Words | Commit)[];
}

export async function readConversation(repository: Repository, number: number): Promise<Conversation> {
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
  const commits = await readCommits(repository, thread);
  const later = [...commits, ...comments, ...reviews].sort((one, other) => one.at - other.at);
  return {
    repository: repository.fullName,
    number,
    title,
    by: user,
    state: pull?.mergedAt === undefined ? thread.state : 'merged',
    ...(pull && { pull: { head: pull.head, base: pull.base, diff: await pullDiff(repository, thread) } }),
    column: {
      labels: [...thread.labels],
      reviewers: [...[...(pull?.reviewers ?? [])].map(({ login }) => login), ...(pull?.teams ?? [])],
      statuses: statusesOf(repository, thread),
    },
    entries: [
      wordsOf({ by: user, body: thread.body ?? '', at: thread.createdAt }, thread.reactions),
      ...later,
    ],
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

type Written = Pick<Words, 'by' | 'body' | 'at'> & Partial<Words>;

function wordsOf(written: Written, reactions: readonly Reaction[] = []): Words {
  const counts = new Map<string, number>();
  for (const { content } of reactions) counts.set(content, (counts.get(content) ?? 0) + 1);
  return { kind: 'words', edited: false, reactions: [...counts], ...written };
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
