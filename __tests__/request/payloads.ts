/**
 * Event payloads: GitHub's own examples, and what the examples lack, derived from them. Every payload that leaves here
 * was checked against GitHub's schema.
 */
import examples from '@octokit/webhooks-examples' with { type: 'json' };
import schemas from '@octokit/webhooks-schemas' with { type: 'json' };
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { Event } from '../../src/request/trigger.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests change foreign JSON in depth
export type Json = any;

// Compiling GitHub's schemas as they are, without inlining and optimizing, is five times as fast.
const ajv = new Ajv({ strict: false, inlineRefs: false, code: { optimize: false } });
formats.default(ajv);
ajv.addSchema(schemas, 'github');

/** Every example there is, with its event's name. */
export const everyExample: readonly { readonly name: string; readonly payload: Json }[] = (
  examples as unknown as Json[]
).flatMap(({ name, examples: payloads }) => payloads.map((payload: Json) => ({ name, payload })));

/** The newest example of an event with this action, a copy that may be changed. */
export function example(name: string, action?: string): Json {
  const found = everyExample.findLast(
    (one) => one.name === name && (action ?? one.payload.action) === one.payload.action,
  );
  if (found === undefined) throw new Error(`There is no example of ${name} ${action ?? ''}.`);
  return structuredClone(found.payload);
}

/** An event whose payload GitHub could have sent. `change` edits the example. */
export function event(
  name: string,
  action: string | undefined,
  change: (payload: Json) => void = () => {},
): Event {
  const payload = example(name, action);
  change(payload);
  return checked(name, payload);
}

/** The event as it is, when its payload satisfies GitHub's schema. */
function checked(name: string, payload: Json): Event {
  const kind = name === 'repository_dispatch' ? undefined : payload.action;
  const definition = `${name}$${kind ?? 'event'}`;
  const validate = ajv.getSchema(`github#/definitions/${definition}`);
  if (validate === undefined) throw new Error(`There is no schema for ${definition}.`);
  if (!validate(payload)) throw new Error(`${definition}: ${ajv.errorsText(validate.errors)}`);
  return { name, payload };
}

/** An account as payloads hold it. */
export function account(login: string, id: number, type: 'User' | 'Bot' | 'Organization' = 'User'): Json {
  return { ...example('issue_comment', 'created').sender, login, id, type };
}

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
