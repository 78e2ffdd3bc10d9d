/** The collect action finishes requests that no run waits for. */
import { describe, expect, test } from '@jest/globals';
import { endsAfter, LINK, openScene, type Scene } from '../support/scene.ts';

const finished = (step: { readonly outputs: Readonly<Record<string, string>> }) =>
  JSON.parse(step.outputs['finished'] ?? '');
const replies = (scene: Scene, thread = scene.issue) =>
  scene.comments(thread).filter((text) => text.startsWith('@'));

describe("on the pull request's event", () => {
  /** A request whose job takes ten minutes, and has opened its pull request. */
  function opened(scene: Scene, afterMinutes: number) {
    const link = scene.nextLink();
    const request = scene.leave(endsAfter(10, { prLink: link }), afterMinutes);
    return { request, link, pull: scene.openPull() };
  }

  test.each([
    ['before the job has ended', 9.8, 'opened'],
    ['after the job has ended, at a push', 11, 'synchronize'],
  ] as const)('%s it does all that a waiting run does', async (_, minutes, action) => {
    await using scene = await openScene();
    const { request, link, pull } = opened(scene, minutes);
    const inputs = { 'pr-labels': 'documentation', 'pr-reviewers': 'asker' };
    const step = await scene.collect(inputs, scene.events.pull(pull, action, pull.user));
    expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'collected', open: '0' } });
    expect(finished(step)).toMatchObject([
      {
        thread: 1,
        jobId: request.jobId,
        result: 'pull-request',
        prLink: link,
        headSha: expect.stringMatching(/^[0-9a-f]{40}$/),
        outsideFiles: '',
      },
    ]);
    expect(JSON.parse(step.outputs['prLinks'] ?? '')).toEqual([link]);
    const [status = ''] = scene.comments();
    expect(status).toContain(
      `**Pull request ready:** A new quickstart ([acme/product#${pull.number}](${link}))`,
    );
    expect(status).toContain('`octocat`');
    // It doesn't know the phrase.
    expect(status).toContain('To request changes, send another request here.');
    expect(replies(scene)).toEqual([expect.stringContaining(`@octocat **Pull request ready:** `)]);
    expect(request.reactions()).toEqual(['rocket']);
    expect(scene.comments(pull)).toEqual([
      expect.stringContaining(`job \`${request.jobId}\`).

To request changes, send another request here.`),
    ]);
    expect([...pull.labels]).toEqual(['documentation']);
    expect(scene.reviewersOf(pull)).toEqual(['octocat']);
    expect(step.duration).toBeLessThan(30_000);
    expect(step.summary).toContain('#1');
  });

  test('it waits for the job up to `timeout`, and checks other jobs once and before', async () => {
    await using scene = await openScene();
    const { request, pull } = opened(scene, 3);
    const end = { prLink: 'https://github.com/acme/docs/pull/9' };
    const second = scene.leave(endsAfter(1, end, 'mintlify/other'), 3, scene.pull);
    const { done: step, polls: all } = await scene.watchService(() =>
      scene.collect({}, scene.events.pull(pull, 'opened', pull.user)),
    );
    expect(step.outputs).toMatchObject({ result: 'collected', open: '1' });
    expect(finished(step).map(({ jobId }: { jobId: string }) => jobId)).toEqual([second.jobId]);
    expect(step.duration).toBeGreaterThan(110_000);
    expect(step.duration).toBeLessThan(125_000);
    const polls = all.map(({ path }) => path.split('/').at(-1));
    expect(polls.filter((id) => id === second.jobId)).toHaveLength(1);
    expect(polls.filter((id) => id === request.jobId).length).toBeGreaterThan(3);
    expect(scene.comments()[0]).not.toContain('Pull request ready');
  });

  test.each([
    ['has just ended', 54, 90],
    ['has not begun', 10, 50],
  ])('it waits for a follow-up that %s', async (_, seconds, end) => {
    await using scene = await openScene();
    const prLink = scene.nextLink();
    const [active = {}, done = {}] = [{ status: 'active' }, { status: 'completed', prLink }];
    const next = { timeline: [{ previous: true }, { ...active, at: 20 }, { ...done, at: 50 }] };
    const pull = scene.openPull();
    const { jobId } = scene.leave([endsAfter(1, done), next], 5);
    await scene.request('/docs Shorter, please');
    const sentAt = scene.sandbox.service.jobs[0]?.turns[1]?.at ?? 0;
    await scene.minutes(seconds / 60);
    const step = await scene.collect({}, scene.events.pull(pull, 'synchronize', pull.user));
    expect(step.outputs).toMatchObject({ result: 'collected', open: '0' });
    expect(finished(step)).toMatchObject([{ jobId, result: 'pull-request', prLink }]);
    expect(scene.comments()[1]).not.toContain('Working on it');
    const ended = (scene.sandbox.time.now() - sentAt) / 1000;
    expect(ended).toBeGreaterThanOrEqual(end);
    expect(ended).toBeLessThan(end + 20);
  });
});

