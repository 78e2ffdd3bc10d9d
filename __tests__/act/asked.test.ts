/** The recipes in which somebody asks on GitHub. */
import { expect, test } from '@jest/globals';
import { userOf } from '../../sandbox/github/store.ts';
import { openScene } from './scene.ts';

const REQUEST = '/docs Rewrite the quickstart';
const LINK = expect.stringContaining('/acme/docs/pull/2)');

test('asked-in-a-comment.yml creates a job, and sends the next request of the thread to it', async () => {
  await using scene = await openScene(4);
  const issue = scene.issue();
  await scene.run('asked-in-a-comment.yml', scene.comment('ann', issue, REQUEST).event);
  expect(scene.said(issue)).toEqual([LINK]);
  await scene.run('asked-in-a-comment.yml', scene.comment('ben', issue, '/docs Make it shorter').event);
  expect(scene.said(issue)).toEqual([LINK, LINK]);
  expect(scene.prompts()).toEqual([
    [expect.stringMatching(/^Rewrite the quickstart\n/), expect.stringMatching(/^Make it shorter\n/)],
  ]);
});

test('asked-in-a-comment.yml refuses a reader', async () => {
  await using scene = await openScene();
  const { service, github } = scene.sandbox;
  github.addMember('acme/docs', 'eve', 'read');
  const issue = scene.issue();
  await scene.run('asked-in-a-comment.yml', scene.comment('eve', issue, REQUEST).event);
  const paths = github.requests.map(({ path }) => path);
  expect(paths).toContainEqual(expect.stringContaining('/collaborators/eve/permission'));
  expect(service.requests).toEqual([]);
  expect(scene.said(issue)).toEqual([]);
});

test('asked-in-a-comment.yml finishes the comment of a run that is cancelled', async () => {
  await using scene = await openScene(600);
  const issue = scene.issue();
  const running = await scene.start('asked-in-a-comment.yml', scene.comment('ann', issue, REQUEST).event);
  const watching = () =>
    scene.said(issue).find((body) => body.includes(scene.sandbox.service.jobs[0]?.id ?? '?'));
  await scene.until(() => watching() !== undefined);
  const before = watching();
  running.cancel();
  const { log } = await running.ended;
  expect(log).toContain('signal: killed');
  // The main step is gone: the post step wrote this.
  expect(watching()).not.toBe(before);
  expect(scene.said(issue)).toHaveLength(1);
});

test('by-label.yml answers in the issue', async () => {
  await using scene = await openScene();
  const issue = scene.issue();
  const sender = userOf(scene.sandbox.github.store, 'ann');
  const event = scene.events.issue(issue, 'labeled', sender, (payload) => {
    payload.label = { ...payload.label, name: 'needs documentation' };
  });
  await scene.run('by-label.yml', event);
  expect(scene.prompts()).toEqual([[expect.stringContaining(`> ${issue.body?.slice(0, 40)}`)]]);
  expect(scene.said(issue)).toEqual([LINK]);
});
