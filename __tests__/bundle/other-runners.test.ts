/** Runners of others, such as act, set fewer variables than GitHub's. */
import { describe, expect, test } from '@jest/globals';
import { openScene } from '../support/scene.ts';

test('the id of the repository comes from the event when the runner has none', async () => {
  await using scene = await openScene();
  await scene.ask('/docs Rewrite the quickstart', { run: { context: { repositoryId: '' } } });
  // The note of the first request is of this repository: the second one is found to be the next turn of its job.
  await scene.ask('/docs Make it shorter');
  expect(scene.sandbox.service.jobs).toHaveLength(1);
  expect(scene.prompts()).toHaveLength(2);
});

describe('names what is missing, and sends nothing', () => {
  const NONE = { repository: '', repositoryId: '', serverUrl: '', apiUrl: '', runId: '' };
  const NAMES = /GITHUB_REPOSITORY, GITHUB_SERVER_URL, GITHUB_API_URL, GITHUB_RUN_ID, GITHUB_REPOSITORY_ID\./;
  const ERROR = { result: 'error', reasonCode: 'variable-missing', reason: expect.stringMatching(NAMES) };
  const noRepository = (payload: Record<string, unknown>) => {
    delete payload['repository'];
  };

  test('the run action', async () => {
    await using scene = await openScene();
    const { event } = scene.comment('/docs Rewrite');
    noRepository(event.payload as Record<string, unknown>);
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

test('the visitors action needs none of them', async () => {
  await using scene = await openScene({ action: 'visitors' });
  const context = { repository: '', repositoryId: '', serverUrl: '', runId: '' };
  const event = { name: 'schedule', payload: { schedule: '0 6 * * 1' } };
  expect((await scene.run({}, { event, context })).outputs['result']).toBe('exported');
});
