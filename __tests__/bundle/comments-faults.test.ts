/** When GitHub says no: without its status comment a request isn't sent; anything else is a warning. */
import { describe, expect, test } from '@jest/globals';
import { answer, notJson } from '../../sandbox/faults/answers.ts';
import { halfOpen, resetAfter } from '../../sandbox/faults/connections.ts';
import type { Fault } from '../../sandbox/faults/script.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { LINK, openScene, type Scene, warnings } from '../support/scene.ts';

const COMMENTS = /\/issues\/1\/comments$/;
const REACTIONS = /\/reactions$/;

const count = (scene: Scene, method: string, path: RegExp) =>
  scene.sandbox.github.requests.filter((request) => request.method === method && path.test(request.path))
    .length;

/** The job came to its end, whatever GitHub said. */
function expectJob(scene: Scene, step: StepResult) {
  expect(step.outputs).toMatchObject({ result: 'pull-request', prLink: LINK });
  expect(step.outcome).toBe('success');
  expect(scene.sandbox.service.jobs).toHaveLength(1);
}

const NEEDS = "The job needs the permission 'issues: write', on a pull request 'pull-requests: write'.";

/** GitHub refused the status comment: nothing was sent. */
function expectRefused(scene: Scene, step: StepResult, words: string) {
  const reason = `Not sent: GitHub refused the status comment. ${words} Set 'comment: never' to run without a status comment.`;
  expect(step).toMatchObject({ exitCode: 1, outcome: 'failure' });
  expect(step.outputs).toMatchObject({
    result: 'error',
    reasonCode: 'comment-not-written',
    reason,
    commentUrl: '',
  });
  expect(scene.sandbox.service.requests).toEqual([]);
}

const refused = (status: number, message: string) => () =>
  answer({ status, body: { message, documentation_url: 'https://docs.github.com', status: String(status) } });
const forbidden = refused(403, 'Resource not accessible by integration');

/** What GitHub may answer instead, and what the warning says of it. */
const FAULTS: readonly [string, () => Fault, string][] = [
  ['403', forbidden, 'needs the permission `issues: write`, on a pull request `pull-requests: write`'],
  [
    '401',
    refused(401, 'Bad credentials'),
    'GitHub rejected the token (401 Unauthorized: Bad credentials). Check `github-token`.',
  ],
  ['422', refused(422, 'Validation Failed'), '(422 Unprocessable Entity: Validation Failed).'],
  ['500', () => answer({ status: 500 }), 'GitHub failed (500 Internal Server Error).'],
  [
    '307',
    () => answer({ status: 307, headers: { location: 'https://elsewhere.example' } }),
    'Redirects are not followed',
  ],
  ['a reset after handling', resetAfter, 'The connection to GitHub broke'],
  ['no answer', () => halfOpen(), 'no answer within 30 s'],
  ['a body that is no JSON', () => notJson('{'), 'the answer is not JSON'],
];

const UNWRITTEN = FAULTS.filter(([name]) => name !== '403');

describe('the status comment meets', () => {
  test('403: nothing is sent, and the error names the missing permission', async () => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ method: 'POST', path: COMMENTS }, forbidden());
    const step = await scene.ask('/docs Rewrite');
    expectRefused(scene, step, NEEDS);
    expect(count(scene, 'POST', COMMENTS)).toBe(1);
  });

  test.each(UNWRITTEN)('%s: the request is not sent', async (_name, fault, words) => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ method: 'POST', path: COMMENTS }, fault());
    const step = await scene.ask('/docs Rewrite');
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', commentUrl: '' } });
    expect(step.outputs['reason']).toMatch(/^Not sent: the status comment could not be written/);
    expect(warnings(step)[0]).toContain(words);
    expect(count(scene, 'POST', COMMENTS)).toBe(1);
    expect(scene.sandbox.service.requests).toEqual([]);
    // What arrived all the same promises nothing.
    for (const text of scene.comments()) expect(text).toContain('repeat the request');
  });
});

/** Whatever is true of comments is true of reactions; these differ the most. */
const SOME = FAULTS.filter(([name]) => ['403', 'a reset after handling'].includes(name));

describe('a reaction meets', () => {
  test.each(SOME)('%s', async (_name, fault, words) => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ method: 'POST', path: REACTIONS }, fault());
    const step = await scene.ask('/docs Rewrite');
    expectJob(scene, step);
    expect(warnings(step)).toEqual([expect.stringContaining('The reaction could not be left: ')]);
    expect(warnings(step)[0]).toContain(words);
    // One for each of the two reactions.
    expect(count(scene, 'POST', REACTIONS)).toBe(2);
    expect(scene.comments()).toEqual([expect.stringContaining(LINK)]);
  });
});

describe('an edit meets', () => {
  test('a comment that somebody deleted: no second one, and at most two edits', async () => {
    await using scene = await openScene();
    const { github, service, time } = scene.sandbox;
    service.rules.usualSeconds = 100;
    const step = scene.start({}, { event: scene.comment('/docs Rewrite').event });
    while (scene.sandbox.service.requests.length < 3) await time.sleep(1000);
    const own = scene.repository.comments.findIndex(({ user }) => user.type === 'Bot');
    scene.repository.comments.splice(own, 1);
    const ended = await step.ended;
    expectJob(scene, ended);
    expect(ended.log).toContain('404 Not Found');
    // One edit that shows progress, and the last one.
    const refused = github.requests.filter(({ method, status }) => method === 'PATCH' && status === 404);
    expect(refused.length).toBeLessThanOrEqual(2);
    expect(count(scene, 'POST', COMMENTS)).toBe(1);
  });
});

test('a locked conversation takes neither comment nor reaction, so nothing is sent', async () => {
  await using scene = await openScene();
  scene.issue.locked = true;
  const step = await scene.ask('/docs Rewrite');
  expectRefused(scene, step, 'The conversation is locked: unlock it.');
  expect(scene.comments()).toEqual([]);
});

test.each([
  ['a schedule with `issue-number`', { 'issue-number': '1' }],
  ['a wait for a job', { 'issue-number': '1', prompt: '', 'job-id': 'job_7' }],
])('%s without the permission: nothing is sent', async (_name, inputs) => {
  await using scene = await openScene();
  for (const token of scene.sandbox.github.store.tokens.values()) token.permissions = { issues: 'read' };
  const step = await scene.run({ prompt: 'Check', ...inputs }, { event: { name: 'schedule', payload: {} } });
  expectRefused(scene, step, NEEDS);
});

test('`comment: never` runs without the permission', async () => {
  await using scene = await openScene();
  scene.issue.locked = true;
  const step = await scene.ask('/docs Rewrite', { inputs: { comment: 'never' } });
  expectJob(scene, step);
});
