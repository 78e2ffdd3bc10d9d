/** A job that takes no messages: a new one continues its open pull request. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import type { JobScene } from '../../sandbox/service/scripted-life.ts';
import { type Inputs, LATER, openScene, SCHEDULE, type Scene, warnings, worksFor } from '../support/scene.ts';

const LABELED = { 'pr-labels': 'documentation' };

/** Each job opens pull request 2 of the repository; the first one takes no messages after ten minutes. */
async function openGone(gone: JobScene = { status: 'archived' }) {
  const scene = await openScene();
  const prLink = scene.urlOf(scene.pull);
  const done = worksFor(9, { prLink });
  scene.sandbox.service.script({ timeline: [...done.timeline, { at: 600, prLink, ...gone }] });
  scene.sandbox.service.scriptAll(done);
  return Object.assign(scene, { prLink });
}

/** The prompt of the new job: the instruction, and the URL as data between unpredictable delimiters. */
function expectContinues(prompt: string | undefined, instruction: string, url: string) {
  const [words, data, ...more] = (prompt ?? '').split('\n\nContinue the pull request whose URL is');
  expect([words, more]).toEqual([instruction, []]);
  const [, token] = /^----- data (\w{32}) begins -----$/m.exec(data ?? '') ?? [];
  expect(data).toMatch(
    new RegExp(`begins -----\nURL of the open pull request:\n> ${url}\n----- data ${token} ends -----$`),
  );
}

describe("the thread's job", () => {
  const context = { context: 'none' };

  test.each<[string, JobScene]>([
    ['is archived', { status: 'archived' }],
    ['failed', { status: 'failed' }],
  ])('%s: a new one continues the open pull request, and the comment says so', async (state, gone) => {
    await using scene = await openGone(gone);
    const { prLink } = scene;
    await scene.ask('/docs Rewrite', { inputs: context });
    await scene.minutes(60);
    const step = await scene.ask('/docs Shorter, please', { inputs: context });
    expect(step.outputs).toMatchObject({ result: 'pull-request', prLink });
    expect(scene.turns()).toEqual([1, 1]);
    expectContinues(scene.prompts()[1], 'Shorter, please', prLink);
    expect(scene.comments()[1]).toContain(
      `The job of this conversation ${state}, so a new one was created. The new job continues the open pull request`,
    );
    // The pull request belongs to the new job, although it is older.
    expect(warnings(step)).toEqual([]);
    const verbs = scene.comments(scene.pull).map((body) => /agent (\w+) this pull/.exec(body)?.[1]);
    expect(verbs).toEqual(['created', 'continues']);
    const there = await scene.ask('/docs Longer, please', { on: scene.pull, inputs: context });
    expect(there.outputs['jobId']).toBe(step.outputs['jobId']);
    expect(scene.turns()).toEqual([1, 2]);
  });

  test.each<[string, (scene: Scene) => Inputs]>([
    ['`daily-limit` is used up', () => ({ 'daily-limit': '1' })],
    [
      'the service refuses it',
      ({ sandbox }) => {
        sandbox.service.faults.next({ method: 'POST' }, answer({ status: 402 }));
        return {};
      },
    ],
  ])('is archived, and %s: no comment mentions a new one', async (_, refuse) => {
    await using scene = await openGone();
    await scene.ask('/docs Rewrite');
    await scene.minutes(60);
    const step = await scene.ask('/docs Shorter, please', { inputs: refuse(scene) });
    expect(scene.turns()).toEqual([1]);
    expect(scene.comments()).toHaveLength(2);
    for (const text of [scene.comments()[1], step.log]) expect(text).not.toMatch(/new (one|job)|continues/);
  });

  test('is unknown to the service: in the conversation of its pull request a new one continues that', async () => {
    await using scene = await openGone({ hidden: true });
    const { prLink } = scene;
    await scene.ask('/docs Rewrite', { inputs: context });
    await scene.minutes(60);
    const step = await scene.ask('/docs Shorter, please', { on: scene.pull, inputs: context });
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual([1, 1]);
    expectContinues(scene.prompts()[1], 'Shorter, please', prLink);
    expect(scene.comments(scene.pull)[1]).toContain('is unknown to the service, so a new one was created');
  });
});

