import type { Counts, Row } from '../service/visitors.ts';

/** A page of the export, with changes when periods were compared. */
export type ExportRow = Row & Partial<ReturnType<typeof compareCounts>>;

/** Rows of a period by path, and whether they are all that there are. */
export interface PeriodRows {
  readonly rows: ReadonlyMap<string, Row>;
  readonly complete: boolean;
}

/** The rows below `prefix`, most visitors first, then by path, with their changes since `before`. */
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

/** How the counts moved since the period before; null where that is not known. */
export function compareCounts(now: Counts, before: Counts | undefined) {
  const change = (name: keyof Counts) => difference(now[name], before?.[name]);
  return { humanChange: change('human'), aiChange: change('ai'), totalChange: change('total') };
}

function difference(now: number | null, before: number | null | undefined): number | null {
  return now === null || before === null || before === undefined ? null : now - before;
}

/** A page that the whole period before does not list had no visitors then. */
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
