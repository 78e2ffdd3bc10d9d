import type * as z from 'zod/mini';
import { parseJson } from '../text/json.ts';

/** A value, a problem, or both when a part of the body is usable; never neither. */
export interface Reading<T> {
  readonly value?: T | undefined;
  readonly problem?: string | undefined;
  /** Whether the answer is complete, so that a repeated request would get the same. */
  readonly lasting?: boolean | undefined;
}

/** `raw` is the JSON of any shape. `awaited` is for messages, like "a job"; the schema has the words for its fields. */
export function readJson<T>(
  body: string,
  awaited: string,
  schema: z.ZodMiniType<T>,
): Reading<T> & { readonly raw?: unknown } {
  if (body.trim() === '') return { problem: `the answer is empty, ${awaited} was expected` };
  const raw = parseJson(body);
  if (raw === undefined) return { problem: `the answer is not JSON, ${awaited} was expected` };
  const { data, error } = schema.safeParse(raw, { reportInput: true });
  if (error === undefined) return { value: data, raw };
  return { raw, problem: `the answer is not ${awaited}: ${describeIssues(error.issues)}`, lasting: true };
}

const MOST_NAMED = 5;

function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const nameOf = ({ path }: z.core.$ZodIssue) => (path.length === 0 ? 'it' : quotePath(path));
  const named = issues
    .slice(0, MOST_NAMED)
    .map((issue) => `${nameOf(issue)} ${issue.message}, ${kindOf(issue.input)}`);
  const more = issues.length - named.length;
  return `${named.join('. ')}${more > 0 ? `. There are ${more} more` : ''}`;
}

export function quotePath(path: readonly PropertyKey[]): string {
  return `"${path.map(String).join('.')}"`;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'was null';
  if (Array.isArray(value)) return 'was a list';
  if (typeof value === 'string') return `was text of ${value.length} characters`;
  if (typeof value === 'number') return `was a number (${value})`;
  return typeof value === 'object' ? 'was an object' : `was a ${typeof value}`;
}
