/** Edits of the status comment that GitHub refuses for a while. Those that store or report something are repeated. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Fault, Match } from '../../sandbox/faults/script.ts';
import { LINK, openScene, type Scene, worksFor } from '../support/scene.ts';

const SECOND = 1_000;
const EDIT: Match = { method: 'PATCH', path: /\/issues\/comments\/\d+$/ };

/** The hourly limit of GitHub is used up from the first of these requests on, for so many seconds. */
function exhaust({ sandbox: { github } }: Scene, first: Match, seconds: number): void {
  let resetAt: number | undefined;
  const fault: Fault = {
    name: 'the hourly limit',
    async act(exchange) {
      const now = exchange.time.now();
      resetAt ??= now + seconds * SECOND;
      if (now >= resetAt) return exchange.send(await exchange.process());
      const headers = {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.ceil(resetAt / 1000)),
      };
      const body = { message: 'API rate limit exceeded for installation.' };
      await answer({ status: 403, headers, body }).act(exchange);
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

test.each([1, 2, 3, 4])('edit %i that meets one 404 is made again after 15 s', async (nth) => {
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

test('a run that is killed before the first edit of its comment leaves "Not sent"', async () => {
  await using scene = await openScene();
  const step = await scene.kill('github', EDIT, {}, { event: scene.comment('/docs Rewrite').event });
  expect(step.post?.exitCode).toBe(0);
  expect(scene.comments()).toEqual([
    expect.stringMatching(/^\*\*Not sent:\*\* the run was cut off before anything was sent\./),
  ]);
  expect(scene.comments()[0]).toContain('Requested by: `octocat`');
});
