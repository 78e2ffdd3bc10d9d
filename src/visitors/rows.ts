import type { Counts, Row } from '../service/visitors.ts';

export type ExportRow = Row & Partial<ReturnType<typeof compareCounts>>;

export interface PeriodRows {
  readonly rows: ReadonlyMap<string, Row>;
  /** Whether these are all rows of the period. */
  readonly complete: boolean;
}

/** Most visitors first, then by path. */
export function arrange(
  rows: Iterable<Row>,
  prefix: string | undefined,
  before: PeriodRows | undefined,
): ExportRow[] {
  const kept: ExportRow[] = [];
  for (const row of rows) {
    if (prefix !== undefined && !isBelow(row.path, prefix)) continue;
    kept.push(before === undefined ? row : { ...row, ...changeOf(row, before) });
  }
  return kept.sort(byTotalThenPath);
}

/** A change is null unless both counts are known. */
export function compareCounts(now: Counts, before: Counts | undefined) {
  const change = (name: keyof Counts) => difference(now[name], before?.[name]);
  return { humanChange: change('human'), aiChange: change('ai'), totalChange: change('total') };
}

function difference(now: number | null, before: number | null | undefined): number | null {
  return now === null || before === null || before === undefined ? null : now - before;
}

/** A page that a complete period doesn't list had no visitors then. */
function changeOf(row: Row, { rows, complete }: PeriodRows) {
  return compareCounts(row, rows.get(row.path) ?? (complete ? { human: 0, ai: 0, total: 0 } : undefined));
}

/** An unknown total comes last. By code units, so that the order is the same on every machine. */
function byTotalThenPath(a: Row, b: Row): number {
  return (b.total ?? -1) - (a.total ?? -1) || (a.path < b.path ? -1 : Number(a.path > b.path));
}

/** `/guides` keeps itself and what is below it, but not `/guides-old`; `/guides/` only what is below. */
function isBelow(path: string, prefix: string): boolean {
  if (prefix.endsWith('/')) return path.startsWith(prefix);
  return path === prefix || path.startsWith(`${prefix}/`);
}
