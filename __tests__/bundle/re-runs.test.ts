/** A re-run reports the result of the same job, even if nothing new would be sent now. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { branchSha } from '../../sandbox/github/pull-facts.ts';
import { addCheckRun } from '../../sandbox/github/run-routes.ts';
import { closeThread } from '../../sandbox/github/threads.ts';
import type { Event } from '../../src/request/trigger.ts';
import { BRANCH, type Inputs, openScene, SCHEDULE, type Scene, worksFor } from '../support/scene.ts';

const OPEN = { timeout: '60s', 'when-open': 'skip', 'pr-labels': 'docs' };
const CODE = { branch: 'feature', commits: [{ 'src/app.ts': 'new\n' }] };

const runAgain = (scene: Scene, event: Event, inputs: Inputs = {}, more: object = {}) =>
  scene.run(inputs, { event, context: { runAttempt: '2', ...more } });

/** The next job opens a pull request after two minutes, when the run that sent it has timed out. */
async function timeOut(scene: Scene, event: Event, inputs: Inputs, status = 'completed') {
  const prLink = scene.nextLink();
  scene.sandbox.service.scriptAll({ timeline: [{ status: 'active' }, { at: 120, status, prLink }] });
  const first = await scene.run(inputs, { event });
  expect(first.outputs['result']).toBe('timeout');
  await scene.minutes(2);
  const pull = await scene.openChange({
    branch: BRANCH,
    by: 'docs-agent[bot]',
    commits: [{ 'docs/a.md': 'a' }],
  });
  return { prLink, pull, jobId: first.outputs['jobId'] };
}

/** A push whose merged pull request is the thread. */
async function openPush() {
  const scene = await openScene({ history: true });
  const thread = await scene.openChange(CODE);
  return Object.assign(scene, { thread, event: await scene.merge('squash', thread.number) });
}

async function openComment() {
  const scene = await openScene({ history: true });
  const thread = scene.openIssue();
  return Object.assign(scene, { thread, event: scene.comment('/docs Rewrite', { on: thread }).event });
}

async function openDispatch() {
  const scene = await openScene({ history: true });
  const thread = scene.openIssue();
  return Object.assign(scene, { thread, event: scene.events.dispatch(thread.user) });
}

describe('with `when-open: skip`, a re-run reports the pull request of its own job', () => {
  test.each([
    ['of a comment', openComment, {}],
    ['of a dispatch with `issue-number`', openDispatch, { 'issue-number': '1' }],
    ['of a push', openPush, {}],
    ['of a comment, with `when-open: message`', openComment, { 'when-open': 'message' }],
  ] as const)('%s', async (_, open, more) => {
    await using scene = await open();
    const { thread, event } = scene;
    const inputs: Inputs = { ...OPEN, ...more };
    const { prLink, pull, jobId } = await timeOut(scene, event, inputs);
    const again = await runAgain(scene, event, inputs);
    expect(again.outputs).toMatchObject({ result: 'pull-request', jobId, prLink });
    expect(scene.turns()).toEqual([1]);
    expect([...pull.labels]).toEqual(['docs']);
    expect(scene.comments(pull)[0]).toContain('made-by:');
    for (const text of scene.comments(thread)) expect(text).not.toContain('Timed out');
  });

  test('although the list of pull requests fails', async () => {
    await using scene = await openComment();
    const { jobId } = await timeOut(scene, scene.event, OPEN);
    scene.sandbox.github.faults.next({ path: /\/pulls$/, times: 9 }, answer({ status: 422, body: {} }));
    const again = await runAgain(scene, scene.event, OPEN);
    expect(again.outputs).toMatchObject({ result: 'pull-request', jobId });
  });
});

describe('with `when-open: skip`, a re-run sends nothing', () => {
  test('again if its job failed', async () => {
    await using scene = await openComment();
    const { pull } = await timeOut(scene, scene.event, OPEN, 'failed');
    pull.labels.add('docs');
    const again = await runAgain(scene, scene.event, OPEN);
    expect(again.outputs).toMatchObject({ result: 'skipped', reasonCode: 'pull-request-open' });
    const report = expect.stringMatching(/^\*\*Skipped:\*\* A pull request with these labels/);
    expect(scene.comments(scene.thread)).toContainEqual(report);
    expect(scene.turns()).toEqual([1]);
  });

  test('if its first attempt was skipped, or in a dry run', async () => {
    await using scene = await openComment();
    const { pull } = await timeOut(scene, scene.event, OPEN);
    pull.labels.add('docs');
    const other = scene.comment('/docs Another', { on: scene.thread }).event;
    for (const runAttempt of ['1', '2'])
      expect((await runAgain(scene, other, OPEN, { runAttempt })).outputs['result']).toBe('skipped');
    const dry = await runAgain(scene, scene.event, { ...OPEN, 'dry-run': 'true' });
    expect(dry.outputs['reasonCode']).toBe('pull-request-open');
    expect(scene.comments(pull)).toEqual([]);
    expect(scene.turns()).toEqual([1]);
  });

  test('if the permission of its requester is gone', async () => {
    await using scene = await openComment();
    await timeOut(scene, scene.event, OPEN);
    scene.member('octocat', 'read');
    expect((await runAgain(scene, scene.event, OPEN)).outputs['result']).toBe('denied');
  });
});

