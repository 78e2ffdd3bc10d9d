import { describe, expect, test } from '@jest/globals';
import { type Entry, entrySchema } from '../../src/batch/entry.ts';
import { openProgress } from '../../src/batch/progress.ts';
import type { Ports } from '../../src/ports.ts';
import type { BatchState } from '../../src/runner/step-state.ts';
import { sharedClock } from '../support/clock.ts';

/** Progress over records that a test changes; each write of the file takes a second. */
function scene(count = 1) {
  const clock = sharedClock();
  const records = Array.from({ length: count }, (_unused, index) =>
    entrySchema.parse({ name: `entry ${index}`, prompt: 'It' }),
  );
  const writes: string[] = [];
  const states: BatchState[] = [];
  const warnings: string[] = [];
  const disk: { problem: string | undefined } = { problem: undefined };
  const log = { info() {}, notice() {}, debug() {}, warning: (text: string) => void warnings.push(text) };
  const ports = {
    clock,
    runner: { log, output() {}, saveState: (_: 'batch', state: BatchState) => states.push(state) },
    files: {
      async write(path: string, chunks: Iterable<string>) {
        const text = [...chunks].join('');
        await clock.sleep(1_000);
        if (disk.problem !== undefined) return { ok: false, failure: disk.problem };
        writes.push(text);
        return { ok: true, path };
      },
    },
  } as unknown as Ports;
  const progress = openProgress(ports, 'jobs.json', () => records);
  const change = (index: number, to: Partial<Entry>) => {
    records[index] = { ...entrySchema.parse({ name: `entry ${index}` }), ...to };
    progress.changed();
  };
  return { clock, progress, change, writes, states, warnings, disk };
}

describe('the file', () => {
  test('is written one change at a time, without outdated ones', async () => {
    const { clock, progress, change, writes } = scene();
    change(0, { result: 'remaining', reason: 'first' });
    await clock.sleep(10);
    for (const reason of ['one', 'two', 'three']) change(0, { result: 'remaining', reason });
    await progress.saved();
    expect(writes.map((text) => JSON.parse(text)[0].reason)).toEqual(['first', 'three']);
    change(0, { result: 'asking' });
    await progress.saved();
    expect(JSON.parse(writes.at(-1) ?? '')[0]).toMatchObject({ result: 'asking' });
  });

  test('holds all changes when `saved` resolves, also those during a write', async () => {
    const { progress, change, writes } = scene(2);
    change(0, { result: 'asking' });
    await Promise.resolve();
    const first = progress.saved();
    change(1, { result: 'asking' });
    await progress.saved();
    await first;
    expect(JSON.parse(writes.at(-1) ?? '').map(({ result }: Entry) => result)).toEqual(['asking', 'asking']);
  });
});

test('the state for the post step names the entries in progress', () => {
  const { change, states } = scene(4);
  change(0, { result: 'timeout', jobId: 'old' });
  change(1, { result: 'working', jobId: 'job_1' });
  change(2, { result: 'asking' });
  expect(states.at(-1)?.open).toEqual([
    { name: 'entry 1', jobId: 'job_1' },
    { name: 'entry 2', jobId: '' },
  ]);
});
