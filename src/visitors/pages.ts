import type { ReasonCode } from '../reason-codes.ts';
import type { Log } from '../runner/runner.ts';
import type { Service } from '../service/service.ts';
import type { Counts, ExportCost, Row, VisitorsPage } from '../service/visitors.ts';
import { formatMoment, type Period } from './period.ts';

/** The largest page that the service returns; every request counts towards its limit. */
const LIMIT = 250;

const LOGGED_PAGES = 10;

export interface FinishedRead {
  readonly kind: 'read';
  /** From the first page. */
  readonly totals: Counts;
  readonly rows: ReadonlyMap<string, Row>;
  /** Rows that a later page repeated: rows moved meanwhile, so others may be missing. */
  readonly repeated: number;
  /** Rows without a path, which are left out. */
  readonly nameless: number;
  /** Whether `max-requests` ended it early. */
  readonly cut: boolean;
}

export interface BrokenRead {
  readonly kind: 'broken';
  readonly code: ReasonCode;
  readonly message: string;
  /** Undefined when the first page failed. */
  readonly totals: Counts | undefined;
}

export interface PageReader {
  readonly service: Pick<Service, 'getVisitors'>;
  readonly log: Pick<Log, 'info'>;
  readonly cost: ExportCost;
}

/** Requests each page once (service-api.md, "Pagination rules"). */
export async function readPeriod(
  period: Period,
  { service, log, cost }: PageReader,
): Promise<FinishedRead | BrokenRead> {
  const dates = { dateFrom: formatMoment(period.from), dateTo: formatMoment(period.to) };
  const rows = new Map<string, Row>();
  let totals: Counts | undefined;
  let repeated = 0;
  let nameless = 0;
  for (let pages = 1; ; pages += 1) {
    const query = { ...dates, limit: LIMIT, offset: (pages - 1) * LIMIT };
    const answer = await service.getVisitors(query, cost);
    if (!answer.ok)
      return { kind: 'broken', code: answer.failure.code, message: answer.failure.message, totals };
    const page = answer.value;
    totals ??= page.totals;
    const named = page.visitors.filter(hasPath);
    const fresh = addRows(rows, named);
    repeated += named.length - fresh;
    const left = page.visitors.length - named.length;
    nameless += left;
    const end = { kind: 'read', totals, rows, repeated, nameless } as const;
    if (!page.hasMore) return { ...end, cut: false };
    // Otherwise this loop might never end. Rows without a path may be new ones.
    if (fresh + left === 0)
      return { kind: 'broken', code: 'answer-unreadable', message: contradiction(page, pages), totals };
    if (cost.uses >= cost.mostUses) return { ...end, cut: true };
    if (pages % LOGGED_PAGES === 0) log.info(`${rows.size} rows after ${pages} pages.`);
  }
}

function hasPath(row: VisitorsPage['visitors'][number]): row is Row {
  return typeof row.path === 'string';
}

/** Returns how many of the rows are new. */
function addRows(rows: Map<string, Row>, page: readonly Row[]): number {
  const before = rows.size;
  for (const row of page) if (!rows.has(row.path)) rows.set(row.path, row);
  return rows.size - before;
}

function contradiction({ visitors }: VisitorsPage, pages: number): string {
  const what = visitors.length === 0 ? 'has no rows' : 'has only rows that came before';
  return `The service contradicts itself: it says that there is more after page ${pages}, but that page ${what}.`;
}