describe('a re-run of a push reports its job', () => {
  test('although a pull request of the pushed branch is open meanwhile', async () => {
    await using scene = await openScene({ history: true });
    await scene.commit('develop', { 'src/b.ts': 'b' }, await scene.tip());
    const thread = await scene.openChange({ ...CODE, base: 'develop' });
    const tip = async () => (await branchSha(scene.repository, 'develop')) ?? '';
    const before = await tip();
    await scene.merge('merge', thread.number);
    const after = await tip();
    const event = scene.push({ ref: 'refs/heads/develop', before, after });
    const { jobId } = await timeOut(scene, event, { timeout: '60s' });
    scene.openPull({ branch: 'develop', by: 'hubot' });
    expect((await runAgain(scene, event)).outputs).toMatchObject({ result: 'pull-request', jobId });
    expect(scene.turns()).toEqual([1]);
  });

  test('although a marker says meanwhile that a job created what was merged', async () => {
    await using scene = await openPush();
    const { sandbox, thread, event } = scene;
    const link = `${sandbox.github.server}/acme/product/pull/${thread.number}`;
    const { jobId } = await timeOut(scene, event, { timeout: '60s' });
    sandbox.service.scriptAll({ timeline: [{ status: 'completed', prLink: link }] });
    const merged = await scene.request('/docs Write', { on: scene.openIssue() });
    await scene.collect();
    expect(merged.jobId).not.toBe(jobId);
    expect(scene.comments(thread).join()).toContain('made-by:');
    expect((await runAgain(scene, event)).outputs).toMatchObject({ result: 'pull-request', jobId });
  });
});

test('a re-run reports its job although nothing reached the branch in `range` meanwhile', async () => {
  await using scene = await openDispatch();
  await scene.commit('main', { 'src/b.ts': 'b' });
  const inputs = { 'issue-number': '1', range: '12h' };
  const { jobId } = await timeOut(scene, scene.event, { ...inputs, timeout: '60s' });
  await scene.minutes(24 * 60);
  const again = await runAgain(scene, scene.event, inputs);
  expect(again.outputs).toMatchObject({ result: 'pull-request', jobId });
});

test('a re-run reports its job although a marker says meanwhile that a job created its pull request', async () => {
  await using scene = await openScene({ history: true });
  const thread = await scene.openChange({ ...CODE, by: 'octocat' });
  const event = scene.opened(thread);
  const inputs = { prompt: 'Document it', timeout: '60s' };
  const { jobId } = await timeOut(scene, event, inputs);
  const prLink = scene.urlOf(thread);
  scene.sandbox.service.scriptAll({ timeline: [{ status: 'completed', prLink }] });
  await scene.request('/docs Write', { on: scene.openIssue() });
  await scene.collect();
  expect(scene.comments(thread).join()).toContain('made-by:');
  const other = await scene.run(inputs, { event });
  expect(other.outputs['reasonCode']).toBe('own-pull-request');
  expect((await runAgain(scene, event, inputs)).outputs).toMatchObject({ result: 'pull-request', jobId });
});

