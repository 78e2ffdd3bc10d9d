/** Payloads that GitHub's examples lack, derived from them, and checked against GitHub's schema. */
import { event, type Json } from '../../sandbox/github/payloads.ts';
import type { Event } from '../../src/request/trigger.ts';

export { account, event, everyExample, example, type Json } from '../../sandbox/github/payloads.ts';

/** A comment on an issue, with this text, by the account that also caused the event. */
export function comment(body: string, by?: Json): Event {
  return event('issue_comment', 'created', (payload) => {
    payload.comment.body = body;
    if (by !== undefined) payload.comment.user = payload.sender = by;
  });
}

/** A comment in the conversation of a pull request. */
export function commentOnPullRequest(body: string): Event {
  return event('issue_comment', 'created', (payload) => {
    payload.comment.body = body;
    const url = 'https://github.com/Codertocat/Hello-World/pull/1';
    payload.issue.pull_request = { url, html_url: url, diff_url: `${url}.diff`, patch_url: `${url}.patch` };
  });
}

/** A submitted review with this text. */
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

/** A new issue with this description. */
export function newIssue(body: string, change: (payload: Json) => void = () => {}): Event {
  return event('issues', 'opened', (payload) => {
    payload.issue.body = body;
    change(payload);
  });
}

/** Makes the pull request come from another repository. */
export function fromFork(payload: Json): void {
  payload.pull_request.head.repo = {
    ...payload.pull_request.head.repo,
    id: 999,
    full_name: 'mallory/Hello-World',
  };
}

/**
 * The event on a pull request whose repository was deleted. GitHub sends null then, as it does in its API; the schema
 * of reviews does not know it, so this is changed after the check.
 */
export function fromNowhere({ name, payload }: Event): Event {
  const copy: Json = structuredClone(payload);
  copy.pull_request.head.repo = null;
  return { name, payload: copy };
}
