/** What a request waits for in its thread, and what that costs. */
import { describe, expect, test } from '@jest/globals';
import { answer, tooMany } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import {
  type Inputs,
  LINK,
  openScene,
  openThread,
  SCHEDULE,
  type Scene,
  worksFor,
} from '../support/scene.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** When the first job got its instructions, in milliseconds. */
const begun = ({ sandbox }: Scene) => sandbox.service.jobs[0]?.turns.map(({ at }) => at) ?? [];

const write = (scene: Scene) => scene.comment('/docs Shorter, pleas');
const onLine = (scene: Scene) => scene.line('/docs Shorter, pleas');
const review = (scene: Scene) => scene.review('Shorter, pleas', { state: 'CHANGES_REQUESTED' });

function remove({ repository: { comments, reviewComments } }: Scene, text: { id: number } | undefined): void {
  for (const list of [comments, reviewComments]) {
    const index = list.findIndex((one) => one.id === text?.id);
    if (index >= 0) list.splice(index, 1);
  }
}

function dismiss({ repository: { reviews } }: Scene, { id }: { id: number }): void {
  Object.assign(reviews.find((one) => one.id === id) ?? {}, { state: 'DISMISSED' });
}

test('an approval that GitHub dismisses while its request waits is sent', async () => {
  await using scene = await openThread();
  const request = scene.review('/docs Shorter, please', { state: 'APPROVED' });
  await scene.minutes(5);
  dismiss(scene, request);
  expect((await scene.run({}, request)).outputs['result']).toBe('pull-request');
});

test('an hour of waiting in a thread of 600 comments takes at most 50 requests to GitHub', async () => {
  await using scene = await openScene();
  const { github, time } = scene.sandbox;
  for (let count = 0; count < 600; count += 1) scene.put(scene.issue, `Comment ${count}`, 'mallory');
  await time.sleep(10 * MINUTE);
  scene.leave([worksFor(3_600, { prLink: LINK }), worksFor(40, { prLink: LINK })], 0);
  const before = github.requests.length;
  const step = await scene.ask('/docs Shorter, please', { inputs: { timeout: '2h' } });
  expect(step.outputs['result']).toBe('pull-request');
  const [first = 0, second = 0, ...more] = begun(scene);
  expect(more).toEqual([]);
  expect(second - first).toBeGreaterThanOrEqual(60 * MINUTE);
  expect(second - first).toBeLessThan(63 * MINUTE);
  expect(github.requests.length - before).toBeLessThanOrEqual(50);
  expect(step.log.match(/^Waiting: /gm)).toHaveLength(1);
});

test.each([
  ['in its thread', 0, write, remove],
  ["in GitHub's queue", 5, write, remove],
  ["in GitHub's queue", 5, onLine, remove],
  ["in GitHub's queue", 5, review, dismiss],
])(
  'a text that is deleted or dismissed while its request waits %s is not sent',
  async (_, queued, ask, drop) => {
    await using scene = await openThread({ seconds: 90 });
    const request = ask(scene);
    const first = queued === 0 ? scene.ask('/docs Longer', { on: scene.pull }) : undefined;
    await scene.minutes(queued + 0.2);
    const running = scene.start({}, { event: request.event });
    if (queued === 0) await scene.minutes(0.5);
    drop(scene, request);
    await first;
    expect((await running.ended).outputs).toMatchObject({ result: 'skipped', reasonCode: 'request-deleted' });
    expect(begun(scene)).toHaveLength(queued === 0 ? 2 : 1);
  },
);

test('a message 10 s after that of a run that was killed waits for its turn', async () => {
  // For half a minute the service shows the end of the create.
  const revised = [
    { previous: true },
    { at: 30, status: 'active' },
    { at: 120, status: 'completed', prLink: LINK },
  ];
  await using scene = await openThread({ later: { timeline: revised } });
  const { event } = scene.comment('/docs Shorter, please');
  await scene.kill('service', { method: 'GET', nth: 2 }, {}, { event });
  expect(begun(scene)).toHaveLength(2);
  await scene.sandbox.time.sleep(10 * SECOND);
  const step = await scene.ask('/docs Longer, please');
  expect(step.outputs).toMatchObject({ result: 'pull-request', jobId: 'job_1' });
  const [, second = 0, third = 0] = begun(scene);
  expect(third - second).toBeGreaterThanOrEqual(120 * SECOND);
});