describe('a re-run of red checks reports its job although', () => {
  const RUN = { name: 'Docs' };
  const WORKFLOW = 'on:\n  workflow_run:\n    workflows: [Docs]\n    types: [completed]\n';

  /** A job that has timed out after a message about red checks, and ends later. */
  async function openChecks() {
    const scene = await openScene({ history: true });
    await scene.commit('main', { '.github/workflows/docs.yml': WORKFLOW });
    const issue = scene.openIssue();
    const prLink = scene.nextLink();
    const pull = await scene.openChange({ branch: BRANCH, by: 'bot[bot]', commits: [{ 'docs/a.md': 'a' }] });
    scene.sandbox.service.scriptAll(worksFor(120, { prLink }));
    await scene.ask('/docs Write', { on: issue });
    const sha = (await branchSha(scene.repository, BRANCH)) ?? '';
    const checkRun = addCheckRun(scene.sandbox.github.store, scene.repository, { ...RUN, sha });
    const event = scene.events.workflowRun(pull, checkRun);
    const first = await scene.run({ timeout: '60s' }, { event, context: { sha: 'main' } });
    expect(first.outputs['result']).toBe('timeout');
    expect(scene.turns()).toEqual([2]);
    return Object.assign(scene, { agentPull: pull, checkRun, event, prLink });
  }
  type Opened = Awaited<ReturnType<typeof openChecks>>;
  const mend = (scene: Opened) => scene.commit(BRANCH, { 'docs/a.md': 'mended' });

  test.each<[string, (scene: Opened) => unknown]>([
    ['the agent has pushed its mend', mend],
    [
      'the checks are green now',
      ({ checkRun }) => Object.assign(checkRun, { attempt: 2, conclusion: 'success' }),
    ],
    ['the checks run again', ({ checkRun }) => Object.assign(checkRun, { attempt: 2, conclusion: null })],
    [
      'the pull request is closed',
      ({ sandbox, agentPull }) => closeThread(sandbox.github.store, agentPull, {}),
    ],
    [
      'a stranger opened another pull request for the branch',
      async (scene) => {
        await scene.commit('v1', { 'a.md': 'v1' }, await scene.tip());
        scene.openPull({ branch: BRANCH, base: 'v1', by: 'mallory' });
        await mend(scene);
      },
    ],
  ])('%s', async (_, change) => {
    await using scene = await openChecks();
    await change(scene);
    const again = await runAgain(scene, scene.event, {}, { sha: 'main' });
    expect(again.outputs).toMatchObject({ result: 'pull-request', prLink: scene.prLink });
    expect(scene.turns()).toEqual([2]);
    expect(scene.comments(scene.agentPull).at(-1)).toMatch(/^\*\*(Updated|Nothing was pushed)/);
  });

  test('they are sent again only for their commit', async () => {
    await using scene = await openChecks();
    await mend(scene);
    const [job] = scene.sandbox.service.jobs;
    const failed = answer({ status: 200, body: { id: job?.id, status: 'failed' } });
    scene.sandbox.service.faults.next({ method: 'GET', times: 9 }, failed);
    const again = await runAgain(scene, scene.event, {}, { sha: 'main' });
    expect(again.outputs).toMatchObject({ result: 'skipped', reasonCode: 'commit-outdated' });
    expect(scene.turns()).toEqual([2]);
  });
});

test('a re-run of `--help` reads no thread', async () => {
  await using scene = await openScene();
  await runAgain(scene, scene.comment('/docs --help').event);
  expect(scene.requests('github')).not.toContainEqual(expect.stringContaining('GET /issues/1/comments'));
});

describe('without a thread, a re-run of a', () => {
  const events = [
    ['schedule', SCHEDULE],
    ['form', { name: 'workflow_dispatch', payload: {} }],
  ] as const;
  const PROMPT = { prompt: 'Refresh' };

  test.each(events)('%s sends nothing, and names `job-id`', async (_, event) => {
    await using scene = await openScene();
    await scene.run(PROMPT, { event });
    const again = await runAgain(scene, event, PROMPT);
    expect(again).toMatchObject({ exitCode: 1, outputs: { reasonCode: 're-run-refused', jobId: '' } });
    expect(again.outputs['reason']).toMatch(/^Not sent: .* Start a new run with .* set 'job-id'/);
    expect(scene.turns()).toEqual([1]);
  });

  test.each(events)('%s that sends nothing runs again', async (_, event) => {
    await using scene = await openScene();
    const { jobId = '' } = (await scene.run(PROMPT, { event })).outputs;
    const watched = await runAgain(scene, event, { prompt: '', 'job-id': jobId });
    const dry = await runAgain(scene, event, { ...PROMPT, 'dry-run': 'true' });
    expect([watched, dry].map(({ outputs }) => outputs['result'])).toEqual(['pull-request', 'dry-run']);
  });

  test.each(['repository_dispatch', 'release'])('%s sends again, with a notice', async (name) => {
    await using scene = await openScene();
    const again = await runAgain(scene, { name, payload: { action: 'published' } }, PROMPT);
    expect(again.log).toContain('This re-run may send the request again');
    expect(scene.turns()).toEqual([1]);
  });
});
