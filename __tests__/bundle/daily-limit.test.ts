/** `daily-limit`: how many requests may be sent from the threads of a repository within 24 hours. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier, resetAfter } from '../../sandbox/faults/connections.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { clockTime } from '../../src/text/time.ts';
import { openScene, type Scene } from '../support/scene.ts';

const HOUR = 3_600_000;
const limit = (most: number) => ({ 'daily-limit': String(most) });
const LIST = /\/repos\/acme\/product\/issues\/comments$/;

/** All that was sent to the service. */
const sends = ({ sandbox }: Scene) =>
  sandbox.service.requests.filter(({ method, status }) => method === 'POST' && (status ?? 200) < 300);

/** Another issue of the repository. */
function newIssue({ sandbox, repository }: Scene) {
  const { store } = sandbox.github;
  return addThread(store, repository, { user: userOf(store, 'octocat'), title: 'Old', body: 'It is old.' });
}

describe('beyond the limit', () => {
  test('nothing is sent from any thread, and the answer says when the next place is free', async () => {
    await using scene = await openScene();
    await scene.ask('/docs Rewrite', { inputs: limit(2) });
    const first = sends(scene)[0]?.at ?? 0;
    await scene.sandbox.time.sleep(HOUR);
    // A message counts as a job does.
    await scene.ask('/docs Shorter, please', { inputs: limit(2) });
    await scene.sandbox.time.sleep(HOUR);
    const asking = scene.comment('/docs Another thing', { on: scene.pull });
    const step = await scene.run(limit(2), { event: asking.event });
    expect(step).toMatchObject({
      outcome: 'success',
      outputs: { result: 'denied', reasonCode: 'daily-limit', jobId: '' },
    });
    expect(sends(scene)).toHaveLength(2);
    const [, told = ''] = /The next place is free at ([-\d: ]+) UTC/.exec(step.outputs['reason'] ?? '') ?? [];
    expect(Math.abs(Date.parse(`${told}Z`) - (first + 24 * HOUR))).toBeLessThan(5_000);
    const [said = ''] = scene.comments(scene.pull);
    expect(said).toContain('**Not allowed:** `daily-limit`: 2 requests within 24 hours are used up');
    expect(said).toContain(clockTime(Date.parse(`${told}Z`)));
    expect(asking.reactions()).toEqual(['eyes', 'confused']);
  });

  test('the place is free again a day after the first was sent', async () => {
    await using scene = await openScene();
    await scene.ask('/docs Rewrite', { inputs: limit(1) });
    await scene.sandbox.time.sleep(23 * HOUR);
    const early = await scene.ask('/docs Another thing', { on: scene.pull, inputs: limit(1) });
    await scene.sandbox.time.sleep(1.1 * HOUR);
    const late = await scene.ask('/docs Another thing', { on: scene.pull, inputs: limit(1) });
    expect([early, late].map(({ outputs }) => outputs['result'])).toEqual(['denied', 'pull-request']);
  });

  test('what may have arrived counts; what was denied or refused by the service does not', async () => {
    await using scene = await openScene();
    const { faults } = scene.sandbox.service;
    faults.next({ method: 'POST' }, answer({ status: 400, body: { error: 'No' } }));
    const refused = await scene.ask('/docs Rewrite', { inputs: limit(1) });
    faults.next({ method: 'POST' }, resetAfter());
    const unknown = await scene.ask('/docs Rewrite', { on: scene.pull, inputs: limit(1) });
    const denied = await scene.ask('/docs Rewrite', { on: newIssue(scene), inputs: limit(1) });
    expect([refused, unknown, denied].map(({ outputs }) => outputs['reasonCode'])).toEqual([
      'request-rejected',
      'fate-unknown',
      'daily-limit',
    ]);
    const more = await scene.ask('/docs Rewrite', { on: newIssue(scene), inputs: limit(2) });
    expect(more.outputs['result']).toBe('pull-request');
  });
});

