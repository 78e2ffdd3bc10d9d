/** One message at a time: what a request waits for in its thread, and what that costs. `choose-next.test.ts` has the rules. */
import { describe, expect, test } from '@jest/globals';
import { answer, tooMany } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import * as scenes from '../support/scene.ts';

const { LINK, openHome, openScene, openThread, SCHEDULE, worksFor } = scenes;
type Scene = scenes.Scene;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** When a job got its instructions, in milliseconds. */
const begun = ({ sandbox }: Scene, job = 0) => sandbox.service.jobs[job]?.turns.map(({ at }) => at) ?? [];

/** A thread whose job works 43 s for each of two more turns, of which the last one fails. Pull request 2 is the job's. */
async function openTurns() {
  const scene = await openHome();
  const { service, time } = scene.sandbox;
  const works = worksFor(43, { prLink: scene.prLink });
  const turns = [works, works, worksFor(43, { prLink: scene.prLink, status: 'failed' })];
  service.putJob({ id: 'job_1', ago: 3_600, turns });
  scene.note(scene.issue, { jobId: 'job_1', sentAt: time.now() - 3_600_000, created: true });
  scene.mark(scene.pull, { jobId: 'job_1' });
  return scene;
}

test.each<[number, 'issue' | 'pull', 'issue' | 'pull', scenes.Inputs, string?, number?]>([
  // Within the same second, the job gets both messages, and both runs report its last turn.
  [0.5, 'issue', 'pull', {}, 'failed', 0],
  [5, 'issue', 'pull', {}],
  [12, 'issue', 'pull', { wait: 'false' }, 'started'],
  [12, 'pull', 'issue', {}],
])(
  'an issue and the pull request of its job have one queue: %s s apart, first on the %s',
  async (seconds, one, two, inputs, result = 'pull-request', pause = 40) => {
    await using scene = await openTurns();
    const first = scene.start(inputs, { event: scene.comment('/docs Shorter', { on: scene[one] }).event });
    await scene.sandbox.time.sleep(seconds * SECOND);
    const last = await scene.ask('/docs Longer', { on: scene[two] });
    expect((await first.ended).outputs['result']).toBe(result);
    expect(last.outputs['result']).toBe('failed');
    const [, before = 0, after = 0, ...more] = begun(scene);
    expect(more).toEqual([]);
    expect(after - before).toBeGreaterThanOrEqual(pause * SECOND);
  },
);

test.each([3, 13])(
  'a digest without notes reports its own turn, although a comment asks for another one %i s later',
  async (seconds) => {
    await using scene = await openTurns();
    const digest = scene.start({ prompt: 'Refresh', 'job-id': 'job_1' }, { event: SCHEDULE });
    await scene.sandbox.time.sleep(seconds * SECOND);
    const asked = await scene.ask('/docs Shorter');
    expect((await digest.ended).outputs['result']).toBe('pull-request');
    expect(asked.outputs['result']).toBe('failed');
  },
);

