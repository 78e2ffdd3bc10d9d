import type * as z from 'zod/mini';

/** An answer's body as JSON, or what is wrong with it; `awaited` names what was expected, like "a job". */
export function readJson(
  body: string,
  awaited: string,
): { readonly raw: unknown } | { readonly problem: string } {
  if (body.trim() === '') return { problem: `the answer is empty, ${awaited} was expected` };
  try {
    return { raw: JSON.parse(body) };
  } catch {
    return { problem: `the answer is not JSON, ${awaited} was expected` };
  }
}

/** The most fields that one error names. */
const MOST_NAMED = 5;

/**
 * Each wrong field by name, with what was expected and what was there. The messages of the schema say what is expected;
 * what was there is known when it was parsed with `reportInput`.
 */
export function tellIssues(issues: readonly z.core.$ZodIssue[]): string {
  const named = issues
    .slice(0, MOST_NAMED)
    .map(({ path, message, input }) => `${nameField(path)} ${message}, ${kindOf(input)}`);
  const more = issues.length - named.length;
  return `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function nameField(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'it' : `"${path.map(String).join('.')}"`;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'was null';
  if (Array.isArray(value)) return 'was a list';
  if (typeof value === 'string') return `was text of ${value.length} characters`;
  if (typeof value === 'number') return `was a number (${value})`;
  return typeof value === 'object' ? 'was an object' : `was a ${typeof value}`;
}
