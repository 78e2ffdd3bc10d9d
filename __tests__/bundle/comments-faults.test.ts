/**
 * GitHub fails, or limits what the action writes. Without its status comment, the action sends nothing. A failed reaction or edit is only
 * a warning, and an edit that stores or reports something is repeated.
 */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { resetAfter } from '../../sandbox/faults/connections.ts';
import type { Fault, Match } from '../../sandbox/faults/script.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { type Inputs, LINK, openScene, SCHEDULE, type Scene, warnings, worksFor } from '../support/scene.ts';

const SECOND = 1_000;
const COMMENTS = /\/issues\/1\/comments$/;
const REACTIONS = /\/reactions$/;
const PERMISSION =
  "GitHub refused the status comment. The job needs the permission 'issues: write', on a pull request 'pull-requests: write'.";

const DISABLED = 'Commenting is disabled on issues with more than 2500 comments';
const UNWRITTEN = `the status comment could not be written, so no later run would know of the job. GitHub refused the request [403 Forbidden: ${DISABLED}].`;

const count = ({ sandbox }: Scene, method: string, path: RegExp) =>
  sandbox.github.requests.filter((request) => request.method === method && path.test(request.path)).length;

const forbidden = () => answer({ status: 403, body: { message: 'Resource not accessible by integration' } });

function expectPullRequest(scene: Scene, step: StepResult) {
  expect(step.outputs).toMatchObject({ result: 'pull-request', prLink: LINK });
  expect(step.outcome).toBe('success');
  expect(scene.sandbox.service.jobs).toHaveLength(1);
}

function expectRefusedComment(scene: Scene, step: StepResult, why: string) {
  expect(step).toMatchObject({ exitCode: 1, outcome: 'failure' });
  expect(step.outputs).toMatchObject({
    result: 'error',
    reasonCode: 'comment-not-written',
    reason: `Not sent: ${why}`,
    commentUrl: '',
  });
  expect(scene.requests('service')).toEqual([]);
}

describe('a status comment', () => {
  test.each([
    ['the error names a missing permission', 'Resource not accessible by integration', PERMISSION],
    ['the error shows another cause', DISABLED, UNWRITTEN],
  ])('that GitHub refuses with 403 stops the request, and %s', async (_, message, why) => {
    await using scene = await openScene();
    const refused = answer({ status: 403, body: { message } });
    scene.sandbox.github.faults.next({ method: 'POST', path: COMMENTS, times: 9 }, refused);
    const step = await scene.ask('/docs Rewrite');
    expectRefusedComment(scene, step, why);
    expect(step.log.includes('needs the permission')).toBe(why === PERMISSION);
    expect(count(scene, 'POST', COMMENTS)).toBe(1);
  });

  test.each<[string, () => Fault, number]>([
    ['502', () => answer({ status: 502 }), 1],
    ['a reset after GitHub created it', () => resetAfter(), 2],
  ])(
    'whose answer is lost by %s is written again, since one with its text may be a copy by a stranger',
    async (_, fault, comments) => {
      await using scene = await openScene();
      scene.sandbox.github.faults.next({ method: 'POST', path: COMMENTS }, fault());
      const step = await scene.ask('/docs Rewrite');
      expectPullRequest(scene, step);
      expect(scene.comments()).toHaveLength(comments);
      expect(scene.comments().at(-1)).toContain(LINK);
      expect(count(scene, 'POST', COMMENTS)).toBe(2);
    },
  );

  test('whose answer is lost twice stops the request; what stays behind asks for nothing', async () => {
    await using scene = await openScene();
    const { faults } = scene.sandbox.github;
    faults.next({ method: 'POST', path: COMMENTS }, answer({ status: 502 }));
    faults.next({ method: 'POST', path: COMMENTS }, resetAfter());
    const step = await scene.ask('/docs Rewrite');
    expect(step).toMatchObject({ exitCode: 1, outputs: { reasonCode: 'comment-not-written' } });
    expect(scene.requests('service')).toEqual([]);
    expect(scene.comments()).toEqual([
      expect.stringMatching(
        /^\*\*Starting…\*\* Requested by .*\. \[The run\]\(http[^)]*\) shows the progress\.\n/,
      ),
    ]);
  });

  test('is written although GitHub rejects a new token at first', async () => {
    await using scene = await openScene();
    const rejected = answer({ status: 401, body: { message: 'Bad credentials' } });
    for (const first of [
      { method: 'GET', path: /permission/ },
      { method: 'POST', path: COMMENTS },
    ])
      scene.sandbox.github.faults.next({ ...first, times: 2 }, rejected);
    const step = await scene.ask('/docs Rewrite');
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.comments()).toHaveLength(1);
  });

  test('that a maintainer deletes is not created again, and edited at most twice', async () => {
    await using scene = await openScene();
    const { github, service, time } = scene.sandbox;
    service.rules.usualSeconds = 100;
    const running = scene.start({}, { event: scene.comment('/docs Rewrite').event });
    while (service.requests.length < 3) await time.sleep(1000);
    const own = scene.repository.comments.findIndex(({ user }) => user.type === 'Bot');
    scene.repository.comments.splice(own, 1);
    const step = await running.ended;
    expectPullRequest(scene, step);
    expect(step.log).toContain('404 Not Found');
    const refused = github.requests.filter(({ method, status }) => method === 'PATCH' && status === 404);
    expect(refused).toHaveLength(2);
    expect(count(scene, 'POST', COMMENTS)).toBe(1);
  });
});

