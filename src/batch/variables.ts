import * as z from 'zod/mini';
import { refused, trimmed } from '../inputs/fields.ts';
import { parseJson } from '../text/json.ts';
import { isToAsk, type JobRecord } from './entry.ts';

/** Values by name, for `{{name}}` in prompts. */
export type Variables = ReadonlyMap<string, string>;

export const variables = z.pipe(
  trimmed.check(refused(variablesProblem)),
  z.transform((text): Variables => {
    const entries = Object.entries(readVariables(text) ?? {});
    return new Map(entries.map(([name, value]) => [name, String(value)]));
  }),
);

function readVariables(text: string): unknown {
  return text === '' ? {} : parseJson(text);
}

function variablesProblem(text: string): string | undefined {
  const value = readVariables(text);
  if (value === undefined) return 'is no JSON';
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'must be a JSON object, like `{"version": "2.0"}`';
  const entries = Object.entries(value);
  const nameless = entries.find(([name]) => name === '' || /[{}]/.test(name));
  if (nameless !== undefined) return `has the name \`${nameless[0]}\`, which is none`;
  const wrong = entries.find(([, it]) => !['string', 'number', 'boolean'].includes(typeof it));
  return wrong && `has a value for \`${wrong[0]}\` that is no text`;
}

/** Puts the values in for `{{name}}`, once: what a value holds is text. Double braces around other names stay. */
export function fillIn(text: string, variables: Variables): string {
  return text.replace(/\{\{([^{}]+)\}\}/g, (braces, name: string) => variables.get(name) ?? braces);
}

/** The service takes no empty instruction, and an instruction of rules alone asks for nothing. */
export function findBlanks(entries: readonly JobRecord[], variables: Variables): string[] {
  return entries
    .filter((entry) => isToAsk(entry) && fillIn(entry.prompt, variables).trim() === '')
    .map(({ name }) => `\`${name}\` is blank once its variables are filled in.`);
}

export function findUnused(entries: readonly JobRecord[], variables: Variables): string[] {
  return [...variables.keys()]
    .filter((name) => !entries.some(({ prompt }) => prompt?.includes(`{{${name}}}`)))
    .map((name) => `No prompt uses the variable \`${name}\`.`);
}
