/** `range: 7d`: what reached the default branch in that time, on any event. */
import { describe, expect, test } from '@jest/globals';
import { commitFiles } from '../../sandbox/github/history.ts';
import { addCheckRun, type NewCheckRun } from '../../sandbox/github/run-routes.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';
import { openScene, SCHEDULE, type Scene } from '../support/scene.ts';

const DAY = 24 * 3_600_000;
const WEEK = { prompt: 'Write what is new.', range: '7d' };

/** By default, the clock of the sandbox stops after a week. */
const openWeeks = () => openScene({ history: true, time: virtualTime({ horizon: 60 * DAY }) });

test.each([
  ['50%25/off', '50%2525/off'],
  ['文档', '%E6%96%87%E6%A1%A3'],
])('compares with the branch %s', async (branch, shown) => {
  await using changes = await openScene({ history: true });
  await changes.commit(branch, { 'src/app.ts': 'new\n' }, await changes.tip());
  const event = { name: 'workflow_dispatch', payload: {} };
  const step = await changes.run({ range: `main...${branch}` }, { event });
  expect(step.outputs['result']).toBe('pull-request');
  expect(changes.sent()[0]).toContain(`/compare/main...${shown}\n`);
});

test('sends what was merged in the week, also older commits', async () => {
  await using changes = await openWeeks();
  const { time, github } = changes.sandbox;
  await changes.openChange({ branch: 'slow', commits: [{ 'src/slow.ts': 'x\n' }] });
  await time.sleep(DAY);
  await changes.openChange({ branch: 'old', commits: [{ 'old/old.ts': 'x\n' }] });
  await changes.merge('squash', 2);
  await time.sleep(7 * DAY);
  const before = await changes.tip();
  await changes.merge('merge', 1);
  await changes.openChange({ branch: 'quick', commits: [{ 'src/api/quick.ts': 'x\n' }] });
  await time.sleep(DAY);
  await changes.merge('squash', 3);
  const after = await changes.tip();

  const step = await changes.run(WEEK, { event: SCHEDULE });

  expect(step.outputs['result']).toBe('pull-request');
  const home = `${github.server}/acme/product`;
  const text = changes.sent()[0];
  expect(text).toContain(`This is about changes on GitHub: ${home}/compare/${before}...${after}\n`);
  expect(text).toContain(`Pull requests that were merged: ${home}/pull/1 ${home}/pull/3\n`);
  expect(text).toContain('This is what reached the default branch since 2026-01-07 09:00:00 UTC.\n');
  expect(text).toContain('> "src": 1\n> "src/api": 1');
  expect(text).not.toContain('"old"');
});

test('a commit that was written long before it was pushed hides no merge before or after it', async () => {
  await using changes = await openWeeks();
  const { time, github } = changes.sandbox;
  await changes.openChange({ branch: 'one', commits: [{ 'src/one.ts': 'x\n' }] });
  await time.sleep(8 * DAY);
  const before = await changes.tip();
  await changes.merge('squash', 1);
  await commitFiles(changes.repository, 'main', {
    files: { 'lib/late.ts': 'x\n' },
    message: 'Written long ago',
    at: time.now() - DAY,
  });
  await changes.openChange({ branch: 'two', commits: [{ 'src/two.ts': 'x\n' }] });
  await changes.merge('merge', 2);
  const after = await changes.tip();

  await changes.run({ ...WEEK, range: '12h' }, { event: SCHEDULE });

  const home = `${github.server}/acme/product`;
  expect(changes.sent()[0]).toContain(`/compare/${before}...${after}\n`);
  expect(changes.sent()[0]).toContain(`Pull requests that were merged: ${home}/pull/1 ${home}/pull/2\n`);
});

test('compares a young repository with its first commit', async () => {
  await using changes = await openWeeks();
  const first = await changes.tip();
  const last = await changes.commit('main', { 'src/one.ts': 'x\n' });
  const step = await changes.run({ ...WEEK, range: '30d' }, { event: SCHEDULE });
  expect(step.outputs['result']).toBe('pull-request');
  expect(changes.sent()[0]).toContain(`/compare/${first}...${last}\n`);
});

test('sends nothing if nothing was changed in that time', async () => {
  await using changes = await openWeeks();
  await changes.commit('main', { 'src/one.ts': 'x\n' });
  await changes.sandbox.time.sleep(8 * DAY);
  const { outputs } = await changes.run(WEEK, { event: SCHEDULE });
  expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'nothing-changed' });
  expect(outputs['reason']).toMatch(/^Nothing reached the default branch since 2026-01-06 09:00:\d\d UTC\.$/);
  expect(changes.sent()).toEqual([]);
});

// `range: last-success`: what reached the branch since this workflow's last success.

const INPUTS = { prompt: 'Write what is new.', range: 'last-success' };

