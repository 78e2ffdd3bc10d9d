import { describe, expect, test } from '@jest/globals';
import { answer, rewriteJson } from '../../sandbox/faults/answers.ts';
import type { Fault } from '../../sandbox/faults/script.ts';
import { seedVisitors, type VisitorRow } from '../../sandbox/service/visitors.ts';
import { UNCERTAIN } from '../support/faults.ts';
import { openScene, type Scene } from '../support/scene.ts';

interface Page {
  readonly totals: unknown;
  readonly visitors: readonly VisitorRow[];
  readonly hasMore: boolean;
}
const page = (change: (given: Page) => unknown) => rewriteJson<Page>(change);

const TRANSIENT: readonly { readonly fault: () => Fault; readonly words: string }[] = [
  ...UNCERTAIN,
  {
    fault: () => page((given) => ({ ...given, totals: null })),
    words: '"totals" should be an object',
  },
];

async function openVisitors(rows: number): Promise<Scene> {
  const scene = await openScene({ action: 'visitors' });
  scene.sandbox.service.visitors.rows = seedVisitors(rows);
  return scene;
}

test('repeats a page after each transient fault, and loses no row', async () => {
  const pages = TRANSIENT.length + 2;
  await using scene = await openVisitors(250 * pages);
  // Each page but the first and the last is requested twice.
  for (const [index, { fault }] of TRANSIENT.entries())
    scene.sandbox.service.faults.next({ nth: 2 + 2 * index }, fault());

  const step = await scene.run({ format: 'json', timeout: '2h' });

  expect(step).toMatchObject({
    exitCode: 0,
    outputs: { complete: 'true', pages: `${pages * 250}`, requests: `${pages + TRANSIENT.length}` },
  });
  const paths = JSON.parse(scene.read('visitors.json')).map(({ path }: VisitorRow) => path);
  expect(new Set(paths).size).toBe(pages * 250);
  for (const { words } of TRANSIENT) expect(step.log).toContain(words);
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
