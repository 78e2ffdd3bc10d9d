/** A job that takes no messages: a new one continues its open pull request. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import type { Event } from '../../src/event/trigger.ts';
import { LATER, openHome, openScene, openThread, SCHEDULE, type Scene, warnings } from '../support/scene.ts';

const ARCHIVED = { gone: { status: 'archived' } };
const UNKNOWN = { gone: { hidden: true } };

/** The prompt of the new job: the instruction, and the URL as data between unpredictable delimiters. */
function expectContinues({ prLink, prompts }: Awaited<ReturnType<typeof openThread>>, instruction: string) {
  const [words, data, ...more] = (prompts()[1] ?? '').split('\n\nContinue the pull request whose URL is');
  expect([words, more]).toEqual([instruction, []]);
  const [, token] = /^----- data (\w{32}) begins -----$/m.exec(data ?? '') ?? [];
  expect(data).toMatch(
    new RegExp(`begins -----\nURL of the open pull request:\n> ${prLink}\n----- data ${token} ends -----$`),
  );
}

describe("the thread's job", () => {
  const context = { context: 'none' };

  test('is archived: a new one continues the open pull request, and the comment says so', async () => {
    await using scene = await openThread(ARCHIVED);
    const { prLink } = scene;
    const step = await scene.ask('/docs Shorter, please', { inputs: context });
    expect(step.outputs).toMatchObject({ result: 'pull-request', prLink });
    expect(scene.turns()).toEqual([1, 1]);
    expectContinues(scene, 'Shorter, please');
    expect(scene.comments()[1]).toContain(
      'The job of this conversation is archived, so a new one was created. The new job continues the open pull request',
    );
    // The pull request belongs to the new job, although it is older.
    expect(warnings(step)).toEqual([]);
    const [, marked = '', ...more] = scene.comments(scene.pull);
    expect(marked).toContain('agent continues this pull request');
    expect(more).toEqual([]);
    const there = await scene.ask('/docs Longer, please', { on: scene.pull, inputs: context });
    expect(there.outputs['jobId']).toBe(step.outputs['jobId']);
    expect(scene.turns()).toEqual([1, 2]);
  });

  test('is archived, and the service refuses the request: no comment mentions a new one', async () => {
    await using scene = await openThread(ARCHIVED);
    scene.sandbox.service.faults.next({ method: 'POST' }, answer({ status: 402 }));
    const step = await scene.ask('/docs Shorter, please');
    expect(scene.turns()).toEqual([1]);
    expect(scene.comments()).toHaveLength(2);
    for (const text of [scene.comments()[1], step.log]) expect(text).not.toMatch(/new (one|job)|continues/);
  });

  test('is unknown to the service: in the conversation of its pull request a new one continues that', async () => {
    await using scene = await openThread(UNKNOWN);
    const step = await scene.ask('/docs Shorter, please', { on: scene.pull, inputs: context });
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual([1, 1]);
    expectContinues(scene, 'Shorter, please');
    expect(scene.comments(scene.pull)[1]).toContain('is unknown to the service, so a new one was created');
  });
});

describe('the pull request that a new job continues belongs to it', () => {
  const labels = { 'pr-labels': 'second' };
  type Finish = (scene: Scene) => Promise<StepResult>;
  const rows: readonly (readonly [string, Finish])[] = [
    // `--status` finishes requests as a collect does.
    ...LATER.filter(([who]) => who !== '`--status`').map(([who, report]): [string, Finish] => [
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
    await using scene = await openThread(ARCHIVED);
    // By its age, the pull request is not the new job's.
    await scene.minutes(10);
    const step = await finish(scene);
    expect(warnings(step)).toEqual([]);
    expect(step.outputs['reasonCode']).not.toBe('pull-request-created');
    expect([...scene.pull.labels]).toEqual(['second']);
    // Requests there reach the new job, and create no third one.
    expect(scene.comments(scene.pull)).toEqual([
      expect.anything(),
      expect.stringMatching(`agent continues this pull.*job \`${scene.sandbox.service.jobs[1]?.id}\``),
    ]);
  });
});

describe('the job of the open draft under `when-open: message`', () => {
  const refresh = { prompt: 'Refresh', 'pr-labels': 'documentation', 'when-open': 'message' };

  test('is unknown to the service: a new one continues the draft, and the log says so', async () => {
    await using scene = await openThread(UNKNOWN);
    const { prLink } = scene;
    scene.pull.labels.add('documentation');
    const step = await scene.run(refresh, { event: SCHEDULE });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request', prLink } });
    expect(scene.turns()).toEqual([1, 1]);
    expectContinues(scene, 'Refresh');
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
    await using scene = await openThread(ARCHIVED);
    scene.pull.labels.add('documentation');
    const step = await scene.kill('service', { method: 'POST' }, refresh, { event: SCHEDULE });
    expect(step.outputs['jobId']).toBe('');
    expect(step.post?.annotations).toEqual([
      { level: 'warning', message: expect.stringContaining('It is unknown whether a job exists.') },
    ]);
  });
});

describe('one 404 of the service does not end', () => {
  const once = ({ sandbox: { service } }: Scene) =>
    service.faults.next({ method: 'GET' }, answer({ status: 404 }));

  test.each<[string, number, (scene: Scene, event: Event) => Promise<StepResult>]>([
    ['a follow-up', 2, (scene) => scene.ask('/docs Shorter, please')],
    ['a re-run', 1, (scene, event) => scene.rerun(event)],
    ['a collect', 1, (scene) => scene.collect()],
    [
      'a run with `job-id`',
      1,
      (scene) => scene.run({ 'job-id': scene.sandbox.service.jobs[0]?.id ?? '' }, { event: SCHEDULE }),
    ],
  ])('the job of %s', async (who, turns, run) => {
    await using scene = await openHome();
    const { event } = await scene.request('/docs Rewrite');
    await scene.minutes(10);
    once(scene);
    const step = await run(scene, event);
    expect(step.exitCode).toBe(0);
    expect(scene.turns()).toEqual([turns]);
    expect(scene.comments(scene.pull).join()).toContain(who.includes('job-id') ? '' : 'created this pull');
    expect(step.duration).toBeLessThan(60_000);
  });
});

test('a collect reads all jobs that are gone again in the same minute', async () => {
  await using scene = await openScene();
  const gone = { timeline: [{ status: 'active' }, { at: 300, hidden: true }] };
  for (let count = 0; count < 5; count += 1) scene.leave(gone, 20, scene.openIssue());
  const step = await scene.collect();
  expect(JSON.parse(step.outputs['finished'] ?? '')).toHaveLength(5);
  expect(step.duration).toBeLessThan(100_000);
});
