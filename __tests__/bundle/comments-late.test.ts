/** Edits of the status comment that GitHub refuses for a while. Those that store or report something are repeated. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Fault, Match } from '../../sandbox/faults/script.ts';
import { LINK, openScene, type Scene, worksFor } from '../support/scene.ts';

const SECOND = 1_000;
const EDIT: Match = { method: 'PATCH', path: /\/issues\/comments\/\d+$/ };

const HOURLY = 'API rate limit exceeded for installation.';

/** GitHub's refusal when the hourly limit is used up. */
const limited = (resetAt: number, message = HOURLY) =>
  answer({
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(resetAt / 1000)) },
    body: { message },
  });

/** The hourly limit is used up from the first of these requests on, for so many seconds. */
function exhaust({ sandbox: { github } }: Scene, first: Match, seconds: number): void {
  let resetAt: number | undefined;
  const fault: Fault = {
    name: 'the hourly limit',
    async act(exchange) {
      const now = exchange.time.now();
      resetAt ??= now + seconds * SECOND;
      if (now >= resetAt) return exchange.send(await exchange.process());
      await limited(resetAt).act(exchange);
    },
  };
  github.faults.next({ ...first, times: 9_999 }, fault);
}

describe("the hourly limit is used up when the note is to get the job's ID", () => {
  test('the job is polled meanwhile, and the comment gets the ID and the result when the limit resets', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(worksFor(300, { prLink: LINK }));
    exhaust(scene, { ...EDIT, nth: 3 }, 25 * 60);
    const step = await scene.ask('/docs Rewrite');
    expect(step.outputs).toMatchObject({ result: 'pull-request', prLink: LINK });
    const polls = scene.sandbox.service.requests.filter(({ method }) => method === 'GET').map(({ at }) => at);
    expect(Math.max(...polls) - Math.min(...polls)).toBeLessThan(330 * SECOND);
    expect(scene.comments()[0]).toContain('**Pull request ready:**');
    await scene.ask('/docs Shorter, please');
    expect(scene.turns()).toEqual([2]);
  });

  test('the link is an output before the limit resets', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(worksFor(300, { prLink: LINK }));
    exhaust(scene, { ...EDIT, nth: 3 }, 25 * 60);
    const running = scene.start({}, { event: scene.comment('/docs Rewrite').event });
    await scene.minutes(10);
    running.kill();
    expect((await running.ended).outputs['prLink']).toBe(LINK);
  });

  test('the comment shows the job while it works, if the limit resets before its end', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(worksFor(900, { prLink: LINK }));
    exhaust(scene, { ...EDIT, nth: 3 }, 300);
    const running = scene.start({}, { event: scene.comment('/docs Rewrite').event });
    await scene.minutes(6);
    expect(scene.comments()[0]).toContain('**Working on it:** ');
    expect((await running.ended).outputs['result']).toBe('pull-request');
  });
});

describe('a limit at the last edit', () => {
  test('that passes within five minutes is waited for', async () => {
    await using scene = await openScene();
    const headers = { 'retry-after': '290' };
    scene.sandbox.github.faults.next({ ...EDIT, nth: 4 }, answer({ status: 429, headers }));
    const step = await scene.ask('/docs Rewrite');
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.comments()[0]).toContain('**Pull request ready:**');
  });

  test('that takes longer is left to a later run', async () => {
    await using scene = await openScene();
    exhaust(scene, { ...EDIT, nth: 4 }, 25 * 60);
    const step = await scene.ask('/docs Rewrite');
    expect(step).toMatchObject({ outputs: { result: 'pull-request', prLink: LINK } });
    expect(step.duration).toBeLessThan(60 * SECOND);
    await scene.minutes(40);
    await scene.ask('/docs Shorter, please');
    expect(scene.turns()).toEqual([2]);
    expect(scene.comments()[0]).toContain('**Pull request ready:**');
  });
});

