/** The action waits for GitHub's usage limits if they reset in time. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Fault } from '../../sandbox/faults/script.ts';
import { LINK, openScene } from '../support/scene.ts';

const COMMENTS = /\/issues\/1\/comments$/;
const SECONDARY = 'You have exceeded a secondary rate limit.';
const HOURLY = 'API rate limit exceeded for installation.';

const limited = (headers: Record<string, string>, message = SECONDARY, status = 403) =>
  answer({ status, headers, body: { message, documentation_url: 'https://docs.github.com' } });

/** The hourly limit is used up, and resets after this many seconds. */
function exhausted(seconds: number, message = HOURLY, status = 403): Fault {
  return {
    name: 'the hourly limit',
    async act(exchange) {
      const reset = String(Math.ceil(exchange.time.now() / 1000) + seconds);
      const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
      await limited(headers, message, status).act(exchange);
    },
  };
}

describe('a status comment', () => {
  test.each<[string, Fault, number]>([
    ['a secondary limit without headers', limited({}), 30],
    ['the hourly limit', exhausted(1500), 1500],
  ])('waits for %s', async (_limit, fault, seconds) => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ method: 'POST', path: COMMENTS }, fault);
    const step = await scene.ask('/docs Rewrite');
    expect(step.outputs['result']).toBe('pull-request');
    const [refused, written] = scene.sandbox.github.requests.filter(
      ({ method, path }) => method === 'POST' && COMMENTS.test(path),
    );
    expect(((written?.at ?? 0) - (refused?.at ?? 0)) / 1000).toBe(seconds);
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
