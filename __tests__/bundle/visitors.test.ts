import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { seedVisitors, type VisitorRow } from '../../sandbox/service/visitors.ts';
import { openScene, type Scene } from '../support/scene.ts';

const COUNTS = [0, 250, 251, 612];

/** The rows of a service as an export has them. */
function expected(rows: readonly VisitorRow[]) {
  return rows.toSorted((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
}

function rowsOf(scene: Scene, file = 'visitors.csv'): unknown[] {
  const rows = parse(scene.read(file), { columns: true, record_delimiter: '\r\n' }) as Record<
    string,
    string
  >[];
  return rows.map(({ path, ...counts }) => ({
    path,
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)])),
  }));
}

describe('an export', () => {
  test.each(COUNTS)('of %i rows requests each page once', async (count) => {
    await using scene = await openScene({ action: 'visitors' });
    const { visitors, requests } = scene.sandbox.service;
    visitors.rows = seedVisitors(count);
    const pages = Math.max(1, Math.ceil(count / 250));

    const step = await scene.run();

    expect(step).toMatchObject({
      exitCode: 0,
      outputs: { result: 'exported', complete: 'true', pages: `${count}`, requests: `${pages}` },
    });
    expect(requests.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual(
      Array(pages).fill('GET /v1/analytics/acme-docs/visitors 200'),
    );
    expect(scene.queries()).toEqual(
      Array.from({ length: pages }, (_, page) => ({
        dateFrom: '2025-12-06',
        dateTo: '2026-01-05',
        limit: '250',
        offset: `${page * 250}`,
      })),
    );
    expect(rowsOf(scene)).toEqual(expected(visitors.rows));
    expect(scene.list()).toEqual(['visitors.csv']);
    expect(step.log).toContain(`The export took ${pages} request`);
  });

  test("outputs the service's totals, the top pages and the dates", async () => {
    await using scene = await openScene({ action: 'visitors' });
    const { visitors } = scene.sandbox.service;
    visitors.rows = seedVisitors(30);
    visitors.totals = { human: 7, ai: 5, total: 9 };

    const { outputs, summary } = await scene.run({ top: '2' });

    const top = expected(visitors.rows).slice(0, 2);
    expect(outputs).toEqual({
      ...{ human: '7', ai: '5', total: '9', pages: '30', file: 'visitors.csv', requests: '1' },
      ...{ dateFrom: '2025-12-06', dateTo: '2026-01-05', complete: 'true', result: 'exported' },
      topPages: JSON.stringify(top),
      topPaths: top.map(({ path }) => path).join('\n'),
      reason: 'Exported 30 pages to visitors.csv.',
      reasonCode: 'exported',
    });
    expect(summary).toContain('#### Top 2 of 30 pages');
    expect(summary).toContain(`\`${top[0]?.path}\``);
  });

  test('exports only pages below a prefix, and warns if there are none', async () => {
    await using scene = await openScene({ action: 'visitors' });
    const { visitors } = scene.sandbox.service;
    visitors.rows = [...seedVisitors(3), { path: '/guides-old', human: 9_999, ai: 0, total: 9_999 }];
    visitors.totals = { human: 7, ai: 5, total: 9 };

    const some = await scene.run({ 'page-prefix': '/guides' });
    expect(some.outputs).toMatchObject({ pages: '3', total: '9', complete: 'true' });
    expect(rowsOf(scene)).toEqual(expected(seedVisitors(3)));

    const none = await scene.run({ 'page-prefix': '/nowhere' });
    expect(none).toMatchObject({ exitCode: 0, outputs: { pages: '0', topPages: '[]', topPaths: '' } });
    expect(none.log).toContain('None of the 4 pages is below `page-prefix` (/nowhere).');
  });

  test('leaves `topPages` empty above 120 KiB, with a notice that names the file', async () => {
    await using scene = await openScene({ action: 'visitors' });
    const path = `/${'a b'.repeat(3_000)}`;
    scene.sandbox.service.visitors.rows = seedVisitors(250).map((row, index) => ({
      ...row,
      path: `${path}${index}`,
    }));
    const step = await scene.run({ format: 'json', top: '250' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { pages: '250', topPages: '', topPaths: '' } });
    expect(JSON.parse(scene.read('visitors.json'))).toHaveLength(250);
    expect(step.annotations.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^The output `topPages` is empty: .* Read visitors\.json instead/),
    );
  });
});

describe('the file', () => {
  test('replaces an earlier file', async () => {
    await using scene = await openScene({ action: 'visitors' });
    writeFileSync(join(scene.workspace, 'visitors.csv'), 'before');
    await scene.run();
    expect(readFileSync(join(scene.workspace, 'visitors.csv'), 'utf8')).toMatch(/^path,human,ai,total\r\n/);
    expect(scene.list()).toEqual(['visitors.csv']);
  });
});

describe('a comparison with the period before', () => {
  const on = (date: string, path: string, human: number, ai: number): VisitorRow => ({
    ...{ date, path, human, ai, total: human + ai },
  });

  test('adds the changes to file, outputs and summary', async () => {
    await using scene = await openScene({ action: 'visitors' });
    scene.sandbox.service.visitors.rows = [
      ...[on('2026-01-04', '/a', 10, 4), on('2026-01-03', '/new', 3, 0)],
      ...[on('2025-12-28', '/a', 30, 2), on('2025-12-27', '/gone', 5, 5)],
    ];

    const { outputs, summary } = await scene.run({ 'date-from': '7d', compare: 'previous' });

    expect(scene.queries().map(({ dateFrom, dateTo }) => `${dateFrom} ${dateTo}`)).toEqual([
      '2025-12-29 2026-01-05',
      '2025-12-22 2025-12-29',
    ]);
    expect(outputs).toMatchObject({ complete: 'true', requests: '2', dateFrom: '2025-12-29' });
    const changed = [
      { path: '/a', human: 10, ai: 4, total: 14, humanChange: -20, aiChange: 2, totalChange: -18 },
      { path: '/new', human: 3, ai: 0, total: 3, humanChange: 3, aiChange: 0, totalChange: 3 },
    ];
    expect(JSON.parse(outputs['topPages'] ?? '')).toEqual(changed);
    expect(rowsOf(scene)).toEqual(changed);
    expect(summary).toContain('compared with `2025-12-22` up to `2025-12-29`');
    expect(summary).toContain('| 14 | −18\u00a0(−56.3\u00a0%) |');
  });
});
