/** Events that GitHub's examples lack: derived from them, and checked against GitHub's schema. */
import { event, type Json } from '../../sandbox/github/payloads.ts';
import type { Lines, Request } from '../../src/event/request.ts';
import { type Event, readTrigger, type Settings } from '../../src/event/trigger.ts';

export { account, event, everyExample, example, type Json } from '../../sandbox/github/payloads.ts';
export type { Event };

/** The request of an event; an error if the event is none. */
export function requestOf(event: Event, instruction: Settings['instruction'] = 'text'): Request {
  const trigger = readTrigger(event, { phrase: '/docs', instruction });
  if (trigger.kind === 'none') throw new Error(trigger.reason);
  return trigger;
}

/** The request of a comment on lines, with other lines. */
export function withReviewed(request: Request, reviewed: readonly Lines[] | undefined): Request {
  if (request.comment === undefined) throw new Error('The request is no comment.');
  return { ...request, comment: { ...request.comment, reviewed } };
}

/** A comment on an issue by the account that causes the event. */
export function comment(body: string, by?: Json): Event {
  return event('issue_comment', 'created', (payload) => {
    payload.comment.body = body;
    if (by !== undefined) payload.comment.user = payload.sender = by;
  });
}

export function commentOnPullRequest(body: string): Event {
  return event('issue_comment', 'created', (payload) => {
    payload.comment.body = body;
    const url = 'https://github.com/Codertocat/Hello-World/pull/1';
    payload.issue.pull_request = { url, html_url: url, diff_url: `${url}.diff`, patch_url: `${url}.patch` };
  });
}

export function review(body: string | null, change: (payload: Json) => void = () => {}): Event {
  return event('pull_request_review', 'submitted', (payload) => {
    payload.review.body = body;
    change(payload);
  });
}

/** A comment on a line of a pull request. */
export function lineComment(body: string, change: (payload: Json) => void = () => {}): Event {
  return event('pull_request_review_comment', 'created', (payload) => {
    payload.comment.body = body;
    change(payload);
  });
}

export function newIssue(body: string, change: (payload: Json) => void = () => {}): Event {
  return event('issues', 'opened', (payload) => {
    payload.issue.body = body;
    change(payload);
  });
}

/** Makes it a pull request from a fork. */
export function fromFork(payload: Json): void {
  payload.pull_request.head.repo = {
    ...payload.pull_request.head.repo,
    id: 999,
    full_name: 'mallory/Hello-World',
  };
}

/** The event of a pull request from a deleted repository. GitHub's schema of reviews lacks the null that GitHub sends. */
export function fromDeletedFork({ name, payload }: Event): Event {
  const copy: Json = structuredClone(payload);
  copy.pull_request.head.repo = null;
  return { name, payload: copy };
}
