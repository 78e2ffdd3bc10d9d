import { stringify } from 'csv-stringify/sync';
import { numbered } from '../text/shell-safe.ts';
import type { ExportRow } from './rows.ts';

export const FORMATS = ['csv', 'json', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

/** Rows that become text at a time: memory holds one batch of text, however long the file is. */
const BATCH = 1_000;

type Column = keyof ExportRow;
const COLUMNS: readonly Column[] = ['path', 'human', 'ai', 'total'];
const CHANGE_COLUMNS: readonly Column[] = ['humanChange', 'aiChange', 'totalChange'];

/** The file's text, piece by piece. `compared` adds the columns of changes. */
export function* render(rows: readonly ExportRow[], format: Format, compared: boolean): Generator<string> {
  const columns = compared ? [...COLUMNS, ...CHANGE_COLUMNS] : [...COLUMNS];
  switch (format) {
    case 'csv':
      yield* renderCsv(rows, columns);
      break;
    case 'json':
      yield* renderJson(rows, columns);
      break;
    case 'ndjson':
      for (const batch of batches(rows)) yield batch.map((row) => `${toJson(row, columns)}\n`).join('');
      break;
  }
}

/** RFC 4180: CRLF ends a record, the first one names the columns. */
function* renderCsv(rows: readonly ExportRow[], columns: Column[]): Generator<string> {
  // Left to itself the library takes a lone line feed for text when records end with both.
  const options = { columns, record_delimiter: '\r\n', quote_record_delimiter: true };
  yield stringify([], { ...options, header: true });
  for (const batch of batches(rows)) {
    yield stringify(
      batch.map((row) => ({ ...row, path: defuse(row.path) })),
      // A spreadsheet that splits at semicolons or tabs would find a formula behind one of those in a path without quotes.
      { ...options, quoted_string: true },
    );
  }
}

/** One row a line, so that a difference between two exports can be read. */
function* renderJson(rows: readonly ExportRow[], columns: Column[]): Generator<string> {
  let before = '[\n';
  for (const batch of batches(rows)) {
    yield before + batch.map((row) => toJson(row, columns)).join(',\n');
    before = ',\n';
  }
  yield rows.length === 0 ? '[]\n' : '\n]\n';
}

/**
 * Keeps spreadsheets from taking a path for a formula, in signs of full width too. An apostrophe at the start gets one too, so that taking one
 * away always brings back what was there. Counts and changes need none: they are numbers of ours, no foreign text, and
 * `-3` must stay a number.
 */
function defuse(cell: string): string {
  return /^[=+\-@'\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(cell) ? `'${cell}` : cell;
}

/** On one line for every reader: some split lines at these characters too. */
function toJson(row: ExportRow, columns: Column[]): string {
  return JSON.stringify(row, columns).replace(/[\u0085\u2028\u2029]/g, numbered);
}

function* batches(rows: readonly ExportRow[]): Generator<readonly ExportRow[]> {
  for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH);
}
