import * as z from 'zod/mini';
import { readJson } from '../http/http-call.ts';
import type { Answer } from '../model/answer-or-failure.ts';

/** The query of `GET /v1/analytics/{projectId}/visitors`. */
export interface VisitorsQuery {
  readonly dateFrom: string;
  /** ISO 8601, exclusive. */
  readonly dateTo: string;
  readonly limit: number;
  readonly offset: number;
}

/** The requests of an export so far. Both of its periods share it. */
export interface ExportCost {
  pages: number;
  /** Sent requests, including repeated ones. */
  requests: number;
  /** Requests except those that a usage limit refused. */
  uses: number;
  readonly mostUses: number;
}

const COUNT = 'should be a number of at least 0';
const OBJECT = 'should be an object';
/** Null if the service omits it. Rounded, because the service's counts are approximate. */
const count = z._default(
  z.nullable(z.number(COUNT).check(z.nonnegative(COUNT), z.overwrite(Math.round))),
  null,
);
const counts = z.object({ human: count, ai: count, total: count }, OBJECT);
/** The path is foreign text: any request for a URL can put it into the list. */
const row = z.object({ path: z.nullish(z.string('should be text')), ...counts.shape }, OBJECT);
const rows = z.array(row, 'should be a list');
const page = z.object(
  { totals: counts, visitors: rows, hasMore: z.boolean('should be true or false') },
  OBJECT,
);

/** `total` is not `human + ai`: a visitor can be both. */
export type Counts = Readonly<z.infer<typeof counts>>;
export type Row = Readonly<z.infer<typeof row>> & { readonly path: string };
/** The totals are for the whole site. */
export type VisitorsPage = Readonly<z.infer<typeof page>>;

/** A page may lack counts, which the service calls approximate, but not `hasMore`. */
export function parseVisitors(body: string): Answer<VisitorsPage, string> {
  return readJson(body, 'a page of visitors', page);
}
