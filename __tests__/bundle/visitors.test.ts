import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { seedVisitors, type VisitorRow } from '../../sandbox/service/visitors.ts';
import { openScene, type Scene } from '../support/scene.ts';

/** The rows of a service in the order of an export. */
function inOrder(rows: readonly VisitorRow[]) {
  return rows.toSorted((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
}

function readRows(scene: Scene): unknown[] {
  const rows: Record<string, string>[] = parse(scene.read('visitors.csv'), { columns: true });
  return rows.map(({ path, ...counts }) => {
    const numbers = Object.entries(counts).map(([name, count]) => [name, Number(count)]);
    return { path, ...Object.fromEntries(numbers) };
  });
}

test.each([0, 250, 612])('exports %i rows with one request for each page', async (count) => {
  await using scene = await openScene({ action: 'visitors' });
  const { visitors } = scene.sandbox.service;
  visitors.rows = seedVisitors(count);
  const pages = Math.max(1, Math.ceil(count / 250));

  const step = await scene.run();

  expect(step).toMatchObject({
    exitCode: 0,
    outputs: { result: 'exported', complete: 'true', pages: `${count}`, requests: `${pages}` },
  });
  expect(scene.requests('service')).toEqual(Array(pages).fill('GET /v1/analytics/acme-docs/visitors 200'));
  expect(scene.queries()).toEqual(
    Array.from({ length: pages }, (_, page) => ({
      dateFrom: '2025-12-06',
      dateTo: '2026-01-05',
      limit: '250',
      offset: `${page * 250}`,
    })),
  );
  expect(readRows(scene)).toEqual(inOrder(visitors.rows));
  expect(scene.list()).toEqual(['visitors.csv']);
});

test("outputs the service's totals, the top pages and the dates", async () => {
  await using scene = await openScene({ action: 'visitors' });
  const { visitors } = scene.sandbox.service;
  visitors.rows = seedVisitors(30);
  visitors.totals = { human: 7, ai: 5, total: 9 };

  const { outputs, summary } = await scene.run({ top: '2' });

  const top = inOrder(visitors.rows).slice(0, 2);
  expect(outputs).toEqual({
    human: '7',
    ai: '5',
    total: '9',
    pages: '30',
    file: 'visitors.csv',
    topPages: JSON.stringify(top),
    topPaths: top.map(({ path }) => path).join('\n'),
    dateFrom: '2025-12-06',
    dateTo: '2026-01-05',
    complete: 'true',
    requests: '1',
    result: 'exported',
    reason: 'Exported 30 pages to visitors.csv.',
    reasonCode: 'exported',
  });
  expect(summary).toContain('#### Top 2 of 30 pages');
});

test('exports only pages below a prefix, and warns if there are none', async () => {
  await using scene = await openScene({ action: 'visitors' });
  const { visitors } = scene.sandbox.service;
  visitors.rows = [...seedVisitors(3), { path: '/guides-old', human: 9_999, ai: 0, total: 9_999 }];
  visitors.totals = { human: 7, ai: 5, total: 9 };

  const some = await scene.run({ 'page-prefix': '/guides' });
  expect(some.outputs).toMatchObject({ pages: '3', total: '9', complete: 'true' });
  expect(readRows(scene)).toEqual(inOrder(seedVisitors(3)));

  const none = await scene.run({ 'page-prefix': '/nowhere' });
  expect(none).toMatchObject({ exitCode: 0, outputs: { pages: '0', topPages: '[]', topPaths: '' } });
  expect(none.log).toContain('None of the 4 pages is below `page-prefix` (/nowhere).');
});

test('adds changes since the period before to file, outputs and summary', async () => {
  await using scene = await openScene({ action: 'visitors' });
  scene.sandbox.service.visitors.rows = [
    { date: '2026-01-04', path: '/a', human: 10, ai: 4, total: 14 },
    { date: '2026-01-03', path: '/new', human: 3, ai: 0, total: 3 },
    { date: '2025-12-28', path: '/a', human: 30, ai: 2, total: 32 },
    { date: '2025-12-27', path: '/gone', human: 5, ai: 5, total: 10 },
  ];

  const { outputs, summary } = await scene.run({ 'date-from': '7d', compare: 'previous' });

  expect(scene.queries()).toMatchObject([
    { dateFrom: '2025-12-29', dateTo: '2026-01-05' },
    { dateFrom: '2025-12-22', dateTo: '2025-12-29' },
  ]);
  expect(outputs).toMatchObject({ complete: 'true', requests: '2', dateFrom: '2025-12-29' });
  const changed = [
    { path: '/a', human: 10, ai: 4, total: 14, humanChange: -20, aiChange: 2, totalChange: -18 },
    { path: '/new', human: 3, ai: 0, total: 3, humanChange: 3, aiChange: 0, totalChange: 3 },
  ];
  expect(JSON.parse(outputs['topPages'] ?? '')).toEqual(changed);
  expect(readRows(scene)).toEqual(changed);
  expect(summary).toContain('compared with `2025-12-22` up to `2025-12-29`');
});

test('requests relative dates and dates with a time in UTC', async () => {
  await using scene = await openScene({ action: 'visitors' });
  const { outputs } = await scene.run({ 'date-from': '2mo', 'date-to': '2026-01-01T12:00+02:00' });
  const dates = { dateFrom: '2025-11-05', dateTo: '2026-01-01T10:00:00Z' };
  expect(outputs).toMatchObject(dates);
  expect(scene.queries()).toMatchObject([dates]);
});

test('sets the known outputs even if the file cannot be written', async () => {
  await using scene = await openScene({ action: 'visitors' });
  scene.sandbox.service.visitors.beforePage = () => writeFileSync(join(scene.workspace, 'out'), 'a file now');
  const step = await scene.run({ file: 'out/visitors.csv' });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', file: '', requests: '1' } });
  expect(step.outputs['reason']).toMatch(
    /^No file was written: out\/visitors\.csv cannot be written \[E\w+\]\.$/,
  );
  expect(step.outputs['total']).not.toBe('');
  expect(scene.list()).toEqual(['out']);
});
