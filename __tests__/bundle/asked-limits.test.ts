/** GitHub's usage limits: short ones are waited for, long ones are told, and no job waits for a comment. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Fault } from '../../sandbox/faults/script.ts';
import { openAsked } from '../support/asked.ts';
import { LINK } from '../support/bundle.ts';

const COMMENTS = /\/issues\/1\/comments$/;

function limited(
  headers: Record<string, string>,
  message = 'You have exceeded a secondary rate limit.',
  status = 403,
) {
  return answer({ status, headers, body: { message, documentation_url: 'https://docs.github.com' } });
}

/** The hourly limit is used up, and resets after this many seconds. */
function exhausted(seconds: number, message = 'API rate limit exceeded for installation.'): Fault {
  return {
    name: 'the hourly limit',
    async act(exchange) {
      const reset = String(Math.ceil(exchange.time.now() / 1000) + seconds);
      await limited({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }, message).act(exchange);
    },
  };
}

describe('a comment is written once the limit allows it', () => {
  test.each<[string, Fault, number]>([
    ['a secondary limit with Retry-After', limited({ 'retry-after': '60' }), 60],
    ['a secondary limit with words only', limited({}), 30],
    ['429', limited({ 'retry-after': '10' }, 'Slow down', 429), 10],
    ['the hourly limit that is about to reset', exhausted(45), 45],
  ])('%s', async (_name, fault, seconds) => {
    await using scene = await openAsked();
    scene.sandbox.github.faults.next({ method: 'POST', path: COMMENTS }, fault);
    const step = await scene.ask('/docs Rewrite');
    expect(step.outputs['result']).toBe('pull-request');
    const [refused, written, ...more] = scene.sandbox.github.requests.filter(
      ({ method, path }) => method === 'POST' && COMMENTS.test(path),
    );
    expect(more).toEqual([]);
    expect(((written?.at ?? 0) - (refused?.at ?? 0)) / 1000).toBe(seconds);
    expect(scene.said()).toEqual([expect.stringContaining(LINK)]);
    expect(step.log).toContain('Waiting until');
  });
});

test('the hourly limit that resets in an hour is no reason to wait: nothing is sent that nobody would know of', async () => {
  await using scene = await openAsked();
  const { github, service } = scene.sandbox;
  github.faults.next({ method: 'POST', times: 99 }, exhausted(1500));
  const step = await scene.ask('/docs Rewrite');
  expect(step.outputs).toMatchObject({ result: 'error', commentUrl: '' });
  expect(step.outputs['reason']).toMatch(/^not sent: /);
  const messages = step.annotations.map(({ message }) => message).join('\n');
  expect(messages).toContain('The limit resets at 2026-01-05 09:25:');
  expect(messages).toContain('too late to wait for it');
  expect(service.requests).toEqual([]);
});

test('a permission that is missing on the last request of the hour is not waited for', async () => {
  await using scene = await openAsked();
  scene.sandbox.github.faults.next(
    { method: 'POST', path: COMMENTS },
    exhausted(30, 'Resource not accessible by integration'),
  );
  const step = await scene.ask('/docs Rewrite');
  expect(step.outputs['result']).toBe('pull-request');
  expect(step.annotations[0]?.message).toContain('needs the permission `issues: write`');
  expect(step.log).not.toContain('Waiting until');
});

test('who may ask is found out after the limit, or refused when it lasts', async () => {
  await using scene = await openAsked();
  const { github, service } = scene.sandbox;
  github.faults.next({ path: /permission$/ }, limited({ 'retry-after': '60' }));
  expect((await scene.ask('/docs Rewrite')).outputs['result']).toBe('pull-request');
  github.faults.next({ path: /permission$/ }, exhausted(3000));
  const step = await scene.ask('/docs Again');
  expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'denied' } });
  expect(step.outputs['reason']).toMatch(/^The permission of 'octocat' is not known: .*The limit resets at/);
  expect(service.jobs).toHaveLength(1);
});

test('a secret that somebody echoes shows in no comment', async () => {
  await using scene = await openAsked();
  const { service } = scene.sandbox;
  const prLink = `https://github.com/${service.key}/docs/pull/1`;
  service.script({
    timeline: [
      { status: 'active', model: service.key },
      { at: 130, status: 'completed', prLink },
    ],
  });
  await scene.ask('/docs Rewrite');
  const bodies = scene.sandbox.github.requests.map(({ body }) => body).join('\n');
  expect(scene.said()).toHaveLength(2);
  // In an address the stars are escaped like all signs that a shell takes for its own.
  expect(bodies).toContain('https://github.com/%2A%2A%2A/docs');
  expect(bodies).not.toContain(service.key);
});

test('a secret in an error of the service shows nowhere, not even as Markdown escapes it', async () => {
  await using scene = await openAsked();
  const { service, github } = scene.sandbox;
  const echo = answer({ status: 422, body: { error: `invalid key ${service.key}` } });
  service.faults.next({ method: 'POST' }, echo);
  const step = await scene.ask('/docs Rewrite');
  expect(step.outputs['result']).toBe('error');
  const shown = [
    ...github.requests.map(({ body }) => body),
    step.summary,
    step.rawLog,
    step.outputs['reason'],
  ];
  const text = shown.join('\n').replace(/^::add-mask::.*$/gm, '');
  expect(text).toContain('invalid key ***');
  expect(text.replaceAll('\\', '')).not.toContain(service.key);
});
