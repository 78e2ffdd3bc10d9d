import type * as z from 'zod/mini';
import { parseJson } from '../text/json.ts';

/** What an answer's body says: a value, what is wrong with it, or both when it is usable in part; never neither. */
export interface Reading<T> {
  readonly value?: T | undefined;
  readonly problem?: string | undefined;
  /** Whether the answer is whole, so that asking again would bring no other. */
  readonly lasting?: boolean | undefined;
}

/**
 * Reads an answer's body; `raw` is its JSON, also when that is of another shape. `awaited` names what was expected, like
 * "a job". The messages of the schema say what its fields should be.
 */
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
  return { raw, problem: `the answer is not ${awaited}: ${tellIssues(error.issues)}`, lasting: true };
}

/** The most fields that one error names. */
const MOST_NAMED = 5;

/** Each wrong field by name, with what was expected and what was there. */
function tellIssues(issues: readonly z.core.$ZodIssue[]): string {
  const nameOf = ({ path }: z.core.$ZodIssue) => (path.length === 0 ? 'it' : quotePath(path));
  const named = issues
    .slice(0, MOST_NAMED)
    .map((issue) => `${nameOf(issue)} ${issue.message}, ${kindOf(issue.input)}`);
  const more = issues.length - named.length;
  return `${named.join('. ')}${more > 0 ? `. There are ${more} more` : ''}`;
}

/** The way to a field, in quotes. */
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