test.each([1, 4])('edit %i that meets one 404 is made again after 15 s', async (nth) => {
  await using scene = await openScene();
  scene.sandbox.github.faults.next({ ...EDIT, nth }, answer({ status: 404 }));
  const step = await scene.ask('/docs Rewrite');
  expect(step.outputs).toMatchObject({ result: 'pull-request', prLink: LINK });
  expect(scene.comments()[0]).toContain('**Pull request ready:**');
  const refused = scene.sandbox.github.requests.findIndex(({ status }) => status === 404);
  const [lost, again] = scene.sandbox.github.requests
    .slice(refused)
    .filter(({ method }) => method === 'PATCH');
  expect(Number(again?.at) - Number(lost?.at)).toBe(15 * SECOND);
});

test('the post step writes the true end if the last edits of the main step failed', async () => {
  await using scene = await openScene();
  scene.sandbox.github.faults.next({ ...EDIT, nth: 4, times: 2 }, answer({ status: 502 }));
  const step = await scene.ask('/docs Rewrite');
  expect(step.outputs['result']).toBe('pull-request');
  expect(scene.comments()[0]).toContain('**Pull request ready:**');
  expect(scene.comments().join()).not.toContain('Interrupted');
});

test('a run that is killed before the first edit of its comment leaves "Not sent"', async () => {
  await using scene = await openScene();
  const step = await scene.kill('github', EDIT, {}, { event: scene.comment('/docs Rewrite').event });
  expect(step.post?.exitCode).toBe(0);
  expect(scene.comments()).toEqual([
    expect.stringMatching(/^\*\*Not sent:\*\* the run was cut off before anything was sent\./),
  ]);
  expect(scene.comments()[0]).toContain('Requested by: `octocat`');
});

// The action waits for GitHub's usage limits if they reset in time.

const COMMENTS = /\/issues\/1\/comments$/;
/** The hourly limit is used up, and resets after this many seconds. */
function exhausted(seconds: number, message = HOURLY): Fault {
  return {
    name: 'the hourly limit',
    async act(exchange) {
      await limited(exchange.time.now() + seconds * SECOND, message).act(exchange);
    },
  };
}

describe('a status comment', () => {
  test('waits for the hourly limit', async () => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ method: 'POST', path: COMMENTS }, exhausted(1500));
    const step = await scene.ask('/docs Rewrite');
    expect(step.outputs['result']).toBe('pull-request');
    const [refused, written] = scene.sandbox.github.requests.filter(
      ({ method, path }) => method === 'POST' && COMMENTS.test(path),
    );
    expect(((written?.at ?? 0) - (refused?.at ?? 0)) / 1000).toBeCloseTo(1500, -1);
    expect(scene.comments()[0]).toContain(LINK);
    expect(step.log).toContain('Waiting until');
  });

  test('does not wait for a limit that resets after the deadline, and sends nothing', async () => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ method: 'POST', times: 99 }, exhausted(1500));
    const step = await scene.ask('/docs Rewrite', { inputs: { timeout: '20m' } });
    expect(step.outputs).toMatchObject({ result: 'error', commentUrl: '' });
    expect(step.outputs['reason']).toMatch(/^Not sent: /);
    const messages = step.annotations.map(({ message }) => message).join('\n');
    expect(messages).toContain('The limit resets at 2026-01-05 09:25:');
    expect(messages).toContain('too late to wait for');
    expect(scene.requests('service')).toEqual([]);
  });

  test('does not wait if the permission is missing on the last request of the hour', async () => {
    await using scene = await openScene();
    const fault = exhausted(30, 'Resource not accessible by integration');
    scene.sandbox.github.faults.next({ method: 'POST', path: COMMENTS }, fault);
    const step = await scene.ask('/docs Rewrite');
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'comment-not-written' });
    expect(step.outputs['reason']).toContain("needs the permission 'issues: write'");
    expect(step.log).not.toContain('Waiting until');
  });
});

test('the permission check fails at once if the hourly limit resets after the deadline, and writes nothing', async () => {
  await using scene = await openScene();
  scene.sandbox.github.faults.next({ path: /permission$/ }, exhausted(1500));
  const step = await scene.ask('/docs Rewrite', { inputs: { timeout: '20m' } });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'github-limit' } });
  expect(step.outputs['reason']).toMatch(
    /^Not sent: The permission of 'octocat' is unknown: .*API rate limit exceeded.* The limit resets at 2026-01-05 09:25:/,
  );
  expect(scene.requests('github')).toEqual(['GET /collaborators/octocat/permission 403']);
  expect(scene.requests('service')).toEqual([]);
});
