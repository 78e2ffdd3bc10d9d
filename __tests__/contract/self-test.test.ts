/** The self-test is green for whoever opens a pull request: each of its steps is played with the built actions. */
import { expect, test } from '@jest/globals';
import { type Role, userOf } from '../../sandbox/github/store.ts';
import { parseWorkflow } from '../../sandbox/workflow/file.ts';
import { play } from '../../sandbox/workflow.ts';
import { openScene } from '../support/scene.ts';
import { read } from './repository.ts';

const text = read('.github/workflows/self-test.yml');
const workflow = parseWorkflow(text.replaceAll(/uses: \.\/archive(\/\w+)?$/gm, 'uses: OWNER/REPO$1@v1'));

test.each<[string, { login: string; role?: Role; fork: boolean; asksGitHub: boolean }]>([
  ['a stranger, from a fork', { login: 'mallory', fork: true, asksGitHub: false }],
  ['Dependabot', { login: 'dependabot[bot]', fork: false, asksGitHub: false }],
  ['a maintainer, whose permission is read', { login: 'ann', role: 'write', fork: false, asksGitHub: true }],
])('a pull request of %s', async (_whose, { login, role = 'none', fork, asksGitHub }) => {
  await using scene = await openScene();
  const { github } = scene.sandbox;
  if (role !== 'none') scene.member(login, role);
  const event = scene.events.pull(scene.pull, 'opened', userOf(github.store, login), (payload) => {
    if (fork) Object.assign(payload.pull_request.head.repo, { id: 7, full_name: `${login}/product`, fork });
  });
  const run = (options: Parameters<typeof scene.sandbox.run>[0]) => scene.sandbox.run(options).ended;
  const tokenFor = (permissions: Readonly<Record<string, 'read' | 'write'>>) => {
    github.addToken('ghs_job', { login: 'github-actions[bot]', repositories: ['acme/product'], permissions });
    return 'ghs_job';
  };
  const { steps } = await play(workflow, { event, run, tokenFor });
  expect(steps.map(({ result }) => result.outputs['result'])).toEqual([
    ...['pull-request', 'completed', 'exported', 'dry-run'],
  ]);
  const asked = scene.requests('github').filter((call) => call.includes('/permission'));
  expect(asked).toHaveLength(asksGitHub ? 3 : 0);
});
