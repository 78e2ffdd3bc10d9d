import type { ChangeEvent } from '../change/change-event.ts';
import type { ReactionTarget } from '../github/comments.ts';
import type { Account } from '../github/payload.ts';
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
  /** What changed the repository, when the event is about that. */
  readonly changeEvent?: ChangeEvent | undefined;
}

/** What asks: the object that is linked to, reacted to, and that gives the request its identity. */
export type Source =
  /** A comment of a conversation. */
  | { readonly kind: 'comment'; readonly id: number; readonly url?: string | undefined }
  /** A comment on lines of a pull request. It may be part of a review that is a request itself. */
  | {
      readonly kind: 'line';
      readonly id: number;
      readonly url?: string | undefined;
      readonly reviewId?: number | undefined;
      /** The one that it is on. */
      readonly reviewed?: readonly Lines[] | undefined;
    }
  /** A submitted review; its line comments belong to the request and have to be fetched. */
  | {
      readonly kind: 'review';
      readonly id: number;
      readonly url?: string | undefined;
      /** As GitHub writes moments. */
      readonly submittedAt?: string | undefined;
      /** Those that its comments are on, as they are numbered in the instruction. */
      readonly reviewed?: readonly Lines[] | undefined;
    }
  | { readonly kind: 'issue' | 'pull-request'; readonly number: number; readonly url?: string | undefined }
  /** The head commit of a push. */
  | { readonly kind: 'commit'; readonly sha: string }
  /** Nothing but the run itself. */
  | { readonly kind: 'run' };

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
  /** A locked thread takes comments from few. */
  readonly locked: boolean;
  /** Foreign text, as are the description and the names of branches. */
  readonly title: string;
  readonly description: string;
  readonly openedBy?: Account | undefined;
  /** Where a pull request's commits come from; undefined for issues and where the payload does not tell. */
  readonly head?: Head | undefined;
}

/** Where a pull request's commits come from. */
export type Head =
  | { readonly kind: 'same'; readonly repository: string }
  | { readonly kind: 'fork'; readonly repository: string }
  /** The repository was deleted. */
  | { readonly kind: 'gone' };

/** The address of what asks, else of its issue or pull request. */
export function addressOf({ source, thread }: Request): string | undefined {
  return ('url' in source ? source.url : undefined) ?? thread?.url;
}

/** Where the reaction to a request goes; reviews, commits and runs take none. A pull request reacts as its issue. */
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
    case 'commit':
    case 'run':
      return undefined;
  }
}
