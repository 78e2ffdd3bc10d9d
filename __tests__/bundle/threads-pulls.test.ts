/** The agent's pull request is part of the thread. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { userOf } from '../../sandbox/github/store.ts';
import type { TurnScript } from '../../sandbox/service/scripted-life.ts';
import type { Event } from '../../src/event/trigger.ts';
import { renameRepository } from '../support/rename.ts';
import {
  endsAfter,
  type Inputs,
  openHome,
  openScene,
  openThread,
  SCHEDULE,
  type Scene,
  warnings,
  worksFor,
} from '../support/scene.ts';

/** An event of the agent's pull request. GitHub publishes no example of some actions. */
function pullEvent({ events, pull, sandbox: { github } }: Scene, name: string, action: string): Event {
  const { payload } = events.pull(pull, 'synchronize', userOf(github.store, 'octocat'));
  return { name, payload: { ...payload, action } };
}

describe("the agent's pull request", () => {
  test.each<[string, (scene: Scene) => ReturnType<Scene['run']>]>([
    ['in a thread', (scene) => scene.ask('/docs Rewrite')],
    ['on a schedule', (scene) => scene.run({ prompt: 'Refresh' }, { event: SCHEDULE })],
  ])('is marked by the job of a request %s, and requests there are messages to that job', async (_, run) => {
    await using scene = await openHome();
    const first = await run(scene);
    expect(scene.comments(scene.pull)).toEqual([
      expect.stringContaining(`job \`${first.outputs['jobId']}\``),
    ]);
    const second = await scene.ask('/docs Shorter, please', { on: scene.pull });
    expect(second.outputs).toMatchObject({ result: 'pull-request', jobId: first.outputs['jobId'] });
    expect(scene.turns()).toEqual([2]);
  });

  test('is not continued if it was closed in another repository that only `pr-token` reaches', async () => {
    await using scene = await openScene();
    const { github, service } = scene.sandbox;
    const pull = scene.openPull({ repository: 'acme/docs' });
    github.repository('acme/docs').private = true;
    const permissions = { issues: 'write', pull_requests: 'write' } as const;
    github.addToken('ghp_docs', { login: 'octocat', repositories: ['acme/docs'], permissions });
    const prLink = `${github.server}/acme/docs/pull/${pull.number}`;
    service.putJob({ id: 'job_1', ago: 60, turns: [worksFor(0, { prLink })] });
    scene.note(scene.issue, { jobId: 'job_1' });
    scene.close(pull);
    await scene.ask('/docs Another thing', { inputs: { 'pr-token': 'ghp_docs' } });
    expect(scene.turns()).toEqual([1, 1]);
  });

  test('is a request when it is labeled or assigned, and otherwise none by itself', async () => {
    await using scene = await openThread();
    const resultOf = async (name: string, action: string) => {
      const { outputs } = await scene.run({ prompt: 'Refresh' }, { event: pullEvent(scene, name, action) });
      return [outputs['result'], outputs['reasonCode']];
    };
    const skipped = ['skipped', 'own-pull-request'];
    expect(await resultOf('pull_request', 'synchronize')).toEqual(skipped);
    expect(await resultOf('pull_request_target', 'opened')).toEqual(skipped);
    expect(scene.turns()).toEqual([1]);
    for (const action of ['labeled', 'assigned'])
      expect(await resultOf('pull_request', action)).toEqual(['pull-request', 'no-changes']);
    expect(scene.turns()).toEqual([3]);
  });

  test('still belongs to its job after the repository was renamed, until it is merged', async () => {
    await using scene = await openThread();
    const context = renameRepository(scene.sandbox, 'acme/product', 'acme/handbook');
    for (const on of [scene.issue, scene.pull]) {
      const next = await scene.ask('/docs Shorter, please', { on, run: { context } });
      expect(next.outputs).toMatchObject({ result: 'pull-request', jobId: 'job_1' });
      expect(next.log).not.toContain('could not be read');
      expect(warnings(next)).toEqual([]);
    }
    expect(scene.turns()).toEqual([3]);
    scene.close(scene.pull, { merged: true });
    await scene.ask('/docs Another thing', { run: { context } });
    expect(scene.turns()).toEqual([3, 1]);
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

  test.each<[number, 'issue' | 'pull', 'issue' | 'pull', Inputs, string?, number?]>([
    // Within the same second, the job gets both messages, and both runs report its last turn.
    [0.5, 'issue', 'pull', {}, 'failed', 0],
    [1, 'issue', 'pull', {}],
    [5, 'issue', 'pull', {}],
    [12, 'issue', 'pull', {}],
    [45, 'issue', 'pull', {}],
    [12, 'issue', 'pull', { wait: 'false' }, 'started'],
    [1, 'pull', 'issue', {}],
    [5, 'pull', 'issue', {}],
    [12, 'pull', 'issue', {}],
    [45, 'pull', 'issue', {}],
    [60, 'pull', 'issue', {}],
  ])(
    'has one queue with the issue: %s s apart, first on the %s',
    async (seconds, one, two, inputs, result = 'pull-request', pause = 40) => {
      await using scene = await openHome();
      const { service, time } = scene.sandbox;
      const works = worksFor(40, { prLink: scene.prLink });
      const fails = worksFor(40, { prLink: scene.prLink, status: 'failed' });
      service.putJob({ id: 'job_1', ago: 3_600, turns: [works, works, fails] });
      scene.note(scene.issue, { jobId: 'job_1', sentAt: time.now() - 3_600_000, created: true });
      scene.mark(scene.pull, { jobId: 'job_1' });
      const first = scene.start(inputs, { event: scene.comment('/docs Shorter', { on: scene[one] }).event });
      await time.sleep(seconds * 1_000);
      const last = await scene.ask('/docs Longer', { on: scene[two] });
      expect((await first.ended).outputs['result']).toBe(result);
      expect(last.outputs['result']).toBe('failed');
      expect(scene.turns()).toEqual([3]);
      const [, before, after] = service.jobs[0]?.turns ?? [];
      expect((after?.at ?? 0) - (before?.at ?? 0)).toBeGreaterThanOrEqual(pause * 1_000);
    },
  );

  test.each<[string, TurnScript | undefined, Inputs]>([
    ['whose run timed out', undefined, { timeout: '1m' }],
    ['that no run watches', undefined, { wait: 'false' }],
    ['that has no link yet', endsAfter(1.5, {}, 'v2'), { timeout: '1m' }],
  ])('is recognized before it is marked, by the request of a job %s', async (_, script, inputs) => {
    await using scene = await openHome(90);
    if (script !== undefined) scene.sandbox.service.script(script);
    const first = await scene.ask('/docs Rewrite', { inputs });
    await scene.minutes(2);
    const step = await scene.ask('/docs Shorter', { on: scene.pull });
    expect(step.outputs['jobId']).toBe(first.outputs['jobId']);
    expect(scene.turns()).toEqual([2]);
  });
});

test('three requests ten seconds apart without the queue make one job, while lists lag by 5 s', async () => {
  await using scene = await openScene();
  const { github, service, time } = scene.sandbox;
  github.store.lag = 5_000;
  service.rules.usualSeconds = 40;
  const runs = [];
  for (const word of ['one', 'two', 'three']) {
    const { event } = scene.comment(`/docs ${word}`);
    runs.push(scene.start({}, { event }).ended);
    await time.sleep(10_000);
  }
  const steps = await Promise.all(runs);
  expect(steps.map(({ outputs }) => outputs['result'])).toEqual(steps.map(() => 'pull-request'));
  expect(scene.turns()).toEqual([3]);
  const starts = service.jobs[0]?.turns.map(({ at }) => at) ?? [];
  const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(40_000);
});

test.each([
  ['when the job is chosen', 1, "the pull request of this conversation's job"],
  ['right before the send', 2, 'the pull request of the job'],
])(
  "a request sends nothing if the open pull request can't be read %s, since it may be closed",
  async (_, nth, what) => {
    await using scene = await openThread();
    scene.sandbox.github.faults.next(
      { method: 'GET', path: /\/pulls\/2$/, nth, times: 99 },
      answer({ status: 502 }),
    );
    const step = await scene.ask('/docs Shorter, please');
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(step.outputs['reason']).toMatch(
      new RegExp(`^Not sent: ${what.replace("'", '.')} could not be read`),
    );
    expect(scene.turns()).toEqual([1]);
  },
);
