/** Attacks by the service, by strangers' comments, and by servers that echo secrets. None of them gains anything. */
import { describe, expect, test } from '@jest/globals';
import { answer, rewriteJson } from '../../sandbox/faults/answers.ts';
import { expectUnharmed, formsOf, KEY, rewriteEndedJobs, visibleText } from '../support/attacks.ts';
import { openScene, type Scene, warnings } from '../support/scene.ts';

const REQUEST = '/docs Rewrite the quickstart';
const READY = { result: 'pull-request', prLink: 'https://github.com/acme/docs/pull/1' };
const openAttack = () => openScene({ service: { key: KEY } });

function flood(scene: Scene, count: number, body: string): void {
  for (let number = 0; number < count; number += 1) scene.put(scene.issue, body, 'mallory');
}

describe('with hostile fields from the service, the action', () => {
  const run = 'touch broken';

  test('drops links elsewhere, and fields that are commands, images or mentions', async () => {
    await using scene = await openAttack();
    rewriteEndedJobs(scene, {
      prLink: 'https://github.com@evil.example/acme/docs/pull/7\n::error::broken',
      source: { repository: 'acme/docs\n::error::broken', ref: `main;${run}` },
      model: '@acme/team ![x](https://evil.example/x.png) <img src="https://evil.example">',
      createdAt: 'evil',
    });
    const step = await scene.ask(REQUEST);
    expect(step.outputs).toMatchObject({ result: 'no-pull-request', prLink: '', prNumber: '' });
    for (const field of ['prLink', 'source.repository', 'source.ref', 'model', 'createdAt'])
      expect(warnings(step).join()).toContain(`\`${field}\``);
    expect(visibleText(step, scene)).not.toMatch(/evil|broken/);
    expectUnharmed(step, scene);
  });

  test.each([400, 500])('shows the error of a %i without its commands', async (status) => {
    await using scene = await openAttack();
    const error = `\`${run}\` $(${run}) '; ${run}; ' "; ${run}; " | ${run} > broken \u2019; ${run}\n::error::broken @acme/team`;
    scene.sandbox.service.faults.next({ method: 'POST' }, answer({ status, body: { error } }));
    const step = await scene.ask(REQUEST);
    expect(step.outputs).toMatchObject({ result: 'error', jobId: '' });
    expectUnharmed(step, scene);
  });
});

describe('a flood', () => {
  test('of comments costs at most two readings of as many as GitHub takes', async () => {
    await using scene = await openAttack();
    flood(scene, 2_400, 'Flood @acme/team');
    scene.put(scene.issue, 'The newest', 'mallory');
    await scene.minutes(60);
    const step = await scene.ask(REQUEST, { inputs: { context: 'full' } });
    expect(step.outputs).toMatchObject(READY);
    expect(scene.prompts()[0]).toContain('The newest');
    const lists = scene.requests('github').filter((call) => call.startsWith('GET /issues/1/comments '));
    // The notes and the context read the pages; one more request reads what changed since.
    expect(lists.length).toBeLessThanOrEqual(2 * 25 + 1);
    expectUnharmed(step, scene);
  });

  test('of copied notes neither hides the job nor uses up `daily-limit`', async () => {
    await using scene = await openAttack();
    await scene.ask(REQUEST);
    flood(scene, 250, scene.comments()[0] ?? '');
    await scene.minutes(1);
    const step = await scene.ask('/docs Shorter', { inputs: { 'daily-limit': '2' } });
    expect(step.outputs['result']).toBe('pull-request');
    // One line for the thread, and one for the read of the day's comments.
    expect(step.log.match(/do not verify/g)).toHaveLength(2);
    expect(scene.comments().join()).not.toContain('verify');
    expect(scene.turns()).toEqual([2]);
    expectUnharmed(step, scene);
  });

  test('that hides how many requests there were stops the next one', async () => {
    await using scene = await openAttack();
    const inputs = { 'daily-limit': '2' };
    await scene.ask(REQUEST, { inputs });
    flood(scene, 2_000, 'Flood @acme/team');
    const step = await scene.ask('/docs Another thing', { on: scene.pull, inputs });
    expect(step.outputs).toMatchObject({ result: 'denied', reasonCode: 'daily-limit', jobId: '' });
    expect(step.outputs['reason']).toContain('too many comments changed within 24 hours');
    expect(scene.turns()).toEqual([1]);
    expectUnharmed(step, scene);
  });
});

describe('a secret that a server echoes', () => {
  test("stays hidden in the service's error", async () => {
    await using scene = await openAttack();
    const forms = formsOf(KEY);
    const body = { error: `The key ${forms.join(' or ')} is unknown`, [KEY]: forms };
    scene.sandbox.service.faults.next({ method: 'POST' }, answer({ status: 400, body }));
    const step = await scene.ask(REQUEST);
    expect(step.outputs['reason']).toContain('The key *** or *** or *** or *** or *** is unknown');
    expect(scene.comments().join()).toContain('The key \\*\\*\\* or ');
    expectUnharmed(step, scene);
  });

  test('is not found in the base64 of a longer text', async () => {
    await using scene = await openAttack();
    const error = Buffer.from(`Bearer ${KEY}`).toString('base64');
    scene.sandbox.service.faults.next({ method: 'POST' }, answer({ status: 400, body: { error } }));
    expect((await scene.ask(REQUEST)).outputs['reason']).toContain(error);
  });

  test('stays hidden in all fields of a job', async () => {
    await using scene = await openAttack();
    const forms = formsOf(KEY);
    rewriteEndedJobs(scene, {
      model: KEY,
      source: { repository: KEY, ref: forms[1] },
      prLink: `https://github.com/acme/docs/pull/1?x=${encodeURIComponent(forms.join())}`,
      more: forms.map((form) => ({ [form]: `a ${form} b` })),
    });
    const step = await scene.ask(REQUEST);
    expect(step.outputs['job']).toContain('***');
    expectUnharmed(step, scene);
  });

  test("stays hidden in GitHub's error", async () => {
    await using scene = await openAttack();
    const { github, token } = scene.sandbox;
    const message = `No: ${[...formsOf(KEY), ...formsOf(token)].join(', ')}.`;
    github.faults.next({ path: /permission$/, times: 9 }, answer({ status: 422, body: { message } }));
    const step = await scene.ask(REQUEST);
    expect(step.outputs['result']).toBe('error');
    expect(step.outputs['reason']).toContain('No: ***, ***, ***');
    expectUnharmed(step, scene);
  });
});

test('a comment URL on another host is dropped', async () => {
  await using scene = await openAttack();
  const html_url = 'https://github.com@evil.example/acme/product/issues/1#issuecomment-1';
  const fault = rewriteJson((comment) => ({ ...comment, html_url }));
  scene.sandbox.github.faults.next({ method: 'POST', path: /\/comments$/ }, fault);
  const step = await scene.ask(REQUEST);
  expect(step.outputs).toMatchObject({ ...READY, commentUrl: '' });
  expect(visibleText(step, scene)).not.toContain('evil');
  expectUnharmed(step, scene);
});
