import type { ChangeEvent } from '../change/change-event.ts';
import { type Account, accountAt } from '../github/account.ts';
import type { ReactionTarget } from '../github/requester.ts';
import type { OpenPull } from '../pull-request/when-open.ts';
import { at, idAt, textAt } from '../text/json.ts';
import type { Command } from './command.ts';

export interface Request {
  readonly kind: 'request';
  readonly event: string;
  /** The account that caused the event; undefined for a schedule. */
  readonly sender?: Account | undefined;
  /** The URL of the request's comment or review, otherwise of its issue or pull request. */
  readonly url?: string | undefined;
  /** Where to report; undefined if the event has no issue or pull request. */
  readonly thread?: IssueRef | undefined;
  readonly cause: Cause;
}

/** What makes an event a request. */
export type Cause =
  | Written
  | CheckedCommit
  | Changed
  /** A push, a release, or an event without a change, like a schedule. */
  | { readonly kind: 'run'; readonly change?: ChangeEvent | undefined };

/** Another event of an issue or a pull request, with the action of its webhook, like `closed`, and its time in ISO 8601. */
interface Changed {
  readonly kind: 'issue' | 'pull-request';
  readonly action: string | undefined;
  readonly changedAt: string | undefined;
  readonly mergeCommit?: string | undefined;
  /** The branch that a pull request is for. */
  readonly base?: string | undefined;
}

type Written =
  /** A comment, or without one a new issue, whose text begins with the phrase. */
  | Readonly<{ kind: 'text'; author: Account; command: Command; comment?: Comment | undefined }>
  | ReviewThatRequestsChanges
  /** A review that approves a commit. Its text isn't the request. */
  | Readonly<{ kind: 'approval'; author: Account; command?: undefined; comment: Comment; commit: string }>;

/** Without the phrase. */
interface ReviewThatRequestsChanges {
  readonly kind: 'review';
  readonly author: Account;
  /** Undefined if the pull request isn't the agent's: its text isn't the request then. */
  readonly command: Command | undefined;
  readonly comment: Comment;
  /** The agent's pull request. The request becomes a message to its job. */
  readonly pull?: OpenPull | undefined;
}

/** A commit whose red checks the agent is to fix. The request is about the pull request with that head. */
export interface CheckedCommit {
  readonly kind: 'checks';
  readonly sha: string;
  readonly event: string;
  /** The event's finished run of a workflow, check by an app, or status, as GitHub sent it. */
  readonly check: unknown;
}

export function writtenOf({ cause }: Pick<Request, 'cause'>): Written | undefined {
  const { kind } = cause;
  return kind === 'text' || kind === 'review' || kind === 'approval' ? cause : undefined;
}

export function changeEventOf({ cause }: Pick<Request, 'cause'>): ChangeEvent | undefined {
  return cause.kind === 'run' ? cause.change : undefined;
}

/** Where to add a reaction. Reviews can't have any, and GitHub stores those to a pull request on its issue. */
export function reactionTarget(request: Request): ReactionTarget | undefined {
  const { thread } = request;
  const { kind, id } = writtenOf(request)?.comment ?? {};
  if (kind === undefined || id === undefined) return thread && { kind: 'issue', number: thread.number };
  return kind === 'review' ? undefined : { kind, id };
}

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
  /** The lines of a review's comments that begin with the phrase, if the review doesn't: they are separate requests. */
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
  /** The head commit of a pull request. The event of a comment in its conversation doesn't have it. */
  readonly head?: string | undefined;
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
    head: textAt(part, 'head', 'sha'),
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
