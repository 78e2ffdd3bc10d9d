/** GitHub's examples and schemas of events, which `payloads.ts` loads. */
import { dereference, type Schema, validate } from '@cfworker/json-schema';
import examples from '@octokit/webhooks-examples' with { type: 'json' };
import schemas from '@octokit/webhooks-schemas' with { type: 'json' };

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON that is changed in depth
export type Json = any;

/** An event that starts a run. */
export interface WebhookEvent {
  readonly name: string;
  readonly payload: Json;
}

const { definitions } = schemas as unknown as { readonly definitions: Readonly<Record<string, Schema>> };
/** The parts of each schema by their URLs, made for the first payload of its kind. */
const parts = new Map<string, ReturnType<typeof dereference>>();

/** All examples, with the names of their events. */
export const everyExample: readonly WebhookEvent[] = (examples as unknown as Json[]).flatMap(
  ({ name, examples: payloads }) => payloads.map((payload: Json) => ({ name, payload })),
);

/** The event, if its payload satisfies GitHub's schema. */
export function checked(name: string, payload: Json): WebhookEvent {
  const kind = name === 'repository_dispatch' ? undefined : payload.action;
  const definition = `${name}$${kind ?? 'event'}`;
  const schema = definitions[definition];
  if (schema === undefined) throw new Error(`There is no schema for ${definition}.`);
  const known = parts.get(definition) ?? partsOf(definition);
  parts.set(definition, known);
  const { errors } = validate(payload, schema, '7', known);
  const faults = errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
  if (faults.length > 0) throw new Error(`${definition}: ${faults.join('; ')}`);
  return { name, payload };
}

/** A schema with all that it refers to, which is a few of a thousand parts. */
function partsOf(definition: string): ReturnType<typeof dereference> {
  const needed = new Set([definition]);
  for (const name of needed) {
    const references = JSON.stringify(definitions[name]).matchAll(/"#\/definitions\/([^"]+)"/g);
    for (const [, referred = ''] of references) needed.add(referred);
  }
  const found = [...needed].map((name) => [name, definitions[name]] as const);
  return dereference({ definitions: Object.fromEntries(found) as Record<string, Schema> });
}