describe('without the collect action', () => {
  function ended(scene: Scene) {
    const prLink = scene.nextLink();
    // The message fails, so that its own end adds nothing to the pull request.
    const request = scene.leave([endsAfter(10, { prLink }), endsAfter(1, { prLink, status: 'failed' })], 11);
    return { request, pull: scene.openPull() };
  }

  test.each([
    ['the next request in the thread', '/docs Shorter, please', 'ann', 2],
    ['`--status`', '/docs --status', 'octocat', 1],
  ])('%s does all that a waiting run does', async (_, words, by, turns) => {
    await using scene = await openScene();
    scene.member('ann', 'write');
    const { request, pull } = ended(scene);
    const inputs = { 'pr-labels': 'documentation', 'pr-reviewers': 'asker' };
    const next = await scene.ask(words, { by, inputs });
    expect(next.outputs['jobId']).toBe(request.jobId);
    expect(scene.turns()).toEqual([turns]);
    const expectReported = () => {
      expect(scene.comments()[0]).toContain('**Pull request ready:**');
      expect(replies(scene)).toEqual([expect.stringContaining('@octocat **Pull request ready:** ')]);
      expect(request.reactions()).toEqual(['rocket']);
      expect(scene.comments(pull)).toEqual([expect.stringContaining(request.jobId)]);
      expect([...pull.labels]).toEqual(['documentation']);
      expect(scene.reviewersOf(pull)).toEqual(['octocat']);
    };
    expectReported();
    expect((await scene.collect()).outputs).toMatchObject({ result: 'nothing', open: '0' });
    expectReported();
  });

  test('collect leaves a request to the next one in its thread, which waits, and the requester is mentioned once', async () => {
    await using scene = await openScene();
    const { request, pull } = ended(scene);
    const { event } = scene.comment('/docs Shorter, please');
    const read = { method: 'GET', path: /\/issues\/comments\/\d+$/ };
    const { running, held } = await scene.startUntil('github', read, {}, { event });
    held.stall();
    expect((await scene.collect()).outputs['result']).toBe('nothing');
    held.release();
    expect((await running.ended).outputs['jobId']).toBe(request.jobId);
    expect(replies(scene)).toEqual([expect.stringContaining('@octocat **Pull request ready:** ')]);
    expect(request.reactions()).toEqual(['rocket']);
    expect(scene.comments(pull)).toHaveLength(1);
  });
});

