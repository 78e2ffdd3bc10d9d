import * as z from 'zod/mini';
import type { Answer } from '../http/failure.ts';
import type { Reading } from '../http/http-call.ts';
import { readJson, tellIssues } from '../http/json-body.ts';

/** Which visitors are asked for (service-api.md, "Get unique visitors"). */
export interface VisitorsQuery {
  /** ISO 8601. */
  readonly dateFrom: string;
  /** ISO 8601, exclusive. */
  readonly dateTo: string;
  /** 1 to 250 rows. */
  readonly limit: number;
  /** Rows to skip. */
  readonly offset: number;
}

/** An answer, and what it cost. */
export interface Priced<T> {
  readonly answer: Answer<T>;
  /** Requests that left, repeated ones included. */
  readonly requests: number;
  /** Those of them that a usage limit did not refuse. */
  readonly uses: number;
}

/** A number that need not be whole: the service calls its counts approximate. */
const count = z.pipe(z.number().check(z.nonnegative()), z.transform(Math.round));
const counts = z.object({ human: count, ai: count, total: count });
/** The path is foreign text: whoever asks for an address may bring it into the list. */
const row = z.object({ path: z.string(), ...counts.shape });
/** The totals are those of the whole site. */
const page = z.object({ totals: counts, visitors: z.array(row), hasMore: z.boolean() });

/** Unique visitors as the service counts them: approximate, rounded here, and `total` is not `human + ai`. */
export type Counts = Readonly<z.infer<typeof counts>>;
/** The visitors of one page of the documentation. */
export type Row = Readonly<z.infer<typeof row>>;
/** One answer of the visitors export (service-api.md, "Visitor analytics response"). */
export type VisitorsPage = Readonly<z.infer<typeof page>>;

/**
 * Reads a page of visitors out of an answer's body; unknown fields are left out. A page counts as a whole or not at
 * all: a row without its count could not be put in order, and a page without `hasMore` could not be the last.
 */
export function parseVisitors(body: string): Reading<VisitorsPage> {
  const json = readJson(body, 'a page of visitors');
  if ('problem' in json) return json;
  const result = page.safeParse(json.raw);
  if (result.success) return { value: result.data };
  const told = tellIssues(json.raw, result.error.issues, expected);
  return { problem: `the answer is not a page of visitors: ${told}` };
}

function expected(path: readonly PropertyKey[]): string {
  const name = path.at(-1);
  if (name === 'visitors') return 'should be a list';
  if (name === 'hasMore') return 'should be true or false';
  if (name === 'path') return 'should be text';
  return typeof name === 'string' && name !== 'totals'
    ? 'should be a number of at least 0'
    : 'should be an object';
}
