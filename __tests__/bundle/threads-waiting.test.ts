/** Waiting in a thread: for one's turn, for a turn that nobody watches, and for an end that may be an old one. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addComment } from '../../sandbox/github/threads.ts';
import { LINK, openScene, type Scene } from '../support/scene.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** When the first job's turns began, in milliseconds. */
const begun = ({ sandbox }: Scene) => sandbox.service.jobs[0]?.turns.map(({ at }) => at) ?? [];

test('an hour in a thread of 2,500 comments takes at most 120 requests to GitHub', async () => {
  await using scene = await openScene();
  const { github, service, time } = scene.sandbox;
  const user = userOf(github.store, 'mallory');
  for (let count = 0; count < 2_500; count += 1)
    addComment(github.store, scene.repository, { thread: 1, user, body: `Comment ${count}` });
  await time.sleep(10 * MINUTE);
  service.script(
    { timeline: [{ status: 'active' }, { at: 3_600, status: 'completed', prLink: LINK }] },
    { timeline: [{ status: 'active' }, { at: 40, status: 'completed', prLink: LINK }] },
  );
  // Nobody watches it, so that whoever waits is the only one who asks GitHub for anything.
  await scene.ask('/docs Rewrite', { inputs: { wait: 'false' } });
  const before = github.requests.length;
  const step = await scene.ask('/docs Shorter, please', { inputs: { timeout: '2h' } });
  expect(step.outputs['result']).toBe('pull-request');
  const [first = 0, second = 0, ...more] = begun(scene);
  expect(more).toEqual([]);
  // Its turn comes soon after the job's end was seen.
  expect(second - first).toBeGreaterThanOrEqual(60 * MINUTE);
  expect(second - first).toBeLessThan(63 * MINUTE);
  expect(github.requests.length - before).toBeLessThanOrEqual(120);
});

test('three runs that take turns in one thread ask little of it, each of them', async () => {
  await using scene = await openScene();
  const { github, service, time } = scene.sandbox;
  const turn = { timeline: [{ status: 'active' }, { at: 1_200, status: 'completed', prLink: LINK }] };
  service.script(turn);
  const asked = ['one', 'two', 'three'].map((word) => scene.comment(`/docs ${word}`));
  const tokens = asked.map((_, index) => `ghs_run_${index}`);
  const permissions = { issues: 'write', pull_requests: 'write' } as const;
  for (const token of tokens)
    github.addToken(token, { login: 'github-actions[bot]', repositories: ['acme/product'], permissions });
  const before = time.now();
  const steps = await Promise.all(
    asked.map(({ event }, index) =>
      scene.run({ timeout: '2h', 'github-token': tokens[index] ?? '' }, { event }),
    ),
  );
  expect(steps.map(({ outputs }) => outputs['result'])).toEqual(steps.map(() => 'pull-request'));
  expect(begun(scene)).toHaveLength(3);
  expect(time.now() - before).toBeLessThan(70 * MINUTE);
  for (const token of tokens) {
    const own = github.requests.filter(({ headers }) => headers['authorization'] === `token ${token}`);
    // Beside its waiting each shows its own turn of 20 minutes, every 20 s at most.
    const waiting = own.filter(({ method }) => method !== 'PATCH');
    expect(waiting.length).toBeLessThanOrEqual(60);
  }
});

describe('a message 10 s after that of a run that was killed', () => {
  test.each([
    ['waits for the turn that nobody watches', 'the post step ran'],
    ['waits for it also when its runner was lost', 'lost'],
  ])('%s', async (_, how) => {
    await using scene = await openScene();
    const { service, github, time } = scene.sandbox;
    // For half a minute the service shows the end of the turn before.
    const revised = {
      timeline: [
        { previous: true },
        { at: 30, status: 'active' },
        { at: 120, status: 'completed', prLink: LINK },
      ],
    };
    service.script(
      { timeline: [{ status: 'active' }, { at: 40, status: 'completed', prLink: LINK }] },
      revised,
    );
    await scene.ask('/docs Rewrite');
    const look = barrier();
    service.faults.next({ method: 'GET', nth: 2 }, look);
    const running = scene.start({ timeout: '3m' }, { event: scene.comment('/docs Shorter, please').event });
    await look.reached;
    if (how === 'lost') github.faults.next({ times: 99 }, answer({ status: 503 }));
    running.kill();
    await running.ended;
    github.faults.clear();
    expect(begun(scene)).toHaveLength(2);
    await time.sleep(10 * SECOND);
    const step = await scene.ask('/docs Longer, please');
    expect(step.outputs).toMatchObject({ result: 'pull-request', jobId: service.jobs[0]?.id });
    const [, second = 0, third = 0] = begun(scene);
    expect(third - second).toBeGreaterThanOrEqual(120 * SECOND);
  });
});

test.each(['the job of its thread', 'a job by its id'])(
  'a request that waits for %s goes on after an outage of the service',
  async (what) => {
    await using scene = await openScene();
    const { service, time } = scene.sandbox;
    const turn = (at: number) => ({ timeline: [{ status: 'active' }, { at, status: 'completed' }] });
    service.script(turn(300), turn(30));
    const { jobId = '' } = (await scene.ask('/docs Rewrite', { inputs: { wait: 'false' } })).outputs;
    const inputs = what === 'a job by its id' ? { 'job-id': jobId, comment: 'never' } : {};
    const running = scene.start(inputs, { event: scene.comment('/docs Shorter, please').event });
    await time.sleep(MINUTE);
    service.faults.next({ method: 'GET', times: 8 }, answer({ status: 503 }));
    expect((await running.ended).outputs['result']).toBe('no-pull-request');
    expect(begun(scene)).toHaveLength(2);
  },
);
