import { describe, expect, test } from '@jest/globals';
import { bomb, huge, notJson, rewriteJson } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import type { Fault } from '../../sandbox/faults/script.ts';
import { seedVisitors, type VisitorRow } from '../../sandbox/service/visitors.ts';
import { REFUSED, UNCERTAIN } from '../support/faults.ts';
import { openScene, type Scene } from '../support/scene.ts';

const MIB = 1024 * 1024;

interface Page {
  readonly totals: unknown;
  readonly visitors: readonly VisitorRow[];
  readonly hasMore: boolean;
}
const page = (change: (given: Page) => unknown) => rewriteJson<Page>(change);

interface PageFault {
  readonly name: string;
  readonly fault: () => Fault;
  readonly words: string;
}

const TOO_LARGE: readonly PageFault[] = [
  { name: 'a page over 8 MiB', fault: () => huge(8 * MIB), words: 'the answer is larger than 8 MiB' },
  { name: 'a compression bomb', fault: () => bomb(64 * MIB), words: 'the answer is larger than 8 MiB' },
];

const TRANSIENT: readonly PageFault[] = [
  ...UNCERTAIN,
  {
    name: 'no hasMore',
    fault: () => page(({ hasMore: _, ...rest }) => rest),
    words: '"hasMore" should be true or false',
  },
  {
    name: 'no visitors',
    fault: () => page(({ visitors: _, ...rest }) => rest),
    words: '"visitors" should be a list',
  },
  {
    name: 'rows of a wrong type',
    fault: () =>
      page((given) => ({ ...given, visitors: given.visitors.map((row) => ({ ...row, ai: '1' })) })),
    words: '"visitors.0.ai" should be a number of at least 0',
  },
  {
    name: 'no totals',
    fault: () => page((given) => ({ ...given, totals: null })),
    words: '"totals" should be an object',
  },
];

async function sceneOf(rows: number): Promise<Scene> {
  const scene = await openScene({ action: 'visitors' });
  scene.sandbox.service.visitors.rows = seedVisitors(rows);
  return scene;
}

/** One fault for each page but the first and the last; a page that is asked for `requestsEach` times meets its own once. */
async function sceneWith(faults: readonly Fault[], requestsEach: number): Promise<Scene> {
  const scene = await sceneOf(250 * (faults.length + 2));
  for (const [index, fault] of faults.entries()) {
    scene.sandbox.service.faults.next({ nth: 2 + requestsEach * index }, fault);
  }
  return scene;
}

describe('in the middle of an export', () => {
  test('each transient fault costs one request and no row', async () => {
    await using scene = await sceneWith(
      TRANSIENT.map(({ fault }) => fault()),
      2,
    );

    const step = await scene.run({ format: 'json', timeout: '2h' });

    const pages = TRANSIENT.length + 2;
    expect(step).toMatchObject({
      exitCode: 0,
      outputs: { complete: 'true', pages: `${pages * 250}`, requests: `${pages + TRANSIENT.length}` },
    });
    expect(new Set(JSON.parse(scene.read('visitors.json')).map((row: VisitorRow) => row.path)).size).toBe(
      pages * 250,
    );
    expect(step.log.match(/Trying again in \d+ s\./g)).toHaveLength(TRANSIENT.length);
    for (const { words } of TRANSIENT) expect(step.log).toContain(words);
    const offsets = scene.queries().map(({ offset }) => Number(offset) / 250);
    expect(offsets).toEqual(
      [...Array(pages).keys()].flatMap((n) => (n === 0 || n === pages - 1 ? [n] : [n, n])),
    );
  });

  test.each([...REFUSED, ...TOO_LARGE])(
    '$name ends it without a file, and the pages read are counted',
    async ({ fault, words }) => {
      await using scene = await sceneOf(612);
      scene.sandbox.service.faults.next({ nth: 3 }, fault());
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
      expect(step.outputs['reason']).toContain('2 pages read, no file written. ');
      expect(step.log).toContain(words);
      expect(step.outputs['total']).not.toBe('');
      expect(step.summary).toContain('2 pages read, no file written.');
      expect(scene.list()).toEqual([]);
    },
  );

  test('a lasting fault ends it after five tries', async () => {
    await using scene = await sceneOf(612);
    scene.sandbox.service.faults.next({ nth: 2, times: 99 }, notJson('<html>'));
    const step = await scene.run();
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', requests: '6' } });
    expect(step.outputs['reason']).toContain('1 page read, no file written. ');
    expect(step.log).toContain('the answer is not JSON');
    expect(scene.list()).toEqual([]);
  });
});

