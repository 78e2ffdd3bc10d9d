/** `range: last-success`: what reached the branch since this workflow's last success. */
import { describe, expect, test } from '@jest/globals';
import { addCheckRun, type NewCheckRun } from '../../sandbox/github/run-routes.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';
import { openScene, type Scene } from '../support/scene.ts';

const SCHEDULE = { name: 'schedule', payload: { schedule: '17 5 * * 1-5' } };
const DAY = 24 * 3_600_000;
const INPUTS = { prompt: 'Write what is new.', range: 'last-success' };

/** A scene of weeks, in which the workflow's token may read runs. */
async function openWeeks(): Promise<Scene> {
  const scene = await openScene({ history: true, time: virtualTime({ horizon: 60 * DAY }) });
  scene.permit({ actions: 'read', contents: 'read', pull_requests: 'read', issues: 'write' });
  return scene;
}

/** An earlier run of the workflow, by default a success by the schedule. */
const ranAt = ({ sandbox, repository }: Scene, sha: string, run: Partial<NewCheckRun> = {}) =>
  addCheckRun(sandbox.github.store, repository, {
    name: 'Docs',
    file: 'docs.yml',
    event: 'schedule',
    conclusion: 'success',
    sha,
    ...run,
  });

/** Runs the step on the newest commit. */
async function runNow(scene: Scene, inputs = {}, event = SCHEDULE) {
  const sha = await scene.tip();
  return { sha, step: await scene.run({ ...INPUTS, ...inputs }, { event, context: { sha } }) };
}

test('sends what reached the branch since the last success, also after a failed week', async () => {
  await using scene = await openWeeks();
  const before = await scene.commit('main', { 'src/one.ts': 'x\n' });
  ranAt(scene, before);
  await scene.sandbox.time.sleep(10 * DAY);
  ranAt(scene, await scene.commit('main', { 'src/two.ts': 'x\n' }), { conclusion: 'failure' });
  await scene.sandbox.time.sleep(10 * DAY);
  await scene.commit('main', { 'src/three.ts': 'x\n' });

  const { sha, step } = await runNow(scene);

  expect(step.outputs['result']).toBe('pull-request');
  expect(scene.sent()[0]).toContain(`/compare/${before}...${sha}\n`);
  expect(scene.sent()[0]).toContain('> "src": 2');
});

test.each<[string, Partial<NewCheckRun>]>([
  ['answered a comment', { event: 'issue_comment' }],
  ['were on another branch', { branch: 'next' }],
  ['are of another workflow', { file: 'other.yml' }],
  ['were cancelled', { conclusion: 'cancelled' }],
  ['are not finished', { conclusion: null }],
])('ignores runs that %s', async (_, run) => {
  await using scene = await openWeeks();
  const before = await scene.commit('main', { 'src/one.ts': 'x\n' });
  ranAt(scene, before, { event: 'workflow_dispatch' });
  ranAt(scene, await scene.commit('main', { 'src/two.ts': 'x\n' }), run);
  const { sha } = await runNow(scene);
  expect(scene.sent()[0]).toContain(`/compare/${before}...${sha}\n`);
});

test('sends nothing if nothing was added since', async () => {
  await using scene = await openWeeks();
  ranAt(scene, await scene.tip());
  const { step } = await runNow(scene);
  expect(step.outputs).toMatchObject({ result: 'skipped', reasonCode: 'nothing-changed' });
  expect(scene.sent()).toEqual([]);
});

test.each([
  ['last-success', '2026-01-13'],
  ['last-success, 14d', '2026-01-06'],
])('the first run with `%s` begins at %s', async (range, day) => {
  await using scene = await openWeeks();
  await scene.sandbox.time.sleep(15 * DAY);
  await scene.commit('main', { 'src/one.ts': 'x\n' });
  const { step } = await runNow(scene, { range });
  expect(step.outputs['result']).toBe('pull-request');
  expect(scene.sent()[0]).toContain(`This is what reached the branch since ${day} `);
});

test('counts from the time of the last success if its commit is gone', async () => {
  await using scene = await openWeeks();
  await scene.commit('main', { 'src/one.ts': 'x\n' });
  await scene.sandbox.time.sleep(3 * DAY);
  ranAt(scene, 'dead'.repeat(10));
  await scene.sandbox.time.sleep(DAY);
  await scene.commit('main', { 'lib/two.ts': 'x\n' });
  await runNow(scene);
  expect(scene.sent()[0]).toContain('The commit of the last successful run no longer exists');
  expect(scene.sent()[0]).toContain('> "lib": 1');
  expect(scene.sent()[0]).not.toContain('"src"');
});

describe('sends nothing, and the step fails,', () => {
  test('without `actions: read`', async () => {
    await using scene = await openWeeks();
    scene.permit({ contents: 'read', pull_requests: 'read' });
    scene.repository.private = true;
    const { step } = await runNow(scene);
    expect(step.outputs['result']).toBe('error');
    expect(step.outputs['reason']).toContain("The job needs the permission 'actions: read'.");
    expect(scene.sent()).toEqual([]);
  });

  test('if none of the newest 1,000 runs counts', async () => {
    await using scene = await openWeeks();
    const sha = await scene.tip();
    ranAt(scene, sha);
    for (let count = 0; count < 1_000; count += 1) ranAt(scene, sha, { event: 'issue_comment' });
    const { step } = await runNow(scene);
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
    expect(step.outputs['reason']).toContain('Give the schedule a workflow file of its own.');
    expect(scene.sent()).toEqual([]);
  });

  test.each([
    ['on another event', {}, 'push'],
    ['if a job is only watched', { prompt: '', 'job-id': 'job-1' }, 'schedule'],
  ])('%s', async (_, inputs, name) => {
    await using scene = await openWeeks();
    const event = name === 'push' ? scene.push({ after: await scene.tip() }) : SCHEDULE;
    const { step } = await runNow(scene, inputs, event as typeof SCHEDULE);
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
    expect(scene.sent()).toEqual([]);
  });

  test('in a dry run', async () => {
    await using scene = await openWeeks();
    ranAt(scene, await scene.tip());
    await scene.commit('main', { 'src/one.ts': 'x\n' });
    const { step } = await runNow(scene, { 'dry-run': 'true' });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ result: 'dry-run', reasonCode: 'dry-run-last-success' });
    expect(step.summary).toContain('Write what is new.');
  });
});
