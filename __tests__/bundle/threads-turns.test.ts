/** Each request is reported when its own turn of the job is over, and never with the end of a later turn. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { JobScene } from '../../sandbox/service/scripted-life.ts';
import { LINK, loseRunner, openScene, openThread, type Scene, worksFor } from '../support/scene.ts';

const EDIT = { method: 'PATCH', path: /\/issues\/comments\/\d+$/ };
const FAILED: JobScene = { status: 'failed', prLink: LINK };

/** The job works over two minutes on its first turn, and fails after two minutes of its second one. */
const TURNS = [worksFor(150, { prLink: LINK }), worksFor(120, FAILED)];

test.each<[string, (scene: Scene) => Promise<unknown>]>([
  ['timed out', (scene) => scene.ask('/docs Rewrite', { inputs: { timeout: '1m' } })],
  ['was lost with its runner', (scene) => loseRunner(scene, 'service', { method: 'GET', nth: 2 })],
])('a request whose run %s is reported by the next one, before that sends its message', async (_, first) => {
  await using scene = await openScene();
  scene.sandbox.service.script(...TURNS);
  await first(scene);
  const own = scene.repository.comments.find(({ text }) => text.body.includes('note:v2'));
  const { event } = scene.comment('/docs Shorter, please');
  const { running, held } = await scene.startUntil('service', { method: 'POST' }, {}, { event });
  expect(own?.text.body).toMatch(/^\*\*Pull request ready:\*\*/);
  held.release();
  expect((await running.ended).outputs['result']).toBe('failed');
  await scene.minutes(10);
  expect((await scene.collect()).outputs['result']).toBe('nothing');
  expect(scene.comments().map((text) => /^\*\*(.*?):?\*\*/.exec(text)?.[1] ?? text)).toEqual([
    'Pull request ready',
    'Failed',
    expect.stringMatching(/^@octocat \*\*Pull request ready/),
    expect.stringMatching(/^@octocat \*\*Failed/),
  ]);
});

describe('if the report of a request fails, the next one is sent, and then the first is only "Finished"', () => {
  async function openLate(): Promise<Scene> {
    const scene = await openScene();
    scene.leave(TURNS, 0);
    const next = scene.start({ wait: 'false' }, { event: scene.comment('/docs Shorter, please').event });
    await scene.minutes(2);
    scene.sandbox.github.faults.next(EDIT, answer({ status: 403, body: { message: 'No' } }));
    expect((await next.ended).duration).toBeLessThan(10 * 60_000);
    expect(scene.turns()).toEqual([2]);
    await scene.minutes(10);
    return scene;
  }

  test.each<[string, (scene: Scene) => Promise<unknown>]>([
    [
      'collect, also in its outputs',
      async (scene) => {
        const { outputs } = await scene.collect();
        const results = JSON.parse(outputs['finished'] ?? '').map((end: { result: string }) => end.result);
        expect(results).toEqual(['pull-request', 'failed']);
      },
    ],
    ['`--status`', (scene) => scene.ask('/docs --status')],
  ])('by %s', async (_, finish) => {
    await using scene = await openLate();
    await finish(scene);
    const [first = '', second = ''] = scene.comments();
    expect(first).toMatch(/^\*\*Finished:\*\* .*acme\/docs\/pull\/1/);
    expect(first).not.toContain('failed');
    expect(second).toMatch(/^\*\*Failed:\*\*/);
  });

  test('and claims none of the commits of a later turn', async () => {
    await using scene = await openThread({ seconds: 40 });
    const { pull } = scene.pull;
    Object.assign(pull ?? {}, { headSha: 'a'.repeat(40) });
    await scene.request('/docs Shorter, please');
    const next = scene.start({ wait: 'false' }, { event: scene.comment('/docs Longer, please').event });
    await scene.minutes(0.5);
    // The edit of the marker comes first.
    scene.sandbox.github.faults.next({ ...EDIT, nth: 2 }, answer({ status: 403, body: { message: 'No' } }));
    await next.ended;
    Object.assign(pull ?? {}, { headSha: 'b'.repeat(40) });
    await scene.minutes(10);
    await scene.collect();
    expect(scene.comments()[1]).toMatch(/^\*\*Finished:\*\*/);
  });
});

test.each([
  ['works', 1200],
  ['has failed', 60],
])(
  'a re-run of an ended request reports no failure of a later one, which %s, and sends nothing',
  async (_, at) => {
    await using scene = await openScene();
    scene.sandbox.service.script(worksFor(60, { prLink: LINK }), worksFor(at, FAILED));
    const { event } = scene.comment('/docs Rewrite');
    await scene.run({}, { event });
    await scene.request('/docs Shorter, please');
    await scene.minutes(5);
    const { outputs } = await scene.rerun(event);
    expect(outputs).toMatchObject({ result: 'pull-request', reasonCode: 'pull-request-found' });
    expect(scene.turns()).toEqual([2]);
  },
);
