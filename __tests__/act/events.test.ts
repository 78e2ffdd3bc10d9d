/** The recipes for a form, a schedule and red checks, under act. */
import { expect, test } from '@jest/globals';
import { branchSha } from '../../sandbox/github/pull-facts.ts';
import { addCheckRun } from '../../sandbox/github/run-routes.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { openScene } from './scene.ts';

const MONDAY = '17 5 * * 1';
test('open-pull-requests.yml lists open pull requests with the label in a chat', async () => {
  await using scene = await openScene();
  const { repository, sandbox } = scene;
  const { store } = sandbox.github;
  const pulls = ['keys', 'limits', 'other'].map((head) =>
    addThread(store, repository, { user: userOf(store, 'ben'), title: head, pull: { head, base: 'main' } }),
  );
  for (const pull of pulls.slice(0, 2)) pull.labels.add('documentation');
  const { standIns } = await scene.run('open-pull-requests.yml', scene.events.schedule(MONDAY));
  const links = [2, 1].map((number) => `https://github.com/acme/docs/pull/${number}`).join(' ');
  expect(standIns.map(({ name, inputs }) => inputs['payload'] ?? name)).toEqual([
    'actions/stale',
    'gh',
    `text: "Open documentation: ${links}"\n`,
  ]);
});

test('batch-weekly.yml runs each instruction, reports in an issue, and uploads the jobs', async () => {
  await using scene = await openScene();
  const issue = scene.issue();
  const files = {
    '.github/docs-prompts/a.md': 'Refresh A',
    '.github/docs-prompts/b.md': 'Refresh B',
  };
  const options = { files, vars: { DOCS_REPORT_ISSUE: String(issue.number) } };
  const { standIns } = await scene.run('batch-weekly.yml', scene.events.schedule(MONDAY), options);
  expect(scene.prompts()).toEqual([['Refresh A'], ['Refresh B']]);
  expect(scene.comments(issue)).toEqual([expect.stringContaining('/acme/docs/pull/3')]);
  const ids = scene.sandbox.service.jobs.map(({ id }) => id);
  expect(standIns.map(({ name }) => name)).toEqual(['actions/upload-artifact']);
  for (const id of ids) expect(standIns[0]?.file).toContain(id);
});

test('visitors-report.yml uploads the visitors, and runs its script on them', async () => {
  await using scene = await openScene();
  const { standIns } = await scene.run('visitors-report.yml', scene.events.schedule(MONDAY));
  expect(standIns.map(({ name, args }) => [name, ...args.slice(0, 2)].join(' '))).toEqual([
    'actions/upload-artifact',
    'actions/setup-python',
    'python -m venv',
    'pip install --quiet',
    'python -',
  ]);
  const paths = scene.sandbox.service.visitors.rows.map(({ path }) => path);
  for (const path of paths) expect(standIns[0]?.file).toContain(path);
});

test('fix-checks.yml sends red checks of the agent to its job, and nothing about green ones', async () => {
  await using scene = await openScene();
  const { repository, sandbox, events } = scene;
  const issue = scene.issue();
  await scene.run(
    'asked-in-a-comment.yml',
    scene.comment('ann', issue, '/docs Rewrite the quickstart').event,
  );
  const pull = scene.pull();
  const sha = (await branchSha(repository, pull.pull?.head ?? '')) ?? '';
  const end = (conclusion: string) => {
    const run = addCheckRun(sandbox.github.store, repository, { name: 'Links', sha, conclusion });
    return scene.run('fix-checks.yml', events.workflowRun(pull, run));
  };
  await end('success');
  expect(scene.prompts()).toEqual([[expect.stringMatching(/^Rewrite/)]]);
  await end('failure');
  expect(scene.prompts()).toEqual([
    [expect.stringMatching(/^Rewrite/), expect.stringMatching(/^Checks of the pull request failed\./)],
  ]);
  // The agent of the sandbox has nothing to mend.
  expect(scene.comments(pull).at(-1)).toMatch(/^\*\*Nothing was pushed for this request:\*\*/);
});
