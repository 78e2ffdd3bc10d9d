import type { ChangeEvent } from '../change/change-event.ts';
import type { ReactionTarget } from '../github/comments.ts';
import type { Account } from '../text/json.ts';
import type { Command } from './command.ts';

/** A request as an event tells it. Whether who asks may ask is the gate's to say. */
export interface Request {
  readonly kind: 'request';
  /** GitHub's name of the event. */
  readonly event: string;
  /** What the text asks for; undefined when an input holds the whole instruction. */
  readonly command?: Exclude<Command, { readonly kind: 'none' }> | undefined;
  /** Who caused the event; a schedule has nobody. */
  readonly sender?: Account | undefined;
  /** Who wrote the text that asks; undefined when there is no such text. */
  readonly author?: Account | undefined;
  readonly source: Source;
  /** Where to report; undefined when the event belongs to no issue or pull request. */
  readonly thread?: Thread | undefined;
  /** GitHub's word for what happened to a pull request that nobody's words ask about, like `closed`. */
  readonly happened?: string | undefined;
  /** What changed the repository, when the event is about that. */
  readonly changeEvent?: ChangeEvent | undefined;
}

/** What asks: the object that is linked to and reacted to. */
export type Source =
  | Words
  | { readonly kind: 'issue' | 'pull-request'; readonly number: number; readonly url?: string | undefined }
  /** Nothing but the run itself. */
  | { readonly kind: 'run' };

/** What somebody said: in a conversation, on lines of a pull request, or as a review. */
export interface Words {
  readonly kind: 'comment' | 'line' | 'review';
  readonly id: number;
  readonly url?: string | undefined;
  /** The review that a comment on lines is part of; it may be a request itself. */
  readonly reviewId?: number | undefined;
  /** When a review was submitted, as GitHub writes moments. */
  readonly submittedAt?: string | undefined;
  /**
   * What a comment on lines is on. The comments of a review belong to the request and have to be fetched; then it is what
   * they are on, as they are numbered in the instruction.
   */
  readonly reviewed?: readonly Lines[] | undefined;
}

/** The lines of a pull request that a comment is on. */
export interface Lines {
  /** Foreign text: who opens a pull request names its files. */
  readonly path: string;
  /** Undefined when the comment is on the whole file, or GitHub did not say. */
  readonly line?: number | undefined;
  readonly startLine?: number | undefined;
  /** The end of the diff up to those lines; empty when there is none. */
  readonly hunk: string;
}

/** An issue or pull request, as the payload tells it. */
export interface Thread {
  readonly kind: 'issue' | 'pull-request';
  readonly number: number;
  readonly url?: string | undefined;
  /** Foreign text, as is the description. */
  readonly title: string;
  readonly description: string;
  readonly openedBy?: Account | undefined;
}

/** The address of what asks, else of its issue or pull request. */
export function addressOf({ source, thread }: Request): string | undefined {
  return ('url' in source ? source.url : undefined) ?? thread?.url;
}

/** Where the reaction to a request goes; reviews and runs take none. A pull request reacts as its issue. */
export function reactionTarget(source: Source): ReactionTarget | undefined {
  switch (source.kind) {
    case 'comment':
      return { kind: 'issue-comment', id: source.id };
    case 'line':
      return { kind: 'review-comment', id: source.id };
    case 'issue':
    case 'pull-request':
      return { kind: 'issue', number: source.number };
    case 'review':
    case 'run':
      return undefined;
  }
}
