import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type ExportRow, renderRows } from '../../src/visitors/rows.ts';
import { anyText } from '../support/any-text.ts';

const row = (path: string): ExportRow => ({ path, human: 3, ai: 2, total: 4 });

/** Text that was written to a file and read again. */
const stored = (written: string) =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(written));

const readCsv = (written: string): string[][] => parse(stored(written), { record_delimiter: '\r\n' });

/** How a reader of the CSV file restores the path. */
const withoutApostrophe = (cell = '') => cell.replace(/^'/, '');

/** An unknown count is an empty cell. */
const toNumber = (cell: string) => (cell === '' ? null : Number(cell));

/** What CSV, JSON and spreadsheets find special. */
const special = fc.constantFrom(
  ...'=+-@\'",;\t\r\n\\\0 /\ufeff\u0085\u2028\u2029\u202eéx',
  '\r\n',
  '😀',
  '%0A',
  '""',
  "''",
);
const path = fc.oneof(
  anyText(),
  fc.array(fc.oneof(special, anyText({ maxLength: 3 })), { maxLength: 12 }).map((parts) => parts.join('')),
);
const count = fc.option(fc.nat());
const change = fc.option(fc.integer());
const fields = {
  path,
  human: count,
  ai: count,
  total: count,
  humanChange: change,
  aiChange: change,
  totalChange: change,
};
const rows = fc.array(fc.record(fields, { noNullPrototype: true }), { maxLength: 20 });

describe('JSON', () => {
  test('can be read back, with one row on each line', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const written = stored(renderRows(given, 'json', true));
        expect(JSON.parse(written)).toEqual(given);
        const lines = written.split(/\r\n|[\n\r\u0085\u2028\u2029]/);
        expect(lines).toHaveLength(given.length === 0 ? 2 : given.length + 3);
      }),
    );
  });

  test('keeps unpaired surrogates', () => {
    const given = [row('/\ud800'), row('\udc00\ud800')];
    expect(JSON.parse(stored(renderRows(given, 'json', false)))).toEqual(given);
  });

  test('without rows is an empty array', () => {
    expect(renderRows([], 'json', false)).toBe('[]\n');
  });
});

describe('CSV', () => {
  test('can be read back, and no path begins like a formula', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const [, ...records] = readCsv(renderRows(given, 'csv', true));
        for (const [cell] of records) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
        expect(records.map(([cell, ...cells]) => [withoutApostrophe(cell), ...cells.map(toNumber)])).toEqual(
          given.map((of) => Object.keys(fields).map((name) => of[name as keyof ExportRow])),
        );
      }),
    );
  });

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    "'quoted",
    '\tx',
    '\rx',
    '\nx',
    '＝1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ])('puts one apostrophe before %j', (name) => {
    expect(readCsv(renderRows([row(name)], 'csv', false))[1]?.[0]).toBe(`'${name}`);
  });

  test('has the path in quotes, and numbers without', () => {
    const compared = { ...row('/a'), humanChange: -3, aiChange: 0, totalChange: null };
    expect(renderRows([compared], 'csv', true)).toBe(
      'path,human,ai,total,humanChange,aiChange,totalChange\r\n"/a",3,2,4,-3,0,\r\n',
    );
  });

  test('has no changes without a comparison', () => {
    expect(renderRows([row('/a')], 'csv', false)).toBe('path,human,ai,total\r\n"/a",3,2,4\r\n');
  });
});
