/** asked-in-a-comment.yml and no-waiting.yml under act. */
import { expect, test } from '@jest/globals';
import { openScene } from './scene.ts';

const REQUEST = '/docs Rewrite the quickstart';
const LINK = expect.stringContaining('/acme/docs/pull/2)');

test('asked-in-a-comment.yml creates a job, and sends the next request of the thread to it', async () => {
  await using scene = await openScene(4);
  const issue = scene.issue();
  await scene.run('asked-in-a-comment.yml', scene.comment('ann', issue, REQUEST).event);
  expect(scene.comments(issue)).toEqual([LINK]);
  await scene.run('asked-in-a-comment.yml', scene.comment('ben', issue, '/docs Make it shorter').event);
  expect(scene.comments(issue)).toEqual([LINK, LINK]);
  expect(scene.prompts()).toEqual([
    [expect.stringMatching(/^Rewrite the quickstart\n/), expect.stringMatching(/^Make it shorter\n/)],
  ]);
});

test('asked-in-a-comment.yml finishes the comment of a run that is cancelled', async () => {
  await using scene = await openScene(600);
  const issue = scene.issue();
  const running = await scene.start('asked-in-a-comment.yml', scene.comment('ann', issue, REQUEST).event);
  const watching = () =>
    scene.comments(issue).find((body) => body.includes(scene.sandbox.service.jobs[0]?.id ?? '?'));
  await scene.until(() => watching() !== undefined);
  const before = watching();
  running.cancel();
  const { log } = await running.ended;
  expect(log).toContain('signal: killed');
  // The main step is gone: the post step wrote this.
  expect(watching()).not.toBe(before);
  expect(scene.comments(issue)).toHaveLength(1);
});

test('no-waiting.yml reports the start, and finishes the request when the pull request opens', async () => {
  await using scene = await openScene(5);
  const issue = scene.issue();
  await scene.run('no-waiting.yml', scene.comment('ann', issue, '/docs Rewrite the quickstart').event);
  const ids = scene.sandbox.service.jobs.map(({ id }) => expect.stringContaining(id));
  expect(ids).toHaveLength(1);
  expect(scene.comments(issue)).toEqual(ids);
  expect(scene.comments(issue)).not.toEqual([LINK]);
  await scene.until(() => scene.repository.threads.size > 1);
  const pull = scene.pull();
  await scene.run('no-waiting.yml', scene.events.pull(pull, 'opened', pull.user));
  expect(scene.comments(issue)).toEqual([LINK]);
});
