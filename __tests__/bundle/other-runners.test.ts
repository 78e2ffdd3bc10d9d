/** Other runners, such as act, set fewer variables than GitHub's. */
import { expect, test } from '@jest/globals';
import { openScene } from '../support/scene.ts';

test('reads the id of the repository from the event if the runner does not set it', async () => {
  await using scene = await openScene();
  await scene.ask('/docs Rewrite the quickstart', { run: { context: { repositoryId: '' } } });
  // The note of the first request belongs to the same repository, so the second request is a message to its job.
  await scene.ask('/docs Make it shorter');
  expect(scene.sandbox.service.jobs).toHaveLength(1);
  expect(scene.prompts()).toHaveLength(2);
});

test('runs the visitors action without the variables of a run', async () => {
  await using scene = await openScene({ action: 'visitors' });
  const context = { repository: '', repositoryId: '', serverUrl: '', runId: '' };
  const event = { name: 'schedule', payload: { schedule: '0 6 * * 1' } };
  expect((await scene.run({}, { event, context })).outputs['result']).toBe('exported');
});
