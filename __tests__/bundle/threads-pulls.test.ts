/** The agent's pull request is part of the thread. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { closeThread } from '../../sandbox/github/threads.ts';
import type { Event } from '../../src/request/trigger.ts';
import { renameRepository } from '../support/rename.ts';
import { openHome, openScene, SCHEDULE, type Scene, warnings } from '../support/scene.ts';

/** An event of the agent's pull request. GitHub publishes no example of some actions. */
function pullEvent({ events, pull, sandbox: { github } }: Scene, name: string, action: string): Event {
  if (action === 'closed') closeThread(github.store, pull, { merged: true });
  const { payload } = events.pull(pull, 'synchronize', userOf(github.store, 'octocat'));
  return { name, payload: { ...payload, action } };
}

describe("the agent's pull request", () => {
  test('is marked, and requests there are messages to its job', async () => {
    await using scene = await openHome();
    const first = await scene.ask('/docs Rewrite');
    expect(scene.comments(scene.pull)).toEqual([
      expect.stringContaining(`job \`${first.outputs['jobId']}\``),
    ]);
    const second = await scene.ask('/docs Shorter, please', { on: scene.pull });
    expect(second.outputs).toMatchObject({ result: 'pull-request', jobId: first.outputs['jobId'] });
    expect(scene.turns()).toEqual([2]);
  });

  test('that was merged is not continued: the next request creates a job, and the comment says so', async () => {
    await using scene = await openHome();
    await scene.ask('/docs Rewrite');
    closeThread(scene.sandbox.github.store, scene.pull, { merged: true });
    await scene.ask('/docs Another thing');
    expect(scene.turns()).toEqual([1, 1]);
    expect(scene.comments().at(-1)).toContain('was merged or closed, so a new job was created');
  });

  test('is not continued if it was closed in another repository that only `pr-token` reaches', async () => {
    await using scene = await openScene();
    const { github, service } = scene.sandbox;
    const pull = scene.openPull({ repository: 'acme/docs' });
    github.repository('acme/docs').private = true;
    const permissions = { issues: 'write', pull_requests: 'write' } as const;
    github.addToken('ghp_docs', { login: 'octocat', repositories: ['acme/docs'], permissions });
    const prLink = `${github.server}/acme/docs/pull/${pull.number}`;
    service.scriptAll({ timeline: [{ status: 'completed', prLink }] });
    await scene.ask('/docs Rewrite', { inputs: { 'pr-token': 'ghp_docs' } });
    closeThread(github.store, pull, { merged: false });
    await scene.ask('/docs Another thing', { inputs: { 'pr-token': 'ghp_docs' } });
    expect(scene.turns()).toEqual([1, 1]);
  });

  test.each([
    ['pull_request', 'closed'],
    ['pull_request', 'synchronize'],
    ['pull_request_target', 'opened'],
    ['pull_request', 'auto_merge_enabled'],
  ] as const)('is no request by itself: %s (%s) sends nothing', async (name, action) => {
    await using scene = await openHome();
    await scene.ask('/docs Rewrite');
    const { outputs } = await scene.run({ prompt: 'Refresh' }, { event: pullEvent(scene, name, action) });
    expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'own-pull-request', jobId: '' });
    expect(scene.turns()).toEqual([1]);
  });

  test.each(['labeled', 'assigned'])('is a request when it is %s', async (action) => {
    await using scene = await openHome();
    await scene.ask('/docs Rewrite');
    const event = pullEvent(scene, 'pull_request', action);
    expect((await scene.run({ prompt: 'Refresh' }, { event })).outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual([2]);
  });

  test.each(['the issue', 'the pull request'])(
    'still belongs to its job after the repository was renamed: a request in %s is a message',
    async (place) => {
      await using scene = await openHome();
      const first = await scene.ask('/docs Rewrite');
      const context = renameRepository(scene.sandbox, 'acme/product', 'acme/handbook');
      const on = place === 'the issue' ? scene.issue : scene.pull;
      const next = await scene.ask('/docs Shorter, please', { on, run: { context } });
      expect(next.outputs).toMatchObject({ result: 'pull-request', jobId: first.outputs['jobId'] });
      expect(scene.turns()).toEqual([2]);
      expect(next.log).not.toContain('could not be read');
      expect(warnings(next)).toEqual([]);
    },
  );

  test('that was merged is not continued after the repository was renamed', async () => {
    await using scene = await openHome();
    await scene.ask('/docs Rewrite');
    const context = renameRepository(scene.sandbox, 'acme/product', 'acme/handbook');
    closeThread(scene.sandbox.github.store, scene.pull, { merged: true });
    await scene.ask('/docs Another thing', { run: { context } });
    expect(scene.turns()).toEqual([1, 1]);
  });

  test('is marked, labeled and shown if the service knows only the former name of the repository', async () => {
    await using scene = await openHome();
    scene.repository.private = true;
    const context = renameRepository(scene.sandbox, 'acme/product', 'acme/handbook');
    const inputs = { 'pr-labels': 'documentation', 'when-open': 'skip', 'pr-paths': 'docs/**' };
    Object.assign(scene.pull.pull ?? {}, {
      headSha: 'a'.repeat(40),
      files: [{ filename: 'docs/a.md', status: 'added', additions: 1, deletions: 0 }],
    });
    const step = await scene.ask('/docs Rewrite', { inputs, run: { context } });
    expect(step).toMatchObject({ outcome: 'success', outputs: { prTitle: 'New API' } });
    expect(scene.comments(scene.pull)[0]).toContain('made-by:');
    expect(scene.comments(scene.pull)[0]).toContain('by `octocat`');
    expect([...scene.pull.labels]).toEqual(['documentation']);
    expect(scene.comments()[0]).toContain('New API');
    expect(warnings(step)).toEqual([]);
  });

  test("counts as any other, with a warning, if its marker can't be read", async () => {
    await using scene = await openHome();
    await scene.ask('/docs Rewrite');
    const { github } = scene.sandbox;
    const event = scene.events.pull(scene.pull, 'synchronize', userOf(github.store, 'octocat'));
    github.faults.next({ method: 'GET', path: /issues\/2\/comments/, times: 5 }, answer({ status: 502 }));
    const step = await scene.run({ prompt: 'Refresh', 'dry-run': 'true' }, { event });
    expect(step.outputs['result']).toBe('dry-run');
    expect(step.annotations.map(({ message }) => message).join()).toContain(
      'Whether a job of this action created pull request 2 could not be read, so the event counts',
    );
  });

  test('has requests that wait for those in the issue', async () => {
    await using scene = await openHome(40);
    await scene.ask('/docs Rewrite');
    const { event } = scene.comment('/docs Shorter, please');
    const { running, held } = await scene.startUntil('service', { method: 'POST' }, {}, { event });
    const onPull = scene.start(
      {},
      { event: scene.comment('/docs Longer, please', { on: scene.pull }).event },
    );
    held.release();
    const results = await Promise.all([running.ended, onPull.ended]);
    expect(results.map(({ outputs }) => outputs['result'])).toEqual(['pull-request', 'pull-request']);
    expect(scene.turns()).toEqual([3]);
    const [, one, two] = scene.sandbox.service.jobs[0]?.turns ?? [];
    expect((two?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThanOrEqual(40_000);
  });
});

test('a scheduled job marks its pull request, and requests there reach it', async () => {
  await using scene = await openHome();
  const first = await scene.run({ prompt: 'Refresh' }, { event: SCHEDULE });
  expect(scene.comments(scene.pull)).toEqual([expect.stringContaining(`job \`${first.outputs['jobId']}\``)]);
  const second = await scene.ask('/docs Shorter, please', { on: scene.pull });
  expect(second.outputs['jobId']).toBe(first.outputs['jobId']);
  expect(scene.turns()).toEqual([2]);
});

test('five requests ten seconds apart without the queue make one job, while lists lag by 5 s', async () => {
  await using scene = await openScene();
  const { github, service, time } = scene.sandbox;
  github.store.lag = 5_000;
  service.rules.usualSeconds = 40;
  const runs = [];
  for (const word of ['one', 'two', 'three', 'four', 'five']) {
    const { event } = scene.comment(`/docs ${word}`);
    runs.push(scene.start({}, { event }).ended);
    await time.sleep(10_000);
  }
  const steps = await Promise.all(runs);
  expect(steps.map(({ outputs }) => outputs['result'])).toEqual(steps.map(() => 'pull-request'));
  expect(scene.turns()).toEqual([5]);
  const starts = service.jobs[0]?.turns.map(({ at }) => at) ?? [];
  const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(40_000);
});

test('one comment creates a job in each project', async () => {
  await using scene = await openScene();
  const { service } = scene.sandbox;
  service.addKey('mint_another_key');
  service.addProject('other-docs');
  const other = { 'project-id': 'other-docs', 'api-key': 'mint_another_key' };
  for (const words of ['/docs Rewrite', '/docs Shorter, please']) {
    const { event } = scene.comment(words);
    await scene.run({}, { event });
    await scene.run(other, { event });
  }
  expect(service.jobs.map(({ projectId }) => projectId)).toEqual([service.projectId, 'other-docs']);
  expect(scene.turns()).toEqual([2, 2]);
});

test("a request sends nothing if the open pull request can't be read, since it may be closed", async () => {
  await using scene = await openHome();
  await scene.ask('/docs Rewrite');
  scene.sandbox.github.faults.next(
    { method: 'GET', path: /\/pulls\/2$/, times: 99 },
    answer({ status: 502 }),
  );
  const step = await scene.ask('/docs Shorter, please');
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
  expect(step.outputs['reason']).toMatch(
    /^Not sent: the pull request of this conversation's job could not be read/,
  );
  expect(scene.turns()).toEqual([1]);
});