describe('missing values', () => {
  test('leave out rows without a path, with a reason', async () => {
    await using scene = await sceneOf(612);
    const { faults } = scene.sandbox.service;
    const nameless = page((given) => ({
      ...given,
      visitors: given.visitors.map(({ path: _, ...row }, index) =>
        index % 2 ? row : { ...row, path: null },
      ),
    }));
    faults.next({ nth: 2 }, nameless);
    const step = await scene.run({ format: 'json' });
    expect(step).toMatchObject({
      exitCode: 0,
      outputs: { result: 'incomplete', reasonCode: 'export-incomplete', pages: '362', requests: '3' },
    });
    expect(step.outputs['reason']).toContain('Left out: 250 rows without a path.');
    expect(JSON.parse(scene.read('visitors.json'))).toHaveLength(362);
  });
});

describe('limits', () => {
  test('ends at once at a usage limit that resets after the deadline', async () => {
    await using scene = await sceneOf(612);
    scene.sandbox.service.rules.exportsPerHour = 2;
    const step = await scene.run();
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', requests: '3' }, duration: 0 });
    expect(step.outputs['reason']).toMatch(
      /^2 pages read, no file written\. .*429 Too Many Requests: .* The limit resets at 2026-01-05 10:00:0\d UTC, which is after the step's deadline\.$/,
    );
    expect(scene.list()).toEqual([]);
  });

  test('exports what it has at `max-requests`', async () => {
    await using scene = await sceneOf(612);
    const step = await scene.run({ 'max-requests': '2' });
    expect(step).toMatchObject({
      exitCode: 0,
      outputs: { result: 'incomplete', complete: 'false', pages: '500', requests: '2', file: 'visitors.csv' },
    });
    const words = '`max-requests` (2) was reached: only 500 rows were read.';
    expect(step.annotations).toMatchObject([{ level: 'warning', message: words }]);
    expect(step.summary).toContain('### Unique visitors: incomplete');
    expect(step.summary).toContain('was reached: only 500 rows');
  });

  test('ends at the deadline', async () => {
    await using scene = await sceneOf(612);
    const gate = barrier();
    scene.sandbox.service.faults.next({ nth: 3 }, gate);
    const step = scene.start({ timeout: '25s' });
    await gate.reached;
    gate.stall();
    const { exitCode, outputs } = await step.ended;
    expect({ exitCode, ...outputs }).toMatchObject({ exitCode: 1, result: 'timeout', requests: '3' });
    expect(outputs['reason']).toMatch(/^The step's deadline passed\. 2 pages read, no file written\. /);
    expect(scene.list()).toEqual([]);
  });

  test('ends when cancelled', async () => {
    await using scene = await sceneOf(612);
    const gate = barrier();
    scene.sandbox.service.faults.next({ nth: 2 }, gate);
    const step = scene.start();
    await gate.reached;
    await step.cancel();
    const { outputs } = await step.ended;
    expect(outputs).toMatchObject({ result: 'interrupted', complete: 'false' });
    expect(outputs['reason']).toMatch(
      /^The step was interrupted \[SIGINT\]\. 1 page read, no file written\. /,
    );
    expect(scene.list()).toEqual([]);
  });
});

describe('rows that move between pages', () => {
  test('are exported once, and the export is not complete', async () => {
    await using scene = await sceneOf(612);
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
    expect(step.log).toContain('1 row came twice. Rows moved meanwhile');
    expect(step.summary).toContain('1 row came twice');
  });

  test.each<[string, (given: Page) => unknown]>([
    ['no rows', (given) => ({ ...given, visitors: [], hasMore: true })],
    ['only rows that came before', (given) => ({ ...given, visitors: seedVisitors(250), hasMore: true })],
  ])('end with an error if more is announced after a page with %s', async (_name, change) => {
    await using scene = await sceneOf(612);
    scene.sandbox.service.faults.next({ nth: 2, times: 99 }, page(change));
    const step = await scene.run();
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', requests: '2' } });
    expect(step.outputs['reason']).toContain(
      'The service contradicts itself: it reports more rows after page 2',
    );
    expect(scene.list()).toEqual([]);
  });
});
