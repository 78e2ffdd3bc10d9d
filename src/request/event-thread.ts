import { accountAt, addressAt, at, idAt, textAt } from '../text/json.ts';
import type { Lines, Thread } from './request.ts';

/** The issue or pull request that an event belongs to. */
export function readThread(payload: unknown): Thread | undefined {
  const pullRequest = at(payload, 'pull_request');
  const part = pullRequest ?? at(payload, 'issue');
  const number = idAt(part, 'number');
  if (number === undefined) return undefined;
  // Comments of a pull request's conversation come with an issue that has this field.
  const isPull = (pullRequest ?? at(part, 'pull_request') ?? undefined) !== undefined;
  return {
    kind: isPull ? 'pull-request' : 'issue',
    number,
    url: addressAt(part, 'html_url'),
    title: textAt(part, 'title') ?? '',
    description: textAt(part, 'body') ?? '',
    openedBy: accountAt(part, 'user'),
  };
}

/** The lines that a review comment is on, from a payload or an answer of the API; undefined without a path. */
export function readLines(comment: unknown): Lines | undefined {
  const path = textAt(comment, 'path');
  if (path === undefined) return undefined;
  // An outdated comment has only the lines that it was written on.
  const line = idAt(comment, 'line') ?? idAt(comment, 'original_line');
  const startLine = idAt(comment, 'start_line') ?? idAt(comment, 'original_start_line');
  return {
    path,
    line,
    startLine: startLine === line ? undefined : startLine,
    hunk: textAt(comment, 'diff_hunk') ?? '',
  };
}

/** The address and branch of a pull request, as its event tells them. */
export interface PullBranch {
  readonly url: string;
  /** The branch that is to be merged; foreign text. */
  readonly branch: string;
}

/** The pull request that an event is about, if any. */
export function readPullBranch(payload: unknown): PullBranch | undefined {
  const url = textAt(payload, 'pull_request', 'html_url');
  const branch = textAt(payload, 'pull_request', 'head', 'ref');
  return url === undefined || branch === undefined ? undefined : { url, branch };
}
