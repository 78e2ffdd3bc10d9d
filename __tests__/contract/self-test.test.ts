/** The self-test passes for every author of a pull request. The sandbox runs its steps with the built actions. */
import { expect, test } from '@jest/globals';
import { userOf } from '../../sandbox/github/store.ts';
import { parseWorkflow } from '../../sandbox/workflow/file.ts';
import { playRecipe } from '../support/recipes.ts';
import { openScene } from '../support/scene.ts';
import { read } from './repository.ts';

const text = read('.github/workflows/self-test.yml');
const workflow = parseWorkflow(text.replaceAll(/uses: \.\/archive(\/\w+)?$/gm, 'uses: OWNER/REPO$1@v1'));

test.each([
  ['a stranger, from a fork', 'mallory', 0, []],
  ['Dependabot', 'dependabot[bot]', 0, ['exported']],
  ['a maintainer, whose permission the action reads', 'ann', 1, ['exported']],
])('the self-test passes for a pull request by %s', async (_who, login, permissions, unchecked) => {
  await using scene = await openScene();
  scene.member('ann', 'write');
  const author = userOf(scene.sandbox.github.store, login);
  const event = scene.events.pull(scene.pull, 'opened', author, (payload) => {
    const fork = { id: 7, full_name: 'mallory/product', fork: true };
    if (login === 'mallory') Object.assign(payload.pull_request.head.repo, fork);
  });
  const { outputs } = await playRecipe(scene, workflow, event);
  expect(outputs.map(({ result }) => result)).toEqual(['pull-request', ...unchecked, 'dry-run']);
  const reads = scene.requests('github').filter((request) => request.includes('/permission'));
  expect(reads).toHaveLength(permissions);
});
