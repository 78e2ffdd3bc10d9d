import { describe, expect, test } from '@jest/globals';
import { answer, rewrite, rewriteJson } from '../../sandbox/faults/answers.ts';
import { barrier, REFUSING_ORIGIN } from '../../sandbox/faults/connections.ts';
import type { Match } from '../../sandbox/faults/script.ts';
import { HARMLESS, LIMITED, REFUSED, TOO_LARGE, UNCERTAIN } from '../support/faults.ts';
import { LINK, openScene, type Scene } from '../support/scene.ts';

const POST: Match = { method: 'POST' };
const DONE = { timeline: [{ status: 'completed', prLink: LINK }] };
const REVISED = { timeline: [{ status: 'active' }, { at: 30, status: 'completed', prLink: LINK }] };

/** The two operations that cost money, the inputs that lead to them, and how often each was done. */
const SENDS = {
  create: {
    inputs: { prompt: 'Rewrite the quickstart' },
    done: (scene: Scene) => scene.sandbox.service.jobs.length,
    doubt: 'The service may still have created a job',
    hint: 'that the project is connected with GitHub',
  },
  message: {
    inputs: { prompt: 'Shorter, please', 'job-id': 'job_7' },
    done: (scene: Scene) => (scene.sandbox.service.jobs[0]?.turns.length ?? 0) - 1,
    doubt: 'The message may still have arrived',
    hint: 'that the job still takes messages',
  },
} as const;

const operations = ['create', 'message'] as const;

const HINTS = ['none', 'ratelimit-reset'] as const;

async function sceneFor(operation: (typeof operations)[number]): Promise<Scene> {
  const scene = await openScene();
  if (operation === 'message')
    scene.sandbox.service.putJob({ id: 'job_7', ago: 600, turns: [DONE, REVISED] });
  return scene;
}

