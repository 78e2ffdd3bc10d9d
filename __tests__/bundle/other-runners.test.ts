/** Other runners, such as act, set fewer variables than GitHub's. */
import { describe, expect, test } from '@jest/globals';
import { openScene } from '../support/scene.ts';

test('reads the id of the repository from the event if the runner does not set it', async () => {
  await using scene = await openScene();
  await scene.ask('/docs Rewrite the quickstart', { run: { context: { repositoryId: '' } } });
  // The note of the first request belongs to the same repository, so the second request is a message to its job.
  await scene.ask('/docs Make it shorter');
  expect(scene.sandbox.service.jobs).toHaveLength(1);
  expect(scene.prompts()).toHaveLength(2);
});

describe('names the missing variables, and sends nothing:', () => {
  const NONE = { repository: '', repositoryId: '', serverUrl: '', apiUrl: '', runId: '' };
  const NAMES = /GITHUB_REPOSITORY, GITHUB_SERVER_URL, GITHUB_API_URL, GITHUB_RUN_ID, GITHUB_REPOSITORY_ID\./;
  const ERROR = { result: 'error', reasonCode: 'variable-missing', reason: expect.stringMatching(NAMES) };

  test('the run action', async () => {
    await using scene = await openScene();
    const { event } = scene.comment('/docs Rewrite');
    delete (event.payload as Record<string, unknown>)['repository'];
    const { outputs, outcome } = await scene.run({}, { event, context: NONE });
    expect(outcome).toBe('failure');
    expect(outputs).toMatchObject(ERROR);
    expect([...scene.sandbox.service.requests, ...scene.sandbox.github.requests]).toEqual([]);
  });

  test('the batch action', async () => {
    await using scene = await openScene({ action: 'batch' });
    const inputs = { 'prompts-json': '[{"name": "a", "prompt": "A"}]' };
    expect((await scene.run(inputs, { context: NONE })).outputs).toMatchObject(ERROR);
    expect(scene.sent()).toEqual([]);
  });

  test('the collect action', async () => {
    await using scene = await openScene();
    const event = { name: 'schedule', payload: { schedule: '0 6 * * 1' } };
    expect((await scene.collect({}, event, { context: NONE })).outputs).toMatchObject(ERROR);
    expect(scene.requests('github')).toEqual([]);
  });
});

test('runs the visitors action without them', async () => {
  await using scene = await openScene({ action: 'visitors' });
  const context = { repository: '', repositoryId: '', serverUrl: '', runId: '' };
  const event = { name: 'schedule', payload: { schedule: '0 6 * * 1' } };
  expect((await scene.run({}, { event, context })).outputs['result']).toBe('exported');
});
