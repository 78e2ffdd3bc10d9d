import { describe, expect, test } from '@jest/globals';
import { answer, rewriteJson, tooMany } from '../../sandbox/faults/answers.ts';
import { delay } from '../../sandbox/faults/connections.ts';
import type { Match } from '../../sandbox/faults/script.ts';
import { HARMLESS, LIMITED, REDIRECTED, UNCERTAIN } from '../support/faults.ts';
import { LINK, openScene, type Scene, worksFor } from '../support/scene.ts';

const POST: Match = { method: 'POST' };
const DONE = { timeline: [{ status: 'completed', prLink: LINK }] };
const REVISED = worksFor(30, { prLink: LINK });

/** The two operations that cost money, the inputs for each, and how often the service carried it out. */
const SENDS = {
  create: {
    inputs: { prompt: 'Rewrite the quickstart' },
    done: (scene: Scene) => scene.sandbox.service.jobs.length,
    doubt: 'The service may still have created a job',
    jobId: '',
  },
  message: {
    inputs: { prompt: 'Shorter, please', 'job-id': 'job_7' },
    done: (scene: Scene) => (scene.sandbox.service.jobs[0]?.turns.length ?? 0) - 1,
    doubt: 'The message may still have arrived',
    jobId: 'job_7',
  },
} as const;

async function openFor(operation: keyof typeof SENDS): Promise<Scene> {
  const scene = await openScene();
  if (operation === 'message')
    scene.sandbox.service.putJob({ id: 'job_7', ago: 600, turns: [DONE, REVISED] });
  return scene;
}

describe.each(['create', 'message'] as const)('a %s', (operation) => {
  const { inputs, done, doubt, jobId } = SENDS[operation];
  /** A message takes the same path as a create, so it meets one fault of each kind. */
  const some = <T>(rows: readonly T[]) => (operation === 'create' ? rows : rows.slice(0, 1));
  // `__tests__/http/explain-failure.test.ts` has each status.
  const [UNCERTAIN_STATUS, GATEWAY] = ['500 with JSON', '403 with a challenge'];
  const uncertain = UNCERTAIN.filter(
    ({ name, handled }) => handled || name === UNCERTAIN_STATUS || name === GATEWAY,
  );

  test.each(some([...uncertain, ...REDIRECTED.slice(0, 1)]))(
    'is never repeated after $name',
    async ({ fault, words, handled }) => {
      await using scene = await openFor(operation);
      scene.sandbox.service.faults.next(POST, fault());
      const step = await scene.run(inputs);
      expect(step).toMatchObject({
        exitCode: 1,
        outputs: { result: 'error', reasonCode: 'fate-unknown', jobId },
      });
      expect(scene.count(operation)).toBe(1);
      expect(done(scene)).toBe(handled ? 1 : 0);
      expect(step.log).toContain(words);
      expect(step.log).toContain(doubt);
    },
  );

  test('is not repeated after a refusal', async () => {
    await using scene = await openFor(operation);
    scene.sandbox.service.faults.next(POST, answer({ status: 401 }));
    const step = await scene.run(inputs);
    const outputs = { result: 'error', reasonCode: 'key-rejected', jobId };
    expect(step).toMatchObject({ exitCode: 1, outputs });
    expect(scene.count(operation)).toBe(1);
    expect(done(scene)).toBe(0);
    expect(step.outputs['reason']).toMatch(/^Not sent: The service rejected the API key/);
  });

  test.each(some([...LIMITED.slice(0, 1), ...LIMITED.slice(-1)]))(
    'waits for a usage limit with $name',
    async ({ fault, seconds }) => {
      await using scene = await openFor(operation);
      scene.sandbox.service.faults.next(POST, fault());
      const step = await scene.run(inputs);
      expect(step.outputs['result']).toBe('pull-request');
      expect(done(scene)).toBe(1);
      const [first, second] = scene.sandbox.service.requests.filter(({ method }) => method === 'POST');
      const waited = ((second?.at ?? 0) - (first?.at ?? 0)) / 1000;
      expect(waited).toBeGreaterThanOrEqual(seconds);
      expect(waited).toBeLessThanOrEqual(seconds + 2);
      expect(step.log).toMatch(/429 Too Many Requests.* Waiting until 2026-01-05 \d\d:\d\d:\d\d UTC\./);
    },
  );

  test('fails at once if the limit resets after the deadline', async () => {
    await using scene = await openFor(operation);
    const { service, time } = scene.sandbox;
    const before = time.now();
    service.faults.next(POST, tooMany({ hint: 'retry-after', seconds: 60 }));
    const step = await scene.run({ ...inputs, timeout: '30s' });
    expect(step).toMatchObject({
      exitCode: 1,
      outputs: { result: 'error', reasonCode: 'usage-limit', jobId },
    });
    expect(step.outputs['reason']).toMatch(
      /^Not sent: .*The limit resets at 2026-01-05 09:01:00 UTC, which is after/,
    );
    expect(scene.count(operation)).toBe(1);
    expect(time.now()).toBe(before);
  });

  test('that is under way at the deadline gets some seconds for its response', async () => {
    await using scene = await openFor(operation);
    scene.sandbox.service.faults.next(POST, delay(23_000));
    const step = await scene.run({ ...inputs, timeout: '20s' });
    const { id } = scene.sandbox.service.jobs[0] ?? {};
    expect(step.outputs).toMatchObject({ result: 'timeout', reasonCode: 'deadline', jobId: id });
    expect(done(scene)).toBe(1);
  });

  test('has an unknown outcome if no response arrives seconds after the deadline', async () => {
    await using scene = await openFor(operation);
    const { running, held } = await scene.startUntil(
      'service',
      { method: 'POST', where: 'after' },
      { ...inputs, timeout: '20s' },
    );
    held.stall();
    const step = await running.ended;
    expect(step.duration).toBe(25_000);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'timeout', reasonCode: 'fate-unknown' } });
    expect(step.log).toContain(doubt);
    expect(scene.count(operation)).toBe(1);
  });
});

