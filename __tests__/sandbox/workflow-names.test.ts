/** What the sandbox makes because a workflow names it. */
import { expect, test } from '@jest/globals';
import { peopleIn } from '../../sandbox/play/people.ts';
import { changesIn, filesIn, layoutIn, type Names, namesOf } from '../../sandbox/play/workflow-names.ts';
import { settingsOf } from '../../sandbox/play/workflow-settings.ts';
import { parseWorkflow, type Workflow } from '../../sandbox/workflow/file.ts';

/** A workflow whose step has these inputs. */
function named(inputs: Readonly<Record<string, string>>, more = '', own?: string): [Workflow, Names] {
  const step = { uses: 'acme/docs-action@v1', with: { 'base-url': 'x', ...inputs } };
  const text = `{ on: push, jobs: { docs: { steps: [${JSON.stringify(step)}${more}] } } }`;
  const workflow = parseWorkflow(text);
  const usual = { 'pr-repository': 'acme/handbook' };
  const given = { secrets: [], variables: [], outputs: [], inputs: [], usual, token: '' };
  return [workflow, namesOf(workflow, settingsOf(workflow, given), own)];
}
const value = (name: string) => `\${{ ${name} }}`;

test.each<[string, string | undefined, readonly [own: string, documentation: string]]>([
  ['', undefined, ['acme/docs', 'acme/docs']],
  [value('github.repository'), undefined, ['acme/docs', 'acme/docs']],
  ['acme/docs', undefined, ['acme/product', 'acme/docs']],
  ['acme/product', undefined, ['acme/app', 'acme/product']],
  [value('vars.DOCS'), undefined, ['acme/product', 'acme/handbook']],
  ['acme/handbook', 'acme/handbook', ['acme/handbook', 'acme/handbook']],
])('the repositories follow from `pr-repository: %s` and --repository %s', (given, chosen, expected) => {
  const app = ", { uses: actions/create-github-app-token@v3, with: { owner: big, repositories: 'a, b' } }";
  const [, { repository, documentation, repositories }] = named({ 'pr-repository': given }, app, chosen);
  expect([repository, documentation]).toEqual(expected);
  expect(repositories).toEqual([...new Set(expected), 'big/a', 'big/b']);
});

test('the people are those that inputs name', () => {
  const reviewers = 'asker, author, acme/docs, @owl';
  const inputs = { 'allow-users': 'cat, dog:7', 'allow-bots': 'renovate[bot]:8', 'pr-reviewers': reviewers };
  expect(peopleIn(...named(inputs))).toEqual({
    requesters: ['cat', 'dog:7'],
    teams: ['acme/docs'],
    members: ['kim', 'owl'],
  });
});

test.each([
  ['', '', 'md'],
  ['**/*.mdx', '', 'mdx'],
  ['docs/**', 'docs/', 'md'],
  ['content/en/**/*.mdx\ncontent/en/docs.json', 'content/en/', 'mdx'],
])('pages follow `pr-paths: %s`', (globs, folder, extension) => {
  expect(layoutIn(named({ 'pr-paths': globs })[1])).toEqual({ folder, extension });
});

test.each([
  ['', ['src/webhooks.ts']],
  ['packages/*/src/**, services/api/**', ['packages/core/src/webhooks.ts', 'services/api/webhooks.ts']],
  // A folder is no glob for its files. The play says so.
  ['src', ['src/webhooks.ts']],
])('code changes what `paths: %s` asks for', (paths, expected) => {
  expect(changesIn(...named({ paths }))).toEqual(expected);
});

test('files are those that steps read', () => {
  const files = filesIn(named({ 'rules-file': './.github/rules.md', 'context-file': 'a.md, b.md' })[1]);
  expect(Object.keys(files)).toEqual(['.github/rules.md', 'a.md', 'b.md']);
  expect(filesIn(named({ 'context-file': value('steps.visitors.outputs.file') })[1])).toEqual({});
});