test('a run that polls lets an older request go first whose note appears in the meantime', async () => {
  await using scene = await openScene();
  const { service, github, time } = scene.sandbox;
  scene.leave(worksFor(120, { prLink: LINK }), 0);
  const [note, send] = [barrier(), barrier()];
  github.faults.next({ method: 'PATCH', path: /\/issues\/comments\/\d+$/ }, note);
  const first = scene.start({}, { event: scene.comment('/docs Shorter').event });
  await note.reached;
  note.stall();
  const { event } = scene.comment('/docs Longer');
  const second = scene.start({ 'poll-interval': '10s' }, { event, context: { runId: '9000000002' } });
  await time.sleep(20 * SECOND);
  service.faults.next({ method: 'POST' }, send);
  note.release();
  await send.reached;
  send.stall();
  await time.sleep(20 * SECOND);
  send.release();
  await Promise.all([first.ended, second.ended]);
  const [, shorter = 0, longer = 0] = begun(scene);
  expect(scene.prompts().map((prompt) => prompt.split('\n')[0])).toEqual([
    expect.anything(),
    'Shorter',
    'Longer',
  ]);
  expect(longer - shorter).toBeGreaterThanOrEqual(120 * SECOND);
});

test('`--new` does not wait for a job that no run watches', async () => {
  await using scene = await openScene();
  scene.leave(worksFor(600), 0);
  const step = await scene.ask('/docs --new Another thing', { inputs: { wait: 'false' } });
  expect(step.outputs['result']).toBe('started');
  expect(scene.turns()).toEqual([1, 1]);
  expect(step.duration).toBeLessThan(15_000);
});

test('a request that waits for the job of its thread goes on after an outage of the service', async () => {
  await using scene = await openScene();
  const { service, time } = scene.sandbox;
  scene.leave([worksFor(150), worksFor(9)], 0);
  const running = scene.start({}, { event: scene.comment('/docs Shorter, please').event });
  await time.sleep(MINUTE);
  service.faults.next({ method: 'GET', times: 8 }, answer({ status: 503 }));
  expect((await running.ended).outputs['result']).toBe('no-pull-request');
  expect(begun(scene)).toHaveLength(2);
});

test.each(['active', 'cancelled'])(
  'a request that waits in vain for a job names it, its status %s, and `--new`',
  async (status) => {
    await using scene = await openScene();
    const { jobId } = scene.leave({ timeline: [{ status }] }, 0);
    const step = await scene.ask('/docs Shorter, please', { inputs: { timeout: '10m' } });
    expect(step.outputs['result']).toBe('timeout');
    const text = `Job \`?${jobId}\`? still has the status "${status}"\\. A request with \`--new\` creates another job\\.`;
    expect(scene.comments().at(-1)).toMatch(new RegExp(text));
    expect(scene.turns()).toEqual([1]);
  },
);

test('a request does not wait for one whose comment was deleted', async () => {
  await using scene = await openScene();
  const { service, time } = scene.sandbox;
  service.faults.next({ method: 'POST' }, tooMany({ hint: 'retry-after', seconds: 3000 }));
  const first = scene.start({ timeout: '2h' }, { event: scene.comment('/docs Rewrite').event });
  await time.sleep(30 * SECOND);
  const { event } = scene.comment('/docs Shorter');
  const second = scene.start({ timeout: '1h' }, { event, context: { runId: '9000000002' } });
  await time.sleep(MINUTE);
  const { comments } = scene.repository;
  remove(
    scene,
    comments.find(({ user }) => user.login === 'github-actions[bot]'),
  );
  const { duration, outputs } = await second.ended;
  expect(outputs['result']).toBe('pull-request');
  expect(duration).toBeLessThan(10 * MINUTE);
  await first.ended;
  expect(scene.prompts()).toHaveLength(1);
});

// Lists of several pages that change while they are read.

const OF_THREAD = /\/issues\/1\/comments$/;

test('the next request finds a note on the last page, although a comment before it is deleted meanwhile', async () => {
  await using scene = await openScene();
  for (let count = 0; count < 199; count += 1) scene.put(scene.issue, `Comment ${count}`, 'mallory');
  await scene.ask('/docs Rewrite');
  const { event } = scene.comment('/docs Shorter, please');
  const firstPage = { method: 'GET', path: OF_THREAD, where: 'after' } as const;
  const { running, held } = await scene.startUntil('github', firstPage, {}, { event });
  remove(scene, scene.repository.comments[150]);
  held.release();
  await running.ended;
  expect(scene.turns()).toEqual([2]);
});

