/** What informs people never holds up the work. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { halfOpen } from '../../sandbox/faults/connections.ts';
import type { Fault } from '../../sandbox/faults/script.ts';
import { LINK, openScene, SCHEDULE, worksFor } from '../support/scene.ts';

const SECOND = 1_000;
const EDIT = { method: 'PATCH', path: /\/issues\/comments\/\d+$/ };

describe('a job that ends at 230 s is reported before 360 s', () => {
  test.each<[string, () => Fault]>([
    ['hang', () => halfOpen()],
    ['meet a 502', () => answer({ status: 502 })],
  ])('if edits of the comment %s from 200 s on', async (_, fault) => {
    await using scene = await openScene();
    const { service, github, time } = scene.sandbox;
    service.script(worksFor(230, { prLink: LINK }));
    const before = time.now();
    const running = scene.start({ timeout: '6m' }, { event: scene.comment('/docs Rewrite').event });
    await time.sleep(200 * SECOND);
    github.faults.next({ ...EDIT, times: 99 }, fault());
    const step = await running.ended;
    expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'pull-request', prLink: LINK } });
    expect(step.duration).toBeLessThan(360 * SECOND);
    // The job is polled on its usual schedule.
    const polls = service.requests.filter(({ method }) => method === 'GET').map(({ at }) => at - before);
    const late = polls.filter((at) => at > 190 * SECOND);
    expect(Math.max(...late.slice(1).map((at, index) => at - (late[index] ?? 0)))).toBeLessThan(20 * SECOND);
    expect(polls.at(-1)).toBeLessThan(245 * SECOND);
  });
});

test('the last edit waits for one under way, and 15 s after one of unknown outcome', async () => {
  await using scene = await openScene();
  const { service, github, time } = scene.sandbox;
  service.script(worksFor(230, { prLink: LINK }));
  const running = scene.start({}, { event: scene.comment('/docs Rewrite').event });
  await time.sleep(200 * SECOND);
  github.faults.next(EDIT, halfOpen());
  const step = await running.ended;
  expect(step.outputs['result']).toBe('pull-request');
  const edits = github.requests.filter(({ method }) => method === 'PATCH');
  const lost = edits.findIndex(({ fault }) => fault !== undefined);
  const [hanging, last, ...more] = edits.slice(lost).map(({ at }) => at);
  expect(more).toEqual([]);
  // An edit may hang for 30 s, and take effect for 15 s more.
  expect(Number(last) - Number(hanging)).toBeGreaterThanOrEqual(45 * SECOND);
  expect(scene.comments()[0]).toContain('**Pull request ready:**');
});

test('watches a job by `job-id`, although its conversation cannot be read', async () => {
  await using scene = await openScene();
  const { service, github } = scene.sandbox;
  service.putJob({ id: 'job_7', ago: 600, turns: [{ timeline: [{ status: 'completed', prLink: LINK }] }] });
  github.faults.next({ method: 'GET', path: /\/issues\/1\/comments$/ }, answer({ status: 404 }));
  const inputs = { 'job-id': 'job_7', 'issue-number': '1' };
  const step = await scene.run(inputs, { event: SCHEDULE });
  expect(step.outputs).toMatchObject({ result: 'pull-request', prLink: LINK });
  expect(scene.comments()[0]).toContain('**Finished:**');
});
