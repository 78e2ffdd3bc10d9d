import { branchSha, pullSides } from './pull-facts.ts';
import type {
  Comment,
  CommentedLines,
  Pull,
  Reaction,
  Repository,
  Review,
  Store,
  Thread,
  User,
} from './store.ts';

/** Changes of threads, for routes and tests. */

export interface NewThread {
  readonly user: User;
  readonly title: string;
  readonly body?: string | null;
  readonly pull?: Pick<Pull, 'head' | 'base'> & Partial<Pull>;
}

export function addThread(
  store: Store,
  repository: Repository,
  { user, title, body = null, pull }: NewThread,
): Thread {
  const now = store.time.now();
  const thread: Thread = {
    id: store.nextId(),
    number: Math.max(0, ...repository.threads.keys()) + 1,
    user,
    title,
    body,
    state: 'open',
    locked: false,
    createdAt: now,
    updatedAt: now,
    closedAt: undefined,
    reactions: [],
    labels: new Set(),
    pull: pull && {
      draft: false,
      mergedAt: undefined,
      reviewers: new Set(),
      teams: new Set(),
      baseSha: branchSha(repository, pull.base),
      ...pull,
    },
  };
  repository.threads.set(thread.number, thread);
  return thread;
}

/** The head of a pull request stays as it was, while its branch moves on. */
export function closeThread(
  store: Store,
  thread: Thread,
  { merged = false, by }: { readonly merged?: boolean; readonly by?: User | undefined } = {},
): void {
  const now = store.time.now();
  const repository = [...store.repositories.values()].find(
    ({ threads }) => threads.get(thread.number) === thread,
  );
  if (thread.pull && repository?.gitDir) thread.pull.headSha = pullSides(repository, thread).head.sha;
  thread.state = 'closed';
  thread.closedBy = by;
  thread.closedAt = now;
  thread.updatedAt = now;
  if (merged && thread.pull) thread.pull.mergedAt = now;
}

export interface NewComment {
  readonly thread: number;
  readonly user: User;
  readonly body: string;
  /** Makes it a review comment. Without a review, it gets its own. */
  readonly line?: (Omit<CommentedLines, 'reviewId'> & { readonly reviewId?: number | undefined }) | undefined;
}

/** Adds a comment, or a review comment with `line`. */
export function addComment(store: Store, repository: Repository, added: NewComment): Comment {
  const { thread, user, body, line } = added;
  const now = store.time.now();
  const text = { body, updatedAt: now, order: store.nextId() };
  const reviewId = line && (line.reviewId ?? addReview(store, repository, { thread, user, body: '' }).id);
  const comment: Comment = {
    id: store.nextId(),
    thread,
    user,
    createdAt: now,
    reactions: [],
    text,
    writes: [{ text, listedAt: now + store.lag }],
    ...(line && reviewId !== undefined && { line: { ...line, reviewId } }),
  };
  (line ? repository.reviewComments : repository.comments).push(comment);
  Object.assign(repository.threads.get(thread) ?? {}, { updatedAt: now });
  return comment;
}

export type NewReview = Pick<Review, 'thread' | 'user' | 'body'> & {
  readonly state?: Review['state'] | undefined;
};

/** Submits a review. `addComment` adds its comments on lines. */
export function addReview(store: Store, repository: Repository, added: NewReview): Review {
  const { state = 'COMMENTED', ...rest } = added;
  const review: Review = { id: store.nextId(), submittedAt: store.time.now(), state, ...rest };
  repository.reviews.push(review);
  Object.assign(repository.threads.get(added.thread) ?? {}, { updatedAt: review.submittedAt });
  return review;
}

/** A comment as a list shows it, which may be late. */
export type ShownComment = ReturnType<typeof listComments>[number];

export function editComment(store: Store, comment: Comment, body: string): void {
  const now = store.time.now();
  comment.text = { body, updatedAt: now, order: store.nextId() };
  comment.writes.push({ text: comment.text, listedAt: now + store.lag });
}

/** The comments that a list shows now. Default: of all threads. */
export function listComments(store: Store, repository: Repository, thread?: number) {
  const now = store.time.now();
  return repository.comments.flatMap((comment) => {
    const shown = comment.writes.findLast(({ listedAt }) => listedAt <= now);
    const isOfThread = thread === undefined || comment.thread === thread;
    return isOfThread && shown !== undefined ? [{ comment, text: shown.text }] : [];
  });
}

/** Adds a reaction. An account can add each reaction once. */
export function react(store: Store, reactions: Reaction[], user: User, content: string) {
  const known = reactions.find((reaction) => reaction.user === user && reaction.content === content);
  if (known) return { reaction: known, isNew: false };
  const reaction = { id: store.nextId(), user, content, createdAt: store.time.now() };
  reactions.push(reaction);
  return { reaction, isNew: true };
}
