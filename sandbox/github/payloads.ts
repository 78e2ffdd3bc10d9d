/** Event payloads: GitHub's own examples. Every payload that leaves here was checked against GitHub's schema. */
import { dereference, type Schema, validate } from '@cfworker/json-schema';
import examples from '@octokit/webhooks-examples' with { type: 'json' };
import schemas from '@octokit/webhooks-schemas' with { type: 'json' };

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON that is changed in depth
export type Json = any;

/** What starts a run. */
export interface WebhookEvent {
  readonly name: string;
  readonly payload: Json;
}

const { definitions } = schemas as unknown as { readonly definitions: Readonly<Record<string, Schema>> };
/** Every part of the schemas by its address, made when the first payload is checked. */
let parts: Record<string, Schema | boolean> | undefined;

/** Every example there is, with its event's name. */
export const everyExample: readonly WebhookEvent[] = (examples as unknown as Json[]).flatMap(
  ({ name, examples: payloads }) => payloads.map((payload: Json) => ({ name, payload })),
);

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
): WebhookEvent {
  const payload = example(name, action);
  change(payload);
  return checked(name, payload);
}

/** The event as it is, when its payload satisfies GitHub's schema. */
function checked(name: string, payload: Json): WebhookEvent {
  const kind = name === 'repository_dispatch' ? undefined : payload.action;
  const definition = `${name}$${kind ?? 'event'}`;
  const schema = definitions[definition];
  if (schema === undefined) throw new Error(`There is no schema for ${definition}.`);
  parts ??= dereference({ definitions });
  const { errors } = validate(payload, schema, '7', parts);
  const faults = errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
  if (faults.length > 0) throw new Error(`${definition}: ${faults.join('; ')}`);
  return { name, payload };
}

/** An account as payloads hold it. */
export function account(login: string, id: number, type: 'User' | 'Bot' | 'Organization' = 'User'): Json {
  return { ...example('issue_comment', 'created').sender, login, id, type };
}
