import { describe, expect, test } from '@jest/globals';
import { type JobRecord, recordSchema } from '../../src/batch/entry.ts';
import { openProgress } from '../../src/batch/progress.ts';
import type { Ports } from '../../src/ports.ts';
import type { BatchState } from '../../src/runner/step-state.ts';
import { sharedClock } from '../support/clock.ts';

/** Progress over records that a test changes; each write of the file takes a second. */
function scene(count = 1) {
  const clock = sharedClock();
  const records = Array.from({ length: count }, (_unused, index) =>
    recordSchema.parse({ name: `entry ${index}`, prompt: 'It' }),
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
  const change = (index: number, to: Partial<JobRecord>) => {
    records[index] = { ...recordSchema.parse({ name: `entry ${index}` }), ...to };
    progress.changed();
  };
  return { clock, progress, change, writes, states, warnings, disk };
}

describe('the file', () => {
  test('is written one time after the other; what was overtaken meanwhile is left out', async () => {
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

  test('holds all that was told of when `saved` resolves, also what came during a write', async () => {
    const { progress, change, writes } = scene(2);
    change(0, { result: 'asking' });
    await Promise.resolve();
    const first = progress.saved();
    change(1, { result: 'asking' });
    await progress.saved();
    await first;
    expect(JSON.parse(writes.at(-1) ?? '').map(({ result }: JobRecord) => result)).toEqual([
      'asking',
      'asking',
    ]);
  });

  test('that cannot be written is one warning; post is told that it is none of this run', async () => {
    const { progress, change, states, warnings, disk } = scene();
    disk.problem = 'cannot be written (EACCES)';
    change(0, { result: 'asking' });
    await progress.saved();
    change(0, { result: 'working', jobId: 'job_1' });
    await progress.saved();
    expect(warnings).toEqual([expect.stringContaining('jobs.json cannot be written (EACCES)')]);
    expect(states.map(({ written }) => written)).toEqual([false, false]);
    disk.problem = undefined;
    change(0, { result: 'working', jobId: 'job_1' });
    await progress.saved();
    expect(states.at(-1)).toMatchObject({ written: true });
  });
});

test('what main hands over is what is open or in doubt: at most 100, those that this run works on first', () => {
  const { change, states } = scene(150);
  for (let index = 0; index < 148; index += 1) change(index, { result: 'timeout', jobId: `old_${index}` });
  change(148, { result: 'pull-request', jobId: 'ended' });
  change(149, { result: 'asking' });
  const { open = [] } = states.at(-1) ?? {};
  expect(open).toHaveLength(100);
  expect(open.slice(0, 2)).toEqual([
    { name: 'entry 149', jobId: '' },
    { name: 'entry 0', jobId: 'old_0' },
  ]);
});