/** A scene of weeks, in which the workflow's token may read runs. */
async function openRuns(): Promise<Scene> {
  const scene = await openWeeks();
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

async function runNow(scene: Scene, inputs = {}, event = SCHEDULE) {
  const sha = await scene.tip();
  return { sha, step: await scene.run({ ...INPUTS, ...inputs }, { event, context: { sha } }) };
}

test('sends what reached the branch since the last success, also after a failed week', async () => {
  await using scene = await openRuns();
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

test('sends what a declined pull request was about never again, with `when-open: message`', async () => {
  const time = virtualTime({ horizon: 60 * DAY });
  await using scene = await openScene({
    history: true,
    time,
    jobs: 'working',
    documentation: 'acme/product',
  });
  const inputs = { 'pr-labels': 'digest', 'when-open': 'message' };
  await scene.commit('main', { 'src/one.ts': 'x\n' });
  const { sha } = await runNow(scene, inputs);
  ranAt(scene, sha);
  const [draft] = [...scene.repository.threads.values()].filter(({ pull }) => pull);
  if (draft) scene.close(draft);
  await scene.commit('main', { 'lib/two.ts': 'x\n' });
  await runNow(scene, inputs);
  expect(scene.turns()).toEqual([1, 1]);
  expect(scene.sent()[1]).toContain('> "lib": 1');
  expect(scene.sent()[1]).not.toContain('"src"');
});

test('ignores runs on comments, of other branches or workflows, and those that were cancelled or are not finished', async () => {
  await using scene = await openRuns();
  const before = await scene.commit('main', { 'src/one.ts': 'x\n' });
  ranAt(scene, before, { event: 'workflow_dispatch' });
  const later = await scene.commit('main', { 'src/two.ts': 'x\n' });
  ranAt(scene, later, { event: 'issue_comment' });
  ranAt(scene, later, { branch: 'next' });
  ranAt(scene, later, { file: 'other.yml' });
  for (const conclusion of ['cancelled', null]) ranAt(scene, later, { conclusion });
  const { sha } = await runNow(scene);
  expect(scene.sent()[0]).toContain(`/compare/${before}...${sha}\n`);
});

test('finds the last success on a branch with an at sign', async () => {
  await using scene = await openRuns();
  const branch = '@acme/docs@1.0';
  const before = await scene.commit('main', { 'src/one.ts': 'x\n' });
  ranAt(scene, before, { branch });
  const sha = await scene.commit('main', { 'src/two.ts': 'x\n' });
  await scene.run(INPUTS, { event: SCHEDULE, context: { sha, ref: `refs/heads/${branch}` } });
  expect(scene.sent()[0]).toContain(`/compare/${before}...${sha}\n`);
});

test.each([
  ['last-success', '2026-01-13'],
  ['last-success, 14d', '2026-01-06'],
])('the first run with `%s` begins at %s', async (range, day) => {
  await using scene = await openRuns();
  await scene.sandbox.time.sleep(15 * DAY);
  await scene.commit('main', { 'src/one.ts': 'x\n' });
  const { step } = await runNow(scene, { range });
  expect(step.outputs['result']).toBe('pull-request');
  expect(scene.sent()[0]).toContain(`This is what reached the branch since ${day} `);
});

test('counts from the time of the last success if its commit is gone', async () => {
  await using scene = await openRuns();
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
    await using scene = await openRuns();
    scene.permit({ contents: 'read', pull_requests: 'read' });
    scene.repository.private = true;
    const { step } = await runNow(scene);
    expect(step.outputs['result']).toBe('error');
    expect(step.outputs['reason']).toContain("The job needs the permission 'actions: read'.");
    expect(scene.sent()).toEqual([]);
  });

  test('if none of the newest 1,000 runs counts', async () => {
    await using scene = await openRuns();
    const sha = await scene.tip();
    ranAt(scene, sha);
    for (let count = 0; count < 1_000; count += 1) ranAt(scene, sha, { event: 'issue_comment' });
    const { step } = await runNow(scene);
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
    expect(step.outputs['reason']).toContain('Put the schedule in a separate workflow.');
    expect(scene.sent()).toEqual([]);
  });

  test.each([
    ['on another event', {}, 'push'],
    ['if a job is only watched', { prompt: '', 'job-id': 'job-1' }, 'schedule'],
    ['with `when-open: skip`', { 'when-open': 'skip', 'pr-labels': 'docs' }, 'schedule'],
  ])('%s', async (_, inputs, name) => {
    await using scene = await openRuns();
    const event = name === 'push' ? scene.push({ after: await scene.tip() }) : SCHEDULE;
    const { step } = await runNow(scene, inputs, event);
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
    expect(scene.sent()).toEqual([]);
  });

  test('if `daily-limit` denies it', async () => {
    await using scene = await openRuns();
    const issue = scene.openIssue();
    scene.note(issue, { jobId: 'job_1' });
    await scene.commit('main', { 'src/one.ts': 'x\n' });
    const { step } = await runNow(scene, { 'daily-limit': '1', 'issue-number': String(issue.number) });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'daily-limit' } });
    expect(scene.sent()).toEqual([]);
  });
});

test.each([
  ['succeeded', 'success', 'digest', 'request-handled'],
  ['succeeded, under another name', 'success', 'Write the digest', 'request-handled'],
  ['failed', 'failure', 'digest', 're-run-refused'],
])('a re-run of a job that %s sends nothing', async (_, conclusion, job, reasonCode) => {
  await using scene = await openRuns();
  const sha = await scene.commit('main', { 'src/one.ts': 'x\n' });
  const { id } = ranAt(scene, sha, { conclusion, job });
  const context = { sha, runId: String(id), job: 'digest' };
  const step = await scene.rerun(SCHEDULE, INPUTS, context);
  expect(step.outputs).toMatchObject({ reasonCode });
  expect(step.exitCode).toBe(conclusion === 'success' ? 0 : 1);
  expect(scene.sent()).toEqual([]);
});

test('the agent gets no file outside of `paths`, also of the labeled pull request', async () => {
  await using scene = await openScene({ history: true });
  const code = await scene.openChange({ commits: [{ 'src/a.ts': 'a\n', 'secret/b.ts': 'b\n' }] });
  const event = scene.events.pull(code, 'labeled', userOf(scene.sandbox.github.store, 'octocat'));
  const inputs = { prompt: 'Document it', range: 'main...feature', paths: 'src/**', context: 'full' };
  await scene.run(inputs, { event });
  const [prompt] = scene.prompts();
  expect(prompt).toContain('"src/a.ts"');
  expect(prompt).not.toContain('secret');
});
