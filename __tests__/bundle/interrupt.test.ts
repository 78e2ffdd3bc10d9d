import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { delay } from '../../sandbox/faults/connections.ts';
import { openPeer } from '../support/peer.ts';
import { BEHIND } from '../support/proxy.ts';
import { type Inputs, LINK, openScene, worksFor } from '../support/scene.ts';

const WORKING = { timeline: [{ status: 'active' }] };
const DONE = { timeline: [{ status: 'completed', prLink: LINK }] };
const MESSAGE = { 'job-id': 'job_7', prompt: 'Shorter, please' };

describe('a run that is cancelled', () => {
  test('while it polls ends at once, and explains how to watch the job', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(WORKING);
    const { running } = await scene.startUntil('service', { method: 'GET', nth: 3 });
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
    expect(scene.sandbox.time.now()).toBe(cancelledAt);
  });

  test('during the create waits for the ID of the job', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(WORKING);
    const { running, held } = await scene.startUntil('service', { method: 'POST', where: 'after' });
    const cancelled = running.cancel();
    held.release();
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
    const step = await scene.cancel('service', { method: 'GET', nth: 2 }, MESSAGE);
    expect(step.outputs).toMatchObject({ result: 'interrupted', jobId: 'job_7' });
    expect(step.outputs['reason']).toMatch(/^Not sent/);
    expect(scene.count('message')).toBe(0);
  });

  test('before it marks the pull request leaves that, and the mention, to the next collect', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(worksFor(300, { prLink: scene.urlOf(scene.pull) }));
    const { event } = scene.comment('/docs Rewrite');
    await scene.cancel('github', { method: 'GET', path: /\/pulls\/2$/ }, {}, { event });
    expect(scene.comments(scene.pull)).toEqual([]);
    const mentions = () => scene.comments().filter((text) => text.startsWith('@'));
    expect(mentions()).toEqual([]);
    expect((await scene.collect()).outputs).toMatchObject({ result: 'collected', open: '0' });
    expect(scene.comments(scene.pull)).toEqual([expect.stringContaining('created this pull request')]);
    expect(mentions()).toHaveLength(1);
  });
});

describe('a read before the send', () => {
  const thread = /issues\/\d+\/comments/;
  const open = { 'when-open': 'skip', 'pr-labels': 'documentation' };
  const reads: readonly [string, string | undefined, Inputs, RegExp][] = [
    ['the permission', '/docs Fix', {}, /permission$/],
    ['the context', '/docs Fix', { context: 'full' }, thread],
    ['the change', undefined, { prompt: 'Fix' }, /compare/],
    ['the conversation', '/docs Fix', {}, thread],
    ['the conversation for a status', '/docs --status', {}, thread],
    ['the conversation in a dry run', '/docs Fix', { 'dry-run': 'true' }, thread],
    ['the requests of the day', '/docs Fix', { 'daily-limit': '3' }, /issues\/comments$/],
    ['the open pull requests', '/docs Fix', open, /pulls$/],
  ];
  test.each(reads)('of %s is interrupted by a cancel', async (what, text, inputs, path) => {
    await using scene = await openScene();
    const push = scene.push({ before: 'a'.repeat(40), after: 'b'.repeat(40) });
    const event = text === undefined ? push : scene.comment(text).event;
    const step = await scene.cancel('github', { method: 'GET', path }, inputs, { event });
    expect(step).toMatchObject({
      exitCode: 1,
      outputs: { result: 'interrupted', reasonCode: 'interrupted' },
    });
    expect(step.outputs['reason']).toMatch(/the step was interrupted \[SIGINT\] before/i);
    expect(scene.requests('service')).toEqual([]);
    const tells = text !== undefined && what !== 'the permission' && !('dry-run' in inputs);
    expect(scene.comments().map((words) => words.includes('Not sent'))).toEqual(tells ? [true] : []);
  });

  test('of the conversation ends with the deadline', async () => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ method: 'GET', path: thread }, delay(60_000));
    const step = await scene.ask('/docs Fix', { inputs: { timeout: '20s' } });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'timeout', reasonCode: 'deadline' } });
    expect(scene.requests('service')).toEqual([]);
  });
});

test('a cancel while `--status` reads the job is interrupted', async () => {
  await using scene = await openScene();
  scene.leave(WORKING, 1);
  const { event } = scene.comment('/docs --status');
  const step = await scene.cancel('service', { method: 'GET' }, {}, { event });
  expect(step.outputs).toMatchObject({ result: 'interrupted', reasonCode: 'interrupted' });
  expect(scene.comments().at(-1)).toContain('Not sent');
});

describe('a run that is killed', () => {
  test('while it polls has the ID as an output, and its post step explains how to watch the job', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(WORKING);
    const step = await scene.kill('service', { method: 'GET', nth: 2 });
    const id = scene.sandbox.service.jobs[0]?.id;
    expect(step.exitCode).toBeNull();
    expect(step.outputs).toEqual({ jobId: id });
    expect(step.post).toMatchObject({ exitCode: 0 });
    expect(step.post?.annotations).toEqual([
      { level: 'warning', message: expect.stringContaining(`\`job-id: ${id}\``) },
    ]);
    expect(scene.count('poll')).toBe(2);
  });

  test.each<[string, string, string, Inputs]>([
    ['create', 'a job may exist', 'It is unknown whether a job exists', {}],
    ['message', 'it may have arrived', 'It is unknown whether the message reached job job_7', MESSAGE],
  ])('during the %s warns in its post step that %s', async (_send, _doubt, words, inputs) => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({ id: 'job_7', turns: [DONE] });
    const step = await scene.kill('service', { method: 'POST', where: 'after' }, inputs);
    expect(step.outputs).toEqual({ jobId: inputs['job-id'] ?? '' });
    expect(step.post?.annotations).toEqual([{ level: 'warning', message: expect.stringContaining(words) }]);
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
