/** GitHub fails in each state of a note: before the send the action sends nothing, after it the job goes on. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { halfOpen, resetAfter } from '../../sandbox/faults/connections.ts';
import type { Fault, Match } from '../../sandbox/faults/script.ts';
import { LINK, openScene, SCHEDULE, worksFor } from '../support/scene.ts';

const READ = { method: 'GET', path: /\/issues\/1\/comments$/ };
const EDIT = { method: 'PATCH', path: /\/issues\/comments\/\d+$/ };

interface State {
  readonly name: string;
  readonly request: Match;
  readonly sent: boolean;
  /** How many instructions each job has after the next request, if GitHub never took the edit. */
  readonly next?: readonly number[];
}

const STATES: readonly State[] = [
  { name: 'the edit to `waiting`', request: { ...EDIT, nth: 1 }, sent: false },
  { name: 'the read of the thread', request: { ...READ, nth: 1 }, sent: false },
  { name: 'the edit to `sending`', request: { ...EDIT, nth: 2 }, sent: false },
  // The note reports for ever that something may have been sent. Only outputs and log have the ID.
  { name: 'the edit to `job`', request: { ...EDIT, nth: 3 }, sent: true, next: [1, 1] },
  { name: 'the edit to `ended`', request: { ...EDIT, nth: 4 }, sent: true, next: [2] },
];

/** How GitHub fails, and how often; `lasting` if a retry can't help. */
const FAULTS: readonly { name: string; fault: () => Fault; times: number; lasting: boolean }[] = [
  {
    name: '403',
    fault: () => answer({ status: 403, body: { message: 'Resource not accessible' } }),
    times: 99,
    lasting: true,
  },
  { name: 'lasting 500s', fault: () => answer({ status: 500 }), times: 99, lasting: true },
  {
    name: 'a secondary limit',
    fault: () =>
      answer({
        status: 403,
        headers: { 'retry-after': '60' },
        body: { message: 'You have exceeded a secondary rate limit' },
      }),
    times: 1,
    lasting: false,
  },
  { name: 'a lost answer', fault: resetAfter, times: 1, lasting: false },
];

describe.each(STATES)('$name meets', ({ request, sent, next }) => {
  test.each(FAULTS)('$name', async ({ fault, times, lasting }) => {
    await using scene = await openScene();
    const { service, github } = scene.sandbox;
    service.scriptAll(worksFor(9, { prLink: LINK }));
    github.faults.next({ ...request, times }, fault());
    const { event } = scene.comment('/docs Rewrite');
    const step = await scene.run({}, { event });
    github.faults.clear();

    if (sent || !lasting) {
      expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request', prLink: LINK } });
      expect(scene.turns()).toEqual([1]);
      if (!lasting) expect(scene.comments()).toEqual([expect.stringContaining(LINK)]);
      expect((await scene.ask('/docs Shorter, please')).outputs['result']).toBe('pull-request');
      expect(scene.turns()).toEqual(lasting ? next : [2]);
      // The run of a note that stayed open counts as gone by then.
      await scene.sandbox.time.sleep(34 * 60_000);
      await scene.ask('/docs --status');
    } else {
      expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: '' } });
      expect(step.outputs['reason']).toMatch(/^Not sent: the (conversation|status comment) could not be/);
      expect(service.requests).toEqual([]);
      const again = await scene.rerun(event);
      expect(again.outputs['result']).toBe('pull-request');
      expect(scene.turns()).toEqual([1]);
    }
    for (const text of scene.comments())
      expect(text).not.toMatch(/^\*\*(Working on it|Waiting for its turn)\b/);
  });
});

test('waits for a limit of ten minutes before the edit to `sending`, and claims its turn again', async () => {
  await using scene = await openScene();
  const { github } = scene.sandbox;
  const limit = answer({
    status: 403,
    headers: { 'retry-after': '600' },
    body: { message: 'You have exceeded a secondary rate limit' },
  });
  github.faults.next({ ...EDIT, nth: 2 }, limit);
  const step = await scene.ask('/docs Rewrite');
  expect(step.outputs['result']).toBe('pull-request');
  const claims = github.requests.filter(
    ({ body, method }) => method === 'PATCH' && body.includes('**Waiting'),
  );
  expect(claims).toHaveLength(5);
});

// What informs people never holds up the work.

const SECOND = 1_000;

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
