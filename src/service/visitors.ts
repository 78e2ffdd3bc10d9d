import * as z from 'zod/mini';
import type { Reading } from '../http/http-call.ts';
import { readJson, tellIssues } from '../http/json-body.ts';
import type { VisitorsPage } from './visitors-port.ts';

/** Counts are approximate at the service, but they are whole (service-api.md, "Visitor analytics response"). */
const count = z.int().check(z.nonnegative());
const counts = { human: count, ai: count, total: count };

const schema = z.object({
  totals: z.object(counts),
  visitors: z.array(z.object({ path: z.string(), ...counts })),
  hasMore: z.boolean(),
});

/**
 * Reads a page of visitors out of an answer's body; unknown fields are left out. A page counts as a whole or not at
 * all: a row without its count could not be put in order, and a page without `hasMore` could not be the last.
 */
export function parseVisitors(body: string): Reading<VisitorsPage> {
  const json = readJson(body, 'a page of visitors');
  if ('problem' in json) return json;
  const result = schema.safeParse(json.raw);
  if (result.success) return { value: result.data };
  const told = tellIssues(json.raw, result.error.issues, expected);
  return { problem: `the answer is not a page of visitors: ${told}` };
}

function expected(path: readonly PropertyKey[]): string {
  const name = path.at(-1);
  if (name === 'visitors') return 'should be a list';
  if (name === 'hasMore') return 'should be true or false';
  if (name === 'path') return 'should be text';
  return typeof name === 'string' && name !== 'totals' ? 'should be a whole number' : 'should be an object';
}
