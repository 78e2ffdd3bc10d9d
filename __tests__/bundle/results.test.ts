import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LINK, openScene } from '../support/scene.ts';

let workspace: string;

beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'workspace-'));
  writeFileSync(join(workspace, 'ask.md'), 'Rewrite the quickstart\n\nin two lines\n');
  writeFileSync(join(workspace, 'rules.md'), 'Write British English.\n');
});
afterAll(() => rmSync(workspace, { recursive: true }));

describe('a prompt becomes a pull request', () => {
  test('outputs, notice, summary, log and exit code', async () => {
    await using scene = await openScene();
    const step = await scene.run({ prompt: '  Rewrite the quickstart\nfor v2  ' });
    expect(step).toMatchObject({ exitCode: 0, outcome: 'success' });
    const { jobId, job, ...outputs } = step.outputs;
    expect(outputs).toEqual({
      prLink: LINK,
      prNumber: '1',
      prOperation: 'created',
      ...{ prTitle: '', headSha: '', commits: '', changedFiles: '', changedPages: '', outsideFiles: '' },
      previewUrl: '',
      branch: '',
      status: 'completed',
      result: 'pull-request',
      reasonCode: 'pull-request-created',
      reason: 'Pull request created.',
      commentUrl: '',
    });
    expect(JSON.parse(job ?? '')).toMatchObject({ id: jobId, status: 'completed', prLink: LINK });
    expect(step.annotations).toEqual([
      expect.objectContaining({ level: 'notice', message: `Pull request created. ${LINK}` }),
    ]);
    for (const part of [LINK, jobId, 'sandbox-writer-1', 'acme/docs', '`pull-request`', 'Duration']) {
      expect(step.summary).toContain(part);
    }
    const story = [
      'Request (deadline after 30 min): Rewrite the quickstart',
      `Job ${jobId} was created`,
      'active',
      'completed',
    ];
    const positions = story.map((part) => step.log.indexOf(part));
    expect(positions.every((at) => at >= 0)).toBe(true);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(step.post?.log).not.toContain('warning');
  });

  test('the prompt is passed on untouched, with the key as a bearer token', async () => {
    await using scene = await openScene();
    await scene.run({ prompt: '  Rewrite the quickstart\nfor v2  ' });
    const [create] = scene.sandbox.service.requests;
    expect(create).toMatchObject({ method: 'POST', path: '/v2/agent/acme-docs/job' });
    expect(JSON.parse(create?.body ?? '')).toEqual({ prompt: '  Rewrite the quickstart\nfor v2  ' });
    expect(create?.headers).toMatchObject({
      authorization: `Bearer ${scene.sandbox.service.key}`,
      'content-type': 'application/json',
    });
  });

  test('a job that no output can hold leaves the output `job` empty, with a notice', async () => {
    await using scene = await openScene();
    const more = '&'.repeat(900_000);
    scene.sandbox.service.script({ timeline: [{ status: 'completed', prLink: LINK, more }] });
    const step = await scene.run();
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request', prLink: LINK, job: '' } });
    expect(step.outputFile.length).toBeLessThan(10_000);
    expect(step.annotations[0]?.message).toMatch(/^The output `job` is empty: .* KiB\.$/);
  });

  test('from a file, with standing rules in front', async () => {
    await using scene = await openScene();
    await scene.run({ 'prompt-file': 'ask.md', 'rules-file': 'rules.md' }, { workspace });
    const body = JSON.parse(scene.sandbox.service.requests[0]?.body ?? '');
    expect(body).toEqual({
      prompt: 'Write British English.\n\nRewrite the quickstart\n\nin two lines\n',
    });
  });

  test('a create that answers with the end is not asked about again', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script({ timeline: [{ status: 'completed', prLink: LINK }] });
    const step = await scene.run();
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.count('poll')).toBe(0);
  });

  test('a job that is not known yet right after its create is waited for', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script({
      timeline: [
        { hidden: true },
        { at: 20, status: 'active' },
        { at: 50, status: 'completed', prLink: LINK },
      ],
    });
    expect((await scene.run()).outputs['result']).toBe('pull-request');
    expect(scene.requests('service')[1]).toMatch(/^GET .* 404$/);
  });
});