test('without the permission to comment, the action watches no job', async () => {
  await using scene = await openScene();
  scene.permit({ issues: 'read' });
  const inputs = { 'issue-number': '1', prompt: '', 'job-id': 'job_7' };
  expectRefusedComment(scene, await scene.run(inputs, { event: SCHEDULE }), PERMISSION);
});

test.each<[string, () => Fault, string]>([
  ['403', forbidden, 'needs the permission `issues: write`, on a pull request `pull-requests: write`'],
  ['a reset after GitHub added it', () => resetAfter(), 'The connection to GitHub broke'],
])('a reaction that meets %s is a warning', async (_fault, fault, cause) => {
  await using scene = await openScene();
  scene.sandbox.github.faults.next({ method: 'POST', path: REACTIONS }, fault());
  const step = await scene.ask('/docs Rewrite');
  expectPullRequest(scene, step);
  expect(warnings(step)).toEqual([expect.stringContaining('The reaction could not be left: ')]);
  expect(warnings(step)[0]).toContain(cause);
  expect(count(scene, 'POST', REACTIONS)).toBe(1);
  expect(scene.comments()).toEqual([expect.stringContaining(LINK)]);
});

// Every request that ends without a status comment is told once: with 😕 and a reply, if the requester used the phrase.

const FAILS = answer({ status: 502 });

test.each<[string, Inputs, RegExp]>([
  ["The thread's comments", { context: 'full' }, /issues\/1\/comments/],
  ['The open pull requests', { 'when-open': 'skip', 'pr-labels': 'documentation' }, /\/pulls$/],
  ["The review's own line comments", {}, /pulls\/\d+\/comments/],
])('a requester is told: "%s could not be read"', async (what, inputs, path) => {
  await using scene = await openScene();
  scene.sandbox.github.faults.next({ method: 'GET', path, times: 99 }, FAILS);
  const isReview = what.includes('review');
  const { event, reactions } = isReview
    ? scene.review('/docs Fix these', { state: 'COMMENTED' })
    : scene.comment('/docs Rewrite');
  const step = await scene.run(inputs, { event });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: '' } });
  expect(reactions()).toEqual(isReview ? [] : ['confused']);
  const told = expect.stringMatching(`^\\*\\*Not sent:\\*\\* ${what} could not be read: .*502`);
  expect(scene.comments(isReview ? scene.pull : scene.issue)).toEqual([told]);
  expect(scene.requests('service')).toEqual([]);
  scene.sandbox.github.faults.clear();
});

test('nobody is told about a run without the phrase', async () => {
  await using scene = await openScene();
  scene.sandbox.github.faults.next({ method: 'GET', path: /comments/, times: 99 }, FAILS);
  const event = scene.events.issue(scene.issue, 'labeled', scene.issue.user);
  const step = await scene.run({ prompt: 'Rewrite', context: 'full' }, { event });
  expect(step.outputs).toMatchObject({ result: 'error' });
  expect(scene.requests('github').filter((call) => !call.startsWith('GET'))).toEqual([]);
  scene.sandbox.github.faults.clear();
});

// Limits that pass, and edits that GitHub refuses for a while.

const EDIT: Match = { method: 'PATCH', path: /\/issues\/comments\/\d+$/ };

/** GitHub's refusal when the hourly limit is used up, and resets after so many seconds. */
const exhausted = (seconds: number, message = 'API rate limit exceeded for installation.'): Fault => ({
  name: 'the hourly limit',
  async act(exchange) {
    const reset = String(Math.ceil(exchange.time.now() / 1000) + seconds);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    await answer({ status: 403, headers, body: { message } }).act(exchange);
  },
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
      await exhausted((resetAt - now) / SECOND).act(exchange);
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

describe('a new status comment', () => {
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
