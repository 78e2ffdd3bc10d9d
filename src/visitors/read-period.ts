import type { ReasonCode } from '../model/reason-codes.ts';
import type { Service } from '../service/service.ts';
import type { Counts, ExportCost, Row, VisitorsPage } from '../service/visitors-page.ts';
import type { Dates } from './period.ts';

/** The largest page that the service returns. Every request counts towards its limit. */
const LIMIT = 250;

export interface PeriodRead {
  /** Of the whole site. Undefined if the first page failed. */
  readonly totals: Counts | undefined;
  readonly rows: ReadonlyMap<string, Row>;
  /** Rows that a later page repeated. Rows moved meanwhile, so others may be missing. */
  readonly repeated: number;
  /** Rows without a path, which are left out. */
  readonly nameless: number;
  /** Whether `max-requests` ended it early. */
  readonly cut?: boolean;
  readonly failure?: { readonly code: ReasonCode; readonly message: string };
}

export interface ExportTools {
  readonly service: Pick<Service, 'getVisitors'>;
  readonly cost: ExportCost;
}

/** Requests each page once, the next one at the offset where the last one ended. */
export async function readPeriod(
  { from: dateFrom, to: dateTo }: Dates,
  { service, cost }: ExportTools,
): Promise<PeriodRead> {
  const rows = new Map<string, Row>();
  const read = { totals: undefined as Counts | undefined, rows, repeated: 0, nameless: 0 };
  for (let pages = 1; ; pages += 1) {
    const query = { dateFrom, dateTo, limit: LIMIT, offset: (pages - 1) * LIMIT };
    const answer = await service.getVisitors(query, cost);
    if (!answer.ok) return { ...read, failure: answer.failure };
    const { totals, visitors, hasMore } = answer.value;
    read.totals ??= totals;
    const repeated = addRows(rows, visitors.filter(hasPath));
    read.repeated += repeated;
    read.nameless += visitors.filter((row) => !hasPath(row)).length;
    if (!hasMore) return read;
    // Otherwise, this loop might never end. Rows without a path may be new ones.
    if (repeated === visitors.length) {
      const message = `The service contradicts itself: it reports more rows after page ${pages}, but that page has no new row.`;
      return { ...read, failure: { code: 'answer-unreadable', message } };
    }
    if (cost.uses >= cost.mostUses) return { ...read, cut: true };
  }
}

function hasPath(row: VisitorsPage['visitors'][number]): row is Row {
  return typeof row.path === 'string';
}

/** Returns the number of rows that were already there. */
function addRows(rows: Map<string, Row>, page: readonly Row[]): number {
  const before = rows.size;
  for (const row of page) if (!rows.has(row.path)) rows.set(row.path, row);
  return before + page.length - rows.size;
}
