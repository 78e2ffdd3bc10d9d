import { expect, test } from '@jest/globals';
import { chanceOf } from '../../sandbox/chance.ts';
import { answer, html, tooMany } from '../../sandbox/faults/answers.ts';
import { resetAfter } from '../../sandbox/faults/connections.ts';
import { randomFault } from '../../sandbox/faults/random.ts';
import type { Entry } from '../../src/batch/entry.ts';
import { entriesOf, instructions, jobsOf, resultsOf } from '../support/batch.ts';
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

// What ends the creation of jobs, or delays it, while open jobs are watched.

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

test('a kill while a create waits for the usage limit leaves the entry to a resumed run', async () => {
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

test('three creates of unknown outcome in a row prevent further creates', async () => {
  await using scene = await openScene({ action: 'batch' });
  scene.sandbox.service.faults.next({ method: 'POST', nth: 2, times: 9 }, resetAfter());
  const step = await scene.run({ 'prompts-json': instructions(6) });
  const results = ['pull-request', 'unknown', 'unknown', 'unknown', 'remaining', 'remaining'];
  expect(resultsOf(step)).toEqual(results);
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
  const results = resultsOf(step);
  expect(results.filter((result) => result === 'unknown')).toHaveLength(3);
  expect(results).not.toContain('remaining');
});

test('an entry whose request a gateway answered is not sent again', async () => {
  await using scene = await openScene({ action: 'batch' });
  const { faults } = scene.sandbox.service;
  faults.next({ method: 'POST', nth: 1 }, html(403));
  faults.next({ method: 'GET', nth: 2, times: 9 }, html(401));
  const step = await scene.run({ 'prompts-json': instructions(2) });
  expect(resultsOf(step)).toEqual(['unknown', 'pull-request']);
  expect(step.log).not.toMatch(/API key/);
});

test('a refusal that concerns every job prevents further creates, and a resumed run sends them', async () => {
  await using scene = await openScene({ action: 'batch' });
  const { service } = scene.sandbox;
  service.faults.next({ method: 'POST', nth: 1 }, answer({ status: 401, body: { error: 'Key expired' } }));
  const step = await scene.run({ 'prompts-json': instructions(2) });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'failed', failed: '1' } });
  expect(resultsOf(step)).toEqual(['error', 'remaining']);
  expect(step.log).toMatch(
    /^\{"name":"entry 1","prompt":"Instruction 1"\},\n *\{"name":"entry 2","prompt":"Instruction 2"\}/m,
  );
  const again = await scene.run({ resume: 'docs-agent-jobs.json' });
  expect(again.outputs).toMatchObject({ succeeded: '2', result: 'completed' });
  expect(scene.prompts()).toEqual(['Instruction 1', 'Instruction 2']);
});

// Many entries, long ones, and what is kept of them.

function readResume(text = '') {
  const [, json = ''] = /this as `resume`[^\n]*\n+(?:```text\n)?(\[\n[\s\S]*?\n\])/.exec(text) ?? [];
  return JSON.parse(json);
}

test('keeps 300 long entries in the file, the log and the summary, also when killed', async () => {
  await using scene = await openScene({ action: 'batch' });
  // Larger than any prompt may be.
  const words = `: Emoji 👩‍👩‍👧, ##[error] and ${'words '.repeat(200)}`;
  const entries = JSON.parse(instructions(300)).map((entry: { name: string; prompt: string }) => ({
    name: entry.name,
    prompt: entry.prompt + words,
  }));
  scene.write({ 'entries.json': JSON.stringify(entries) });
  const inputs = { resume: 'entries.json', 'max-parallel': '1', 'max-jobs': '100' };
  const { post } = await scene.kill('service', { method: 'GET' }, inputs);
  const first = { name: 'entry 1', jobId: scene.sandbox.service.jobs[0]?.id };
  expect(readResume(post?.log)).toEqual([first, ...entries.slice(1)]);

  const step = await scene.run({ resume: 'docs-agent-jobs.json', 'max-jobs': '1' });
  expect(step).toMatchObject({ exitCode: 0, outputs: { succeeded: '2', result: 'incomplete' } });
  expect(scene.prompts()).toEqual(entries.slice(0, 2).map(({ prompt }: { prompt: string }) => prompt));
  expect(readResume(step.log)).toEqual(entries.slice(2));
  expect(readResume(step.summary)).toEqual(entries.slice(2));
  expect(entriesOf(scene).slice(2)).toMatchObject(entries.slice(2));
  expect(step.annotations).toContainEqual(
    expect.objectContaining({
      message: 'Not requested: 298 entries. Reason of the first one: `max-jobs` is 1.',
    }),
  );
});

test('leaves out outputs above 120 KiB, with a notice that names the file', async () => {
  await using scene = await openScene({ action: 'batch' });
  const entries = Array.from({ length: 1_000 }, (_unused, index) => ({
    name: `${index}`.padEnd(200, 'é'),
    prompt: 'Do it',
  }));
  scene.write({ 'entries.json': JSON.stringify(entries) });
  const step = await scene.run({ resume: 'entries.json', 'max-jobs': '1' });
  expect(step).toMatchObject({ exitCode: 0, outputs: { succeeded: '1', jobs: '[]', remaining: '[]' } });
  expect(entriesOf(scene)).toHaveLength(1_000);
  const notices = step.annotations.filter(({ level }) => level === 'notice');
  expect(notices.map(({ message }) => message)).toEqual(
    ['jobs', 'remaining'].map((name) => expect.stringMatching(`${name}.* is left out.*docs-agent-jobs.json`)),
  );
});