describe("if GitHub's list lags by 5 s, a request 3 s after another one", () => {
  test('is a message to its job', async () => {
    await using scene = await openScene();
    scene.sandbox.github.store.lag = 5_000;
    await scene.request('/docs Rewrite');
    await scene.minutes(0.05);
    await scene.request('/docs Shorter, please');
    expect(scene.turns()).toEqual([2]);
  });

  test('is a message to its job, also if the list lacks both after minutes of waiting', async () => {
    await using scene = await openScene();
    const { github } = scene.sandbox;
    scene.leave(worksFor(300, { prLink: LINK }), 0);
    const { event } = scene.comment('/docs Shorter, please');
    const { running, held } = await scene.startUntil('service', { method: 'GET', nth: 9 }, {}, { event });
    github.faults.next({ method: 'GET', path: OF_THREAD, times: 1 }, answer({ status: 200, body: [] }));
    held.release();
    await running.ended;
    expect(scene.turns()).toEqual([2]);
  });

  test('waits at most a minute or so if its own comment was deleted, and sends nothing', async () => {
    await using scene = await openScene();
    const { event } = scene.comment('/docs Rewrite');
    const read = { method: 'GET', path: OF_THREAD, nth: 2 };
    const { running, held } = await scene.startUntil('github', read, {}, { event });
    remove(scene, scene.repository.comments.at(-1));
    held.release();
    const step = await running.ended;
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'comment-not-written' });
    // A minute for the list, then two tries each of two edits.
    expect(step.duration).toBeLessThan(130_000);
    expect(scene.turns()).toEqual([]);
  });
});

test.each([1, 3, 5, 7, 9, 11, 13, 15, 17, 19])(
  'a digest without notes reports its own turn, although a comment asks for another one %i s later',
  async (seconds) => {
    await using scene = await openThread();
    const { service, time } = scene.sandbox;
    const works = worksFor(43, { prLink: scene.prLink });
    const fails = worksFor(43, { prLink: scene.prLink, status: 'failed' });
    service.putJob({ id: 'job_2', ago: 3_600, turns: [works, works, fails] });
    scene.note(scene.issue, { jobId: 'job_2', sentAt: time.now() - 3_000_000, created: true });
    scene.mark(scene.pull, { jobId: 'job_2' });
    const digest = scene.start({ prompt: 'Refresh', 'job-id': 'job_2' }, { event: SCHEDULE });
    await time.sleep(seconds * SECOND);
    const asked = await scene.ask('/docs Shorter', { on: scene.issue });
    expect([(await digest.ended).outputs['result'], asked.outputs['result']]).toEqual([
      'pull-request',
      'failed',
    ]);
  },
);

describe('two recipes with their own labels on one merge', () => {
  const recipe = (language: string, more: Inputs = {}) =>
    ({ prompt: `Write ${language}`, 'pr-labels': `docs-${language}`, ...more }) as const;

  async function openMerge() {
    const scene = await openScene({ history: true });
    const code = await scene.openChange({ commits: [{ 'src/app.ts': 'new\n' }] });
    const event = await scene.merge('squash', code.number);
    const prLink = scene.nextLink();
    scene.sandbox.service.scriptAll(worksFor(300, { prLink }));
    return Object.assign(scene, { code, event, draft: scene.openPull() });
  }

  test.each([0, 20])('do not wait for each other, %i s apart', async (seconds) => {
    await using scene = await openMerge();
    const { event } = scene;
    const first = scene.start(recipe('en'), { event, context: { job: 'en' } });
    await scene.sandbox.time.sleep(seconds * SECOND);
    const second = scene.start(recipe('fr'), { event, context: { job: 'fr', runId: '9000000002' } });
    await Promise.all([first.ended, second.ended]);
    const [one = 0, two = 0] = scene.sandbox.service.jobs.map(({ turns }) => turns[0]?.at ?? 0);
    expect(scene.turns()).toEqual([1, 1]);
    expect(Math.abs(two - one)).toBeLessThan((seconds + 10) * SECOND);
  });

  test("do not finish each other's requests", async () => {
    await using scene = await openMerge();
    const { event } = scene;
    await scene.run(recipe('en', { wait: 'false' }), { event });
    await scene.minutes(9);
    await scene.run(recipe('fr', { wait: 'false' }), { event, context: { job: 'fr', runId: '9000000002' } });
    expect([...scene.draft.labels]).toEqual([]);
    await scene.rerun(event, recipe('en'));
    expect([...scene.draft.labels]).toEqual(['docs-en']);
    expect(scene.turns()).toEqual([1, 1]);
  });

  test('wait for a request of a person there, which may go to the same job', async () => {
    await using scene = await openMerge();
    const asked = scene.comment('/docs Write more', { on: scene.code });
    await scene.run({ wait: 'false' }, { event: asked.event });
    const step = await scene.run(recipe('en'), { event: scene.event });
    expect(step.log).toContain('Waiting: ');
  });
});
