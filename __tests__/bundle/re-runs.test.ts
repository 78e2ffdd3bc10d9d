/** A re-run reports the result of the same job, even if nothing new would be sent now. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Event } from '../../src/event/trigger.ts';
import { type Inputs, LINK, openScene, SCHEDULE, type Scene, worksFor } from '../support/scene.ts';

const OPEN = { timeout: '60s', 'when-open': 'skip', 'pr-labels': 'docs' };
const CODE = { branch: 'feature', commits: [{ 'src/app.ts': 'new\n' }] };

/** The next job opens a pull request after two minutes, when the run that sent it has timed out. */
async function timeOut(scene: Scene, event: Event, inputs: Inputs, status = 'completed') {
  const prLink = scene.nextLink();
  scene.sandbox.service.scriptAll({ timeline: [{ status: 'active' }, { at: 120, status, prLink }] });
  const first = await scene.run(inputs, { event });
  expect(first.outputs['result']).toBe('timeout');
  await scene.minutes(2);
  return { prLink, pull: scene.openPull(), jobId: first.outputs['jobId'] };
}

/** A push whose merged pull request is the thread. */
async function openPush() {
  const scene = await openScene({ history: true });
  const thread = await scene.openChange(CODE);
  return Object.assign(scene, { thread, event: await scene.merge('squash', thread.number) });
}

async function openComment() {
  const scene = await openScene();
  return Object.assign(scene, { thread: scene.issue, event: scene.comment('/docs Rewrite').event });
}

async function openDispatch(history = false) {
  const scene = await openScene({ history });
  const thread = scene.openIssue();
  return Object.assign(scene, { thread, event: scene.events.dispatch(thread.user) });
}

describe('with `when-open: skip`, a re-run reports the pull request of its own job', () => {
  test.each([
    ['of a comment', openComment, {}],
    ['of a dispatch with `issue-number`', () => openDispatch(), { 'issue-number': '3' }],
    ['of a push', openPush, {}],
    ['of a comment, with `when-open: message`', openComment, { 'when-open': 'message' }],
  ] as const)('%s', async (_, open, more) => {
    await using scene = await open();
    const { thread, event } = scene;
    const inputs: Inputs = { ...OPEN, ...more };
    const { prLink, pull, jobId } = await timeOut(scene, event, inputs);
    const other = scene.openPull({ branch: 'other' });
    other.labels.add('docs');
    scene.mark(other, { jobId: 'job_of_another_request' });
    const again = await scene.rerun(event, inputs);
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
    const again = await scene.rerun(scene.event, OPEN);
    expect(again.outputs).toMatchObject({ result: 'pull-request', jobId });
  });
});

describe('with `when-open: skip`, a re-run sends nothing', () => {
  test('again if its job failed', async () => {
    await using scene = await openComment();
    const { pull } = await timeOut(scene, scene.event, OPEN, 'failed');
    pull.labels.add('docs');
    const again = await scene.rerun(scene.event, OPEN);
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
      expect((await scene.rerun(other, OPEN, { runAttempt })).outputs['result']).toBe('skipped');
    const dry = await scene.rerun(scene.event, { ...OPEN, 'dry-run': 'true' });
    expect(dry.outputs['reasonCode']).toBe('pull-request-open');
    expect(scene.comments(pull)).toEqual([]);
    expect(scene.turns()).toEqual([1]);
  });

  test('if the permission of its requester is gone', async () => {
    await using scene = await openComment();
    await timeOut(scene, scene.event, OPEN);
    scene.member('octocat', 'read');
    expect((await scene.rerun(scene.event, OPEN)).outputs['result']).toBe('denied');
  });
});

test('a re-run of a skipped push reads its change once', async () => {
  await using scene = await openPush();
  const inputs = { prompt: 'Document it', paths: 'docs/**' };
  const first = await scene.run(inputs, { event: scene.event });
  expect(first.outputs['result']).toBe('skipped');
  const change = scene.requests('github');
  await scene.rerun(scene.event, inputs);
  const thread = `GET /issues/${scene.thread.number}/comments 200`;
  expect(scene.requests('github').slice(change.length)).toEqual([...change, thread]);
});

test('a re-run reports its job although nothing reached the branch in `range` meanwhile', async () => {
  await using scene = await openDispatch(true);
  await scene.commit('main', { 'src/b.ts': 'b' });
  const inputs = { 'issue-number': '1', range: '12h' };
  const { jobId } = await timeOut(scene, scene.event, { ...inputs, timeout: '60s' });
  await scene.minutes(24 * 60);
  const again = await scene.rerun(scene.event, inputs);
  expect(again.outputs).toMatchObject({ result: 'pull-request', jobId });
});

test.each([
  ['of a push', openPush],
  [
    'of a pull request',
    async () => {
      const scene = await openScene();
      const thread = scene.openPull({ by: 'octocat' });
      return Object.assign(scene, { thread, event: scene.opened(thread) });
    },
  ],
])('a re-run %s reports its job although a marker says meanwhile that a job created it', async (_, open) => {
  await using scene = await open();
  const inputs = { prompt: 'Document it', timeout: '60s' };
  const { jobId } = await timeOut(scene, scene.event, inputs);
  scene.mark(scene.thread, { jobId: 'job_of_another_request' });
  const other = await scene.run(inputs, { event: scene.event });
  expect(other.outputs['reasonCode']).toMatch(/^own-/);
  const { outputs } = await scene.rerun(scene.event, inputs);
  expect(outputs).toMatchObject({ result: 'pull-request', jobId });
});

test('a re-run of `--help` reads no thread', async () => {
  await using scene = await openScene();
  await scene.rerun(scene.comment('/docs --help').event);
  expect(scene.requests('github')).not.toContainEqual(expect.stringContaining('GET /issues/1/comments'));
});

describe('without a thread, a re-run of a', () => {
  const PROMPT = { prompt: 'Refresh' };

  test('schedule sends nothing, and names `job-id`', async () => {
    await using scene = await openScene();
    await scene.run(PROMPT, { event: SCHEDULE });
    const again = await scene.rerun(SCHEDULE, PROMPT);
    expect(again).toMatchObject({ exitCode: 1, outputs: { reasonCode: 're-run-refused', jobId: '' } });
    expect(again.outputs['reason']).toMatch(/^Not sent: .* Start a new run with .* set 'job-id'/);
    expect(scene.turns()).toEqual([1]);
  });

  test('schedule that sends nothing runs again', async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({ id: 'job_1', turns: [worksFor(5, { prLink: LINK })] });
    const watched = await scene.rerun(SCHEDULE, { prompt: '', 'job-id': 'job_1' });
    const dry = await scene.rerun(SCHEDULE, { ...PROMPT, 'dry-run': 'true' });
    expect([watched, dry].map(({ outputs }) => outputs['result'])).toEqual(['pull-request', 'dry-run']);
  });

  test('release sends again, with a notice', async () => {
    await using scene = await openScene();
    const again = await scene.rerun({ name: 'release', payload: { action: 'published' } }, PROMPT);
    expect(again.log).toContain('This re-run may send the request again');
    expect(scene.turns()).toEqual([1]);
  });
});
