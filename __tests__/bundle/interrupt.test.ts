import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier, delay } from '../../sandbox/faults/connections.ts';
import { openPeer } from '../support/peer.ts';
import { BEHIND } from '../support/proxy.ts';
import { LINK, openScene } from '../support/scene.ts';

const WORKING = { timeline: [{ status: 'active' }] };

describe('a run that is cancelled', () => {
  test('while it polls ends at once, and explains how to watch the job', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(WORKING);
    const poll = barrier();
    scene.sandbox.service.faults.next({ method: 'GET', nth: 3 }, poll);
    const before = scene.sandbox.time.now();
    const running = scene.start();
    await poll.reached;
    const cancelledAt = scene.sandbox.time.now();
    await running.cancel();
    const step = await running.ended;
    const { jobId } = step.outputs;
    expect(step).toMatchObject({
      exitCode: 1,
      outcome: 'cancelled',
      outputs: { result: 'interrupted', status: 'active' },
    });
    expect(step.log).toContain(`interrupted (SIGINT) before job ${jobId} ended`);
    expect(step.log).toContain(`\`job-id: ${jobId}\``);
    expect(step.summary).toContain('Interrupted');
    expect(step.post?.log).not.toContain('cut off');
    expect(cancelledAt).toBeGreaterThan(before);
    expect(scene.sandbox.time.now()).toBe(cancelledAt);
  });

  test('during the create waits for the ID of the job', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(WORKING);
    const create = barrier('after');
    scene.sandbox.service.faults.next({ method: 'POST' }, create);
    const running = scene.start();
    await create.reached;
    const cancelled = running.cancel();
    create.release();
    await cancelled;
    const step = await running.ended;
    expect(step.outputs).toMatchObject({ result: 'interrupted', jobId: scene.sandbox.service.jobs[0]?.id });
    expect(scene.count('poll')).toBe(0);
  });

  test('while it connects sends nothing', async () => {
    await using proxy = await openPeer({ answer: () => {} });
    await using scene = await openScene();
    const running = scene.start({ 'base-url': `https://${BEHIND}` }, { env: { HTTP_PROXY: proxy.url } });
    await proxy.reached;
    await running.cancel();
    const step = await running.ended;
    expect(step.outputs).toMatchObject({ result: 'interrupted', jobId: '' });
    expect(step.outputs['reason']).toMatch(/^Not sent: the step was interrupted \[SIGINT\] before/);
    expect(step.outputs['reason']).not.toContain('..');
  });

  test('before the message reports "Not sent"', async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({ id: 'job_7', turns: [WORKING] });
    const poll = barrier();
    scene.sandbox.service.faults.next({ method: 'GET', nth: 2 }, poll);
    const running = scene.start({ 'job-id': 'job_7', prompt: 'Shorter, please' });
    await poll.reached;
    await running.cancel();
    const step = await running.ended;
    expect(step.outputs).toMatchObject({ result: 'interrupted', jobId: 'job_7' });
    expect(step.outputs['reason']).toMatch(/^Not sent/);
    expect(scene.count('message')).toBe(0);
  });
});

