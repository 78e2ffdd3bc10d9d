/** A message to a job by `job-id`, with the note at its pull request afterwards, or with `comment: never` without. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { delay } from '../../sandbox/faults/connections.ts';
import { LINK, openScene } from '../support/scene.ts';

const message = { 'job-id': 'job_7', prompt: 'Shorter, please' };
const DONE = { timeline: [{ status: 'completed', prLink: LINK }] };
const REVISED = {
  timeline: [
    { status: 'active', prLink: null },
    { at: 30, status: 'completed', prLink: LINK },
  ],
};

describe('a message', () => {
  // What a message writes on GitHub is in threads-marks.test.ts.
  const comment = 'never';
  test('updates its pull request', async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({ id: 'job_7', ago: 3600, turns: [DONE, REVISED] });
    const step = await scene.run({ ...message, comment });
    expect(step.outputs).toMatchObject({ result: 'pull-request', jobId: 'job_7', prOperation: 'updated' });
    expect(scene.requests('service').slice(0, 2)).toEqual([
      'GET /v2/agent/acme-docs/job/job_7 200',
      'POST /v2/agent/acme-docs/job/job_7/message 200',
    ]);
    expect(scene.count('create')).toBe(0);
  });

  test('an old state after the message does not count', async () => {
    await using scene = await openScene();
    const late = {
      timeline: [
        { previous: true },
        { at: 20, status: 'active' },
        { at: 60, status: 'completed', prLink: LINK },
      ],
    };
    scene.sandbox.service.putJob({ id: 'job_7', ago: 3600, turns: [DONE, late] });
    const before = scene.sandbox.time.now();
    const step = await scene.run({ ...message, comment });
    expect(step.outputs).toMatchObject({ result: 'pull-request', prOperation: 'updated' });
    expect(scene.sandbox.time.now() - before).toBeGreaterThanOrEqual(60_000);
  });

  test('when no activity is seen the old state is reported as such', async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({
      id: 'job_7',
      ago: 3600,
      turns: [DONE, { timeline: [{ previous: true }] }],
    });
    const step = await scene.run({ ...message, comment });
    expect(step).toMatchObject({
      exitCode: 0,
      outputs: { result: 'pull-request', prLink: LINK, prOperation: '' },
    });
    expect(step.outputs['reason']).toContain('may be older than the message');
    expect(step.annotations.map(({ level }) => level)).toContain('warning');
  });

  test('waits for the running turn to end', async () => {
    await using scene = await openScene();
    const running = { timeline: [{ status: 'active' }, { at: 100, status: 'completed', prLink: LINK }] };
    const next = { timeline: [{ status: 'active' }, { at: 30, status: 'completed', prLink: LINK }] };
    scene.sandbox.service.putJob({ id: 'job_7', ago: 40, turns: [running, next] });
    const start = scene.sandbox.time.now();
    const step = await scene.run({ ...message, comment });
    expect(step.outputs['result']).toBe('pull-request');
    const sent = scene.sandbox.service.requests.find(({ path }) => path.endsWith('/message'));
    expect((sent?.at ?? 0) - start).toBeGreaterThanOrEqual(60_000);
  });

  test('whose deadline passes before it was sent is a timeout, "Not sent"', async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({ id: 'job_7', ago: 40, turns: [{ timeline: [{ status: 'active' }] }] });
    const step = await scene.run({ ...message, comment, timeout: '60s' });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'timeout', jobId: 'job_7' } });
    expect(step.outputs['reason']).toMatch(/^Not sent/);
    expect(scene.count('message')).toBe(0);
  });

  test.each(['archived', 'failed'])(
    'a job that is %s takes no message: an error, nothing is created',
    async (status) => {
      await using scene = await openScene();
      scene.sandbox.service.putJob({ id: 'job_7', ago: 3600, turns: [{ timeline: [{ status }] }] });
      const step = await scene.run({ ...message, comment });
      expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: 'job_7', status } });
      expect(step.outputs['reason']).toMatch(/^Not sent/);
      expect(scene.count('message') + scene.count('create')).toBe(0);
    },
  );

  test('is not sent when the job cannot be seen any more while its turn runs', async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({ id: 'job_7', ago: 40, turns: [{ timeline: [{ status: 'active' }] }] });
    scene.sandbox.service.faults.next({ method: 'GET', nth: 3 }, answer({ status: 401 }));
    const step = await scene.run({ ...message, comment });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: 'job_7' } });
    expect(step.outputs['reason']).toContain('401');
    expect(scene.count('message')).toBe(0);
  });

  test('is not sent when the deadline passes before the job was seen', async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({ id: 'job_7', ago: 3600, turns: [DONE, REVISED] });
    scene.sandbox.service.faults.next({ method: 'GET', times: 99 }, delay(10_000));
    const step = await scene.run({ ...message, comment, timeout: '3s' });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'timeout', jobId: 'job_7' } });
    expect(scene.count('message')).toBe(0);
  });
});
