import { expect, test } from '@jest/globals';
import { type Entry, entrySchema } from '../../src/batch/entry.ts';
import { openProgress } from '../../src/batch/progress.ts';
import type { Ports } from '../../src/ports.ts';
import { fakeClock } from '../support/clock.ts';

test('writes the file one change at a time, without outdated ones, and `saved` waits for the last', async () => {
  const clock = fakeClock();
  const entry = entrySchema.parse({ name: 'one', prompt: 'It' });
  let entries: Entry[] = [entry];
  const written: string[] = [];
  const ports = {
    clock,
    runner: { saveState() {} },
    files: {
      async write(_path: string, chunks: Iterable<string>) {
        const [{ reason }] = JSON.parse([...chunks].join(''));
        await clock.sleep(1_000);
        written.push(reason);
        return { ok: true };
      },
    },
  } as unknown as Ports;
  const progress = openProgress(ports, 'jobs.json', () => entries);
  const change = (reason: string) => {
    entries = [{ ...entry, result: 'remaining', reason }];
    progress.changed();
  };

  change('first');
  await clock.sleep(10);
  for (const reason of ['second', 'third', 'fourth']) change(reason);
  await progress.saved();
  expect(written).toEqual(['first', 'fourth']);
  change('last');
  await progress.saved();
  expect(written).toEqual(['first', 'fourth', 'last']);
});