describe('a read before the send', () => {
  const thread = /issues\/\d+\/comments/;
  const reads = [
    ['of the context', '/docs Fix', { context: 'full' }, thread],
    ['of the change', undefined, { prompt: 'Fix' }, /compare/],
    ['of the conversation', '/docs Fix', {}, thread],
    ['of the conversation for a status', '/docs --status', {}, thread],
    ['of the conversation in a dry run', '/docs Fix', { 'dry-run': 'true' }, thread],
    ['of the requests of the day', '/docs Fix', { 'daily-limit': '3' }, /issues\/comments$/],
    [
      'of the open pull requests',
      '/docs Fix',
      { 'when-open': 'skip', 'pr-labels': 'documentation' },
      /pulls$/,
    ],
  ] as const;

  test.each(reads)('%s is interrupted by a cancel', async (_what, text, inputs, path) => {
    await using scene = await openScene();
    const event =
      text === undefined
        ? scene.push({ before: 'a'.repeat(40), after: 'b'.repeat(40) })
        : scene.comment(text).event;
    const read = barrier();
    scene.sandbox.github.faults.next({ method: 'GET', path }, read);
    const running = scene.start(inputs, { event });
    await read.reached;
    await running.cancel();
    const step = await running.ended;
    expect(step.outputs).toMatchObject({ result: 'interrupted', reasonCode: 'interrupted' });
    expect(step.outputs['reason']).toMatch(/^Not sent: the step was interrupted \[SIGINT\] before/);
    expect(scene.requests('service')).toEqual([]);
    if (text !== undefined && !('dry-run' in inputs)) expect(scene.comments().at(-1)).toContain('Not sent');
  });

  test.each(reads)('%s ends with the deadline', async (_what, text, inputs, path) => {
    await using scene = await openScene();
    const event =
      text === undefined
        ? scene.push({ before: 'a'.repeat(40), after: 'b'.repeat(40) })
        : scene.comment(text).event;
    scene.sandbox.github.faults.next({ method: 'GET', path }, delay(60_000));
    const step = await scene.run({ ...inputs, timeout: '20s' }, { event });
    expect(step.outputs).toMatchObject({ result: 'timeout', reasonCode: 'deadline' });
    expect(scene.requests('service')).toEqual([]);
  });
});

test('a cancel while `--status` reads the job is interrupted', async () => {
  await using scene = await openScene();
  scene.sandbox.service.script(WORKING);
  await scene.request('/docs Fix');
  const read = barrier();
  scene.sandbox.service.faults.next({ method: 'GET' }, read);
  const running = scene.start({}, { event: scene.comment('/docs --status').event });
  await read.reached;
  await running.cancel();
  const step = await running.ended;
  expect(step.outputs).toMatchObject({ result: 'interrupted', reasonCode: 'interrupted' });
  expect(scene.comments().at(-1)).toContain('Not sent');
});

describe('a run that is killed', () => {
  test('while it polls has the ID as an output, and its post step explains how to watch the job', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(WORKING);
    const poll = barrier();
    scene.sandbox.service.faults.next({ method: 'GET', nth: 2 }, poll);
    const running = scene.start();
    await poll.reached;
    running.kill();
    const step = await running.ended;
    const id = scene.sandbox.service.jobs[0]?.id;
    expect(step.exitCode).toBeNull();
    expect(step.outputs).toEqual({ jobId: id });
    expect(step.post).toMatchObject({ exitCode: 0 });
    expect(step.post?.annotations).toEqual([
      expect.objectContaining({ level: 'warning', message: expect.stringContaining(`\`job-id: ${id}\``) }),
    ]);
    expect(scene.count('poll')).toBe(2);
  });

  test('during the create warns in its post step that a job may exist', async () => {
    await using scene = await openScene();
    const create = barrier('after');
    scene.sandbox.service.faults.next({ method: 'POST' }, create);
    const running = scene.start();
    await create.reached;
    running.kill();
    const step = await running.ended;
    expect(step.outputs).toEqual({ jobId: '' });
    expect(step.post?.annotations).toEqual([
      expect.objectContaining({
        level: 'warning',
        message: expect.stringContaining('It is unknown whether a job exists'),
      }),
    ]);
  });

  test('during the message reports in its post step that it may have arrived', async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({
      id: 'job_7',
      turns: [{ timeline: [{ status: 'completed', prLink: LINK }] }],
    });
    const message = barrier();
    scene.sandbox.service.faults.next({ method: 'POST' }, message);
    const running = scene.start({ 'job-id': 'job_7', prompt: 'Shorter, please' });
    await message.reached;
    running.kill();
    const step = await running.ended;
    expect(step.outputs).toEqual({ jobId: 'job_7' });
    expect(step.post?.log).toContain('It is unknown whether the message reached job job_7');
  });

  test('during a usage limit reports in its post step that nothing was sent', async () => {
    await using scene = await openScene();
    const limit = answer({ status: 429, headers: { 'retry-after': '120' } });
    scene.sandbox.service.faults.next({ method: 'POST' }, limit);
    const running = scene.start();
    await scene.sandbox.time.sleep(30_000);
    running.kill();
    const step = await running.ended;
    expect(step.post?.annotations).toEqual([
      { level: 'warning', message: 'Not sent: the run was cut off before anything was sent.' },
    ]);
  });
});
