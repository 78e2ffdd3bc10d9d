/** Event payloads: GitHub's examples. Each payload is checked against GitHub's schema. */
import type * as webhooks from './webhooks.ts';
import type { Json, WebhookEvent } from './webhooks.ts';

export type { Json, WebhookEvent };

/** Test files of a worker share one copy: the examples are large. */
const shared = (globalThis as { readonly webhooks?: typeof webhooks }).webhooks;
const { everyExample, checked } = shared ?? (await import('./webhooks.ts'));

export { everyExample };

/** A copy of the newest example of an event with this action. Issues aren't transferred ones. */
export function example(name: string, action?: string): Json {
  const found = everyExample.findLast(
    ({ name: other, payload }) =>
      other === name && (action ?? payload.action) === payload.action && !payload.changes?.old_issue,
  );
  if (found === undefined) throw new Error(`There is no example of ${name} ${action ?? ''}.`);
  return structuredClone(found.payload);
}

/** An event whose payload GitHub could have sent. `change` edits the example. */
export function event(
  name: string,
  action: string | undefined,
  change: (payload: Json) => void = () => {},
): WebhookEvent {
  const payload = example(name, action);
  change(payload);
  return checked(name, payload);
}

/** An account in a payload. */
export function account(login: string, id: number, type: 'User' | 'Bot' | 'Organization' = 'User'): Json {
  const path = type === 'Bot' ? `apps/${login.replace('[bot]', '').toLowerCase()}` : login;
  const html_url = `https://github.com/${path}`;
  const url = `https://api.github.com/users/${encodeURIComponent(login)}`;
  const avatar_url = `https://avatars.githubusercontent.com/u/${id}?v=4`;
  return { ...example('issue_comment', 'created').sender, login, id, type, html_url, url, avatar_url };
}

/** Whether GitHub has an event that starts workflows. */
export const isEvent = (name: string) =>
  /^(?:schedule|workflow_call|pull_request_target)$/.test(name) ||
  everyExample.some((one) => one.name === name);

const valueAt = (payload: Json, field: string) =>
  field.split('.').reduce((value, part) => value?.[part], payload);

/** Whether a field is an object in an example of one of the events. */
export function isObject(events: readonly string[], field: string): boolean {
  const examples = everyExample.filter(({ name }) => events.includes(name));
  return examples.some(({ payload }) => typeof (valueAt(payload, field) ?? '') === 'object');
}

/** Whether the value of a field like `release.node_id` is still that of GitHub's example. */
export function isExample({ name, payload }: WebhookEvent, field: string): boolean {
  const known = everyExample.some((one) => one.name === name && one.payload.action === payload.action);
  if (!known) return false;
  const [value, usual] = [valueAt(payload, field), valueAt(example(name, payload.action), field)];
  // Plain words and small numbers are the same by chance, like `open`.
  return (
    value === usual &&
    (typeof value === 'number' ? value > 9 : typeof value === 'string' && !/^[a-z_ ]*$/.test(value))
  );
}
