/** The visitors of one page, on one day or in all. */
export interface VisitorRow {
  readonly path: string;
  readonly human: number;
  readonly ai: number;
  /** Deduplicated, so it can be lower than the sum of human and AI. */
  readonly total: number;
  /** `YYYY-MM-DD`. A row without a date is in each range. */
  readonly date?: string;
}

/** The visitors of a project. A test can change all of it. */
export interface Visitors {
  rows: readonly VisitorRow[];
  /** The totals of the site. Default: a little less than the sums, since they are deduplicated. */
  totals: Omit<VisitorRow, 'path'> | undefined;
  /** Called before each answer with the number of the request (from 1), to move rows between pages. */
  beforePage: ((request: number) => void) | undefined;
}

/** Plausible rows, always the same for a count. */
export function seedVisitors(count: number): VisitorRow[] {
  return Array.from({ length: count }, (_unused, index) => {
    const human = ((index * 7919) % 997) + 1;
    const ai = (index * 104_729) % 331;
    return {
      path: `/guides/page-${index + 1}`,
      human,
      ai,
      total: human + ai - Math.min(human, ai, index % 5),
    };
  });
}

type VisitorQuery = NonNullable<ReturnType<typeof readVisitorQuery>>;

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

function readInteger(text: string | null, fallback: number): number {
  if (text === null) return fallback;
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Reads the query of a request. `undefined` for a wrong one. */
export function readVisitorQuery(query: URLSearchParams) {
  const [from, to] = [query.get('dateFrom'), query.get('dateTo')];
  const areDates = [from, to].every(
    (text) => text === null || (DATE.test(text) && !Number.isNaN(Date.parse(text))),
  );
  const limit = readInteger(query.get('limit'), 50);
  const offset = readInteger(query.get('offset'), 0);
  const isRight = areDates && limit >= 1 && limit <= 250 && offset >= 0;
  return isRight ? { from, to, limit, offset } : undefined;
}

function inRange({ date }: VisitorRow, { from, to }: VisitorQuery): boolean {
  if (date === undefined) return true;
  return (from === null || date >= from.slice(0, 10)) && (to === null || date < to.slice(0, 10));
}

function addRows(rows: readonly VisitorRow[]): { human: number; ai: number; total: number } {
  const sum = (name: 'human' | 'ai' | 'total') => rows.reduce((total, row) => total + row[name], 0);
  return { human: sum('human'), ai: sum('ai'), total: sum('total') };
}

/** Counts by rows and range. Counting again for each page would take longer than the export. */
const counted = new WeakMap<readonly VisitorRow[], Map<string, ReturnType<typeof count>>>();

function countRange(all: readonly VisitorRow[], query: VisitorQuery) {
  const ranges = counted.get(all) ?? new Map();
  counted.set(all, ranges);
  const range = `${query.from} ${query.to}`;
  if (!ranges.has(range)) ranges.set(range, count(all.filter((row) => inRange(row, query))));
  return ranges.get(range) as ReturnType<typeof count>;
}

function count(rows: readonly VisitorRow[]) {
  const byPath = Map.groupBy(rows, ({ path }) => path);
  const pages = [...byPath].map(([path, ofPath]) => ({ path, ...addRows(ofPath) }));
  return { pages, sums: addRows(rows) };
}

/** One page of the export. */
export function visitorsPage(visitors: Visitors, query: VisitorQuery) {
  const { pages, sums } = countRange(visitors.rows, query);
  const approximate = (count: number) => Math.round(count * 0.9);
  const totals = visitors.totals ?? {
    human: approximate(sums.human),
    ai: approximate(sums.ai),
    total: approximate(sums.total),
  };
  const end = query.offset + query.limit;
  return { totals, visitors: pages.slice(query.offset, end), hasMore: pages.length > end };
}
