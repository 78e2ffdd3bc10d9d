import type { Failure } from '../http/failure.ts';
import type { Log } from '../runner/runner.ts';
import type { Service } from '../service/service.ts';
import type { Counts, Priced, Row, VisitorsPage } from '../service/visitors.ts';
import { formatMoment, type Period } from './period.ts';

/** The most rows that the service gives at a time; every request counts towards its limit. */
const LIMIT = 250;

/** A sign of life every so many pages. */
const TOLD_PAGES = 10;

/** What reading a period took. */
export interface Cost {
  /** Answered pages. */
  readonly pages: number;
  /** Requests that left. */
  readonly requests: number;
  /** Requests that left and were not refused by a usage limit. */
  readonly uses: number;
}

/** A period that was read as far as it may be. */
export interface FinishedRead {
  readonly kind: 'read';
  readonly cost: Cost;
  /** The service's own, as the first page said them. */
  readonly totals: Counts;
  readonly rows: ReadonlyMap<string, Row>;
  /** Rows that came again on a later page: rows moved meanwhile, so others may have been missed. */
  readonly repeated: number;
  /** Whether there was more when no request was left. */
  readonly cut: boolean;
}

/** A period whose reading broke off. */
type BrokenRead = { readonly cost: Cost; readonly totals?: Counts | undefined } & (
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The answers contradict each other; going on would go on for ever. */
  | { readonly kind: 'contradiction'; readonly problem: string }
);

export type PeriodRead = FinishedRead | BrokenRead;

export interface PageReader {
  readonly service: Pick<Service, 'getVisitors'>;
  readonly log: Pick<Log, 'info'>;
}

/**
 * Reads the rows of `period` page by page, for at most `mostUses` uses, which is at least 1 (service-api.md,
 * "Pagination rules"). No page is asked for twice and none past the end.
 */
export async function readPeriod(
  period: Period,
  mostUses: number,
  { service, log }: PageReader,
): Promise<PeriodRead> {
  const dates = { dateFrom: formatMoment(period.from), dateTo: formatMoment(period.to) };
  const rows = new Map<string, Row>();
  let cost: Cost = { pages: 0, requests: 0, uses: 0 };
  let totals: Counts | undefined;
  let repeated = 0;
  for (let offset = 0; ; offset += LIMIT) {
    const priced = await service.getVisitors({ ...dates, limit: LIMIT, offset }, mostUses - cost.uses);
    cost = addCost(cost, priced);
    const { answer } = priced;
    if (!answer.ok) return { kind: 'failed', failure: answer.failure, cost, totals };
    const page = answer.value;
    totals ??= page.totals;
    const fresh = addRows(rows, page.visitors);
    repeated += page.visitors.length - fresh;
    const end = { cost, totals, rows, repeated };
    if (!page.hasMore) return { kind: 'read', ...end, cut: false };
    if (fresh === 0) return { kind: 'contradiction', problem: contradiction(page, cost.pages), cost, totals };
    if (cost.uses >= mostUses) return { kind: 'read', ...end, cut: true };
    if (cost.pages % TOLD_PAGES === 0) log.info(`${rows.size} rows after ${cost.pages} pages.`);
  }
}

function addCost(cost: Cost, { answer, requests, uses }: Priced<VisitorsPage>): Cost {
  return {
    pages: cost.pages + Number(answer.ok),
    requests: cost.requests + requests,
    uses: cost.uses + uses,
  };
}

/** Adds the rows whose path is new, and returns how many those were. */
function addRows(rows: Map<string, Row>, page: readonly Row[]): number {
  const before = rows.size;
  for (const row of page) if (!rows.has(row.path)) rows.set(row.path, row);
  return rows.size - before;
}

function contradiction({ visitors }: VisitorsPage, pages: number): string {
  const what = visitors.length === 0 ? 'has no rows' : 'has only rows that came before';
  return `The service contradicts itself: it says that there is more after page ${pages}, but that page ${what}.`;
}
