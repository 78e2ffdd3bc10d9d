/** `daily-limit` limits the requests from the threads of a repository within 24 hours. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier, resetAfter } from '../../sandbox/faults/connections.ts';
import { openScene, type Scene } from '../support/scene.ts';

const limitOf = (most: number) => ({ 'daily-limit': String(most) });
const sent = ({ sandbox }: Scene) =>
  sandbox.service.requests.filter(({ method, status }) => method === 'POST' && (status ?? 200) < 300);

describe('`daily-limit`', () => {
  test('refuses requests beyond the limit in any thread, and says when the next one is free', async () => {
    await using scene = await openScene();
    await scene.ask('/docs Rewrite', { inputs: limitOf(2) });
    await scene.minutes(60);
    await scene.ask('/docs Shorter, please', { inputs: limitOf(2) });
    await scene.minutes(60);
    const comment = scene.comment('/docs Another thing', { on: scene.pull });
    const step = await scene.run(limitOf(2), { event: comment.event });
    expect(step).toMatchObject({
      outcome: 'success',
      outputs: { result: 'denied', reasonCode: 'daily-limit', jobId: '' },
    });
    expect(sent(scene)).toHaveLength(2);
    // The first request was sent at 09:00.
    expect(step.outputs['reason']).toContain('The next request is possible at 2026-01-06 09:00:');
    const [reply = ''] = scene.comments(scene.pull);
    expect(reply).toContain('**Not allowed:** `daily-limit` is reached: 2 requests within 24 hours');
    expect(reply).toContain('2026-01-06 09:00:');
    expect(comment.reactions()).toEqual(['eyes', 'confused']);
  });

  test('allows the next request a day after the first', async () => {
    await using scene = await openScene();
    await scene.ask('/docs Rewrite', { inputs: limitOf(1) });
    await scene.minutes(23 * 60);
    const early = await scene.ask('/docs Another thing', { on: scene.pull, inputs: limitOf(1) });
    await scene.minutes(66);
    const late = await scene.ask('/docs Another thing', { on: scene.pull, inputs: limitOf(1) });
    expect([early, late].map(({ outputs }) => outputs['result'])).toEqual(['denied', 'pull-request']);
  });

  test('counts a request that may have arrived, but none that was denied or rejected', async () => {
    await using scene = await openScene();
    const { faults } = scene.sandbox.service;
    faults.next({ method: 'POST' }, answer({ status: 400, body: { error: 'No' } }));
    const rejected = await scene.ask('/docs Rewrite', { inputs: limitOf(1) });
    faults.next({ method: 'POST' }, resetAfter());
    const unknown = await scene.ask('/docs Rewrite', { on: scene.pull, inputs: limitOf(1) });
    const denied = await scene.ask('/docs Rewrite', { on: scene.openIssue(), inputs: limitOf(1) });
    expect([rejected, unknown, denied].map(({ outputs }) => outputs['reasonCode'])).toEqual([
      'request-rejected',
      'fate-unknown',
      'daily-limit',
    ]);
    const next = await scene.ask('/docs Rewrite', { on: scene.openIssue(), inputs: limitOf(2) });
    expect(next.outputs['result']).toBe('pull-request');
  });

  test('counts a re-run that reports its job only once', async () => {
    await using scene = await openScene();
    const { event } = scene.comment('/docs Rewrite');
    await scene.run(limitOf(2), { event });
    await scene.run(limitOf(2), { event, context: { runAttempt: '2' } });
    const next = await scene.ask('/docs Rewrite', { on: scene.pull, inputs: limitOf(2) });
    expect(next.outputs['result']).toBe('pull-request');
  });

  test('does not count a run that only watches a job', async () => {
    await using scene = await openScene();
    const { jobId = '' } = (await scene.ask('/docs Rewrite')).outputs;
    const event = { name: 'workflow_dispatch', payload: {} };
    const step = await scene.run({ ...limitOf(1), 'job-id': jobId }, { event });
    expect(step.outputs['result']).toBe('pull-request');
  });

  describe('for requests at the same time', () => {
    test('creates only two jobs for seven, with a limit of two', async () => {
      await using scene = await openScene();
      scene.sandbox.service.rules.usualSeconds = 40;
      const threads = [scene.issue, scene.pull, ...Array.from({ length: 5 }, () => scene.openIssue())];
      const running = threads.map((on) =>
        scene.start(limitOf(2), { event: scene.comment('/docs Rewrite', { on }).event }),
      );
      const steps = await Promise.all(running.map(({ ended }) => ended));
      expect(sent(scene)).toHaveLength(2);
      const denied = steps.filter(({ outputs }) => outputs['reasonCode'] === 'daily-limit');
      expect(denied).toHaveLength(5);
    });

    // GitHub's times are whole seconds.
    test.each([
      ['is late', 1_000],
      ['has the same time', 0],
    ])(
      'counts one that is about to be sent, even in a newer comment, if its own note %s',
      async (_, pause) => {
        await using scene = await openScene();
        const { github, service, time } = scene.sandbox;
        const [sending, create] = [barrier(), barrier()];
        github.faults.next({ method: 'PATCH', path: /\/issues\/comments\/\d+$/, nth: 2 }, sending);
        service.faults.next({ method: 'POST' }, create);
        const late = scene.start(limitOf(1), { event: scene.comment('/docs Rewrite').event });
        await sending.reached;
        sending.stall();
        await time.sleep(pause);
        const { event } = scene.comment('/docs Rewrite', { on: scene.pull });
        const early = scene.start(limitOf(1), { event });
        await create.reached;
        create.stall();
        await time.sleep(pause);
        sending.release();
        const second = await late.ended;
        create.release();
        const first = await early.ended;
        expect([first, second].map(({ outputs }) => outputs['result'])).toEqual(['pull-request', 'denied']);
        expect(sent(scene)).toHaveLength(1);
      },
    );
  });

  test.each([
    ['refuses the list of comments', 403, 'github-refused'],
    ['fails to list comments', 502, 'github-unreachable'],
  ])('sends nothing if GitHub %s', async (_, status, reasonCode) => {
    await using scene = await openScene();
    const list = /\/repos\/acme\/product\/issues\/comments$/;
    scene.sandbox.github.faults.next({ method: 'GET', path: list, times: 99 }, answer({ status }));
    const step = await scene.ask('/docs Rewrite', { inputs: limitOf(5) });
    expect(step).toMatchObject({ outcome: 'failure', outputs: { result: 'error', reasonCode } });
    expect(step.outputs['reason']).toMatch(/^Not sent: the requests of the last 24 hours could not be read:/);
    expect(sent(scene)).toEqual([]);
  });

  test.each([
    ['a conversation', {}],
    ['status comments', { 'issue-number': '1', comment: 'never' }],
  ])('is a wrong input without %s', async (_, inputs) => {
    await using scene = await openScene();
    const event = { name: 'schedule', payload: {} };
    const step = await scene.run({ ...limitOf(5), prompt: 'Refresh', ...inputs }, { event });
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
    expect(step.outputs['reason']).toMatch(/^Not sent: 'daily-limit' .* Set 'issue-number'/);
    expect(sent(scene)).toEqual([]);
  });

  test.each(['0', '10000'])('must not be %s', async (value) => {
    await using scene = await openScene();
    const step = await scene.ask('/docs Rewrite', { inputs: { 'daily-limit': value } });
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
    expect(sent(scene)).toEqual([]);
  });
});
