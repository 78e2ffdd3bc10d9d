import type { ChangeEvent } from '../change/change-event.ts';
import type { Account } from '../github/account.ts';
import type { OpenPull } from '../pull-request/when-open.ts';
import { idAt, textAt } from '../text/json.ts';
import type { Command } from './command.ts';

/** An event that may send something, and what the rest of the action asks about it. */
export interface Request {
  readonly kind: 'request';
  readonly event: string;
  /** The account that caused the event; undefined for a schedule. */
  readonly sender?: Account | undefined;
  /** The URL of the request's comment or review, otherwise of its issue or pull request. */
  readonly url?: string | undefined;
  /** Where to report; undefined if the event has no issue or pull request. */
  readonly thread?: IssueRef | undefined;
  /** The author of the text or review that is the request. */
  readonly author?: Account | undefined;
  /** What the text requests. Undefined if the text isn't the request, like that of an approval. */
  readonly command?: Command | undefined;
  /** Undefined for a new issue, and if the request is no text or review. */
  readonly comment?: Comment | undefined;
  /** A review without the phrase that requests changes. */
  readonly requestsChanges?: boolean | undefined;
  /** The agent's pull request of such a review. The request becomes a message to its job. */
  readonly pull?: OpenPull | undefined;
  /** The red checks that the agent is to fix. The request is about the pull request with that head. */
  readonly checks?: CheckedCommit | undefined;
  /** The push or release. */
  readonly change?: ChangeEvent | undefined;
  /** The event is about a merge, although perhaps not only. */
  readonly isMerge?: boolean | undefined;
  /** The agent's own pull requests cause such events, too, and each would create another job. */
  readonly mayLoop?: boolean | undefined;
  /** The pushed commit, the approved one, or the head of the pull request, if the event has it. */
  readonly commit?: string | undefined;
  /** What all events about the same thing have in common: only one of them is sent. */
  readonly topic?: readonly unknown[] | undefined;
  /** When the cause happened, in ISO 8601: the topic may have been requested before. */
  readonly since?: string | undefined;
}

/** A finished run of a workflow, check by an app, or status, as GitHub sent it. */
export interface CheckedCommit {
  readonly sha: string;
  readonly event: string;
  readonly check: unknown;
  /** The oldest pull request that the event names. */
  readonly pull: number | undefined;
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
  /** GitHub's side of the diff. Deleted lines are on the left, with their old numbers. */
  readonly side?: 'LEFT' | undefined;
  /** The end of the diff up to those lines, or empty. */
  readonly hunk: string;
  /** The ID of the first comment of the thread, if this one replies to it. */
  readonly thread?: number | undefined;
}

export interface IssueRef {
  readonly kind: 'issue' | 'pull-request';
  readonly number: number;
  /** Foreign text, as is the description. */
  readonly title: string;
  readonly description: string;
  readonly openedBy?: Account | undefined;
  /** The head commit of a pull request. The event of a comment on it doesn't have it. */
  readonly head?: string | undefined;
}

/** The lines of a comment in a payload or response. Undefined without a path. */
export function readLines(comment: unknown): Lines | undefined {
  const path = textAt(comment, 'path');
  if (path === undefined) return undefined;
  // An outdated comment has only the lines that it was written on.
  const line = idAt(comment, 'line') ?? idAt(comment, 'original_line');
  const startLine = idAt(comment, 'start_line') ?? idAt(comment, 'original_start_line');
  const side = textAt(comment, 'side') === 'LEFT' ? 'LEFT' : undefined;
  return {
    path,
    line,
    startLine: startLine === line ? undefined : startLine,
    side,
    hunk: textAt(comment, 'diff_hunk') ?? '',
    thread: idAt(comment, 'in_reply_to_id'),
  };
}
