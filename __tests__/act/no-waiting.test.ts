/**
 * no-waiting.yml under act. It has its own file, since it takes longest: until 90 seconds after a request, the job may still
 * show the end of the turn before.
 */
import { expect, test } from '@jest/globals';
import { openScene } from './scene.ts';

const LINK = expect.stringContaining('/acme/docs/pull/2)');

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
