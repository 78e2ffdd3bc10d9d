/** The status comment of a request, and the reply that reports the result. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { resetAfter } from '../../sandbox/faults/connections.ts';
import type { Fault } from '../../sandbox/faults/script.ts';
import type { JobScene } from '../../sandbox/service/scripted-life.ts';
import { LINK, openScene, openThread, SCHEDULE, worksFor } from '../support/scene.ts';

const DONE = { prLink: LINK };

describe('the status comment', () => {
  test('is edited when the state of the job changes, and not for the clock', async () => {
    await using scene = await openScene();
    const { service, github } = scene.sandbox;
    service.script({
      timeline: [
        { status: 'active' },
        { at: 97, status: 'reviewing' },
        { at: 111, status: 'active' },
        { at: 300, status: 'completed', prLink: LINK },
      ],
    });
    const step = await scene.ask('/docs Rewrite', { inputs: { 'poll-interval': '3s' } });
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.comments()).toHaveLength(2);
    const edits = github.requests
      .filter(({ method }) => method === 'PATCH')
      .map(({ at, body }) => ({
        second: Math.round((at - (service.requests[0]?.at ?? 0)) / 1000),
        status: /Status: `(\w+)`/.exec(JSON.parse(body).body)?.[1],
      }))
      .filter(({ status }) => status !== undefined);
    expect(edits).toEqual([
      { second: 0, status: 'active' },
      { second: 99, status: 'reviewing' },
      { second: 111, status: 'active' },
      { second: 300, status: 'completed' },
    ]);
  });

  test('has the outcome in its first line and folds the rest, as the job summary does', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(worksFor(30, DONE));
    const running = scene.start({}, { event: scene.comment('/docs Rewrite it\nAll of it').event });
    await scene.sandbox.time.sleep(25_000);
    const [working = ''] = scene.comments();
    const step = await running.ended;
    const [ended = ''] = scene.comments();
    expect(working).toMatch(
      /^\*\*Working on it:\*\* `Rewrite it`, since 2026-01-05 [\d:]{8} UTC\. \[The run\]\(http:[^)]*\) updates this comment\. Further requests here wait in GitHub's queue\.\n/,
    );
    const outcome = `**Pull request ready:** [\`${LINK}\`](${LINK})\n`;
    expect(ended.startsWith(outcome)).toBe(true);
    expect(step.summary.startsWith(outcome)).toBe(true);
    for (const text of [working, ended, step.summary])
      expect(text).toMatch(
        /^.+\n\n<details><summary>Details<\/summary>\n\n- [^|]+<\/details>\s+(?:<!--.*-->\s*)*$/,
      );
  });

  test.each(['deadline', 'cancel', 'kill'])(
    'names what works in the conversation after a %s, and no input',
    async (end) => {
      await using scene = await openScene();
      scene.sandbox.service.script(worksFor(4000, DONE));
      const { event } = scene.comment('/docs Rewrite');
      const third = ['service', { method: 'GET', nth: 3 }, {}, { event }] as const;
      const step = await (end === 'kill'
        ? scene.kill(...third)
        : end === 'cancel'
          ? scene.cancel(...third)
          : scene.run({ timeout: '1m' }, { event }));
      const [status = '', ...others] = scene.comments();
      const [first = ''] = status.split('\n');
      expect(first).toMatch(/^\*\*(Timed out|Interrupted):\*\* /);
      expect(first).toContain('Re-run the workflow to watch the job again');
      expect(first).toContain('`/docs --status`');
      expect(first).toContain('the next request here');
      expect(status).toContain(step.outputs['jobId']);
      expect(others).toEqual([]);
      expect([first, step.outputs['reason'], step.log, step.post?.log].join()).not.toContain('job-id');
    },
  );

  test("shows the service's refusal as text", async () => {
    await using scene = await openScene();
    const error = 'Ask @acme/billing <b>, and set `docs_dir`, not @octocat';
    scene.sandbox.service.faults.next({ method: 'POST' }, answer({ status: 402, body: { error } }));
    const comment = scene.comment('/docs Rewrite');
    const step = await scene.run({}, { event: comment.event });
    expect(step.outputs['result']).toBe('error');
    expect(comment.reactions()).toEqual(['-1']);
    expect(scene.comments()[0]).toContain(
      '402 Payment Required: Ask @&#8203;acme/billing \\<b\\>, and set `docs_dir`, not @&#8203;octocat',
    );
  });
});

test.each<[JobScene, string, number, string, string]>([
  [{ status: 'failed' }, 'job-failed', 1, '-1', '**Failed:**'],
  [{ status: 'completed' }, 'no-pull-request', 0, 'confused', '**No pull request:**'],
  [{ status: 'archived' }, 'job-archived', 0, 'confused', '**No pull request:**'],
  [{ status: 'archived', prLink: LINK }, 'pull-request-created', 0, 'rocket', 'Pull request ready:'],
])('a job that ends as %j is reported as %s', async (end, reasonCode, exitCode, reaction, title) => {
  await using scene = await openScene();
  scene.sandbox.service.script(worksFor(5, end));
  const comment = scene.comment('/docs Rewrite');
  const step = await scene.run({}, { event: comment.event });
  expect(step).toMatchObject({ exitCode, outputs: { reasonCode, status: end['status'] } });
  expect(comment.reactions()).toEqual([reaction]);
  expect(scene.comments()[0]).toContain(title);
});

test('a follow-up that pushes nothing because its job fails gets the reaction to a failure', async () => {
  await using scene = await openScene();
  const prLink = scene.urlOf(scene.pull);
  const turns = [worksFor(9, { prLink }), worksFor(9, { status: 'failed', prLink })];
  scene.sandbox.service.putJob({ id: 'job_1', ago: 60, turns });
  scene.mark(scene.pull, { jobId: 'job_1' });
  const comment = scene.comment('/docs Shorter', { on: scene.pull });
  const { outputs } = await scene.run({}, { event: comment.event });
  expect(outputs['reasonCode']).toBe('job-failed');
  expect(comment.reactions()).toEqual(['-1']);
});

describe('a reply mentions the requester', () => {
  test.each([
    [
      'over',
      130,
      [`@octocat **Pull request ready:** [\`${LINK}\`](${LINK})\n\n<!-- docs-agent-action:note -->`],
    ],
    ['not if it took under', 100, []],
  ])('when the job took %s two minutes', async (_, seconds, replies) => {
    await using scene = await openScene();
    scene.sandbox.service.script(worksFor(seconds, DONE));
    await scene.ask('/docs Rewrite');
    expect(scene.comments()).toEqual([expect.not.stringContaining('@octocat'), ...replies]);
  });

  test('when watching fails after over two minutes', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(worksFor(900, DONE));
    const running = scene.start({}, { event: scene.comment('/docs Rewrite').event });
    await scene.minutes(2.1);
    scene.sandbox.service.faults.next({ method: 'GET', times: 7 }, answer({ status: 401 }));
    expect((await running.ended).outputs['reasonCode']).toBe('key-rejected');
    expect(scene.comments()).toEqual([
      expect.stringMatching(/^\*\*Failed:\*\* Job \S+ can no longer be watched: /),
      expect.stringMatching(/^@octocat \*\*Failed:\*\* Job \S+ can no longer be watched: /),
    ]);
  });

  test.each<[string, Fault | undefined, object, RegExp]>([
    ['is refused', answer({ status: 402 }), {}, /^@ann \*\*Not sent:\*\* /],
    ['gets no response', resetAfter(), {}, /^@ann \*\*Outcome unknown:\*\* /],
    ['is over the limit', undefined, { 'daily-limit': '1' }, /^@ann \*\*Not allowed:\*\* /],
  ])('when a request %s after over two minutes of waiting', async (_, fault, inputs, reply) => {
    await using scene = await openScene();
    const { service } = scene.sandbox;
    scene.member('ann', 'write');
    scene.leave([worksFor(150, DONE), worksFor(5, DONE)], 0);
    if (fault !== undefined) service.faults.next({ method: 'POST' }, fault);
    await scene.ask('/docs Shorter, please', { by: 'ann', inputs: { wait: 'false', ...inputs } });
    expect(scene.prompts().length).toBeLessThanOrEqual(2);
    expect(scene.comments().filter((text) => text.startsWith('@ann'))).toEqual([
      expect.stringMatching(reply),
    ]);
  });

  test.each(['is cancelled', 'has started its job'])('but not when a run that waited %s', async (what) => {
    await using scene = await openScene();
    scene.member('ann', 'write');
    scene.leave([worksFor(300, DONE), worksFor(300, DONE)], 0);
    const { event } = scene.comment('/docs Shorter, please', { by: 'ann' });
    const running = scene.start({ wait: 'false' }, { event });
    await scene.minutes(4);
    if (what === 'is cancelled') await running.cancel();
    const { outputs } = await running.ended;
    expect(outputs['result']).toBe(what === 'is cancelled' ? 'interrupted' : 'started');
    expect(scene.comments().filter((text) => text.startsWith('@ann'))).toEqual([]);
  });

  test('but not a bot or a schedule', async () => {
    await using scene = await openScene();
    scene.sandbox.service.scriptAll(worksFor(400, DONE));
    await scene.ask('/docs Rewrite', { by: 'renovate[bot]', inputs: { 'allow-bots': 'renovate[bot]' } });
    await scene.run({ prompt: 'Check', 'issue-number': '1' }, { event: SCHEDULE });
    expect(scene.prompts()).toHaveLength(2);
    expect(scene.comments()).toHaveLength(2);
    expect(scene.comments().join()).not.toContain('@');
  });
});

test('with `comment: never`, `--status` says that no job is known, and not that help was shown', async () => {
  await using scene = await openScene();
  const step = await scene.ask('/docs --status', { inputs: { comment: 'never' } });
  expect(step.outputs).toMatchObject({ result: 'answered', reasonCode: 'status-shown' });
  expect(step.outputs['reason']).toContain('knows no job of this conversation');
});

test('`--status` does not warn of labels that it does not add', async () => {
  await using scene = await openThread();
  await scene.ask('/docs --status', { inputs: { 'pr-labels': 'docs', 'when-open': 'message' } });
  expect(scene.comments()[1]).toContain('New API');
  expect(scene.comments()[1]).not.toContain('no label');
});

test('`comment: never` only checks the permission on GitHub', async () => {
  await using scene = await openScene();
  scene.sandbox.service.script(worksFor(400, DONE));
  const step = await scene.ask('/docs Rewrite', { inputs: { comment: 'never' } });
  expect(step.outputs).toMatchObject({ result: 'pull-request', commentUrl: '' });
  expect(scene.requests('github')).toEqual(['GET /collaborators/octocat/permission 200']);
});
