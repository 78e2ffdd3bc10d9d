/** What ends the creation of jobs, or delays it, while open jobs are watched. */
import { describe, expect, test } from '@jest/globals';
import { answer, tooMany } from '../../sandbox/faults/answers.ts';
import { resetAfter } from '../../sandbox/faults/connections.ts';
import { entriesOf, instructions, jobsOf } from '../support/batch.ts';
import { openScene } from '../support/scene.ts';

const LIMIT = tooMany({ hint: 'retry-after', seconds: 600 });

test('a usage limit delays new jobs only', async () => {
  await using scene = await openScene({ action: 'batch' });
  const { service } = scene.sandbox;
  service.faults.next({ method: 'POST', nth: 3 }, tooMany({ hint: 'retry-after', seconds: 120 }));
  const step = await scene.run({ 'prompts-json': instructions(4) });
  expect(step.outputs).toMatchObject({ succeeded: '4', result: 'completed' });
  const refusedAt = service.requests.find(({ status }) => status === 429)?.at ?? 0;
  const pause = service.requests.filter(({ at }) => at > refusedAt && at < refusedAt + 120_000);
  expect(pause.every(({ method }) => method === 'GET')).toBe(true);
  // Until they ended, the two open jobs were polled.
  expect(pause.length).toBeGreaterThan(5);
  expect(step.log).toContain('Waiting until');
  const prompts = ['Instruction 1', 'Instruction 2', 'Instruction 3', 'Instruction 3', 'Instruction 4'];
  expect(scene.sent()).toEqual(prompts);
});

test('a usage limit that resets after the deadline leaves the rest, and open jobs are watched', async () => {
  await using scene = await openScene({ action: 'batch' });
  scene.sandbox.service.rules.usesPerHour = 2;
  const step = await scene.run({ 'prompts-json': instructions(4), timeout: '30m' });
  expect(step).toMatchObject({ exitCode: 0, outputs: { reasonCode: 'batch-incomplete', succeeded: '2' } });
  expect(JSON.parse(step.outputs['remaining'] ?? '')).toEqual(['entry 3', 'entry 4']);
  expect(jobsOf(step)[2]?.reason).toContain("which is after the step's deadline");
  expect(step.log).toContain('{"name":"entry 4","prompt":"Instruction 4"}');
});

describe('while a create waits for the usage limit', () => {
  test('a kill leaves the entry to a resumed run', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service, time } = scene.sandbox;
    service.faults.next({ method: 'POST', nth: 1 }, LIMIT);
    const running = scene.start({ 'prompts-json': instructions(2) });
    await time.sleep(300_000);
    running.kill();
    await running.ended;
    const reason = expect.stringContaining('429');
    expect(entriesOf(scene)[0]).toMatchObject({ result: '', prompt: 'Instruction 1', reason });
    const again = await scene.run({ resume: 'docs-agent-jobs.json' });
    expect(again.outputs).toMatchObject({ succeeded: '2', result: 'completed' });
    expect(scene.prompts()).toEqual(['Instruction 1', 'Instruction 2']);
  });
});

test('three creates of unknown outcome in a row prevent further creates', async () => {
  await using scene = await openScene({ action: 'batch' });
  scene.sandbox.service.faults.next({ method: 'POST', nth: 2, times: 9 }, resetAfter());
  const step = await scene.run({ 'prompts-json': instructions(6) });
  const results = ['pull-request', 'unknown', 'unknown', 'unknown', 'remaining', 'remaining'];
  expect(jobsOf(step).map(({ result }) => result)).toEqual(results);
  expect(jobsOf(step)[4]?.reason).toContain('The outcome of 3 creates in a row is unknown');
  expect(scene.sent()).toHaveLength(4);
});

test.each([
  ['a refusal', answer({ status: 400, body: { error: 'Bad request' } })],
  ['a usage limit', LIMIT],
])('%s between creates of unknown outcome ends their row', async (_, between) => {
  await using scene = await openScene({ action: 'batch' });
  const { faults } = scene.sandbox.service;
  faults.next({ method: 'POST', nth: 1 }, resetAfter());
  faults.next({ method: 'POST', nth: 2 }, between);
  faults.next({ method: 'POST', nth: 3 }, resetAfter());
  faults.next({ method: 'POST', nth: 4 }, resetAfter());
  const step = await scene.run({ 'prompts-json': instructions(5) });
  const results = jobsOf(step).map(({ result }) => result);
  expect(results.filter((result) => result === 'unknown')).toHaveLength(3);
  expect(results).not.toContain('remaining');
});

test('a refusal that concerns every job prevents further creates, and a resumed run sends them', async () => {
  await using scene = await openScene({ action: 'batch' });
  const { service } = scene.sandbox;
  service.faults.next({ method: 'POST', nth: 1 }, answer({ status: 401, body: { error: 'Key expired' } }));
  const step = await scene.run({ 'prompts-json': instructions(2) });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'failed', failed: '1' } });
  expect(jobsOf(step).map(({ result }) => result)).toEqual(['error', 'remaining']);
  expect(step.log).toMatch(
    /^\{"name":"entry 1","prompt":"Instruction 1"\},\n *\{"name":"entry 2","prompt":"Instruction 2"\}/m,
  );
  const again = await scene.run({ resume: 'docs-agent-jobs.json' });
  expect(again.outputs).toMatchObject({ succeeded: '2', result: 'completed' });
  expect(scene.prompts()).toEqual(['Instruction 1', 'Instruction 2']);
});
