import { describe, expect, test } from '@jest/globals';
import { answer, tooMany } from '../../sandbox/faults/answers.ts';
import type { Fault, Match } from '../../sandbox/faults/script.ts';
import { LIMITED, REDIRECTED, REFUSED, UNCERTAIN } from '../support/faults.ts';
import { LINK, openScene, type Scene } from '../support/scene.ts';

const GET: Match = { method: 'GET' };
const ALWAYS = 10_000;

function caseOf<Case extends { readonly name: string }>(cases: readonly Case[], name: string): Case {
  const found = cases.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no case "${name}".`);
  return found;
}

async function openWithFinishedJob(): Promise<Scene> {
  const scene = await openScene();
  scene.sandbox.service.putJob({
    id: 'job_7',
    ago: 600,
    turns: [{ timeline: [{ status: 'completed', prLink: LINK }] }],
  });
  return scene;
}

function gaps(scene: Scene): number[] {
  const polls = scene.sandbox.service.requests.filter(({ method }) => method === 'GET').map(({ at }) => at);
  return polls.slice(1).map((at, index) => at - (polls[index] ?? 0));
}

describe('reading an existing job', () => {
  test('is repeated four times', async () => {
    await using scene = await openWithFinishedJob();
    for (const [index, { fault }] of UNCERTAIN.slice(0, 4).entries())
      scene.sandbox.service.faults.next({ ...GET, nth: index + 1 }, fault());
    const step = await scene.run({ 'job-id': 'job_7' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request', prLink: LINK } });
    expect(scene.count('poll')).toBe(5);
    expect(step.log).toContain('Trying again in');
  });

  test.each([
    ['reset after handling', 'answer-lost'],
    ['a body that is not JSON', 'answer-unreadable'],
    ['500 with JSON', 'service-failed'],
  ])('fails after five tries with %s', async (name, reasonCode) => {
    await using scene = await openWithFinishedJob();
    const { fault, words } = caseOf(UNCERTAIN, name);
    scene.sandbox.service.faults.next({ ...GET, times: ALWAYS }, fault());
    const step = await scene.run({ 'job-id': 'job_7' });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode, jobId: 'job_7' } });
    expect(step.log).toContain(words);
    expect(scene.count('poll')).toBe(5);
  });

  test.each([...REFUSED.slice(0, 1), ...REDIRECTED.slice(0, 1)])(
    'is not repeated after $name',
    async ({ fault, words }) => {
      await using scene = await openWithFinishedJob();
      scene.sandbox.service.faults.next(GET, fault());
      const step = await scene.run({ 'job-id': 'job_7' });
      expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: 'job_7' } });
      expect(step.log).toContain(words);
      expect(scene.count('poll')).toBe(1);
    },
  );

  test('waits for each form of the usage limit', async () => {
    await using scene = await openWithFinishedJob();
    for (const [index, { fault }] of LIMITED.entries())
      scene.sandbox.service.faults.next({ ...GET, nth: index + 1 }, fault());
    const step = await scene.run({ 'job-id': 'job_7' });
    expect(step.outputs['result']).toBe('pull-request');
    const early = LIMITED.filter(({ seconds }, index) => (gaps(scene)[index] ?? 0) < seconds * 1000);
    expect(early).toEqual([]);
  });
});

describe('polling a new job', () => {
  test('continues after each refusal and uncertain answer', async () => {
    await using scene = await openScene();
    const { service } = scene.sandbox;
    service.rules.usualSeconds = 500;
    const cases = [...REFUSED, ...UNCERTAIN];
    // A refusal that lasts ends the polling.
    for (const [index, { fault }] of cases.entries())
      service.faults.next({ ...GET, nth: 2 + 2 * index }, fault());
    const step = await scene.run();
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request' } });
    expect(Math.min(...gaps(scene))).toBeGreaterThanOrEqual(1000);
    for (const { words } of cases) expect(step.log).toContain(words);
    expect(service.jobs).toHaveLength(1);
  });

  test('continues while a gateway answers for ten minutes', async () => {
    await using scene = await openScene();
    const { fault, words } = caseOf(UNCERTAIN, '403 with a challenge');
    scene.sandbox.service.rules.usualSeconds = 60;
    scene.sandbox.service.faults.next({ ...GET, nth: 2, times: 25 }, fault());
    const step = await scene.run({ timeout: '1h' });
    expect(step.outputs).toMatchObject({ result: 'pull-request' });
    expect(step.log).toContain(words);
    expect(step.log).not.toMatch(/API key/);
  });

  test.each<[string, Fault, RegExp]>([
    ['a limit that resets after it', tooMany({ hint: 'retry-after', seconds: 3_600 }), /usage limit/],
    ['a refusal of the key', answer({ status: 401, body: { error: 'Key expired' } }), /API key.*Key expired/],
  ])('ends at the deadline with the reason if all polls meet %s', async (_what, fault, reason) => {
    await using scene = await openScene();
    scene.sandbox.service.script({ timeline: [{ status: 'active' }] });
    scene.sandbox.service.faults.next({ ...GET, times: ALWAYS }, fault);
    const step = await scene.run({ timeout: '50s' });
    expect(step.outputs).toMatchObject({ result: 'timeout', reason: expect.stringMatching(reason) });
    expect(step.duration).toBeGreaterThan(45_000);
  });
});
