/** What a request waits for in its thread, and what that costs. */
import { expect, test } from '@jest/globals';
import { answer, tooMany } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { LINK, loseRunner, openScene, type Scene, worksFor } from '../support/scene.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** When the first job got its instructions, in milliseconds. */
const begun = ({ sandbox }: Scene) => sandbox.service.jobs[0]?.turns.map(({ at }) => at) ?? [];

test('an hour of waiting in a thread of 2,400 comments takes at most 120 requests to GitHub', async () => {
  await using scene = await openScene();
  const { github, service, time } = scene.sandbox;
  for (let count = 0; count < 2_400; count += 1) scene.put(scene.issue, `Comment ${count}`, 'mallory');
  await time.sleep(10 * MINUTE);
  service.script(worksFor(3_600, { prLink: LINK }), worksFor(40, { prLink: LINK }));
  // No run watches it, so only the waiting run sends requests to GitHub.
  await scene.ask('/docs Rewrite', { inputs: { wait: 'false' } });
  const before = github.requests.length;
  const step = await scene.ask('/docs Shorter, please', { inputs: { timeout: '2h' } });
  expect(step.outputs['result']).toBe('pull-request');
  const [first = 0, second = 0, ...more] = begun(scene);
  expect(more).toEqual([]);
  expect(second - first).toBeGreaterThanOrEqual(60 * MINUTE);
  expect(second - first).toBeLessThan(63 * MINUTE);
  expect(github.requests.length - before).toBeLessThanOrEqual(120);
});

test.each(['killed', 'lost'])(
  'a message 10 s after that of a run that was %s waits for its turn',
  async (how) => {
    await using scene = await openScene();
    const { service, time } = scene.sandbox;
    // For half a minute the service shows the end of the create.
    const revised = [
      { previous: true },
      { at: 30, status: 'active' },
      { at: 120, status: 'completed', prLink: LINK },
    ];
    service.script(worksFor(40, { prLink: LINK }), { timeline: revised });
    await scene.ask('/docs Rewrite');
    const poll = { method: 'GET', nth: 2 };
    if (how === 'lost') await loseRunner(scene, 'service', poll, '/docs Shorter, please');
    else await scene.kill('service', poll, {}, { event: scene.comment('/docs Shorter, please').event });
    expect(begun(scene)).toHaveLength(2);
    await time.sleep(10 * SECOND);
    const step = await scene.ask('/docs Longer, please');
    expect(step.outputs).toMatchObject({ result: 'pull-request', jobId: service.jobs[0]?.id });
    const [, second = 0, third = 0] = begun(scene);
    expect(third - second).toBeGreaterThanOrEqual(120 * SECOND);
  },
);

test('a run that polls lets an older request go first whose note appears in the meantime', async () => {
  await using scene = await openScene();
  const { service, github, time } = scene.sandbox;
  service.scriptAll(worksFor(120, { prLink: LINK }));
  await scene.request('/docs Rewrite');
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
  expect(scene.prompts().map((prompt) => prompt.split('\n')[0])).toEqual(['Rewrite', 'Shorter', 'Longer']);
  expect(longer - shorter).toBeGreaterThanOrEqual(120 * SECOND);
});

test.each([
  ['did not wait', (scene: Scene) => scene.request('/docs Rewrite')],
  ['timed out', (scene: Scene) => scene.ask('/docs Rewrite', { inputs: { timeout: '1m' } })],
])('`--new` does not wait for the job of a run that %s', async (_, first) => {
  await using scene = await openScene();
  scene.sandbox.service.scriptAll(worksFor(600));
  await first(scene);
  const step = await scene.ask('/docs --new Another thing', { inputs: { wait: 'false' } });
  expect(step.outputs['result']).toBe('started');
  expect(scene.turns()).toEqual([1, 1]);
  expect(step.duration).toBeLessThan(15_000);
});

test.each(['the job of its thread', 'a job by its id'])(
  'a request that waits for %s goes on after an outage of the service',
  async (what) => {
    await using scene = await openScene();
    const { service, time } = scene.sandbox;
    service.script(worksFor(150), worksFor(9));
    const { jobId = '' } = (await scene.ask('/docs Rewrite', { inputs: { wait: 'false' } })).outputs;
    const inputs = what === 'a job by its id' ? { 'job-id': jobId, comment: 'never' } : {};
    const running = scene.start(inputs, { event: scene.comment('/docs Shorter, please').event });
    await time.sleep(MINUTE);
    service.faults.next({ method: 'GET', times: 8 }, answer({ status: 503 }));
    expect((await running.ended).outputs['result']).toBe('no-pull-request');
    expect(begun(scene)).toHaveLength(2);
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
  comments.splice(
    comments.findIndex(({ user }) => user.login === 'github-actions[bot]'),
    1,
  );
  const { duration, outputs } = await second.ended;
  expect(outputs['result']).toBe('pull-request');
  expect(duration).toBeLessThan(10 * MINUTE);
  await first.ended;
  expect(scene.prompts()).toHaveLength(1);
});