describe('the pull request that a new job continues belongs to it', () => {
  const labels = { 'pr-labels': 'second' };
  type Finish = (scene: Scene) => Promise<StepResult>;
  const rows: readonly (readonly [string, Finish])[] = [
    ...LATER.map(([who, report]): [string, Finish] => [
      `in ${who}`,
      async (scene) => {
        const { event } = await scene.request('/docs Shorter, please');
        await scene.minutes(5);
        return report(scene, event, labels);
      },
    ]),
    [
      'in a collect, after a run that was killed before its note named the job',
      async (scene) => {
        const { event } = scene.comment('/docs Shorter, please');
        const edit = { method: 'PATCH', path: /\/issues\/comments\/\d+$/, nth: 3 };
        await scene.kill('github', edit, {}, { event });
        await scene.minutes(5);
        return scene.collect(labels);
      },
    ],
    [
      'in a run that watches it by `job-id`',
      async (scene) => {
        const { jobId } = await scene.request('/docs Shorter, please');
        return scene.run({ ...labels, 'job-id': jobId, 'issue-number': '1' }, { event: SCHEDULE });
      },
    ],
  ];

  test.each(rows)('%s', async (_, finish) => {
    await using scene = await openScene();
    const prLink = scene.nextLink();
    const done = worksFor(20, { prLink });
    const gone = { at: 600, prLink, status: 'archived' };
    scene.sandbox.service.script({ timeline: [...done.timeline, gone] });
    scene.sandbox.service.scriptAll(done);
    const first = scene.start({}, { event: scene.comment('/docs Rewrite').event });
    await scene.minutes(0.1);
    const pull = scene.openPull();
    await first.ended;
    await scene.minutes(60);
    const step = await finish(scene);
    expect(warnings(step)).toEqual([]);
    expect(step.outputs['reasonCode']).not.toBe('pull-request-created');
    expect([...pull.labels]).toEqual(['second']);
    // Requests there reach the new job, and create no third one.
    await scene.ask('/docs Longer, please', { on: pull });
    expect(scene.turns()).toEqual([1, 2]);
  });
});

describe('the job of the open draft under `when-open: message`', () => {
  const refresh = { prompt: 'Refresh', ...LABELED, 'when-open': 'message' };

  test('is unknown to the service: a new one continues the draft, and the log says so', async () => {
    await using scene = await openGone({ hidden: true });
    const { prLink } = scene;
    await scene.run({ prompt: 'Refresh', ...LABELED }, { event: SCHEDULE });
    await scene.minutes(60);
    const step = await scene.run(refresh, { event: SCHEDULE });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request', prLink } });
    expect(scene.turns()).toEqual([1, 1]);
    expectContinues(scene.prompts()[1], 'Refresh', prLink);
    expect(step.log).toContain(
      `The job of ${prLink} is unknown to the service, so a new one was created. The new job continues the open`,
    );
    expect(warnings(step)).toEqual([]);
    // From then on the draft belongs to the new job.
    const next = await scene.run(refresh, { event: SCHEDULE });
    expect(next.outputs['jobId']).toBe(step.outputs['jobId']);
    expect(scene.turns()).toEqual([1, 2]);
  });

  test('is archived: a run that is killed while it creates a new one warns that a job may exist', async () => {
    await using scene = await openGone();
    await scene.run({ prompt: 'Refresh', ...LABELED }, { event: SCHEDULE });
    await scene.minutes(60);
    const step = await scene.kill('service', { method: 'POST' }, refresh, { event: SCHEDULE });
    expect(step.outputs['jobId']).toBe('');
    expect(step.post?.annotations).toEqual([
      { level: 'warning', message: expect.stringContaining('It is unknown whether a job exists.') },
    ]);
  });
});
