/** A review that requests changes on the agent's pull request goes to its job without the phrase. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { editComment } from '../../sandbox/github/threads.ts';
import type { Event } from '../../src/event/trigger.ts';
import {
  openScene,
  openThread,
  pushEachTurn,
  type ReviewOptions,
  type Scene,
  worksFor,
} from '../support/scene.ts';

const requestChanges = (scene: Scene, text: string, options: ReviewOptions = {}) =>
  scene.review(text, { state: 'CHANGES_REQUESTED', ...options });

const requestedReviewers = ({ sandbox }: Scene): string[] =>
  sandbox.github.requests
    .filter(({ path }) => path.endsWith('/requested_reviewers'))
    .flatMap(({ body }) => JSON.parse(body).reviewers);

async function expectNotSent(scene: Scene, event: Event, outputs: object, inputs = {}) {
  const step = await scene.run(inputs, { event });
  expect(step.outputs).toMatchObject(outputs);
  expect(scene.turns()).toEqual([1]);
  expect(requestedReviewers(scene)).toEqual([]);
}

describe('a review that requests changes', () => {
  test('is one message with all of its line comments, and a review is requested again once', async () => {
    await using scene = await openThread();
    pushEachTurn(scene);
    const { id, event } = requestChanges(scene, 'Too much\n\n<!-- hidden -->for one page');
    for (let number = 1; number <= 12; number += 1)
      scene.line(`Fix line ${number}`, { review: id, path: `docs/${number}.md` });
    scene.line('By a stranger', { by: 'mallory' });
    scene.line('/docs On another pull request', { on: scene.openPull({ branch: 'other' }) });
    const step = await scene.run({}, { event });
    expect(step.outputs).toMatchObject({ result: 'pull-request', reasonCode: 'pull-request-updated' });
    expect(scene.turns()).toEqual([2]);
    const [, prompt = ''] = scene.prompts();
    expect(prompt).toMatch(
      /^Too much\n\nfor one page\n\nComment 1, on its lines in the data below:\nFix line 1\n/,
    );
    expect(prompt.match(/Fix line \d+/g)).toHaveLength(12);
    expect(prompt).toContain(
      'Lines of the comments:\n> comment 1: "docs/1.md", line 3\n> comment 2: "docs/2.md", line 3\n',
    );
    expect(prompt).not.toMatch(/stranger|hidden|another pull request/);
    expect(requestedReviewers(scene)).toEqual(['octocat']);
    const again = await scene.rerun(event);
    expect(again.outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual([2]);
    expect(requestedReviewers(scene)).toEqual(['octocat']);
  });

  test('without a text leaves out the line comments that begin with the phrase, which are requests, and names them', async () => {
    await using scene = await openThread();
    const { id, event } = requestChanges(scene, '');
    scene.line('Shorter', { review: id });
    const line = scene.line('/docs Explain keys', { review: id, path: 'docs/<b>.md' });
    await scene.run({}, { event });
    expect(scene.prompts().at(-1)).toMatch(/^Comment 1, on its lines in the data below:\nShorter\n/);
    expect(scene.prompts().at(-1)).not.toContain('Explain keys');
    expect(scene.comments(scene.pull).at(-1)).toContain(
      'Not part of this request, because each is a separate request: "docs/\\<b\\>.md", line 3.',
    );
    await scene.run({}, { event: line.event });
    expect(scene.prompts().at(-1)).toMatch(/^Explain keys\n/);
    expect(scene.turns()).toEqual([3]);
  });

  test('is skipped without a comment if all of it are line comments that are requests', async () => {
    await using scene = await openThread();
    const { id, event } = requestChanges(scene, '');
    scene.line('/docs Shorter', { review: id });
    const before = scene.comments(scene.pull).length;
    await expectNotSent(scene, event, { result: 'skipped', reasonCode: 'part-of-review' });
    expect(scene.comments(scene.pull)).toHaveLength(before);
  });

  test('is sent with `prompt`, which is sent alone for other pull requests', async () => {
    await using scene = await openThread();
    const inputs = { prompt: 'Use British English' };
    await scene.run(inputs, { event: requestChanges(scene, 'Shorter').event });
    const other = scene.openPull({ branch: 'other', by: 'mallory' });
    await scene.run(inputs, { event: requestChanges(scene, 'Longer', { on: other }).event });
    expect(scene.turns()).toEqual([2, 1]);
    const [, own = '', foreign = ''] = scene.prompts();
    expect(own).toMatch(/^Use British English\n\nShorter\n/);
    expect(foreign).toMatch(/^Use British English\n\nThis was requested/);
  });

  test('is sent although a typo in a line comment was mended before the run', async () => {
    await using scene = await openThread();
    const { id, event } = requestChanges(scene, 'Fix these');
    scene.line('Shortr', { review: id });
    await scene.minutes(1);
    for (const comment of scene.repository.reviewComments)
      editComment(scene.sandbox.github.store, comment, 'Shorter');
    await scene.run({}, { event });
    expect(scene.prompts().at(-1)).toContain('\nShorter\n');
  });

  test('goes to the job of its pull request, even if the conversation has a newer job', async () => {
    await using scene = await openThread();
    scene.sandbox.service.putJob({ id: 'job_2', turns: [worksFor(0)] });
    scene.note(scene.pull, { jobId: 'job_2' });
    await scene.run({}, { event: requestChanges(scene, 'Shorter').event });
    expect(scene.turns()).toEqual([2, 1]);
  });

  test('is sent even if `when-open` finds its pull request', async () => {
    await using scene = await openThread();
    scene.pull.labels.add('documentation');
    const inputs = { 'when-open': 'skip', 'pr-labels': 'documentation' };
    await scene.run(inputs, { event: requestChanges(scene, 'Shorter').event });
    expect(scene.turns()).toEqual([2]);
  });

  test('gets its review request from the collect action if no run waits', async () => {
    await using scene = await openThread();
    pushEachTurn(scene);
    await scene.run({ wait: 'false' }, { event: requestChanges(scene, 'Shorter').event });
    expect(requestedReviewers(scene)).toEqual([]);
    await scene.minutes(5);
    await scene.collect();
    expect(requestedReviewers(scene)).toEqual(['octocat']);
  });

  test('gets no second review request from the collect action after a re-run', async () => {
    await using scene = await openThread();
    pushEachTurn(scene);
    const { event } = requestChanges(scene, 'Shorter');
    const timedOut = await scene.run({ timeout: '6s' }, { event });
    expect(timedOut.outputs['result']).toBe('timeout');
    await scene.rerun(event);
    expect(requestedReviewers(scene)).toEqual(['octocat']);
    await scene.minutes(10);
    const step = await scene.collect();
    expect(step.outputs['finished']).not.toBe('');
    expect(scene.turns()).toEqual([2]);
    expect(requestedReviewers(scene)).toEqual(['octocat']);
  });

  test('gets its review request not if the job fails, but from a re-run, which creates a job', async () => {
    await using scene = await openThread({ status: 'failed' });
    pushEachTurn(scene);
    const { event } = requestChanges(scene, 'Shorter');
    expect((await scene.run({}, { event })).outputs['result']).toBe('failed');
    expect(requestedReviewers(scene)).toEqual([]);
    await scene.rerun(event);
    expect(scene.turns()).toEqual([2, 1]);
    expect(requestedReviewers(scene)).toEqual(['octocat']);
  });

  test('is reported by a re-run although the pull request was closed', async () => {
    await using scene = await openThread();
    const { event } = requestChanges(scene, 'Fix these');
    await scene.run({ timeout: '6s' }, { event });
    scene.close(scene.pull);
    const again = await scene.rerun(event);
    expect(again.outputs).toMatchObject({ result: 'pull-request', jobId: scene.sandbox.service.jobs[0]?.id });
    expect(scene.turns()).toEqual([2]);
  });

  test.each([
    ['it begins with the phrase', '/docs Shorter', pushEachTurn],
    ['nothing was pushed', 'Shorter', () => undefined],
  ])('gets no review request if %s', async (_, text, prepare) => {
    await using scene = await openThread();
    prepare(scene);
    await scene.run({}, { event: requestChanges(scene, text).event });
    expect(scene.turns()).toEqual([2]);
    expect(requestedReviewers(scene)).toEqual([]);
  });
});

describe('the action skips', () => {
  test('a review of a pull request to which a stranger copied a marker', async () => {
    await using scene = await openThread();
    const other = scene.openPull({ branch: 'other', by: 'mallory' });
    scene.put(other, scene.comments(scene.pull)[0] ?? '', 'mallory');
    const { event } = requestChanges(scene, 'Shorter', { on: other });
    await expectNotSent(scene, event, { result: 'skipped', reasonCode: 'foreign-pull-request' });
  });

  test.each([
    ['the author of the pull request', 'mallory'],
    ['its own token, even in `allow-bots`', 'github-actions[bot]'],
  ])('a review by %s', async (_who, by) => {
    await using scene = await openThread();
    scene.member('mallory', 'write');
    Object.assign(scene.pull, { user: userOf(scene.sandbox.github.store, 'mallory') });
    const { event } = requestChanges(scene, 'Shorter', { by });
    const inputs = { 'allow-bots': 'github-actions[bot]' };
    await expectNotSent(scene, event, { result: 'skipped', reasonCode: 'own-comment' }, inputs);
  });

  test('a line comment of a review that begins with the phrase', async () => {
    await using scene = await openThread();
    const { id } = requestChanges(scene, '/docs Fix these');
    const { event } = scene.line('/docs Shorter', { review: id });
    await expectNotSent(scene, event, { result: 'skipped', reasonCode: 'part-of-review' });
  });
});

describe('a reply in a thread of line comments', () => {
  async function openRemarks() {
    const scene = await openScene();
    const { id } = scene.line('Wrong since v2', { by: 'ann' });
    for (let index = 1; index <= 3; index += 1) scene.line(`Note ${index}`, { replyTo: id, by: 'hubot' });
    scene.line('Of another thread');
    return Object.assign(scene, { first: id, url: `${scene.urlOf(scene.pull)}#discussion_r${id}` });
  }
  const NOTES =
    /Comment by hubot[^\n]*:\n> Note 3\n[\s\S]*> Note 2\n[\s\S]*Comment by ann[^\n]*:\n> Wrong since v2\n/;

  test.each<[string, (scene: Awaited<ReturnType<typeof openRemarks>>) => Event]>([
    ['a comment', (scene) => scene.line('/docs Please fix this', { replyTo: scene.first }).event],
    [
      'a review',
      (scene) => {
        const { id, event } = scene.review('/docs');
        scene.line('Please fix this', { review: id, replyTo: scene.first });
        return event;
      },
    ],
  ])('by %s links its first comment, and sends the thread with `context: full`', async (_by, write) => {
    await using scene = await openRemarks();
    const event = write(scene);
    await scene.minutes(1);
    scene.line('Later', { replyTo: scene.first });
    await scene.run({}, { event });
    await scene.run({ context: 'full', comment: 'never' }, { event });
    const [short = '', full = ''] = scene.sent();
    for (const text of [short, full]) expect(text).toContain(`It replies to ${scene.url}\n`);
    expect(short).not.toContain('Wrong since v2');
    expect(full).toMatch(NOTES);
    expect(full).not.toMatch(/Later|Of another thread/);
    expect(full.match(/Please fix this/g)).toHaveLength(1);
  });

  test('is not sent if the thread can not be read', async () => {
    await using scene = await openRemarks();
    const path = /\/pulls\/\d+\/comments$/;
    scene.sandbox.github.faults.next({ method: 'GET', path, times: 9 }, answer({ status: 500 }));
    const { event } = scene.line('/docs Please fix this', { replyTo: scene.first });
    const { outputs } = await scene.run({ context: 'full' }, { event });
    expect(outputs['reason']).toContain('The comments that the request replies to could not be read');
  });
});

test.each([
  ['a review by a stranger', 'none'],
  ['a review by a triager', 'triage'],
] as const)('the action refuses without a reply %s', async (_who, role) => {
  await using scene = await openThread();
  scene.member('ann', role);
  const before = scene.comments(scene.pull).length;
  const { event } = requestChanges(scene, 'Delete everything', { by: 'ann' });
  await expectNotSent(scene, event, { result: 'denied', reasonCode: 'not-permitted' });
  expect(scene.comments(scene.pull)).toHaveLength(before);
});
