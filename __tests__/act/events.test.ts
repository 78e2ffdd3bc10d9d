/** The recipes for a form, a schedule and a release, under act. */
import { expect, test } from '@jest/globals';
import { git } from '../../sandbox/git.ts';
import { commitFiles } from '../../sandbox/github/history.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { openScene, type Scene } from './scene.ts';

const MONDAY = '17 5 * * 1';
const CODE = { files: { 'src/app.ts': 'export const retries = 5;\n' }, message: 'Try five times' };
/** The marker of a job, in a comment on its pull request. */
const MARKER = expect.stringContaining('docs-agent-action:made-by:');
const dispatch = ({ sandbox, events }: Scene, inputs: Record<string, string> = {}) =>
  events.dispatch(userOf(sandbox.github.store, 'ann'), inputs);

/** Opens a pull request with code. */
async function addCode({ sandbox, repository }: Scene, branch = 'retries') {
  const { store } = sandbox.github;
  await commitFiles(repository, branch, { ...CODE, at: Date.now(), from: 'refs/heads/main' });
  const pull = { head: branch, base: 'main' };
  return addThread(store, repository, { user: userOf(store, 'ben'), title: 'Try five times', pull });
}

test('on-release.yml documents the changes since the release before', async () => {
  await using scene = await openScene();
  const { repository, sandbox } = scene;
  const release = async (tag: string) => {
    await git(['tag', tag, 'main'], { cwd: repository.gitDir ?? '' });
    const author = userOf(sandbox.github.store, 'ann');
    const id = sandbox.github.store.nextId();
    const made = { id, tag, name: tag, notes: '', prerelease: false, author, publishedAt: Date.now() };
    repository.releases.push(made);
    return made;
  };
  await release('v1.0');
  await commitFiles(repository, 'main', { ...CODE, at: Date.now() });
  await scene.run('on-release.yml', scene.events.release(await release('v1.1')));
  expect(scene.prompts()).toEqual([[expect.stringMatching(/^Write the release notes [\s\S]*src\/app\.ts/)]]);
  expect(scene.comments(scene.pull())).toEqual([MARKER]);
});

test('weekly-refresh.yml continues the open draft', async () => {
  await using scene = await openScene();
  const { service, github } = scene.sandbox;
  const prLink = `${github.server}/acme/docs/pull/1`;
  const turn = { timeline: [{ status: 'active' }, { at: 4, status: 'completed', prLink }] };
  service.script(turn, turn);
  const running = await scene.start('weekly-refresh.yml', scene.events.schedule(MONDAY));
  await scene.until(() => service.jobs.length === 1);
  const user = userOf(github.store, 'docs-agent[bot]');
  const pull = addThread(github.store, scene.repository, {
    user,
    title: 'Refresh',
    pull: { head: 'mintlify/refresh', base: 'main' },
  });
  await running.ended;
  expect(scene.comments(pull)).toEqual([MARKER]);
  await scene.run('weekly-refresh.yml', scene.events.schedule(MONDAY));
  const refresh = expect.stringMatching(/^Look for pages/);
  expect(scene.prompts()).toEqual([[refresh, refresh]]);
});

test('chained.yml labels the pull request, requests a review, and reports in the chat', async () => {
  await using scene = await openScene();
  const { standIns } = await scene.run('chained.yml', dispatch(scene, { prompt: 'Explain keys' }));
  const pull = scene.pull();
  expect([...pull.labels]).toEqual(['documentation']);
  expect([...(pull.pull?.reviewers ?? [])].map(({ login }) => login)).toEqual(['ann']);
  const link = 'https://github.com/acme/docs/pull/1';
  expect(standIns).toMatchObject([
    {
      name: 'slackapi/slack-github-action',
      inputs: { payload: `text: "Documentation to review: ${link}"\n` },
    },
    { name: 'gh', args: ['pr', 'checks', link, '--json', 'name'] },
    { name: 'gh', args: ['pr', 'checks', link, '--watch', '--fail-fast'] },
  ]);
});

test('release-gate.yml fails while documentation is open', async () => {
  await using scene = await openScene();
  const pull = await addCode(scene);
  pull.labels.add('documentation');
  const open = await scene.run('release-gate.yml', dispatch(scene));
  expect(open).toMatchObject({ failed: true });
  expect(open.log).toContain('::error::Documentation is still open: https://github.com/acme/docs/pull/1');
  pull.state = 'closed';
  expect(await scene.run('release-gate.yml', dispatch(scene))).toMatchObject({ failed: false });
  expect(scene.sandbox.github.requests.map(({ path, status }) => `${path} ${status}`)).toEqual(
    Array(2).fill('/api/v3/search/issues 200'),
  );
});

test('batch-weekly.yml runs each instruction, reports in an issue, and uploads the jobs', async () => {
  await using scene = await openScene();
  const issue = scene.issue();
  const files = {
    '.github/docs-prompts/a.md': 'Refresh {{product}}',
    '.github/docs-prompts/b.md': 'Refresh B',
  };
  const options = { files, vars: { DOCS_REPORT_ISSUE: String(issue.number) } };
  const { standIns } = await scene.run('batch-weekly.yml', scene.events.schedule(MONDAY), options);
  expect(scene.prompts()).toEqual([['Refresh Acme 2'], ['Refresh B']]);
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