describe.each(operations)('a %s', (operation) => {
  const { inputs, done, doubt, hint } = SENDS[operation];
  /** All faults for a create; a message goes the same way, so it meets the first of each kind. */
  const some = <T>(rows: readonly T[]) => (operation === 'create' ? rows : rows.slice(0, 1));

  test.each(some([...UNCERTAIN, ...TOO_LARGE]))(
    'is never repeated after $name',
    async ({ fault, words, handled }) => {
      await using scene = await sceneFor(operation);
      scene.sandbox.service.faults.next(POST, fault());
      const step = await scene.run(inputs);
      expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
      expect(scene.count(operation)).toBe(1);
      expect(done(scene)).toBe(handled ? 1 : 0);
      const { url } = scene.sandbox.service;
      expect(step.log).toContain(`[POST] ${url}/v2/agent/acme-docs/job`);
      expect(step.log).toContain(words);
      expect(step.log).toContain(doubt);
      expect(step.log).toContain("service's dashboard");
      expect(step.outputs['jobId']).toBe(operation === 'message' ? 'job_7' : '');
    },
  );

  test.each(some(REFUSED))(
    'that is refused with $name was not done, and says so',
    async ({ name, fault, words }) => {
      await using scene = await sceneFor(operation);
      scene.sandbox.service.faults.next(POST, fault());
      const step = await scene.run(inputs);
      expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
      expect(scene.count(operation)).toBe(1);
      expect(done(scene)).toBe(0);
      if (name === '400') expect(step.log).toContain(hint);
      expect(step.outputs['reason']).toMatch(/^Not sent: /);
      expect(step.log).toContain(words);
    },
  );

  test.each(some(LIMITED))('waits for a usage limit with $name', async ({ fault, seconds }) => {
    await using scene = await sceneFor(operation);
    scene.sandbox.service.faults.next(POST, fault());
    const step = await scene.run(inputs);
    expect(step.outputs['result']).toBe('pull-request');
    expect(done(scene)).toBe(1);
    const [first, second] = scene.sandbox.service.requests.filter(({ method }) => method === 'POST');
    const waited = ((second?.at ?? 0) - (first?.at ?? 0)) / 1000;
    expect(waited).toBeGreaterThanOrEqual(seconds);
    expect(waited).toBeLessThanOrEqual(seconds + 2);
    expect(step.log).toMatch(/429 Too Many Requests.* Waiting until 2026-01-05 \d\d:\d\d:\d\d UTC\./);
  });

  test.each(some(HARMLESS))('is answered with $name', async ({ fault }) => {
    await using scene = await sceneFor(operation);
    scene.sandbox.service.faults.next(POST, fault());
    const step = await scene.run(inputs);
    expect(step.outputs['result']).toBe('pull-request');
    expect(done(scene)).toBe(1);
  });

  test('whose limit resets after the deadline fails at once and names the time', async () => {
    await using scene = await sceneFor(operation);
    scene.sandbox.service.rules.usesPerHour = 0;
    const before = scene.sandbox.time.now();
    scene.sandbox.service.faults.next(POST, LIMITED[0]?.fault() ?? barrier());
    const step = await scene.run({ ...inputs, timeout: '30s' });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(step.outputs['reason']).toMatch(
      /^Not sent: .*The limit resets at 2026-01-05 09:01:00 UTC, which is after/,
    );
    expect(scene.count(operation)).toBe(1);
    expect(scene.sandbox.time.now()).toBe(before);
  });

  test.each(some(HINTS))(
    "that meets the service's own limit (%s) is taken when that resets",
    async (hint) => {
      await using scene = await sceneFor(operation);
      const { service, time } = scene.sandbox;
      Object.assign(service.rules, { usesPerHour: 1, hint, plainText: hint === 'none' });
      await scene.run({ prompt: 'The one use of this hour', wait: 'false' });
      const before = time.now();
      const step = await scene.run({ ...inputs, timeout: '2h' });
      expect(step.outputs['result']).toBe('pull-request');
      expect(
        service.jobs.flatMap(({ turns }) => turns).filter(({ prompt }) => prompt === inputs.prompt),
      ).toHaveLength(1);
      expect(time.now() - before).toBeGreaterThanOrEqual(3_600_000);
      expect(scene.count(operation)).toBeLessThanOrEqual(
        (operation === 'create' ? 1 : 0) + (hint === 'none' ? 20 : 2),
      );
    },
  );

  test('that is still on its way at the deadline is given up, with doubt', async () => {
    await using scene = await sceneFor(operation);
    const held = barrier('after');
    scene.sandbox.service.faults.next(POST, held);
    const running = scene.start({ ...inputs, timeout: '20s' });
    await held.reached;
    held.stall();
    const step = await running.ended;
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'timeout' } });
    expect(step.log).toContain(doubt);
    expect(scene.count(operation)).toBe(1);
  });
});

test('a create that no connection was made for is tried five times', async () => {
  await using scene = await openScene();
  const step = await scene.run({ ...SENDS.create.inputs, 'base-url': REFUSING_ORIGIN });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: '' } });
  expect(step.outputs['reason']).toMatch(/^Not sent: No connection to the service \[connect ECONNREFUSED/);
  expect(step.log.match(/Trying again in/g)).toHaveLength(4);
});

describe('the answer to a message', () => {
  const STALE = {
    timeline: [
      { previous: true },
      { at: 30, status: 'active' },
      { at: 60, status: 'completed', prLink: `${LINK}0` },
    ],
  };

  test.each([
    ['everything but the id', ({ id }: Record<string, unknown>) => ({ id })],
    ['the link', ({ prLink: _unused, ...job }: Record<string, unknown>) => job],
    ['the right types', (job: Record<string, unknown>) => ({ ...job, status: 5, prLink: [] })],
  ])(
    'is no sign of activity without %s: the old link is not taken for the new one',
    async (_name, change) => {
      await using scene = await openScene();
      scene.sandbox.service.putJob({ id: 'job_7', ago: 600, turns: [DONE, STALE] });
      scene.sandbox.service.faults.next(POST, rewriteJson(change));
      const step = await scene.run(SENDS.message.inputs);
      expect(step.outputs).toMatchObject({ result: 'pull-request', prLink: `${LINK}0` });
    },
  );
});

