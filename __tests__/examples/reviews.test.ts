/** asked-in-a-comment.yml sends reviews that request changes to the agent. */
import { expect, test } from '@jest/globals';
import { openRecipe, playRecipe } from '../support/recipes.ts';
import { openScene, pushEachTurn } from '../support/scene.ts';

const CHANGES = { state: 'CHANGES_REQUESTED' } as const;

async function openReviewed() {
  const scene = await openScene();
  const agentPull = scene.openPull({ branch: 'mintlify/quickstart' });
  const prLink = `${scene.sandbox.github.server}/acme/product/pull/${agentPull.number}`;
  scene.sandbox.service.scriptAll({
    timeline: [{ status: 'active' }, { at: 9, status: 'completed', prLink }],
  });
  await scene.ask('/docs Rewrite');
  return Object.assign(scene, { agentPull });
}

test('sends two reviews within a second one after the other, and requests both reviews again', async () => {
  await using scene = await openReviewed();
  scene.member('ann', 'write');
  pushEachTurn(scene, scene.agentPull);
  const dispatch = openRecipe(scene, 'asked-in-a-comment.yml');
  const here = { ...CHANGES, on: scene.agentPull };
  const first = dispatch(scene.review('Shorter', here).event);
  await scene.sandbox.time.sleep(500);
  const second = dispatch(scene.review('Add a table', { ...here, by: 'ann' }).event);
  const played = [await first, await second];
  expect(played.map(({ steps }) => steps[0]?.group)).toEqual(['docs-3', 'docs-3']);
  const instructions = scene.prompts().map((prompt) => prompt.split('\n')[0]);
  expect(instructions).toEqual(['Rewrite', 'Shorter', 'Add a table']);
  expect(scene.turns()).toEqual([3]);
  const reviewers = scene.reviewersOf(scene.agentPull);
  expect(reviewers.toSorted()).toEqual(['ann', 'octocat']);
});

test('shows in the status comment what changed since the review', async () => {
  await using scene = await openScene({ history: true, jobs: 'working', documentation: 'acme/product' });
  const issue = scene.openIssue();
  await scene.ask('/docs Rewrite the quickstart', { on: issue });
  const pull = scene.repository.threads.get(issue.number + 1);
  if (pull === undefined) throw new Error('the agent opened no pull request');
  const { event } = scene.review('Shorter, please', { ...CHANGES, on: pull });
  const { outputs } = await playRecipe(scene, 'asked-in-a-comment.yml', event);
  expect(outputs).toMatchObject([{ reasonCode: 'pull-request-updated' }]);
  expect(scene.comments(pull).at(-1)).toMatch(/^\*\*Updated.*\/compare\/.*#pullrequestreview-/s);
  expect(scene.reviewersOf(pull)).toEqual(['octocat']);
});

test('starts no runner for other reviews, nor for those of other pull requests', async () => {
  await using scene = await openReviewed();
  const fork = scene.openPull({ branch: 'mintlify/patch', by: 'mallory', fork: 'mallory/product' });
  const on = scene.agentPull;
  const reviews = [
    scene.review('Fine', { state: 'APPROVED', on }),
    scene.review('A plain comment', { on }),
    scene.review('Shorter', { ...CHANGES, on: fork }),
    scene.review('Shorter', CHANGES),
  ];
  for (const { event } of reviews)
    expect((await playRecipe(scene, 'asked-in-a-comment.yml', event)).started).toEqual([]);
});