describe('many at once', () => {
  test('seven labels are two jobs where two may be', async () => {
    await using scene = await openScene();
    scene.sandbox.service.rules.usualSeconds = 100;
    const threads = [scene.issue, scene.pull, ...Array.from({ length: 5 }, () => newIssue(scene))];
    const running = threads.map((on) =>
      scene.start(limit(2), { event: scene.comment('/docs Rewrite', { on }).event }),
    );
    const results = await Promise.all(running.map(({ ended }) => ended));
    const codes = results.map(({ outputs }) => outputs['reasonCode']);
    expect(sends(scene)).toHaveLength(2);
    expect(codes.filter((code) => code === 'daily-limit')).toHaveLength(5);
  });

  test('one whose note GitHub takes late counts what is about to be sent, also from a newer comment', async () => {
    await using scene = await openScene();
    const { github, service } = scene.sandbox;
    const [sending, create] = [barrier(), barrier()];
    github.faults.next({ method: 'PATCH', path: /\/issues\/comments\/\d+$/, nth: 2 }, sending);
    service.faults.next({ method: 'POST' }, create);
    const late = scene.start(limit(1), { event: scene.comment('/docs Rewrite').event });
    await sending.reached;
    sending.stall();
    const early = scene.start(limit(1), { event: scene.comment('/docs Rewrite', { on: scene.pull }).event });
    await create.reached;
    create.stall();
    sending.release();
    const second = await late.ended;
    create.release();
    const first = await early.ended;
    expect([first, second].map(({ outputs }) => outputs['result'])).toEqual(['pull-request', 'denied']);
    expect(sends(scene)).toHaveLength(1);
  });

  test('what a re-run reports from its job is not counted again', async () => {
    await using scene = await openScene();
    const { event } = scene.comment('/docs Rewrite');
    await scene.run(limit(2), { event });
    await scene.run(limit(2), { event, context: { runAttempt: '2' } });
    const next = await scene.ask('/docs Rewrite', { on: scene.pull, inputs: limit(2) });
    expect(next.outputs['result']).toBe('pull-request');
  });
});

describe('a count that cannot be made is no yes', () => {
  test.each([
    ['refused', 403, 'github-refused'],
    ['failing', 502, 'github-unreachable'],
  ])('the list is %s', async (_, status, code) => {
    await using scene = await openScene();
    const broken = answer({ status, body: { message: 'No' } });
    scene.sandbox.github.faults.next({ method: 'GET', path: LIST, times: 99 }, broken);
    const step = await scene.ask('/docs Rewrite', { inputs: limit(5) });
    expect(step).toMatchObject({ outcome: 'failure', outputs: { result: 'error', reasonCode: code } });
    expect(step.outputs['reason']).toMatch(/^Not sent: the requests of the last 24 hours could not be read:/);
    expect(sends(scene)).toEqual([]);
  });

  test('a conversation that takes no comment: nobody would count it later', async () => {
    await using scene = await openScene();
    scene.issue.locked = true;
    const step = await scene.ask('/docs Rewrite', { inputs: limit(5) });
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'comment-not-written' });
    expect(sends(scene)).toEqual([]);
  });

  test.each([
    ['no conversation', {}],
    ['`comment: never`', { 'issue-number': '1', comment: 'never' }],
    ['no token', { 'issue-number': '1', 'github-token': '' }],
  ])('%s: the request is refused', async (_, inputs) => {
    await using scene = await openScene();
    const event = { name: 'schedule', payload: {} };
    const step = await scene.run({ ...limit(5), prompt: 'Refresh', ...inputs }, { event });
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
    expect(step.outputs['reason']).toMatch(/^Not sent: 'daily-limit' .* Set 'issue-number'/);
    expect(sends(scene)).toEqual([]);
  });

  test('a job that is only waited for is no request', async () => {
    await using scene = await openScene();
    const { jobId = '' } = (await scene.ask('/docs Rewrite')).outputs;
    const event = { name: 'workflow_dispatch', payload: {} };
    const step = await scene.run({ ...limit(1), 'job-id': jobId }, { event });
    expect(step.outputs['result']).toBe('pull-request');
  });

  test.each(['0', '10000'])('%j is no limit', async (value) => {
    await using scene = await openScene();
    const step = await scene.ask('/docs Rewrite', { inputs: { 'daily-limit': value } });
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
    expect(sends(scene)).toEqual([]);
  });
});
