/** A prompt with `job-id` is a message to that job. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { delay } from '../../sandbox/faults/connections.ts';
import type { TurnScript } from '../../sandbox/service/scripted-life.ts';
import { type Inputs, LINK, openScene, type Scene, worksFor } from '../support/scene.ts';

// threads-marks.test.ts has what a message writes on GitHub.
const MESSAGE = { 'job-id': 'job_7', prompt: 'Shorter, please', comment: 'never' };
const DONE: TurnScript = { timeline: [{ status: 'completed', prLink: LINK }] };
const ACTIVE: TurnScript = { timeline: [{ status: 'active' }] };

test('a message reports the pull request of its job, and claims no change of one that cannot be read', async () => {
  await using scene = await openScene();
  scene.sandbox.service.putJob({ id: 'job_7', ago: 3600, turns: [DONE, worksFor(30, { prLink: LINK })] });
  const step = await scene.run(MESSAGE);
  const outputs = { result: 'pull-request', reasonCode: 'pull-request-found', prOperation: '' };
  expect(step.outputs).toMatchObject({ ...outputs, jobId: 'job_7', reason: 'Pull request found.' });
  expect(scene.requests('service').slice(0, 2)).toEqual([
    'GET /v2/agent/acme-docs/job/job_7 200',
    'POST /v2/agent/acme-docs/job/job_7/message 200',
  ]);
  expect(scene.count('create')).toBe(0);
});

test('a message waits for the running turn', async () => {
  await using scene = await openScene();
  scene.sandbox.service.putJob({
    id: 'job_7',
    ago: 40,
    turns: [worksFor(100, { prLink: LINK }), worksFor(30, { prLink: LINK })],
  });
  const start = scene.sandbox.time.now();
  const step = await scene.run(MESSAGE);
  expect(step.outputs['result']).toBe('pull-request');
  const sent = scene.sandbox.service.requests.find(({ path }) => path.endsWith('/message'));
  expect((sent?.at ?? 0) - start).toBeGreaterThanOrEqual(60_000);
});

describe('a message is not sent', () => {
  const running = ({ sandbox }: Scene) => sandbox.service.putJob({ id: 'job_7', ago: 40, turns: [ACTIVE] });
  const ended = ({ sandbox }: Scene, status: string) =>
    sandbox.service.putJob({ id: 'job_7', ago: 3600, turns: [{ timeline: [{ status }] }] });

  test.each<[string, (scene: Scene) => void, Inputs, string, RegExp]>([
    ['to an archived job', (scene) => ended(scene, 'archived'), {}, 'error', /^Not sent/],
    ['to a failed job', (scene) => ended(scene, 'failed'), {}, 'error', /^Not sent/],
    ['if the deadline passes during the running turn', running, { timeout: '60s' }, 'timeout', /^Not sent/],
    [
      'if the service refuses to show the job during the running turn',
      (scene) => {
        running(scene);
        scene.sandbox.service.faults.next({ method: 'GET', nth: 3 }, answer({ status: 401 }));
      },
      {},
      'error',
      /401/,
    ],
    [
      'if the deadline passes before the service shows the job',
      (scene) => {
        ended(scene, 'completed');
        scene.sandbox.service.faults.next({ method: 'GET', times: 99 }, delay(10_000));
      },
      { timeout: '3s' },
      'timeout',
      /deadline/i,
    ],
  ])('%s', async (_when, prepare, inputs, result, reason) => {
    await using scene = await openScene();
    prepare(scene);
    const step = await scene.run({ ...MESSAGE, ...inputs });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result, jobId: 'job_7' } });
    expect(step.outputs['reason']).toMatch(reason);
    expect(scene.count('message') + scene.count('create')).toBe(0);
  });
});
