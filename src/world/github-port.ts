import type { Answer } from './world.ts';

/** The parts of GitHub's REST API that the action uses. None of the methods throws. */
export interface GitHub {
  /** What a person may do in this repository. */
  permission(login: string): Promise<Answer<unknown>>;
  /** Every comment of an issue's or pull request's conversation, on all pages, oldest first. */
  comments(thread: number): Promise<Answer<Listing<ThreadComment>>>;
  createComment(thread: number, body: string): Promise<Answer<ThreadComment>>;
  editComment(id: number, body: string): Promise<Answer<ThreadComment>>;
  react(target: ReactionTarget, content: Reaction): Promise<Answer<unknown>>;
  /** The inline comments of a submitted review. */
  reviewComments(pull: number, review: number): Promise<Answer<readonly ReviewComment[]>>;
  /** The names of the files that a pull request changes, at most `limit`. */
  changedFiles(pull: number, limit: number): Promise<Answer<readonly string[]>>;
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

/** An inline comment of a review. */
export interface ReviewComment {
  readonly author: string;
  readonly authorId: number;
  readonly path: string;
  readonly line?: number;
  readonly body: string;
}

/** What a reaction is left on; reviews take none. */
export interface ReactionTarget {
  readonly kind: 'issue' | 'comment' | 'review-comment';
  readonly id: number;
}

export type Reaction = 'eyes' | 'rocket' | 'confused' | '-1';
