import type { Answer } from '../http/failure.ts';

/** The parts of GitHub's REST API that the action uses. None of the methods throws. */
export interface GitHub {
  /** What a person may do in this repository. */
  permission(login: string): Promise<Answer<unknown>>;
  /** Every comment of an issue's or pull request's conversation, on all pages, oldest first. */
  comments(thread: number): Promise<Answer<Listing<ThreadComment>>>;
  /** The same for another repository, `owner/name`. */
  elsewhere(repository: string): GitHub;
  /** GitHub's number for the repository. */
  repositoryId(): Promise<Answer<number>>;
  /** Whether a pull request is still open. */
  isOpen(pull: number): Promise<Answer<boolean>>;
  createComment(thread: number, body: string): Promise<Answer<ThreadComment>>;
  editComment(id: number, body: string): Promise<Answer<ThreadComment>>;
  react(target: ReactionTarget, content: Reaction): Promise<Answer<unknown>>;
  /** A submitted review. */
  review(pull: number, id: number): Promise<Answer<{ readonly body: string }>>;
  /** All comments on lines of a pull request, as GitHub lists them. */
  lineComments(pull: number): Promise<Answer<readonly unknown[]>>;
  /** The files that a pull request changes. */
  changedFiles(pull: number): Promise<Answer<readonly ChangedFile[]>>;
}

/** A file that a pull request changes. */
export interface ChangedFile {
  readonly path: string;
  /** GitHub's word, like `modified`. */
  readonly status: string;
  readonly additions: number;
  readonly deletions: number;
}

/** Everything that a list holds, and GitHub's own time when it was read (epoch milliseconds). */
export interface Listing<T> {
  readonly items: readonly T[];
  readonly date: number;
}

/** A comment of the conversation. Moments are epoch milliseconds by GitHub's clock. */
export interface ThreadComment {
  readonly id: number;
  readonly url: string;
  readonly body: string;
  readonly author: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** GitHub's time when the comment was read or written. */
  readonly date: number;
}

/** What a reaction is left on; reviews take none. */
export type ReactionTarget =
  | { readonly kind: 'issue'; readonly number: number }
  | { readonly kind: 'issue-comment' | 'review-comment'; readonly id: number };

export type Reaction = 'eyes' | 'rocket' | 'confused' | '-1';
