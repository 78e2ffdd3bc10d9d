import { type ChangeEvent, readPush, readRelease } from '../change/change-event.ts';
import type { Comment } from './request.ts';

type Trait =
  /** Only GitHub and people who can write in the repository cause it. */
  | 'trusted'
  /** The same, if its branch is in this repository, although readers can open it and triagers can label it. */
  | 'trusted-branch'
  /** Others may have written what is merged, but nothing of it is the instruction. */
  | 'trusted-merge'
  /** GitHub gives it no secrets on a pull request from a fork. */
  | 'no-fork-secrets'
  /** A person can start its workflow again with other inputs. Others can only be re-run. */
  | 'by-hand';

interface Row {
  /** What is a request without `prompt`: its text or its ended checks. A text of `never` is none with `prompt`, either. */
  readonly request?: 'text' | 'checks' | 'never';
  /** The action for which the text is new, or the checks have ended. The event of a status has none. */
  readonly action?: string | undefined;
  /** The part of the payload with the text. */
  readonly part: string;
  /** Undefined for the issue itself. */
  readonly comment?: Comment['kind'] | undefined;
  readonly readChange?: (payload: unknown) => ChangeEvent | undefined;
  readonly is: readonly Trait[];
}

const text = (action: string, part: string, comment?: Comment['kind'], ...is: Trait[]): Row => {
  return { request: 'text', action, part, comment, is };
};
const checks = (part: string, action?: string): Row => ({ request: 'checks', action, part, is: [] });
/** Of a pull request, if any: its text is never a request. */
const other = (is: readonly Trait[], more: Partial<Row> = {}): Row => {
  return { action: 'opened', part: 'pull_request', is, ...more };
};

const EVENTS: ReadonlyMap<string, Row> = new Map([
  ['issue_comment', text('created', 'comment', 'issue-comment')],
  ['pull_request_review_comment', text('created', 'comment', 'review-comment', 'no-fork-secrets')],
  ['pull_request_review', text('submitted', 'review', 'review', 'no-fork-secrets')],
  ['issues', text('opened', 'issue')],
  ['discussion', other([], { request: 'never' })],
  ['discussion_comment', other([], { request: 'never' })],
  ['commit_comment', other([], { request: 'never' })],
  ['workflow_run', checks('workflow_run', 'completed')],
  ['check_run', checks('check_run', 'completed')],
  ['status', checks('commit')],
  ['pull_request', other(['trusted-branch', 'no-fork-secrets'])],
  ['merge_group', other(['trusted-merge'])],
  ['push', other(['trusted'], { readChange: readPush })],
  ['release', other(['trusted'], { readChange: readRelease })],
  ['schedule', other(['trusted', 'by-hand'])],
  ['workflow_dispatch', other(['trusted', 'by-hand'])],
  ['repository_dispatch', other(['trusted'])],
  ['workflow_call', other(['trusted'])],
]);

/** What the action knows of an event. Events that aren't in the table, like `pull_request_target`, have no traits. */
export const rowOf = (event: string): Row => EVENTS.get(event) ?? other([]);

export const hasTrait = (event: string, trait: Trait): boolean => rowOf(event).is.includes(trait);
