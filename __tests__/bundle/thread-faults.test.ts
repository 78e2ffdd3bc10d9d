/** GitHub fails while a request is in its thread: before the send the action sends nothing, after it the job goes on. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { halfOpen, resetAfter } from '../../sandbox/faults/connections.ts';
import type { Fault, Match } from '../../sandbox/faults/script.ts';
import { LINK, openHome, openScene, openThread, SCHEDULE, warnings, worksFor } from '../support/scene.ts';

const SECOND = 1_000;
const READ = { method: 'GET', path: /\/issues\/1\/comments$/ };
const EDIT = { method: 'PATCH', path: /\/issues\/comments\/\d+$/ };
const REFUSED = answer({ status: 403, body: { message: 'Resource not accessible' } });

interface State {
  readonly request: Match;
  readonly sent: boolean;
  /** How many instructions each job has after the next request, if GitHub never took the edit. */
  readonly next?: readonly number[];
}

const STATES: readonly (readonly [string, State])[] = [
  ['the edit to `waiting`', { request: { ...EDIT, nth: 1 }, sent: false }],
  ['the read of the thread', { request: { ...READ, nth: 1 }, sent: false }],
  ['the edit to `sending`', { request: { ...EDIT, nth: 2 }, sent: false }],
  // The note reports for ever that something may have been sent. Only outputs and log have the ID.
  ['the edit to `job`', { request: { ...EDIT, nth: 3 }, sent: true, next: [1, 1] }],
  ['the edit to `ended`', { request: { ...EDIT, nth: 4 }, sent: true, next: [2] }],
];

describe.each(STATES)('%s', (_state, { request, sent, next }) => {
  test.each([
    ['is refused', true],
    ['has a lost answer', false],
  ])('%s', async (_fault, lasting) => {
    await using scene = await openScene();
    const { service, github } = scene.sandbox;
    service.scriptAll(worksFor(9, { prLink: LINK }));
    github.faults.next({ ...request, times: lasting ? 99 : 1 }, lasting ? REFUSED : resetAfter());
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
      await scene.minutes(34);
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

test.each([
  ['when the job is chosen', 1, "the pull request of this conversation's job"],
  ['right before the send', 2, 'the pull request of the job'],
])(
  "a request sends nothing if the open pull request can't be read %s, since it may be closed",
  async (_, nth, what) => {
    await using scene = await openThread();
    const pull = { method: 'GET', path: /\/pulls\/2$/, nth, times: 99 };
    scene.sandbox.github.faults.next(pull, answer({ status: 502 }));
    const step = await scene.ask('/docs Shorter, please');
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(step.outputs['reason']).toMatch(
      new RegExp(`^Not sent: ${what.replace("'", '.')} could not be read`),
    );
    expect(scene.turns()).toEqual([1]);
  },
);

// What informs people never holds up the work.

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
  github.faults.next(READ, answer({ status: 404 }));
  const step = await scene.run({ 'job-id': 'job_7', 'issue-number': '1' }, { event: SCHEDULE });
  expect(step.outputs).toMatchObject({ result: 'pull-request', prLink: LINK });
  expect(scene.comments()[0]).toContain('**Finished:**');
});

test.each([
  { method: 'POST', path: /\/issues\/2\/comments$/ },
  { ...EDIT, nth: 4 },
])('the pull request gets its marker although GitHub fails once for %o', async (write) => {
  await using scene = await openHome();
  scene.sandbox.github.faults.next(write, answer({ status: 502 }));
  expect(warnings(await scene.ask('/docs Rewrite'))).toEqual([]);
  expect(scene.comments(scene.pull)).toEqual([expect.stringContaining('made-by:v2')]);
});

test('the next run replaces a marker whose signature was not written', async () => {
  await using scene = await openHome();
  const signed = () => scene.comments(scene.pull).filter((text) => text.includes('made-by:v2'));
  // The comment is there, and GitHub refuses the edit that signs it.
  scene.sandbox.github.faults.next({ ...EDIT, nth: 4 }, REFUSED);
  const step = await scene.ask('/docs Rewrite');
  expect(warnings(step)).toEqual([expect.stringMatching(/could not be marked/)]);
  expect(signed()).toEqual([]);
  await scene.ask('/docs Shorter, please');
  expect(signed()).toHaveLength(1);
});
