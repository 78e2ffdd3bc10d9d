import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { answer, rewriteJson } from '../../sandbox/faults/answers.ts';
import { resetAfter } from '../../sandbox/faults/connections.ts';
import { seedVisitors, type VisitorRow } from '../../sandbox/service/visitors.ts';
import { openScene, type Scene } from '../support/scene.ts';

async function openVisitors(rows: number): Promise<Scene> {
  const scene = await openScene({ action: 'visitors' });
  scene.sandbox.service.visitors.rows = seedVisitors(rows);
  return scene;
}

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

test.each([0, 612])('exports %i rows with one request for each page', async (count) => {
  await using scene = await openVisitors(count);
  const { visitors } = scene.sandbox.service;
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
  await using scene = await openVisitors(30);
  const { visitors } = scene.sandbox.service;
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

test('exports only pages below a prefix, and says if there are none', async () => {
  await using scene = await openVisitors(3);
  const step = await scene.run({ 'page-prefix': '/nowhere' });
  expect(step).toMatchObject({ exitCode: 0, outputs: { pages: '0', topPages: '[]', topPaths: '' } });
  expect(step.summary).toContain('No page below `/nowhere` had visitors.');
});

test('sorts by AI on request, also below the top, and adds changes since the period before', async () => {
  await using scene = await openScene({ action: 'visitors' });
  scene.sandbox.service.visitors.rows = [
    { date: '2026-01-04', path: '/a', human: 10, ai: 4, total: 14 },
    { date: '2026-01-04', path: '/people', human: 90, ai: 1, total: 91 },
    { date: '2025-12-28', path: '/a', human: 30, ai: 2, total: 32 },
  ];
  const inputs = { 'date-from': '7d', compare: 'previous', sort: 'ai', top: '1' };
  const { outputs, summary } = await scene.run(inputs);
  expect(readRows(scene)).toMatchObject([{ path: '/a' }, { path: '/people' }]);
  expect(scene.queries()).toMatchObject([
    { dateFrom: '2025-12-29', dateTo: '2026-01-05' },
    { dateFrom: '2025-12-22', dateTo: '2025-12-29' },
  ]);
  const changed = {
    path: '/a',
    human: 10,
    ai: 4,
    total: 14,
    humanChange: -20,
    aiChange: 2,
    totalChange: -18,
  };
  expect(JSON.parse(outputs['topPages'] ?? '')).toEqual([changed]);
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
  const outputs = { result: 'error', reasonCode: 'file-not-written', file: '', requests: '1' };
  expect(step).toMatchObject({ exitCode: 1, outputs });
  expect(step.outputs['reason']).toMatch(
    /^No file was written: out\/visitors\.csv cannot be written \[E\w+\]\.$/,
  );
  expect(step.outputs['total']).not.toBe('');
  expect(scene.list()).toEqual(['out']);
});

interface Page {
  readonly totals: unknown;
  readonly visitors: readonly VisitorRow[];
  readonly hasMore: boolean;
}
const page = (change: (given: Page) => unknown) => rewriteJson<Page>(change);

test('repeats a page after a fault that passes, also of a gateway, and loses no row', async () => {
  await using scene = await openVisitors(612);
  const { faults } = scene.sandbox.service;
  faults.next({ nth: 2 }, resetAfter());
  faults.next(
    { nth: 3 },
    page((given) => ({ ...given, totals: null })),
  );
  faults.next({ nth: 5 }, answer({ status: 403, headers: { 'cf-mitigated': 'challenge' }, body: '<html>' }));
  const step = await scene.run({ format: 'json' });
  expect(step).toMatchObject({ exitCode: 0, outputs: { complete: 'true', pages: '612', requests: '6' } });
  const paths = JSON.parse(scene.read('visitors.json')).map(({ path }: VisitorRow) => path);
  expect(new Set(paths).size).toBe(612);
  expect(step.log).toContain('"totals" should be an object');
});

test('writes no file after a refusal, and reports what was read', async () => {
  await using scene = await openVisitors(612);
  scene.sandbox.service.faults.next({ nth: 3 }, answer({ status: 401 }));
  const step = await scene.run({ file: 'out/visitors.csv' });
  expect(step).toMatchObject({
    exitCode: 1,
    outputs: {
      result: 'error',
      complete: 'false',
      requests: '3',
      pages: '',
      file: '',
      topPages: '',
      topPaths: '',
    },
  });
  expect(step.outputs['total']).not.toBe('');
  expect(step.outputs['reason']).toContain('2 pages read, no file written. ');
  expect(step.summary).toContain('2 pages read, no file written.');
  expect(step.log).toContain('The service rejected the API key (401 Unauthorized)');
  expect(scene.list()).toEqual([]);
});

test('leaves out rows without a path, with a reason', async () => {
  await using scene = await openVisitors(612);
  const withoutPath = page((given) => ({
    ...given,
    visitors: given.visitors.map(({ path: _, ...row }, index) => (index % 2 ? row : { ...row, path: null })),
  }));
  scene.sandbox.service.faults.next({ nth: 2 }, withoutPath);
  const step = await scene.run({ format: 'json' });
  expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'incomplete', pages: '362', requests: '3' } });
  expect(step.outputs['reason']).toContain('Left out: 250 rows without a path.');
  expect(JSON.parse(scene.read('visitors.json'))).toHaveLength(362);
});

