/** Each request is reported when its own turn of the job is over, and never with the end of a later turn. `--status` shows the last one. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Comment } from '../../sandbox/github/store.ts';
import { editComment } from '../../sandbox/github/threads.ts';
import type { JobScene } from '../../sandbox/service/scripted-life.ts';
import { LINK, loseRunner, openScene, openThread, type Scene, worksFor } from '../support/scene.ts';

const EDIT = { method: 'PATCH', path: /\/issues\/comments\/\d+$/ };
const REFUSED = answer({ status: 403, body: { message: 'No' } });
const FAILED: JobScene = { status: 'failed', prLink: LINK };

/** The job works over two minutes on its first turn, and fails after two minutes of its second one. */
const TURNS = [worksFor(150, { prLink: LINK }), worksFor(120, FAILED)];

/** The status comment of the first request. */
const ownOf = ({ repository }: Scene) =>
  repository.comments.find(({ text }) => text.body.includes('note:v2')) as Comment;

test.each<[string, (scene: Scene) => Promise<unknown>]>([
  ['timed out', (scene) => scene.ask('/docs Rewrite', { inputs: { timeout: '1m' } })],
  ['was lost with its runner', (scene) => loseRunner(scene, 'service', { method: 'GET', nth: 2 })],
])('a request whose run %s is reported by the next one, before that sends its message', async (_, first) => {
  await using scene = await openScene();
  scene.sandbox.service.script(...TURNS);
  await first(scene);
  const own = ownOf(scene);
  const { event } = scene.comment('/docs Shorter, please');
  const { running, held } = await scene.startUntil('service', { method: 'POST' }, {}, { event });
  expect(own.text.body).toMatch(/^\*\*Pull request ready:\*\*/);
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
    scene.sandbox.github.faults.next(EDIT, REFUSED);
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
    scene.sandbox.github.faults.next({ ...EDIT, nth: 2 }, REFUSED);
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

test('a run that is killed during a message reports that the message may have reached the job', async () => {
  await using scene = await openThread();
  await scene.kill('service', { method: 'POST' }, {}, { event: scene.comment('/docs Shorter').event });
  expect(scene.comments()[1]).toContain('It is unknown whether the message reached job job_1');
  expect(scene.comments()[1]).not.toMatch(/a job exists|re-run|continues/);
});

test('a finished status comment keeps nothing that people wrote into it', async () => {
  await using scene = await openScene();
  await scene.request('/docs Rewrite');
  const requester = /- Requested by: .*/;
  const attack = '- Requested by: [Click](https://evil.example) @acme/admins';
  const own = ownOf(scene);
  expect(own.text.body).toMatch(requester);
  editComment(scene.sandbox.github.store, own, own.text.body.replace(requester, attack));
  await scene.minutes(5);
  await scene.ask('/docs --status');
  expect(scene.comments()[0]).toContain('**Pull request ready:**');
  expect(scene.comments()[0]).not.toMatch(/evil|acme\/admins/);
});

describe('--status', () => {
  test('shows the last request and its job at work, then its result, and sends nothing', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(worksFor(60, { prLink: LINK }));
    const { id, jobId } = await scene.request('/docs Rewrite **it**\nnow');
    const shown = async () => {
      const { outputs } = await scene.ask('/docs --status');
      expect(outputs).toMatchObject({ result: 'answered', reasonCode: 'status-shown', jobId });
      expect(outputs['reason']).toMatch(/ is (?:active|completed)\.$/);
      return scene.comments().at(-1);
    };
    expect(await shown()).toMatch(
      /^\*\*Working on it\*\*\n\nRequested by `octocat` .*: `Rewrite \*\*it\*\*`\n/,
    );
    await scene.minutes(5.1);
    expect(await shown()).toMatch(
      /^\*\*Pull request ready:\*\* .*\n\nRequested by `octocat` \(\[request\]\(.*\)\), 5 min \d+ s ago: `Rewrite \*\*it\*\*`\n/,
    );
    // A comment that was edited since isn't quoted.
    const asked = scene.repository.comments.find((comment) => comment.id === id);
    if (asked) editComment(scene.sandbox.github.store, asked, '/docs Delete everything');
    expect(await shown()).toMatch(/\n\nRequested by `octocat` \(\[request\]\(.*\)\), 5 min(?: \d+ s)? ago\n/);
    expect(scene.turns()).toEqual([1]);
  });

  test('says why the job could not be read, and shows the last request', async () => {
    await using scene = await openThread();
    scene.sandbox.service.faults.next({ method: 'GET', times: 9, optional: true }, answer({ status: 403 }));
    expect((await scene.ask('/docs --status')).outputs['result']).toBe('answered');
    expect(scene.comments().at(-1)).toMatch(/^Job job_1 could not be read: [\s\S]*Requested by `octocat`/);
  });

  test('reports that there is no job', async () => {
    await using scene = await openScene();
    const step = await scene.ask('/docs --status and this');
    expect(step.outputs['result']).toBe('answered');
    expect(scene.comments()).toEqual([expect.stringContaining('The text after the flag was not sent.')]);
    expect(scene.sandbox.service.requests).toEqual([]);
  });

  test('keeps the ID that the comment shows while lists are behind', async () => {
    await using scene = await openScene();
    const { github, service } = scene.sandbox;
    service.script({ timeline: [{ status: 'active' }] });
    const { event } = scene.comment('/docs Rewrite');
    const create = { method: 'POST' };
    const { running, held } = await scene.startUntil('service', create, { timeout: '2m' }, { event });
    github.store.lag = 3_600_000;
    held.release();
    await scene.minutes(0.5);
    github.faults.next({ times: 99, optional: true }, answer({ status: 503 }));
    running.kill();
    await running.ended;
    github.faults.clear();
    await scene.minutes(10);
    const [before] = scene.comments();
    expect(before).toContain(service.jobs[0]?.id);
    await scene.ask('/docs --status');
    expect(scene.comments()[0]).toBe(before);
  });
});
