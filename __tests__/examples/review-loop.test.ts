/** Reviews that request changes go back to the agent, in the concurrency group of the pull request. */
import { expect, test } from '@jest/globals';
import { readWorkflow } from '../../sandbox/workflow/file.ts';
import { openRunner, play } from '../../sandbox/workflow.ts';
import { around } from '../support/recipes.ts';
import { openScene } from '../support/scene.ts';

const workflow = readWorkflow('review-loop.yml');
const CHANGES = { state: 'CHANGES_REQUESTED' } as const;

async function openReviewed() {
  const scene = await openScene();
  const prLink = `${scene.sandbox.github.server}/acme/product/pull/2`;
  scene.sandbox.service.scriptAll({
    timeline: [{ status: 'active' }, { at: 40, status: 'completed', prLink }],
  });
  await scene.ask('/docs Rewrite');
  return scene;
}

test('two reviews within a second are two messages, one after the other, and both reviewers are asked again', async () => {
  await using scene = await openReviewed();
  scene.member('ann', 'write');
  const runner = openRunner(workflow, around(scene));
  const first = runner.dispatch(scene.review('Shorter', CHANGES).event);
  await scene.sandbox.time.sleep(500);
  const second = runner.dispatch(scene.review('Add a table', { ...CHANGES, by: 'ann' }).event);
  const plays = [await first.ended, await second.ended];
  expect(plays.map(({ steps }) => steps[0]?.group)).toEqual(['docs-2', 'docs-2']);
  expect(scene.prompts().map((prompt) => prompt.split('\n')[0])).toEqual([
    'Rewrite',
    'Shorter',
    'Add a table',
  ]);
  expect(scene.turns()).toEqual([3]);
  const reviewers = [...(scene.pull.pull?.reviewers ?? [])].map(({ login }) => login);
  expect(reviewers.toSorted()).toEqual(['ann', 'octocat']);
});

test('the status comment shows what changed since the review', async () => {
  await using scene = await openScene({ history: true, jobs: 'working', documentation: 'acme/product' });
  const issue = scene.openIssue();
  await scene.ask('/docs Rewrite the quickstart', { on: issue });
  const pull = scene.repository.threads.get(issue.number + 1);
  if (pull === undefined) throw new Error('the agent opened no pull request');
  const { event } = scene.review('Shorter, please', { ...CHANGES, on: pull });
  const { steps } = await play(workflow, { event, ...around(scene) });
  expect(steps[0]?.result.outputs).toMatchObject({ reasonCode: 'pull-request-updated' });
  expect(scene.comments(pull).at(-1)).toMatch(/^\*\*Updated.*\/compare\/.*#pullrequestreview-/s);
  expect([...(pull.pull?.reviewers ?? [])].map(({ login }) => login)).toEqual(['octocat']);
});

test.each([
  ['an approval', 'Fine', { state: 'APPROVED' }],
  ['a plain comment', 'Fine', {}],
  ['a review for another workflow', '/docs Shorter', CHANGES],
] as const)('no runner starts for %s', async (_name, body, options) => {
  await using scene = await openReviewed();
  const { event } = scene.review(body, options);
  expect((await play(workflow, { event, ...around(scene) })).steps).toEqual([]);
});

test('no runner starts for the pull request of a fork', async () => {
  await using scene = await openReviewed();
  const on = scene.openPull({ branch: 'patch-1', by: 'mallory', fork: 'mallory/product' });
  const { event } = scene.review('Shorter', { ...CHANGES, on });
  expect((await play(workflow, { event, ...around(scene) })).steps).toEqual([]);
});
