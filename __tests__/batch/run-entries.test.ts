import { describe, expect, test } from '@jest/globals';
import { type Entry, entrySchema, openEntryTable } from '../../src/batch/entry.ts';
import { type BatchTools, runEntries } from '../../src/batch/run-entries.ts';
import { githubTime } from '../../src/runner/clock.ts';
import { startDeadline } from '../../src/runner/deadline.ts';
import type { Job } from '../../src/service/job.ts';
import type { Service } from '../../src/service/service.ts';
import { sharedClock } from '../support/clock.ts';

const SECONDS = 40;

const ask = (number: number) => entrySchema.parse({ name: `ask ${number}`, prompt: `Instruction ${number}` });
const watched = (number: number) => entrySchema.parse({ name: `watch ${number}`, jobId: `old_${number}` });
const many = (count: number, make: (number: number) => Entry) =>
  Array.from({ length: count }, (_unused, index) => make(index + 1));

/** A batch with a service in which each job takes 40 s from its create or its first look. */
function scene(entries: readonly Entry[], settings: Partial<BatchTools['inputs']> = {}) {
  const clock = sharedClock();
  const interrupt = new AbortController();
  const begun = new Map<string, number>();
  const story: string[] = [];
  const log: string[] = [];
  const changes: string[] = [];
  const line = (level: string) => (text: string) => void log.push(`${level}: ${text}`);
  const rules = { status: 'active', create: async (_prompt: string): Promise<void> => {} };

  function see(id: string): Job {
    if (!begun.has(id)) story.push(id);
    const since = begun.get(id) ?? clock.now();
    begun.set(id, since);
    const ended = clock.now() - since >= SECONDS * 1000;
    const status = ended ? 'completed' : rules.status;
    return { id, status, prLink: ended ? `https://a.b/pull/${id.replace(/\D/g, '')}` : undefined, raw: {} };
  }
  const service: Pick<Service, 'send' | 'getJob'> = {
    async send(prompt) {
      await rules.create(prompt);
      return { ok: true, value: see(prompt) };
    },
    async getJob(id) {
      return { ok: true, value: see(id) };
    },
  };
  const table = openEntryTable(entries, () =>
    changes.push(
      table
        .records()
        .map(({ result }) => result)
        .join(),
    ),
  );
  const tools: BatchTools = {
    ...{ clock, table, openLimit: undefined, random: () => 0.5, time: githubTime(clock) },
    deadline: startDeadline(clock, clock.now() + 3_600_000, interrupt.signal),
    log: { info: line('info'), notice: line('notice'), warning: line('warning'), debug: line('debug') },
    saved: async () => undefined,
    inputs: { compose: (prompt) => prompt, maxParallel: 5, maxJobs: 100, onFailure: 'continue', ...settings },
    service: service as Service,
    pollInterval: 'auto',
    finishPullRequest: async () => {},
  };
  const results = () => table.records().map(({ result }) => result);
  return { clock, tools, table, story, log, changes, rules, interrupt, results };
}

describe('the order of work', () => {
  test('starts with existing jobs, at most 30 at a time, whatever `max-parallel` is', async () => {
    const { tools, table, story, rules } = scene([...many(2, ask), ...many(70, watched)], { maxParallel: 2 });
    let most = 0;
    const atCreate: number[] = [];
    const atWork = () => table.records().filter(({ result }) => result === 'working').length;
    rules.create = async () => void atCreate.push(atWork());
    const begin = tools.clock.now();
    const late: number[] = [];
    await runEntries({
      ...tools,
      service: (() => {
        const { service } = tools;
        const getJob: Service['getJob'] = (id, patience) => {
          most = Math.max(most, atWork());
          late.push(tools.clock.now() - begin);
          return service.getJob(id, patience);
        };
        return { ...service, getJob };
      })(),
    });
    expect(most).toBe(30);
    expect(story.slice(0, 70).every((id) => id.startsWith('old_'))).toBe(true);
    expect(story.slice(70)).toEqual(['Instruction 1', 'Instruction 2']);
    for (const count of atCreate) expect(count).toBeLessThan(2);
    // 70 jobs of 40 s, 30 at a time, take three rounds, and two jobs side by side a fourth.
    expect(Math.max(...late)).toBeLessThan(4 * (SECONDS + 6) * 1000);
  });

  test('finishing a pull request delays no other job', async () => {
    const { tools, clock, results } = scene(many(2, ask), { maxParallel: 1 });
    const ends: number[] = [];
    const begin = clock.now();
    await runEntries({
      ...tools,
      async finishPullRequest() {
        ends.push(clock.now() - begin);
        await clock.sleep(600_000);
      },
    });
    expect(results()).toEqual(['pull-request', 'pull-request']);
    expect(ends[1]).toBeLessThan(2 * (SECONDS + 6) * 1000);
  });

  test('writes all entries without a turn in two changes when the step stops', async () => {
    const { tools, changes, interrupt, clock, results } = scene([...many(50, ask), ...many(40, watched)]);
    clock.guard(10_000, () => interrupt.abort({ by: 'interrupt', signal: 'SIGINT' }));
    await runEntries(tools);
    expect(new Set(results().slice(0, 50))).toEqual(new Set(['remaining']));
    expect(new Set(results().slice(50))).toEqual(new Set(['interrupted']));
    // 30 jobs begin and end; one change for the entries to ask, and one for the jobs that nobody looked at.
    expect(changes).toHaveLength(30 + 30 + 2);
  });
});

test('sends nothing that the file does not hold', async () => {
  const { tools, story, results } = scene(many(3, ask));
  await runEntries({ ...tools, saved: async () => 'jobs.json cannot be written (ENOSPC).' });
  expect(results()).toEqual(['error', 'remaining', 'remaining']);
  expect(story).toEqual([]);
});
