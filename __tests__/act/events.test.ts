/** The recipes for a form, a schedule and red checks, under act. */
import { expect, test } from '@jest/globals';
import { branchSha } from '../../sandbox/github/pull-facts.ts';
import { addCheckRun, addReported } from '../../sandbox/github/run-routes.ts';
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
  for (const pull of pulls.slice(0, 2)) pull.labels.add('docs-on-merge');
  const { standIns } = await scene.run('open-pull-requests.yml', scene.events.schedule(MONDAY));
  const links = [2, 1].map((number) => `https://github.com/acme/docs/pull/${number}`).join(' ');
  expect(standIns.map(({ name, inputs }) => inputs['payload'] ?? name)).toEqual([
    'actions/stale',
    'actions/stale',
    'gh',
    `text: "Open documentation: ${links}"\n`,
  ]);
});

test('visitors-report.yml uploads the visitors, and prints them', async () => {
  await using scene = await openScene();
  const { standIns, log } = await scene.run('visitors-report.yml', scene.events.schedule(MONDAY));
  expect(standIns.map(({ name }) => name)).toEqual(['actions/upload-artifact']);
  for (const { path } of scene.sandbox.service.visitors.rows) {
    expect(standIns[0]?.file).toContain(path);
    expect(log).toContain(`  ${path}\n`);
  }
});

test.each(['workflow_run', 'check_run', 'status'] as const)(
  'fix-checks.yml sends red checks of the agent on %s, and nothing about green ones',
  async (kind) => {
    await using scene = await openScene();
    const { repository, sandbox, events } = scene;
    const { store } = sandbox.github;
    const issue = scene.issue();
    await scene.run(
      'asked-in-a-comment.yml',
      scene.comment('ann', issue, '/docs Rewrite the quickstart').event,
    );
    const pull = scene.pull();
    const sha = branchSha(repository, pull.pull?.head ?? '') ?? '';
    const end = (conclusion: string) => {
      if (kind === 'workflow_run')
        return events.workflowRun(pull, addCheckRun(store, repository, { name: 'Links', sha, conclusion }));
      const check = addReported(store, repository, { kind, sha, conclusion });
      return kind === 'status' ? events.status(pull, check) : events.checkRun(pull, check);
    };
    await scene.run('fix-checks.yml', end('success'));
    expect(scene.prompts()).toEqual([[expect.stringMatching(/^Rewrite/)]]);
    await scene.run('fix-checks.yml', end('failure'));
    expect(scene.prompts()).toEqual([
      [expect.stringMatching(/^Rewrite/), expect.stringMatching(/^Checks of the pull request failed\./)],
    ]);
    // The agent of the sandbox has nothing to fix.
    expect(scene.comments(pull).at(-1)).toMatch(/^\*\*Nothing was pushed for this request:\*\*/);
  },
);