describe('the log', () => {
  /** What the action itself begins, ends and says aloud. */
  const commands = (log: string) =>
    log
      .split('\n')
      .filter((line) => line.startsWith('##['))
      .slice(2);

  test('tells the request, the job and the result in groups; the last word is seen without opening one', async () => {
    await using scene = await openScene();
    const { log, outputs } = await scene.run();
    expect(commands(log)).toEqual([
      ...[
        '##[group]Request',
        '##[endgroup]',
        '##[group]Job',
        '##[endgroup]',
        '##[group]Result',
        '##[endgroup]',
      ],
      `##[notice]Pull request created. ${LINK}`,
    ]);
    const [, result = ''] = log.split('##[group]Result\n');
    for (const name of ['result', 'jobId', 'prLink']) expect(result).toContain(`${name}: ${outputs[name]}\n`);
  });

  test('ends with one error where the step failed, before anything was asked too', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script({ timeline: [{ status: 'failed' }] });
    const steps = [await scene.run(), await scene.run({ timeout: 'soon' })];
    for (const { log, annotations } of steps) {
      expect(annotations).toHaveLength(1);
      const [lastWord = ''] = log.split('\n').slice(-1);
      expect(lastWord).toMatch(/^##\[error\]/);
    }
    expect(commands(steps[1]?.log ?? '').slice(0, -1)).toEqual(['##[group]Result', '##[endgroup]']);
  });
});

describe('the other ends of a job', () => {
  test.each([
    ['no-pull-request', { status: 'completed', prLink: null }, 0, 'completed without one'],
    ['archived', { status: 'archived', prLink: null }, 0, 'archived without a pull request'],
    ['pull-request', { status: 'archived', prLink: LINK }, 0, 'Pull request created'],
    ['failed', { status: 'failed', prLink: null }, 1, 'could not recover'],
    ['no-pull-request', { status: 'completed', prLink: 'javascript:alert(1)' }, 0, 'completed without one'],
  ])('%s for %j', async (result, end, exitCode, words) => {
    await using scene = await openScene();
    scene.sandbox.service.script({ timeline: [{ status: 'active' }, { at: 10, ...end }] });
    const step = await scene.run();
    expect(step).toMatchObject({ exitCode, outputs: { result, status: end.status } });
    expect(step.log).toContain(words);
    expect(step.outputs['jobId']).not.toBe('');
    expect(step.outputs['prLink']).toBe(result === 'pull-request' ? LINK : '');
  });

  test('timeout: the deadline passes, the job goes on', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script({ timeline: [{ status: 'active' }] });
    const before = scene.sandbox.time.now();
    const step = await scene.run({ timeout: '90s' });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'timeout', status: 'active' } });
    expect(step.log).toContain(`\`job-id: ${step.outputs['jobId']}\``);
    expect(scene.sandbox.time.now() - before).toBe(90_000);
    expect(scene.sandbox.service.requests.every(({ at }) => at < before + 90_000)).toBe(true);
  });

  test('started: with `wait: false` the job is reported and the step ends', async () => {
    await using scene = await openScene();
    const step = await scene.run({ wait: 'false' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'started', status: 'active', prLink: '' } });
    expect(step.outputs['jobId']).not.toBe('');
    expect(scene.requests('service')).toEqual(['POST /v2/agent/acme-docs/job 201']);
  });

  test('dry-run: the exact text and its address are shown, nothing is sent', async () => {
    await using scene = await openScene();
    const step = await scene.run({ prompt: 'Say `this` <b>exactly</b>\n```\n@here', 'dry-run': 'true' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'dry-run', jobId: '' } });
    expect(step.summary).toContain('````text\nSay `this` <b>exactly</b>\n```\n@here\n````\n');
    expect(step.summary).toContain(`POST ${scene.sandbox.service.url}/v2/agent/acme-docs/job`);
    expect(scene.requests('service')).toEqual([]);
  });
});

describe('with `job-id`', () => {
  test('and no prompt: waits for that job, looking at once', async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({
      id: 'job:7',
      ago: 3600,
      turns: [{ timeline: [{ status: 'completed', prLink: LINK }] }],
    });
    const step = await scene.run({ 'job-id': 'job:7' });
    expect(step.outputs).toMatchObject({
      result: 'pull-request',
      jobId: 'job:7',
      prLink: LINK,
      prOperation: '',
    });
    expect(scene.requests('service')).toEqual(['GET /v2/agent/acme-docs/job/job%3A7 200']);
  });

  test.each([{}, { prompt: 'Shorter, please' }])('an unknown job is an error with %j', async (inputs) => {
    await using scene = await openScene();
    const step = await scene.run({ 'job-id': 'job_404', ...inputs });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: 'job_404' } });
    expect(step.outputs['reason']).toContain('404');
    expect(scene.requests('service')).toHaveLength(1);
  });

  test('and `wait: false`: one look', async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({ id: 'job_7', ago: 40, turns: [{ timeline: [{ status: 'active' }] }] });
    const step = await scene.run({ 'job-id': 'job_7', wait: 'false' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'started', status: 'active' } });
    expect(scene.requests('service')).toHaveLength(1);
  });
});
