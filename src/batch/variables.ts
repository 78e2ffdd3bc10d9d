import * as z from 'zod/mini';
import { readAs } from '../inputs/fields.ts';
import { parseJson } from '../text/json.ts';
import { type Entry, needsJob } from './entry.ts';

/** Values by name, for `{{name}}` in prompts. */
export type Variables = ReadonlyMap<string, string>;

const valuesSchema = z.record(
  z.string().check(z.regex(/^[^{}]+$/)),
  z.union([z.string(), z.number(), z.boolean()]),
);

export const variables = readAs((text): Variables | undefined => {
  const { data } = valuesSchema.safeParse(text === '' ? {} : parseJson(text));
  return data && new Map(Object.entries(data).map(([name, value]) => [name, String(value)]));
}, 'must be a JSON object of strings, numbers or booleans, like `{"version": "2.0"}`. Names must not be empty or contain braces');

/** Replaces `{{name}}` with its value, but not within values. Other double braces stay. */
export function fillIn(text: string, variables: Variables): string {
  return text.replace(/\{\{([^{}]+)\}\}/g, (braces, name: string) => variables.get(name) ?? braces);
}

/** The service accepts no empty instruction, and rules alone request nothing. */
export function findEmpty(entries: readonly Entry[], variables: Variables): string[] {
  return entries
    .filter((entry) => needsJob(entry) && fillIn(entry.prompt, variables).trim() === '')
    .map(({ name }) => `The instruction of \`${name}\` is empty.`);
}

export function findUnused(entries: readonly Entry[], variables: Variables): string[] {
  return [...variables.keys()]
    .filter((name) => !entries.some(({ prompt }) => prompt?.includes(`{{${name}}}`)))
    .map((name) => `No prompt uses the variable \`${name}\`.`);
}