test('ends at once at a usage limit that resets after the deadline', async () => {
  await using scene = await openVisitors(612);
  scene.sandbox.service.rules.exportsPerHour = 2;
  const step = await scene.run();
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', requests: '3' }, duration: 0 });
  expect(step.outputs['reason']).toMatch(
    /^2 pages read, no file written\. .*429 Too Many Requests: .* The limit resets at 2026-01-05 10:00:0\d UTC, which is after the step's deadline\.$/,
  );
  expect(scene.list()).toEqual([]);
});

test('stops at `max-requests`, and exports what it has read', async () => {
  await using scene = await openVisitors(612);
  const step = await scene.run({ 'max-requests': '2' });
  expect(step).toMatchObject({
    exitCode: 0,
    outputs: {
      reasonCode: 'export-incomplete',
      complete: 'false',
      pages: '500',
      requests: '2',
      file: 'visitors.csv',
    },
  });
  const words = '`max-requests` (2) was reached: only 500 rows were read.';
  expect(step.annotations).toMatchObject([{ level: 'warning', message: words }]);
  expect(step.summary).toContain('was reached: only 500 rows');
});

test.each([
  ['at its deadline', 'timeout', "The step's deadline passed."],
  ['when it is cancelled', 'interrupted', 'The step was interrupted [SIGINT].'],
])('writes no file %s', async (_name, result, words) => {
  await using scene = await openVisitors(612);
  const { running, held } = await scene.startUntil('service', { nth: 3 }, { timeout: '25s' });
  if (result === 'timeout') held.stall();
  else await running.cancel();
  const { exitCode, outputs } = await running.ended;
  expect({ exitCode, ...outputs }).toMatchObject({ exitCode: 1, result, complete: 'false' });
  expect(outputs['reason']).toContain(`${words} 2 pages read, no file written. `);
  expect(scene.list()).toEqual([]);
});

describe('rows that move between pages', () => {
  test('are exported once, and the export is incomplete', async () => {
    await using scene = await openVisitors(612);
    const { visitors } = scene.sandbox.service;
    visitors.beforePage = (request) => {
      if (request === 2) visitors.rows = [{ path: '/first', human: 1, ai: 1, total: 1 }, ...visitors.rows];
    };
    const step = await scene.run({ format: 'json' });
    expect(step).toMatchObject({
      exitCode: 0,
      outputs: { result: 'incomplete', complete: 'false', pages: '612', requests: '3' },
    });
    const paths = JSON.parse(scene.read('visitors.json')).map(({ path }: VisitorRow) => path);
    expect(new Set(paths).size).toBe(612);
    expect(step.log).toContain('1 row appeared twice. Rows moved meanwhile');
    expect(step.summary).toContain('1 row appeared twice');
  });

  test.each<[string, (given: Page) => unknown]>([
    ['without rows', (given) => ({ ...given, visitors: [], hasMore: true })],
    ['of known rows', (given) => ({ ...given, visitors: seedVisitors(250), hasMore: true })],
  ])('end the export with an error if the service reports more after a page %s', async (_name, change) => {
    await using scene = await openVisitors(612);
    scene.sandbox.service.faults.next({ nth: 2, times: 99 }, page(change));
    const step = await scene.run();
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', requests: '2' } });
    expect(step.outputs['reason']).toContain(
      'The service contradicts itself: it reports more rows after page 2',
    );
    expect(scene.list()).toEqual([]);
  });
});
