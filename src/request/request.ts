import type { ChangeEvent } from '../change/change-event.ts';
import { type Account, accountAt } from '../github/account.ts';
import type { ReactionTarget } from '../github/comments.ts';
import type { OpenPull } from '../pull-request/when-open.ts';
import { at, idAt, textAt } from '../text/json.ts';
import type { Command } from './command.ts';

export interface Request {
  readonly kind: 'request';
  readonly event: string;
  /** Undefined if the whole instruction is an input. */
  readonly command?: Command | undefined;
  /** The account that caused the event; undefined for a schedule. */
  readonly sender?: Account | undefined;
  /** The author of the request's text, if there is one. */
  readonly author?: Account | undefined;
  readonly source: Source;
  /** The URL of the request's comment or review, otherwise of its issue or pull request. */
  readonly url?: string | undefined;
  /** Where to add a reaction. Reviews and runs can't have any. */
  readonly reactTo?: ReactionTarget | undefined;
  /** The request is a review without the phrase, whose state is "changes requested". It counts on the agent's pull request. */
  readonly requestsChanges?: boolean | undefined;
  /** The reviewed pull request. The request becomes a message to its job. */
  readonly reviewedPull?: OpenPull | undefined;
  /** Where to report; undefined if the event has no issue or pull request. */
  readonly thread?: IssueRef | undefined;
  /** The event's `action`, like `closed`, if a pull request changed and no text is the request. */
  readonly action?: string | undefined;
  readonly changeEvent?: ChangeEvent | undefined;
  /** The commit whose red checks the agent is to fix. The request is about the pull request with that head. */
  readonly checked?: CheckedCommit | undefined;
  /** The commit that a review approves, if its text is not the request. */
  readonly approvedCommit?: string | undefined;
}

/** The origin of a request. */
export type Source = Comment | { readonly kind: IssueRef['kind'] | 'run' };

/** A comment, a comment on lines of a pull request, or a review. */
export interface Comment {
  readonly kind: 'issue-comment' | 'review-comment' | 'review';
  readonly id: number;
  /** The review that a line comment is part of. */
  readonly reviewId?: number | undefined;
  /** When it was posted or submitted, in ISO 8601. */
  readonly writtenAt: string;
  /** The lines of a line comment, or of all comments of a review in the order of the instruction. */
  readonly reviewed?: readonly Lines[] | undefined;
  /** The lines of a review's comments that begin with the phrase, if the review doesn't: they are requests of their own. */
  readonly others?: readonly Lines[] | undefined;
}

export interface Lines {
  /** Foreign text: the author of a pull request names its files. */
  readonly path: string;
  /** Undefined if the comment is on the whole file, or the line is unknown. */
  readonly line?: number | undefined;
  readonly startLine?: number | undefined;
  /** GitHub's side of the diff for the two lines. Deleted lines are on the left, with their old numbers. */
  readonly side?: 'LEFT' | undefined;
  readonly startSide?: 'LEFT' | undefined;
  /** The end of the diff up to those lines, or empty. */
  readonly hunk: string;
}

export interface IssueRef {
  readonly kind: 'issue' | 'pull-request';
  readonly number: number;
  /** Foreign text, as is the description. */
  readonly title: string;
  readonly description: string;
  readonly openedBy?: Account | undefined;
}

export function readIssueRef(payload: unknown): IssueRef | undefined {
  const pullRequest = at(payload, 'pull_request');
  const part = pullRequest ?? at(payload, 'issue');
  const number = idAt(part, 'number');
  if (number === undefined) return undefined;
  // Comments of a pull request's conversation come with an issue that has this field.
  const isPull = (pullRequest ?? at(part, 'pull_request') ?? undefined) !== undefined;
  return {
    kind: isPull ? 'pull-request' : 'issue',
    number,
    title: textAt(part, 'title') ?? '',
    description: textAt(part, 'body') ?? '',
    openedBy: accountAt(part, 'user'),
  };
}

/** The lines of a comment in a payload or response. Undefined without a path. */
export function readLines(comment: unknown): Lines | undefined {
  const path = textAt(comment, 'path');
  if (path === undefined) return undefined;
  // An outdated comment has only the lines that it was written on.
  const line = idAt(comment, 'line') ?? idAt(comment, 'original_line');
  const startLine = idAt(comment, 'start_line') ?? idAt(comment, 'original_start_line');
  const side = textAt(comment, 'side') === 'LEFT' ? 'LEFT' : undefined;
  const startSide = textAt(comment, 'start_side') === 'LEFT' ? 'LEFT' : undefined;
  const isOne = startLine === line && startSide === side;
  return {
    path,
    line,
    startLine: isOne ? undefined : startLine,
    side,
    startSide,
    hunk: textAt(comment, 'diff_hunk') ?? '',
  };
}

/** Whether the requester used the phrase, and so expects a reply. */
export function usesPhrase({ command, requestsChanges }: Request): boolean {
  return command !== undefined && requestsChanges !== true;
}

/** The commit whose checks the request is about. */
export interface CheckedCommit {
  readonly sha: string;
  readonly event: string;
  /** The event's finished run of a workflow, check by an app, or status, as GitHub sent it. */
  readonly check: unknown;
}
