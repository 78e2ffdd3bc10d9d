/** What the sandbox makes because a workflow names it. */
import { describe, expect, test } from '@jest/globals';
import {
  branchesIn,
  changesIn,
  filesIn,
  layoutIn,
  peopleIn,
  repositoriesIn,
} from '../../sandbox/play/workflow-names.ts';
import { parseWorkflow, type Workflow } from '../../sandbox/workflow/file.ts';

/** A workflow with one step. */
function withStep(
  inputs: Readonly<Record<string, string>>,
  { uses = 'acme/docs-action@v1', on = 'push' } = {},
): Workflow {
  const { jobs } = parseWorkflow(`on: ${on}\njobs: { docs: { steps: [] } }`);
  return {
    on: parseWorkflow(`on: ${on}\njobs: {}`).on,
    jobs: { docs: { ...jobs['docs'], steps: [{ uses, with: inputs }] } },
  };
}
const OWN = `\${{ github.repository }}`;

describe('the repositories', () => {
  const app = (inputs: Readonly<Record<string, string>>) =>
    withStep(inputs, { uses: 'actions/create-github-app-token@v3' });
  test.each<[string, Workflow, string, string]>([
    ['nothing', withStep({}), 'acme/docs', 'acme/docs'],
    ['its own', withStep({ 'pr-repository': OWN }), 'acme/docs', 'acme/docs'],
    ['`pr-repository`', withStep({ 'pr-repository': 'acme/docs' }), 'acme/product', 'acme/docs'],
    ['an app', app({ owner: 'big', repositories: 'product, docs' }), 'big/app', 'big/docs'],
    ['an app for its own organization', app({ owner: '' }), 'acme/docs', 'acme/docs'],
  ])('follow from %s', (_name, workflow, own, documentation) => {
    expect(repositoriesIn(workflow)).toMatchObject({ own, documentation });
  });

  test('are one if the workflow names its own', () => {
    const workflow = withStep({ 'pr-repository': 'acme/handbook' });
    expect(repositoriesIn(workflow, 'acme/handbook')).toMatchObject({
      own: 'acme/handbook',
      documentation: 'acme/handbook',
    });
  });
});

test('the people are those that inputs name', () => {
  const workflow = withStep({
    'allow-users': 'cat, dog:7',
    'allow-bots': 'renovate[bot]:8',
    'pr-reviewers': `asker, author, acme/docs, owl, \${{ vars.REVIEWER }}`,
  });
  expect(peopleIn(workflow)).toEqual({
    reviewers: ['owl'],
    requesters: ['cat', 'dog:7'],
    teams: ['acme/docs'],
    others: ['renovate[bot]'],
  });
});

test.each([
  ['', '', 'md'],
  ['**/*.mdx', '', 'mdx'],
  ['docs/**', 'docs/', 'md'],
  ['content/en/**/*.mdx\ncontent/en/docs.json', 'content/en/', 'mdx'],
  ['**.md', '', 'md'],
])('pages follow `pr-paths: %s`', (globs, folder, extension) => {
  expect(layoutIn(withStep({ 'pr-paths': globs }))).toEqual({ folder, extension });
});

test.each<[string, string, readonly string[]]>([
  ['', 'push', ['src/webhooks.ts']],
  [
    'packages/*/src/**, services/api/**',
    'push',
    ['packages/core/src/webhooks.ts', 'services/api/webhooks.ts'],
  ],
  [
    'lib/**/*.js, lib/**/*.ts',
    '{ push: { paths: ["!docs/**", lib/**] } }',
    ['lib/webhooks.ts', 'lib/webhooks.js'],
  ],
  // A folder is no glob for its files. The play says so.
  ['src', 'push', ['src/webhooks.ts']],
  ['docs/**', 'push', ['docs/webhooks.md']],
])('code changes what `paths: %s` and `on: %s` ask for', (paths, on, expected) => {
  expect(changesIn(withStep({ paths }, { on }))).toEqual(expected);
});

test('files are those that steps and the form name', () => {
  const workflow = withStep({
    prompts: `\${{ inputs.resume == '' && '.github/prompts/*.md' || '' }}`,
  });
  expect(filesIn(workflow, ['[{"id": "guides", "prompts": "more/**"}]'])).toEqual({
    '.github/prompts/quickstart.md': 'Bring the page "quickstart" up to date.\n',
    '.github/prompts/webhooks.md': 'Bring the page "webhooks" up to date.\n',
    'more/quickstart.ts': expect.any(String),
    'more/webhooks.ts': expect.any(String),
  });
  expect(filesIn(withStep({ 'context-file': `\${{ steps.visitors.outputs.file }}` }), [])).toEqual({});
});

test('branches are those that checkouts name', () => {
  const checkout = (ref: string) => branchesIn(withStep({ ref }, { uses: 'actions/checkout@v7' }));
  expect([checkout('visitors'), checkout(`\${{ github.sha }}`)]).toEqual([['visitors'], []]);
});