test('three requests ten seconds apart without the queue make one job, while lists lag by 5 s', async () => {
  await using scene = await openScene();
  const { github, service, time } = scene.sandbox;
  github.store.lag = 5_000;
  service.rules.usualSeconds = 40;
  const runs = [];
  for (const word of ['one', 'two', 'three']) {
    runs.push(scene.start({}, { event: scene.comment(`/docs ${word}`).event }).ended);
    await time.sleep(10 * SECOND);
  }
  const steps = await Promise.all(runs);
  expect(steps.map(({ outputs }) => outputs['result'])).toEqual(steps.map(() => 'pull-request'));
  expect(scene.turns()).toEqual([3]);
  const [first = 0, second = 0, third = 0] = begun(scene);
  expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(40 * SECOND);
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
  const words = scene.prompts().map((prompt) => prompt.split('\n')[0]);
  expect(words).toEqual([expect.anything(), 'Shorter', 'Longer']);
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

describe('two recipes with their own labels on one merge', () => {
  const recipe = (language: string, more: scenes.Inputs = {}) =>
    ({ prompt: `Write ${language}`, 'pr-labels': `docs-${language}`, ...more }) as const;
  const FRENCH = { job: 'fr', runId: '9000000002' };

  async function openMerge() {
    const scene = await openScene({ history: true });
    const code = await scene.openChange({ commits: [{ 'src/app.ts': 'new\n' }] });
    const event = await scene.merge('squash', code.number);
    scene.sandbox.service.scriptAll(worksFor(300, { prLink: scene.nextLink() }));
    return Object.assign(scene, { code, event, draft: scene.openPull() });
  }

  test.each([0, 20])('do not wait for each other, %i s apart', async (seconds) => {
    await using scene = await openMerge();
    const { event } = scene;
    const first = scene.start(recipe('en'), { event, context: { job: 'en' } });
    await scene.sandbox.time.sleep(seconds * SECOND);
    const second = scene.start(recipe('fr'), { event, context: FRENCH });
    await Promise.all([first.ended, second.ended]);
    expect(scene.turns()).toEqual([1, 1]);
    const [one = 0, two = 0] = [begun(scene)[0], begun(scene, 1)[0]];
    expect(Math.abs(two - one)).toBeLessThan((seconds + 10) * SECOND);
  });

  test("do not finish each other's requests", async () => {
    await using scene = await openMerge();
    const { event } = scene;
    await scene.run(recipe('en', { wait: 'false' }), { event });
    await scene.minutes(9);
    await scene.run(recipe('fr', { wait: 'false' }), { event, context: FRENCH });
    expect([...scene.draft.labels]).toEqual([]);
    await scene.rerun(event, recipe('en'));
    expect([...scene.draft.labels]).toEqual(['docs-en']);
    expect(scene.turns()).toEqual([1, 1]);
  });

  test('wait for a request of a person there, which may go to the same job', async () => {
    await using scene = await openMerge();
    await scene.request('/docs Write more', { on: scene.code });
    const step = await scene.run(recipe('en'), { event: scene.event });
    expect(step.log).toContain('Waiting: ');
  });
});

// What people take back, and lists that lag or change while they are read.

const OF_THREAD = /\/issues\/1\/comments$/;
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

test.each([
  ['in its thread', 0, write, remove],
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

test('an approval that GitHub dismisses while its request waits is sent', async () => {
  await using scene = await openThread();
  const request = scene.review('/docs Shorter, please', { state: 'APPROVED' });
  await scene.minutes(5);
  dismiss(scene, request);
  expect((await scene.run({}, request)).outputs['result']).toBe('pull-request');
});

test('a request does not wait for one whose comment was deleted', async () => {
  await using scene = await openScene();
  const { service, time } = scene.sandbox;
  service.faults.next({ method: 'POST' }, tooMany({ hint: 'retry-after', seconds: 3000 }));
  const first = scene.start({ timeout: '2h' }, { event: scene.comment('/docs Rewrite').event });
  await time.sleep(30 * SECOND);
  const { event } = scene.comment('/docs Shorter');
  const second = scene.start({ timeout: '1h' }, { event, context: { runId: '9000000002' } });
  await time.sleep(MINUTE);
  remove(
    scene,
    scene.repository.comments.find(({ user }) => user.login === 'github-actions[bot]'),
  );
  const { duration, outputs } = await second.ended;
  expect(outputs['result']).toBe('pull-request');
  expect(duration).toBeLessThan(10 * MINUTE);
  await first.ended;
  expect(scene.prompts()).toHaveLength(1);
});

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

test("a request finds its job although GitHub's list lacks both after minutes of waiting", async () => {
  await using scene = await openScene();
  scene.leave(worksFor(300, { prLink: LINK }), 0);
  const { event } = scene.comment('/docs Shorter, please');
  const { running, held } = await scene.startUntil('service', { method: 'GET', nth: 9 }, {}, { event });
  scene.sandbox.github.faults.next({ method: 'GET', path: OF_THREAD }, answer({ status: 200, body: [] }));
  held.release();
  await running.ended;
  expect(scene.turns()).toEqual([2]);
});

test('a request whose own comment was deleted waits at most a minute or so, and sends nothing', async () => {
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
