import * as z from 'zod/mini';
import { type Reading, readJson } from '../http/json-body.ts';

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

/** What an export took so far, and may take; its periods share it. Each request is added where it is made. */
export interface ExportCost {
  /** Answered pages. */
  pages: number;
  /** Requests that left, repeated ones included. */
  requests: number;
  /** Those of them that a usage limit did not refuse. */
  uses: number;
  /** How many uses the export may cost; one is left at least. */
  readonly mostUses: number;
}

const COUNT = 'should be a number of at least 0';
const OBJECT = 'should be an object';
/** Null when the service does not tell it; it need not be whole, since the service calls its counts approximate. */
const count = z._default(
  z.nullable(z.number(COUNT).check(z.nonnegative(COUNT), z.overwrite(Math.round))),
  null,
);
const counts = z.object({ human: count, ai: count, total: count }, OBJECT);
/** The path is foreign text: whoever asks for an address may bring it into the list. */
const row = z.object({ path: z.nullish(z.string('should be text')), ...counts.shape }, OBJECT);
const rows = z.array(row, 'should be a list');
/** The totals are those of the whole site. */
const page = z.object(
  { totals: counts, visitors: rows, hasMore: z.boolean('should be true or false') },
  OBJECT,
);

/** Unique visitors as the service counts them: approximate, rounded here, and `total` is not `human + ai`. */
export type Counts = Readonly<z.infer<typeof counts>>;
/** The visitors of one page of the documentation. */
export type Row = Readonly<z.infer<typeof row>> & { readonly path: string };
/** One answer of the visitors export (service-api.md, "Visitor analytics response"). A row may lack its path. */
export type VisitorsPage = Readonly<z.infer<typeof page>>;

/**
 * Reads a page of visitors out of an answer's body; unknown fields are left out. A count is no reason to refuse a page
 * (open-points.md, "Counts"), but without `hasMore` it could not be the last.
 */
export function parseVisitors(body: string): Reading<VisitorsPage> {
  return readJson(body, 'a page of visitors', page);
}
