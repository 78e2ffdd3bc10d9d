import type { Counts, Row } from '../service/visitors-page.ts';
import { numbered } from '../text/shell-safe.ts';

export type ExportRow = Row & Partial<ReturnType<typeof compareCounts>>;

export interface PeriodRows {
  readonly rows: ReadonlyMap<string, Row>;
  readonly complete: boolean;
}

export function selectRows(
  rows: Iterable<Row>,
  prefix: string | undefined,
  before: PeriodRows | undefined,
  sort: (typeof SORTS)[number],
): ExportRow[] {
  const kept = [...rows].filter(({ path }) => prefix === undefined || isBelow(path, prefix));
  return kept
    .map((row) => (before === undefined ? row : { ...row, ...changeOf(row, before) }))
    .sort((a, b) => byCountThenPath(a, b, sort));
}

/** A change is null unless both counts are known. */
export function compareCounts(now: Counts, before: Counts | undefined) {
  const change = (name: keyof Counts) => {
    const [count, earlier] = [now[name], before?.[name] ?? null];
    return count === null || earlier === null ? null : count - earlier;
  };
  return { humanChange: change('human'), aiChange: change('ai'), totalChange: change('total') };
}

/** A page that isn't in a complete period had no visitors. */
function changeOf(row: Row, { rows, complete }: PeriodRows) {
  return compareCounts(row, rows.get(row.path) ?? (complete ? { human: 0, ai: 0, total: 0 } : undefined));
}

export const SORTS = ['total', 'human', 'ai'] as const;

/** Unknown counts come last. Paths are compared by code units, so that the order is the same on every machine. */
function byCountThenPath(a: Row, b: Row, sort: (typeof SORTS)[number]): number {
  return (b[sort] ?? -1) - (a[sort] ?? -1) || (a.path < b.path ? -1 : Number(a.path > b.path));
}

/** `/guides` matches itself and pages below it, but not `/guides-old`. `/guides/` matches only pages below it. */
function isBelow(path: string, prefix: string): boolean {
  if (prefix.endsWith('/')) return path.startsWith(prefix);
  return path === prefix || path.startsWith(`${prefix}/`);
}

export const FORMATS = ['csv', 'json'] as const;

type ColumnName = keyof ExportRow;
const COLUMNS: readonly ColumnName[] = ['path', 'human', 'ai', 'total'];
const CHANGE_COLUMNS: readonly ColumnName[] = ['humanChange', 'aiChange', 'totalChange'];

/** `compared` adds the columns of changes. */
export function renderRows(
  rows: readonly ExportRow[],
  format: (typeof FORMATS)[number],
  compared: boolean,
): string {
  const columns = compared ? [...COLUMNS, ...CHANGE_COLUMNS] : [...COLUMNS];
  if (format === 'csv') {
    // RFC 4180, with a header.
    const lines = rows.map((row) => columns.map((name) => toCell(row[name])).join(','));
    return [columns.join(','), ...lines, ''].join('\r\n');
  }
  // One row on each line, so that people can read a diff. Some programs also split lines at these characters.
  const lines = rows.map((row) => JSON.stringify(row, columns).replace(/[\u0085\u2028\u2029]/g, numbered));
  return rows.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}

/**
 * A path is always in quotes, because a spreadsheet that splits at semicolons or tabs could find a formula after one. An
 * apostrophe keeps spreadsheets from reading a path as a formula, also with full-width signs. A path that begins with an
 * apostrophe gets another one, so that removing one always restores the path. Counts are numbers, and `-3` must stay one.
 */
function toCell(value: string | number | null | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  const text = /^[=+\-@'\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}
