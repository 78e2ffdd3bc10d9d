import { expect, test } from '@jest/globals';
import { type Entry, entrySchema, openEntryTable } from '../../src/batch/entry.ts';
import { type BatchTools, runEntries } from '../../src/batch/run-entries.ts';
import { githubTime } from '../../src/runner/clock.ts';
import { startDeadline } from '../../src/runner/deadline.ts';
import type { Job } from '../../src/service/job.ts';
import type { Service } from '../../src/service/service.ts';
import { fakeClock } from '../support/clock.ts';
import { failure } from '../support/watching.ts';

const SECONDS = 40;

const toCreate = (count: number) =>
  numbersTo(count).map((number) => entrySchema.parse({ name: `new ${number}`, prompt: `new_${number}` }));
const toWatch = (count: number) =>
  numbersTo(count).map((number) => entrySchema.parse({ name: `old ${number}`, jobId: `old_${number}` }));
const numbersTo = (count: number) => Array.from({ length: count }, (_unused, index) => index + 1);

/** A batch at a service where each job ends 40 s after its create or its first poll. The instruction is the ID of its job. */
function openBatch(entries: readonly Entry[], maxParallel = 5) {
  const clock = fakeClock();
  const interrupt = new AbortController();
  const startedAt = clock.now();
  const begun = new Map<string, number>();
  let changes = 0;
  let lastPoll = 0;
  const table = openEntryTable(entries, () => {
    changes += 1;
  });
  const results = () => table.records().map(({ result }) => result);
  /** How many jobs were at work, at each create and each poll. */
  const atWork = { create: [] as number[], poll: [] as number[] };
  const countAtWork = () => results().filter((result) => result === 'working').length;

  function show(id: string): Job {
    const since = begun.get(id) ?? clock.now();
    begun.set(id, since);
    const ended = clock.now() - since >= SECONDS * 1000;
    const prLink = ended ? `https://a.b/pull/${id.replace(/\D/g, '')}` : undefined;
    return { id, status: ended ? 'completed' : 'active', prLink, raw: {} };
  }
  const service: Pick<Service, 'send' | 'getJob'> = {
    async send(prompt) {
      atWork.create.push(countAtWork());
      return { ok: true, value: show(prompt) };
    },
    async getJob(id) {
      atWork.poll.push(countAtWork());
      lastPoll = clock.now() - startedAt;
      return { ok: true, value: show(id) };
    },
  };
  const ignore = () => {};
  const tools: BatchTools = {
    clock,
    table,
    openLimit: undefined,
    time: githubTime(clock),
    deadline: startDeadline(clock, startedAt + 3_600_000, interrupt.signal),
    log: { info: ignore, notice: ignore, warning: ignore, debug: ignore },
    saved: async () => undefined,
    inputs: {
      compose: (prompt) => prompt,
      identify: (name) => name,
      maxParallel,
      maxJobs: 100,
      wait: true,
    },
    service: service as Service,
    pollInterval: 'auto',
    finishPullRequest: async (result) => result,
  };
  return {
    tools,
    clock,
    interrupt,
    results,
    atWork,
    order: () => [...begun.keys()],
    changes: () => changes,
    lastPoll: () => lastPoll,
  };
}

test('starts with existing jobs, at most 30 at a time, whatever `max-parallel` is', async () => {
  const { tools, atWork, order, lastPoll } = openBatch([...toCreate(2), ...toWatch(70)], 2);
  await runEntries(tools);
  expect(Math.max(...atWork.poll)).toBe(30);
  expect(order()).toHaveLength(72);
  expect(order().slice(70)).toEqual(['new_1', 'new_2']);
  for (const count of atWork.create) expect(count).toBeLessThan(2);
  // 70 jobs of 40 s, 30 at a time, take three rounds, and two jobs at the same time a fourth.
  expect(lastPoll()).toBeLessThan(4 * (SECONDS + 6) * 1000);
});

test('does not delay other jobs while it finishes a pull request', async () => {
  const { tools, clock, results } = openBatch(toCreate(2), 1);
  const startedAt = clock.now();
  const ends: number[] = [];
  await runEntries({
    ...tools,
    async finishPullRequest(result) {
      ends.push(clock.now() - startedAt);
      await clock.sleep(600_000);
      return result;
    },
  });
  expect(results()).toEqual(['pull-request', 'pull-request']);
  expect(ends[1]).toBeLessThan(2 * (SECONDS + 6) * 1000);
});

test('needs two changes to write all entries that are left when the step stops', async () => {
  const { tools, changes, clock, interrupt, results } = openBatch([...toCreate(50), ...toWatch(40)]);
  clock.guard(10_000, () => interrupt.abort({ by: 'interrupt', signal: 'SIGINT' }));
  await runEntries(tools);
  expect(new Set(results().slice(0, 50))).toEqual(new Set(['remaining']));
  expect(new Set(results().slice(50))).toEqual(new Set(['interrupted']));
  // 30 jobs start and end; one change for the entries without a job, and one for the jobs that were not polled.
  expect(changes()).toBe(30 + 30 + 2);
});

test('sends no entry that the file lacks', async () => {
  const { tools, results, order } = openBatch(toCreate(3));
  await runEntries({ ...tools, saved: async () => 'jobs.json cannot be written (ENOSPC).' });
  expect(results()).toEqual(['error', 'remaining', 'remaining']);
  expect(order()).toEqual([]);
});

test('counts no refused entry for `max-jobs`', async () => {
  const { tools, results } = openBatch(toCreate(4));
  const send: Service['send'] = async (prompt, ...rest) =>
    prompt === 'new_1' ? { ok: false, failure: failure() } : tools.service.send(prompt, ...rest);
  const inputs = { ...tools.inputs, maxJobs: 2 };
  await runEntries({ ...tools, inputs, service: { ...tools.service, send } });
  expect(results()).toEqual(['error', 'pull-request', 'pull-request', 'remaining']);
});
