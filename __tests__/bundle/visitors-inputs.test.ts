import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openScene } from '../support/scene.ts';

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