describe('what a create must not lose', () => {
  test('the id, when another field is broken: named in a warning, the job is watched', async () => {
    await using scene = await openScene();
    scene.sandbox.service.faults.next(
      POST,
      rewriteJson((job) => ({ ...job, model: 5, status: ['active'] })),
    );
    const step = await scene.run();
    expect(step.outputs['result']).toBe('pull-request');
    expect(step.log).toContain("ignores `model` in the service's answer");
  });

  test('the id, when the rest is nested too deep to be written out again', async () => {
    await using scene = await openScene();
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    scene.sandbox.service.faults.next(
      {},
      rewrite('deep', (given) => ({
        ...given,
        body: Buffer.from(given.body.toString().replace(/}$/, `,"further":${deep}}`)),
      })),
    );
    const step = await scene.run({ wait: 'false' });
    expect(step.outputs).toMatchObject({ result: 'started', jobId: scene.sandbox.service.jobs[0]?.id });
  });

  test.each([
    ['no id', (job: Record<string, unknown>) => ({ ...job, id: undefined }), ', and is missing'],
    [
      'a number for an id',
      (job: Record<string, unknown>) => ({ ...job, id: 7 }),
      '"id" should be 1 to 200 letters, digits and signs of `._:-`, and not `.` or `..`, and is 7',
    ],
    [
      'half a character for an id',
      (job: Record<string, unknown>) => ({ ...job, id: 'job_\ud800' }),
      "and is 'job_\\ud800'",
    ],
    [
      'an id of two lines',
      (job: Record<string, unknown>) => ({ ...job, id: 'job\n::error::7' }),
      "and is 'job\\n::error::7'",
    ],
    ['an id that leaves its place', (job: Record<string, unknown>) => ({ ...job, id: '..' }), "and is '..'"],
  ])('%s in the answer is an error that names the field', async (_name, change, words) => {
    await using scene = await openScene();
    scene.sandbox.service.faults.next(POST, rewriteJson(change));
    const step = await scene.run();
    expect(step.outputs).toMatchObject({ result: 'error', jobId: '' });
    expect(step.log).toContain(words);
    expect(step.outputs['reason']).toContain('The service may still have created a job');
    expect(scene.count('create')).toBe(1);
  });

  test('the key stays secret where the words of an error would be cut in the middle of it', async () => {
    await using scene = await openScene();
    const { key } = scene.sandbox.service;
    const error = `${'x'.repeat(499 - key.length + 4)}${key} and so on`;
    scene.sandbox.service.faults.next(POST, answer({ status: 400, body: { error } }));
    const step = await scene.run();
    const written = JSON.stringify([step.outputs, step.summary, step.annotations]);
    expect(step.log).toContain('x*** and so on');
    expect(written).not.toContain(key.slice(0, 7));
  });

  test('the key stays secret, also where the server echoes it back', async () => {
    await using scene = await openScene();
    const { key } = scene.sandbox.service;
    scene.sandbox.service.faults.next(
      POST,
      rewriteJson((job) => ({ ...job, model: key, echo: `${key} model` })),
    );
    const step = await scene.run({ wait: 'false' }, { debug: true, secrets: [key] });
    const lines = step.rawLog
      .split('\n')
      .filter((line) => line.includes(key) && !line.startsWith('  api-key: '));
    expect(lines).toEqual([`::add-mask::${key}`]);
    expect(JSON.stringify([step.outputs, step.summary, step.annotations])).not.toContain(key);
    expect(step.outputs['job']).toContain('***\\u0020model');
  });
});