test.each([
  ['everything but the id', ({ id }: Record<string, unknown>) => ({ id })],
  ['the link', ({ prLink: _unused, ...job }: Record<string, unknown>) => job],
  ['the right types', (job: Record<string, unknown>) => ({ ...job, status: 5, prLink: [] })],
])('does not report the previous link if the response to a message lacks %s', async (_name, change) => {
  await using scene = await openScene();
  const timeline = [
    { previous: true },
    { at: 30, status: 'active' },
    { at: 60, status: 'completed', prLink: `${LINK}0` },
  ];
  scene.sandbox.service.putJob({ id: 'job_7', ago: 600, turns: [DONE, { timeline }] });
  scene.sandbox.service.faults.next(POST, rewriteJson(change));
  const step = await scene.run(SENDS.message.inputs);
  expect(step.outputs).toMatchObject({ result: 'pull-request', prLink: `${LINK}0` });
});

test('a job is created and watched if the responses are unusual', async () => {
  await using scene = await openScene();
  const { service } = scene.sandbox;
  // Each response of the run has one of them.
  for (const [index, { fault }] of HARMLESS.entries()) service.faults.next({ nth: index + 1 }, fault());
  service.rules.usualSeconds = 10 * HARMLESS.length;
  const step = await scene.run();
  expect(step.outputs['result']).toBe('pull-request');
  expect(service.jobs).toHaveLength(1);
  expect(step.log).not.toContain('Trying again');
});

test('hides the key in an error that is cut in the middle of the key', async () => {
  await using scene = await openScene();
  const { key } = scene.sandbox.service;
  const error = `${'x'.repeat(499 - key.length + 4)}${key} and so on`;
  scene.sandbox.service.faults.next(POST, answer({ status: 400, body: { error } }));
  const step = await scene.run();
  expect(step.log).toContain('x*** and so on');
  expect(JSON.stringify([step.outputs, step.summary, step.annotations])).not.toContain(key.slice(0, 7));
});