describe('by hand', () => {
  test('it reports a job that failed', async () => {
    await using scene = await openScene();
    const request = scene.leave(endsAfter(10, { status: 'failed' }), 11);
    const step = await scene.collect();
    expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'collected', prLinks: '[]' } });
    expect(finished(step)).toMatchObject([{ thread: 1, jobId: request.jobId, result: 'failed', prLink: '' }]);
    expect(scene.comments()[0]).toContain('**Failed:**');
    expect(replies(scene)).toHaveLength(1);
    expect(request.reactions()).toEqual(['-1']);
  });

  test('it keeps the status comment while the job is at work, which explains what updates it', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(endsAfter(10, {}));
    const { step: left } = await scene.request('/docs Rewrite the quickstart');
    expect(left.outputs['result']).toBe('started');
    const [before = ''] = scene.comments();
    expect(before).toMatch(
      /^\*\*Working on it:\*\* `Rewrite the quickstart`, since [-\d: ]+ UTC\. No run watches the job\. /,
    );
    const [, updates, ...again] = before.split('This comment is updated by the next request here, ');
    expect(updates).toMatch(
      /^by `\/docs --status`, and, when the pull request opens, by the collect action if this repository runs it\./,
    );
    expect(again).toEqual([]);
    expect(before).not.toContain('Re-run');
    const step = await scene.collect();
    const outputs = {
      result: 'nothing',
      reasonCode: 'nothing-to-collect',
      finished: '[]',
      open: '1',
      prLinks: '[]',
    };
    expect(step.outputs).toMatchObject(outputs);
    expect(scene.comments()).toEqual([before]);
  });

  test.each([
    ['ends later', '30m'],
    ['was killed', '12m'],
  ])('it mentions the requester once if a re-run watches, which %s', async (end, timeout) => {
    await using scene = await openScene();
    scene.sandbox.service.script(endsAfter(10, {}));
    const { event } = await scene.request('/docs Rewrite the quickstart');
    const inputs = { 'poll-interval': '4m', timeout };
    const again = scene.start(inputs, { event, context: { runAttempt: '2' } });
    await scene.minutes(11);
    if (end === 'was killed') again.kill();
    expect((await scene.collect()).outputs).toMatchObject({ result: 'collected', open: '0' });
    await again.ended;
    await scene.minutes(10);
    await scene.collect();
    expect(replies(scene)).toEqual([expect.stringContaining('@octocat **No pull request:** ')]);
  });

  test('it writes nothing with `dry-run`', async () => {
    await using scene = await openScene();
    const request = scene.leave(endsAfter(10, {}), 11);
    const calls = scene.requests('github').length;
    const step = await scene.collect({ 'dry-run': 'true' });
    expect(step.outputs).toMatchObject({ result: 'dry-run', reasonCode: 'dry-run' });
    expect(finished(step)).toMatchObject([{ jobId: request.jobId, result: 'no-pull-request' }]);
    const writes = scene.requests('github').slice(calls);
    expect(writes.filter((call) => !call.startsWith('GET '))).toEqual([]);
    expect((await scene.collect()).outputs['result']).toBe('collected');
  });
});

test('five open requests of four jobs in three threads are finished with one poll for each job', async () => {
  await using scene = await openScene();
  const { service } = scene.sandbox;
  const turn = endsAfter(4, { prLink: LINK });
  service.scriptAll(turn);
  const third = scene.openPull({ branch: 'another' });
  for (const on of [scene.issue, scene.pull, third]) scene.leave([turn, turn], 5, on);
  // A message and a new job: each run first reports the end of the job before.
  await scene.request('/docs Four');
  await scene.request('/docs --new Five', { on: third });
  await scene.minutes(5);
  const { done: step, polls } = await scene.watchService(() => scene.collect());
  expect(step.outputs['open']).toBe('0');
  expect(
    finished(step)
      .map(({ thread }: { thread: number }) => thread)
      .sort(),
  ).toEqual([1, 2, 3]);
  expect(service.jobs).toHaveLength(4);
  const [one, two, , five] = service.jobs.map(({ id }) => id);
  expect(polls.map(({ path }) => path.split('/').at(-1)).sort()).toEqual([one, two, five].sort());
  const pauses = polls.slice(1).map(({ at }, index) => at - (polls[index]?.at ?? 0));
  // Two a second. Timers may be a millisecond early.
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(490);
  expect([scene.issue, scene.pull, third].map((thread) => replies(scene, thread).length)).toEqual([2, 1, 2]);
});

test('a request whose run still watches is left to that run', async () => {
  await using scene = await openScene();
  scene.sandbox.service.script(endsAfter(1, {}));
  const running = scene.start({}, { event: scene.comment('/docs Rewrite the quickstart').event });
  await scene.minutes(0.5);
  const [before] = scene.comments();
  const step = await scene.collect();
  expect(step.outputs).toMatchObject({ result: 'nothing', open: '0' });
  expect(scene.comments()).toEqual([before]);
  expect((await running.ended).outputs['result']).toBe('no-pull-request');
});
