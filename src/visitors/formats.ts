import { numbered } from '../text/shell-safe.ts';
import type { ExportRow } from './rows.ts';

export const FORMATS = ['csv', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** Rows that become text at a time, so that memory never holds a whole file. */
const BATCH = 1_000;

type Column = keyof ExportRow;
const COLUMNS: readonly Column[] = ['path', 'human', 'ai', 'total'];
const CHANGE_COLUMNS: readonly Column[] = ['humanChange', 'aiChange', 'totalChange'];

/** `compared` adds the columns of changes. */
export function render(rows: readonly ExportRow[], format: Format, compared: boolean): Generator<string> {
  const columns = compared ? [...COLUMNS, ...CHANGE_COLUMNS] : [...COLUMNS];
  return format === 'csv' ? renderCsv(rows, columns) : renderJson(rows, columns);
}

/** RFC 4180, with a header. */
function* renderCsv(rows: readonly ExportRow[], columns: readonly Column[]): Generator<string> {
  yield `${columns.join(',')}\r\n`;
  for (const batch of batches(rows))
    yield batch.map((row) => `${columns.map((name) => toCell(row[name])).join(',')}\r\n`).join('');
}

/**
 * A path is always in quotes: a spreadsheet that splits at semicolons or tabs could find a formula behind one of those. An
 * apostrophe keeps spreadsheets from reading the whole path as a formula, also by full-width signs. A path that begins with
 * an apostrophe gets another one, so that removing one always restores the path. Counts are numbers, and `-3` must stay one.
 */
function toCell(value: string | number | null | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  const text = /^[=+\-@'\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

/** One row a line, so that people can read a diff of two exports. */
function* renderJson(rows: readonly ExportRow[], columns: Column[]): Generator<string> {
  let before = '[\n';
  for (const batch of batches(rows)) {
    yield before + batch.map((row) => toJson(row, columns)).join(',\n');
    before = ',\n';
  }
  yield rows.length === 0 ? '[]\n' : '\n]\n';
}

/** Some readers split lines at these characters too. */
function toJson(row: ExportRow, columns: Column[]): string {
  return JSON.stringify(row, columns).replace(/[\u0085\u2028\u2029]/g, numbered);
}

function* batches(rows: readonly ExportRow[]): Generator<readonly ExportRow[]> {
  for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH);
}
