import { describe, expect, test } from '@jest/globals';
import { halfOpen } from '../../sandbox/faults/connections.ts';
import type { Match } from '../../sandbox/faults/script.ts';
import { LIMITED, REFUSED, TOO_LARGE, UNCERTAIN } from '../support/faults.ts';
import { LINK, openScene, type Scene } from '../support/scene.ts';

const GET: Match = { method: 'GET' };
const ALWAYS = 10_000;

async function finishedJob(): Promise<Scene> {
  const scene = await openScene();
  scene.sandbox.service.putJob({
    id: 'job_7',
    ago: 600,
    turns: [{ timeline: [{ status: 'completed', prLink: LINK }] }],
  });
  return scene;
}

/** Milliseconds between the looks at a job. */
function gaps(scene: Scene): number[] {
  const looks = scene.sandbox.service.requests.filter(({ method }) => method === 'GET').map(({ at }) => at);
  return looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
}

describe('the look at an existing job', () => {
  test.each(UNCERTAIN)('is repeated after $name', async ({ fault }) => {
    await using scene = await finishedJob();
    scene.sandbox.service.faults.next(GET, fault());
    const step = await scene.run({ 'job-id': 'job_7' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request', prLink: LINK } });
    expect(scene.count('poll')).toBe(2);
    expect(step.log).toContain('Trying again in');
  });

  test.each(UNCERTAIN.filter(({ name }) => /^(reset after|no answer ever|50)/.test(name)))(
    'is given up after five tries that ended with $name',
    async ({ fault, words }) => {
      await using scene = await finishedJob();
      scene.sandbox.service.faults.next({ ...GET, times: ALWAYS }, fault());
      const step = await scene.run({ 'job-id': 'job_7' });
      expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: 'job_7' } });
      expect(step.log).toContain(words);
      expect(scene.count('poll')).toBe(5);
    },
  );

  test.each([...REFUSED.slice(0, 2), ...TOO_LARGE])(
    'is not repeated after $name',
    async ({ fault, words }) => {
      await using scene = await finishedJob();
      scene.sandbox.service.faults.next(GET, fault());
      const step = await scene.run({ 'job-id': 'job_7' });
      expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: 'job_7' } });
      expect(step.log).toContain(words);
      expect(scene.count('poll')).toBe(1);
    },
  );

  test.each([...LIMITED])('waits for a usage limit with $name', async ({ fault, seconds }) => {
    await using scene = await finishedJob();
    scene.sandbox.service.faults.next(GET, fault());
    const step = await scene.run({ 'job-id': 'job_7' });
    expect(step.outputs['result']).toBe('pull-request');
    expect(gaps(scene)[0]).toBeGreaterThanOrEqual(seconds * 1000);
  });
});

describe('the polls of a job', () => {
  test.each(UNCERTAIN.slice(0, 3))('go on after $name', async ({ fault }) => {
    await using scene = await openScene();
    scene.sandbox.service.faults.next({ ...GET, nth: 2, times: 3 }, fault());
    const step = await scene.run();
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request' } });
    expect(Math.min(...gaps(scene))).toBeGreaterThanOrEqual(1000);
    expect(scene.sandbox.service.jobs).toHaveLength(1);
  });

  test('that always fail end at the deadline: a timeout that names the last error, the id is kept', async () => {
    await using scene = await openScene();
    scene.sandbox.service.faults.next(
      { ...GET, times: ALWAYS },
      UNCERTAIN.at(-1)?.fault() ?? { name: '', act: async () => {} },
    );
    const before = scene.sandbox.time.now();
    const step = await scene.run({ timeout: '10m' });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'timeout' } });
    expect(step.outputs['jobId']).toBe(scene.sandbox.service.jobs[0]?.id);
    expect(step.outputs['reason']).toContain('504 Gateway Timeout: upstream timed out');
    const last = scene.sandbox.service.requests.at(-1)?.at ?? 0;
    expect(last - before).toBeGreaterThan(590_000);
    expect(last - before).toBeLessThan(600_000);
    expect(Math.max(...gaps(scene))).toBeLessThanOrEqual(33_000);
  });

  test.each(TOO_LARGE)('end at once with $name: an answer that cannot be used', async ({ fault, words }) => {
    await using scene = await openScene();
    scene.sandbox.service.faults.next({ ...GET, nth: 2 }, fault());
    const step = await scene.run();
    const reasonCode = 'answer-unreadable';
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode, status: 'active' } });
    expect(step.outputs['jobId']).toBe(scene.sandbox.service.jobs[0]?.id);
    expect(step.outputs['reason']).toMatch(new RegExp(`No usable answer from the service: ${words}\\.$`));
    expect(scene.count('poll')).toBe(2);
  });

  test('that hang until the deadline end in a timeout that names the last error', async () => {
    await using scene = await openScene();
    scene.sandbox.service.faults.next({ ...GET, times: ALWAYS }, halfOpen());
    const step = await scene.run({ timeout: '2m' });
    expect(step.outputs['result']).toBe('timeout');
    expect(step.outputs['reason']).toContain('no answer within 30 s');
  });

  test('that are refused are an error; the id is kept', async () => {
    await using scene = await openScene();
    scene.sandbox.service.faults.next(
      { ...GET, nth: 2 },
      REFUSED.find(({ name }) => name === '401')?.fault() ?? { name: '', act: async () => {} },
    );
    const step = await scene.run();
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', status: 'active' } });
    expect(step.outputs['jobId']).toBe(scene.sandbox.service.jobs[0]?.id);
    expect(step.outputs['reason']).toContain('Check that');
  });

  test('whose limit resets after the deadline end at once: a timeout that names the time', async () => {
    await using scene = await openScene();
    scene.sandbox.service.faults.next(
      { ...GET, times: ALWAYS },
      LIMITED[1]?.fault() ?? { name: '', act: async () => {} },
    );
    const step = await scene.run({ timeout: '60s' });
    expect(step.outputs['result']).toBe('timeout');
    expect(step.outputs['reason']).toMatch(/The limit resets at 2026-01-05 09:01:3[34] UTC/);
    expect(scene.count('poll')).toBe(1);
  });
});
