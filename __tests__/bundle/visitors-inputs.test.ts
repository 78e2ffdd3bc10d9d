import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openScene } from '../support/scene.ts';

const DATE = 'must be a date that exists, like `2026-01-31` or `2026-01-31T12:00:00Z`';

/** Runs that must end before anything is sent; several wrong inputs go into one run, since each is named. */
const CASES: readonly { readonly inputs: Record<string, string>; readonly problems: readonly string[] }[] = [
  {
    inputs: {
      'date-from': '2026-02-30',
      'date-to': 'tomorrow',
      format: 'xml',
      top: '0',
      'max-requests': '0',
    },
    problems: [
      `\`date-from\` ${DATE}`,
      `\`date-to\` ${DATE}`,
      '`format` must be `csv` or `json`.',
      '`top` must be a whole number from 1 to 250.',
      '`max-requests` must be a whole number from 1 to 10000.',
    ],
  },
  {
    inputs: { top: '251', compare: 'yes', timeout: '30', file: '../visitors.csv', 'date-from': 'today' },
    problems: [
      '`top` must be a whole number from 1 to 250.',
      '`compare` must be `none` or `previous`.',
      '`timeout` must be a duration',
      '`file`: ../visitors.csv is outside of the workspace.',
      '`date-from` (2026-01-05) must be before `date-to` (2026-01-05).',
    ],
  },
  {
    inputs: {
      top: '1.5',
      file: '.git/config',
      'date-from': '2026-01-02',
      'date-to': '2026-01-01',
      format: 'CSV',
    },
    problems: [
      '`top` must be a whole number from 1 to 250.',
      '`file`: .git/config is inside a .git folder.',
      '`date-from` (2026-01-02) must be before `date-to` (2026-01-01).',
      '`format` must be `csv`',
    ],
  },
  {
    inputs: { top: 'ten', file: 'away/visitors.csv', 'date-from': '' },
    problems: [
      '`top` must be a whole number from 1 to 250.',
      '`file`: away/visitors.csv is outside of the workspace.',
      `\`date-from\` ${DATE}`,
    ],
  },
  {
    inputs: { file: 'linked.csv', compare: 'previous', 'date-from': '1980-01-01' },
    problems: [
      '`file`: linked.csv is a symbolic link.',
      '`compare`: the period before would begin before 1970.',
    ],
  },
  {
    inputs: { file: 'folder', 'base-url': 'http://example.com', 'api-key': 'mint_dsc_1', 'project-id': ' ' },
    problems: [
      '`file`: folder is a folder.',
      '`base-url` must begin with `https://`',
      '`api-key` is a key of another kind',
      '`project-id` is empty: is the variable set',
    ],
  },
  { inputs: { file: ' ' }, problems: ['`file` is empty.'] },
  { inputs: { file: 'folder/' }, problems: ['`file`: folder/ names a folder, not a file.'] },
];

describe('wrong inputs are named before anything is sent', () => {
  test.each(CASES)('$inputs', async ({ inputs, problems }) => {
    await using scene = await openScene({ action: 'visitors' });
    mkdirSync(join(scene.workspace, '../outside'));
    symlinkSync('../outside', join(scene.workspace, 'away'));
    symlinkSync('target.csv', join(scene.workspace, 'linked.csv'));
    mkdirSync(join(scene.workspace, 'folder'));
    const before = scene.list();

    const step = await scene.run(inputs);

    expect(step).toMatchObject({
      exitCode: 1,
      outputs: { result: 'error', requests: '0', complete: 'false' },
    });
    const reason = step.outputs['reason'] ?? '';
    expect(reason).toMatch(/^Not sent: /);
    for (const problem of problems) expect(step.log).toContain(problem);
    expect(step.log).toContain('##[error]Not sent: ');
    expect(scene.sandbox.service.requests).toEqual([]);
    expect(scene.list()).toEqual(before);
  });
});

describe('good input', () => {
  test('counts relative dates from today in UTC', async () => {
    await using scene = await openScene({ action: 'visitors' });
    const { outputs } = await scene.run({ 'date-from': '2mo', 'date-to': '1w' });
    expect(outputs).toMatchObject({ dateFrom: '2025-11-05', dateTo: '2025-12-29' });
    expect(scene.queries()).toMatchObject([{ dateFrom: '2025-11-05', dateTo: '2025-12-29' }]);
  });

  test('sends dates with a time in UTC', async () => {
    await using scene = await openScene({ action: 'visitors' });
    const { outputs } = await scene.run({ 'date-from': '2026-01-01T12:00+02:00', 'date-to': '2026-01-02' });
    expect(outputs).toMatchObject({
      dateFrom: '2026-01-01T10:00:00Z',
      dateTo: '2026-01-02',
      result: 'exported',
    });
  });

  test('shows the key nowhere, even if the service repeats it', async () => {
    await using scene = await openScene({ action: 'visitors' });
    const { key, visitors } = scene.sandbox.service;
    visitors.rows = [{ path: `/${key}`, human: 1, ai: 0, total: 1 }];
    const { rawLog, outputs, summary } = await scene.run();
    const printed = rawLog.replace(`::add-mask::${key}`, '');
    for (const text of [printed.split('##[endgroup]').at(-1), JSON.stringify(outputs), summary]) {
      expect(text).not.toContain(key);
    }
  });

  test('sets the known outputs although the file cannot be written', async () => {
    await using scene = await openScene({ action: 'visitors' });
    scene.sandbox.service.visitors.beforePage = () =>
      writeFileSync(join(scene.workspace, 'out'), 'a file now');
    const step = await scene.run({ file: 'out/visitors.csv' });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', file: '', requests: '1' } });
    expect(step.outputs['reason']).toMatch(
      /^No file was written: out\/visitors\.csv cannot be written \[E\w+\]\.$/,
    );
    expect(step.outputs['total']).not.toBe('');
    expect(scene.list()).toEqual(['out']);
  });
});
