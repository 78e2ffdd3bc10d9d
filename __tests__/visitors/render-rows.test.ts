import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type ExportRow, type Format, renderRows } from '../../src/visitors/rows.ts';
import { anyText } from '../support/any-text.ts';

const text = (rows: readonly ExportRow[], format: Format, compared = false) =>
  renderRows(rows, format, compared);

const row = (path: string): ExportRow => ({ path, human: 3, ai: 2, total: 4 });

/** As it comes back from a file. */
const stored = (written: string) =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(written));

const readCsv = (written: string): string[][] => parse(stored(written), { record_delimiter: '\r\n' });

/** What a reader of the CSV file does to have the path back. */
const plain = (cell = '') => cell.replace(/^'/, '');

/** An empty cell is what is not known. */
const toNumber = (cell: string) => (cell === '' ? null : Number(cell));

/** Any text that UTF-8 can hold, rich in what CSV, JSON and spreadsheets find special. */
const special = fc.constantFrom(
  ...['=', '+', '-', '@', "'", '"', ',', ';', '\t', '\r', '\n', '\r\n', '\\', '\0', ' ', '/', '\ufeff'],
  ...['\u0085', '\u2028', '\u2029', '😀', '\u202e', 'é', 'x', '%0A', '""', "''"],
);
const path = fc.oneof(
  anyText(),
  fc.array(fc.oneof(special, anyText({ maxLength: 3 })), { maxLength: 12 }).map((parts) => parts.join('')),
);
const count = fc.option(fc.nat());
const counts = { human: count, ai: count, total: count };
const rows = fc.array(fc.record({ path, ...counts }, { noNullPrototype: true }), { maxLength: 20 });
const change = fc.option(fc.integer());
const changes = { humanChange: change, aiChange: change, totalChange: change };
const comparedRows = fc.array(fc.record({ path, ...counts, ...changes }, { noNullPrototype: true }), {
  maxLength: 20,
});

describe('any rows can be read back', () => {
  test('JSON exactly, with one row on each line', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const written = stored(text(given, 'json'));
        expect(JSON.parse(written)).toEqual(given);
        const lines = written.split(/\r\n|[\n\r\u0085\u2028\u2029]/);
        expect(lines).toHaveLength(given.length === 0 ? 2 : given.length + 3);
      }),
    );
  });

  test('JSON with unpaired surrogates', () => {
    const given = [row('/\ud800'), row('\udc00\ud800')];
    expect(JSON.parse(stored(text(given, 'json')))).toEqual(given);
  });

  test('CSV without one apostrophe', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const [head, ...records] = readCsv(text(given, 'csv'));
        expect(head).toEqual(['path', 'human', 'ai', 'total']);
        expect(records.map(([cell, ...cells]) => [plain(cell), ...cells.map(toNumber)])).toEqual(
          given.map(({ path: name, human, ai, total }) => [name, human, ai, total]),
        );
      }),
    );
  });

  test('with changes, in every format', () => {
    fc.assert(
      fc.property(comparedRows, (given) => {
        expect(JSON.parse(text(given, 'json', true))).toEqual(given);
        const [head, ...records] = readCsv(text(given, 'csv', true));
        expect(head?.slice(4)).toEqual(['humanChange', 'aiChange', 'totalChange']);
        const read = records.map((cells) => cells.slice(4).map(toNumber));
        expect(read).toEqual(given.map((of) => [of.humanChange, of.aiChange, of.totalChange]));
      }),
    );
  });
});

describe('formulas in CSV', () => {
  test('no path begins like a formula', () => {
    fc.assert(
      fc.property(rows, (given) => {
        for (const [cell = ''] of readCsv(text(given, 'csv'))) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
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
  ])('%j gets one apostrophe', (name) => {
    expect(readCsv(text([row(name)], 'csv'))[1]?.[0]).toBe(`'${name}`);
  });

  test('a negative change stays a number', () => {
    const compared = { ...row('/a'), humanChange: -3, aiChange: 0, totalChange: null };
    expect(text([compared], 'csv', true)).toBe(
      'path,human,ai,total,humanChange,aiChange,totalChange\r\n"/a",3,2,4,-3,0,\r\n',
    );
  });
});

describe('the text itself', () => {
  test('CSV follows RFC 4180, with each path in quotes', () => {
    const record = /(?:path|"(?:[^"]|"")*")(?:,(?:human|ai|total|\d*)){3}\r\n/y;
    fc.assert(
      fc.property(rows, (given) => {
        const written = text(given, 'csv');
        let records = 0;
        for (record.lastIndex = 0; record.lastIndex < written.length; records += 1) {
          expect(record.test(written)).toBe(true);
        }
        expect(records).toBe(given.length + 1);
      }),
    );
  });

  test.each<[Format, string]>([
    ['csv', 'path,human,ai,total\r\n'],
    ['json', '[]\n'],
  ])('%s without rows', (format, expected) => {
    expect(text([], format)).toBe(expected);
  });
});
