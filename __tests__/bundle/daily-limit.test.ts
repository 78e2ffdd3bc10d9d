/** `daily-limit` limits the requests from the threads of a repository within 24 hours. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { resetAfter } from '../../sandbox/faults/connections.ts';
import { LINK, openScene, SCHEDULE, type Scene, worksFor } from '../support/scene.ts';

const limitOf = (most: number) => ({ 'daily-limit': String(most) });
const sent = ({ sandbox }: Scene) =>
  sandbox.service.requests.filter(({ method, status }) => method === 'POST' && (status ?? 200) < 300);

describe('`daily-limit`', () => {
  test('refuses requests beyond the limit in any thread, and says when the next one is free', async () => {
    await using scene = await openScene();
    scene.note(scene.issue, { jobId: 'job_1' });
    await scene.minutes(60);
    await scene.ask('/docs Shorter, please', { inputs: limitOf(2) });
    await scene.minutes(60);
    const comment = scene.comment('/docs Another thing', { on: scene.pull });
    const step = await scene.run(limitOf(2), { event: comment.event });
    expect(step).toMatchObject({
      outcome: 'success',
      outputs: { result: 'denied', reasonCode: 'daily-limit', jobId: '' },
    });
    expect(sent(scene)).toHaveLength(1);
    // The first request was sent at 09:00.
    expect(step.outputs['reason']).toContain('The next request is possible at 2026-01-06 09:00:');
    const [reply = ''] = scene.comments(scene.pull);
    expect(reply).toContain('**Not allowed:** `daily-limit` is reached: 2 requests within 24 hours');
    expect(reply).toContain('2026-01-06 09:00:');
    expect(comment.reactions()).toEqual(['confused']);
  });

  test('allows the next request a day after the first', async () => {
    await using scene = await openScene();
    // Its comment changed later.
    scene.note(scene.issue, { jobId: 'job_1', sentAt: scene.sandbox.time.now() - 23 * 3_600_000 });
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
    const { jobId } = scene.leave(worksFor(5, { prLink: LINK }), 1);
    const event = { name: 'workflow_dispatch', payload: {} };
    const step = await scene.run({ ...limitOf(1), 'job-id': jobId }, { event });
    expect(step.outputs['result']).toBe('pull-request');
  });

  test('sends nothing if GitHub fails to list comments', async () => {
    await using scene = await openScene();
    const list = /\/repos\/acme\/product\/issues\/comments$/;
    scene.sandbox.github.faults.next({ method: 'GET', path: list, times: 99 }, answer({ status: 502 }));
    const step = await scene.ask('/docs Rewrite', { inputs: limitOf(5) });
    const outputs = { result: 'error', reasonCode: 'github-unreachable' };
    expect(step).toMatchObject({ outcome: 'failure', outputs });
    expect(step.outputs['reason']).toMatch(/^Not sent: the requests of the last 24 hours could not be read:/);
    expect(sent(scene)).toEqual([]);
  });

  test('is a wrong input without a conversation', async () => {
    await using scene = await openScene();
    const step = await scene.run({ ...limitOf(5), prompt: 'Refresh' }, { event: SCHEDULE });
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
    expect(step.outputs['reason']).toMatch(/^Not sent: 'daily-limit' .* Set 'issue-number'/);
    expect(sent(scene)).toEqual([]);
  });
});
