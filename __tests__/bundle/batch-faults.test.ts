import { expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { chanceOf } from '../../sandbox/soak/chance.ts';
import { randomFault } from '../../sandbox/soak/faults.ts';
import type { Entry } from '../../src/batch/entry.ts';
import { instructions, jobsOf } from '../support/batch.ts';
import { openScene, type Scene } from '../support/scene.ts';

const COUNT = 20;

/** Random durations and results, faults in one of so many requests, and a limit of 10 jobs an hour. */
async function openUnsettled(): Promise<Scene> {
  const chance = chanceOf('batch 20');
  const scene = await openScene({ action: 'batch', seed: 'unsettled 20' });
  const { service } = scene.sandbox;
  service.rules.usesPerHour = 10;
  for (let number = 0; number < COUNT * 2; number += 1) {
    const failed = chance.happens(0.1);
    const at = chance.whole(5, 90);
    const prLink = `https://github.com/acme/docs/pull/${number}`;
    const end = failed ? { at, status: 'failed' } : { at, status: 'completed', prLink };
    service.script({ timeline: [{ status: 'active' }, end] });
  }
  for (let nth = 1; nth <= COUNT * 12; nth += 1) {
    if (chance.happens(0.1)) service.faults.next({ method: 'GET', nth, optional: true }, randomFault(chance));
    if (chance.happens(0.06))
      service.faults.next({ method: 'POST', nth, optional: true }, randomFault(chance));
  }
  return scene;
}

const isDone = ({ result, jobId }: Entry) =>
  ['pull-request', 'no-pull-request', 'failed', 'unknown'].includes(result) ||
  (result === 'error' && jobId === '');

test('creates none of 20 jobs twice and loses none, over any number of resumed runs with random faults', async () => {
  await using scene = await openUnsettled();
  const settings = { 'max-parallel': '20', 'max-jobs': '100', timeout: '3h' };
  let step = await scene.run({ 'prompts-json': instructions(COUNT), ...settings });
  for (let resumed = 0; resumed < 10 && !jobsOf(step).every(isDone); resumed += 1)
    step = await scene.run({ resume: 'docs-agent-jobs.json', ...settings });
  const entries = jobsOf(step);
  expect(entries).toHaveLength(COUNT);
  expect(entries.filter((entry) => !isDone(entry))).toEqual([]);

  const created = scene.prompts();
  expect(new Set(created).size).toBe(created.length);
  const ids = new Map(scene.sandbox.service.jobs.map(({ id, turns }) => [turns[0]?.prompt ?? '', id]));
  for (const [index, { name, jobId, result }] of entries.entries()) {
    expect(name).toBe(`entry ${index + 1}`);
    // A create whose answer was lost is reported as unknown.
    if (result !== 'unknown') expect(jobId).toBe(ids.get(`Instruction ${index + 1}`) ?? '');
  }
});

test('keeps the ID of a job that the service refuses to show', async () => {
  await using scene = await openScene({ action: 'batch' });
  const { service } = scene.sandbox;
  service.faults.next({ method: 'GET', nth: 2, times: 7 }, answer({ status: 401 }));
  service.rules.usualSeconds = 200;
  const step = await scene.run({ 'prompts-json': instructions(1) });
  expect(step.exitCode).toBe(1);
  expect(jobsOf(step)[0]).toMatchObject({ result: 'error', jobId: service.jobs[0]?.id });
  const again = await scene.run({ resume: 'docs-agent-jobs.json' });
  expect(again.outputs).toMatchObject({ succeeded: '1', result: 'completed' });
});
