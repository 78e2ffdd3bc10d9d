/** Two recipes on one merge: each has a job of its own, and the merge of what the agent wrote starts none. */
import { expect, test } from '@jest/globals';
import { readWorkflow, stepsOf } from '../../sandbox/workflow/file.ts';
import { openScene } from '../support/scene.ts';

const RECIPES = ['on-merge', 'auto-merge', 'translations', 'api-reference'];
const PAIRS = RECIPES.flatMap((one, index) => RECIPES.slice(index + 1).map((other) => [one, other] as const));

/** The inputs of the recipe's step that decide what is sent where. */
function inputsOf(recipe: string): Record<string, string> {
  const { with: given = {} } =
    stepsOf(readWorkflow(`${recipe}.yml`)).find(({ uses }) => uses === 'OWNER/REPO@v1') ?? {};
  const names = ['paths', 'pr-labels', 'when-open', 'comment', 'prompt'];
  return Object.fromEntries(names.flatMap((name) => (name in given ? [[name, String(given[name])]] : [])));
}

/** The numbers of both pull requests, which change the same page. */
const ROWS = PAIRS.flatMap((pair) => [2, 3].map((number) => [...pair, number] as const));

test.each(ROWS)(
  '%s and %s create a job each, and the merge of pull request %s starts none',
  async (...row) => {
    const [one, other, written] = row;
    await using scene = await openScene({ history: true, jobs: 'working', documentation: 'acme/product' });
    const files = { 'src/app.ts': 'new\n', 'docs/en/a.md': 'new\n', 'api/openapi.yaml': 'new\n' };
    await scene.openChange({ branch: 'feature', commits: [files] });
    const merge = async (number: number) => {
      const event = await scene.merge('squash', number);
      const steps = [one, other].map((recipe) => scene.start(inputsOf(recipe), { event }).ended);
      return (await Promise.all(steps)).map(({ outputs }) => outputs['reasonCode']);
    };
    expect(await merge(1)).toEqual(['pull-request-created', 'pull-request-created']);
    for (const end of await merge(written)) expect(end).toMatch(/^(?:own-merge|paths-unmatched)$/);
    expect(scene.turns()).toEqual([1, 1]);
  },
);
