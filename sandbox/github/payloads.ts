/** Event payloads: GitHub's own examples. Every payload that leaves here was checked against GitHub's schema. */
import { type Schema, Validator } from '@cfworker/json-schema';
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
const validators = new Map<string, Validator>();

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
  const { errors } = validatorOf(definition).validate(payload);
  const faults = errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
  if (faults.length > 0) throw new Error(`${definition}: ${faults.join('; ')}`);
  return { name, payload };
}

function validatorOf(definition: string): Validator {
  if (!(definition in definitions)) throw new Error(`There is no schema for ${definition}.`);
  const known = validators.get(definition);
  const validator = known ?? new Validator({ definitions, $ref: `#/definitions/${definition}` }, '7');
  validators.set(definition, validator);
  return validator;
}

/** An account as payloads hold it. */
export function account(login: string, id: number, type: 'User' | 'Bot' | 'Organization' = 'User'): Json {
  return { ...example('issue_comment', 'created').sender, login, id, type };
}
