import { describe, expect, test } from '@jest/globals';
import { answer, tooMany } from '../../sandbox/faults/answers.ts';
import { resetAfter } from '../../sandbox/faults/connections.ts';
import { type Chance, chanceOf } from '../../sandbox/soak/chance.ts';
import { randomFault } from '../../sandbox/soak/faults.ts';
import type { Entry } from '../../src/batch/entry.ts';
import { instructions, jobsOf } from '../support/batch.ts';
import { openScene, type Scene } from '../support/scene.ts';

/** Random durations and ends, faults in one of so many requests, and a limit of so many jobs an hour. */
async function unsettled(count: number, chance: Chance): Promise<Scene> {
  const scene = await openScene({ action: 'batch', seed: `unsettled ${count}` });
  const { service } = scene.sandbox;
  service.rules.usesPerHour = Math.max(10, Math.ceil(count / 2));
  for (let number = 0; number < count * 2; number += 1) {
    const prLink = `https://github.com/acme/docs/pull/${number}`;
    const status = chance.happens(0.1) ? 'failed' : 'completed';
    const end = { at: chance.whole(5, 90), status, ...(status === 'completed' && { prLink }) };
    service.script({ timeline: [{ status: 'active' }, end] });
  }
  for (let nth = 1; nth <= count * 12; nth += 1) {
    if (chance.happens(0.1)) service.faults.next({ method: 'GET', nth, optional: true }, randomFault(chance));
    if (chance.happens(0.06))
      service.faults.next({ method: 'POST', nth, optional: true }, randomFault(chance));
  }
  return scene;
}

const isDone = ({ result, jobId }: Entry) =>
  ['pull-request', 'no-pull-request', 'failed', 'unknown'].includes(result) ||
  (result === 'error' && jobId === '');

describe('random durations, faults and limits', () => {
  test.each([20])(
    '%i jobs: none is created twice or lost, over any number of resumed runs',
    async (count) => {
      await using scene = await unsettled(count, chanceOf(`batch ${count}`));
      const { service } = scene.sandbox;
      const settings = { 'max-parallel': '20', 'max-jobs': '100', timeout: '3h' };
      let step = await scene.run({ 'prompts-json': JSON.stringify(instructions(count)), ...settings });
      for (let resumed = 0; resumed < 10 && !jobsOf(step).every(isDone); resumed += 1) {
        step = await scene.run({ resume: 'docs-agent-jobs.json', ...settings });
      }
      const records = jobsOf(step);
      expect(records.map(({ name }) => name)).toEqual(instructions(count).map(({ name }) => name));
      expect(records.filter((record) => !isDone(record))).toEqual([]);

      const created = scene.prompts();
      expect(new Set(created).size).toBe(created.length);
      const ids = new Map(service.jobs.map(({ id, turns }) => [turns[0]?.prompt ?? '', id]));
      for (const [index, { jobId, result }] of records.entries()) {
        const known = ids.get(`Instruction ${index + 1}`);
        // A create whose answer was lost is said to be unknown; every other one is known by its id.
        if (result !== 'unknown') expect({ index, jobId }).toEqual({ index, jobId: known ?? '' });
      }
    },
  );
});

describe('a usage limit', () => {
  test('delays new jobs only', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service } = scene.sandbox;
    service.faults.next({ method: 'POST', nth: 3 }, tooMany({ hint: 'retry-after', seconds: 120 }));
    const step = await scene.run({ 'prompts-json': JSON.stringify(instructions(4)), 'max-parallel': '4' });
    expect(step.outputs).toMatchObject({ succeeded: '4', result: 'completed' });
    const refused = service.requests.find(({ status }) => status === 429);
    const pause = service.requests.filter(
      ({ at }) => at > (refused?.at ?? 0) && at < (refused?.at ?? 0) + 120_000,
    );
    expect(pause.every(({ method }) => method === 'GET')).toBe(true);
    // The two jobs that were open ended meanwhile, and that was seen.
    expect(pause.length).toBeGreaterThan(10);
    expect(step.log).toContain('Waiting until');
    expect(scene.sent()).toEqual([
      'Instruction 1',
      'Instruction 2',
      'Instruction 3',
      'Instruction 3',
      'Instruction 4',
    ]);
  });

  test('that resets after the deadline leaves the rest, and open jobs are watched', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service } = scene.sandbox;
    service.rules.usesPerHour = 2;
    const step = await scene.run({
      'prompts-json': JSON.stringify(instructions(4)),
      'max-parallel': '4',
      timeout: '30m',
    });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'incomplete', succeeded: '2' } });
    expect(JSON.parse(step.outputs['remaining'] ?? '')).toEqual(['entry 3', 'entry 4']);
    expect(jobsOf(step)[2]?.reason).toContain("which is after the step's deadline");
    expect(step.log).toContain('{"name":"entry 4","prompt":"Instruction 4"}');
  });
});

describe('a failed request', () => {
  test('reports a create of unknown outcome, and a resumed run never sends it again', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.sandbox.service.faults.next({ method: 'POST', nth: 1 }, resetAfter());
    const step = await scene.run({ 'prompts-json': JSON.stringify(instructions(2)) });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'failed', failed: '1', succeeded: '1' } });
    expect(jobsOf(step)[0]).toMatchObject({ result: 'unknown', jobId: '' });
    expect(step.log).toContain('{"name":"entry 1","result":"unknown"}');
    const again = await scene.run({ resume: step.outputs['jobs'] });
    expect(again).toMatchObject({ exitCode: 1, outputs: { failed: '1', succeeded: '1' } });
    expect(scene.sent()).toEqual(['Instruction 1', 'Instruction 2']);
  });

  test('keeps the ID of a job that the service refuses to show', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service } = scene.sandbox;
    service.faults.next({ method: 'GET', nth: 2 }, answer({ status: 401 }));
    const step = await scene.run({ 'prompts-json': JSON.stringify(instructions(1)) });
    expect(step.exitCode).toBe(1);
    expect(jobsOf(step)[0]).toMatchObject({ result: 'error', jobId: service.jobs[0]?.id });
    const again = await scene.run({ resume: 'docs-agent-jobs.json' });
    expect(again.outputs).toMatchObject({ succeeded: '1', result: 'completed' });
  });
});
