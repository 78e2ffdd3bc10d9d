/** Documenting documentation would never end: the merge of a pull request that a job created starts no job. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { eventsOf } from '../../sandbox/github/events.ts';
import { type MergeMethod, mergePull } from '../../sandbox/github/history.ts';
import { branchSha } from '../../sandbox/github/pull-facts.ts';
import { editComment } from '../../sandbox/github/threads.ts';
import { renameRepository } from '../support/rename.ts';
import { type Inputs, type NewPull, openScene, type Scene, warnings } from '../support/scene.ts';

const CODE: NewPull = { branch: 'feature', commits: [{ 'src/app.ts': 'new\n' }] };
const OTHER: NewPull = { branch: 'other', commits: [{ 'src/api/users.ts': 'other\n' }] };
const DRY_RUN = { 'dry-run': 'true' };

/** Code is merged as pull request 1; the job opens pull request 2 in the same repository, and the action marks it. */
async function openDraft(): Promise<Scene> {
  const changes = await openScene({ history: true, jobs: 'working', documentation: 'acme/product' });
  await changes.openChange(CODE);
  const { outputs } = await changes.run({}, { event: await changes.merge('squash', 1) });
  expect(outputs['prLink']).toMatch(/\/acme\/product\/pull\/2$/);
  return changes;
}

type PushOptions = Partial<Parameters<Scene['push']>[0]>;

describe('a push of the agent to the branch of its open pull request starts no job', () => {
  const agentPush = async (changes: Scene, moved: PushOptions = {}) => {
    const branch = changes.repository.threads.get(2)?.pull?.head ?? '';
    const after = (await branchSha(changes.repository, branch)) ?? '';
    return changes.push({ ref: `refs/heads/${branch}`, after, by: 'docs-agent[bot]', ...moved });
  };

  test.each<[string, Inputs, PushOptions]>([
    ['by itself', {}, {}],
    ['nor one by a person', {}, { by: 'octo-writer' }],
    ['with two sides in `range`', { range: 'feature...main' }, {}],
    ['with a time in `range`', { range: '7d' }, {}],
    ['if it was forced and its old commit is gone', {}, { before: 'b'.repeat(40), forced: true }],
  ])('%s', async (_, inputs, moved) => {
    await using changes = await openDraft();
    const { outputs } = await changes.run(inputs, { event: await agentPush(changes, moved) });
    expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'nothing-changed' });
    expect(outputs['reason']).toMatch(/^Pull request 2 of the branch '[^']+' is open/);
    expect(changes.count('create')).toBe(1);
  });

  test('even if GitHub does not associate the commit with it yet', async () => {
    await using changes = await openDraft();
    const path = /\/commits\/[^/]+\/pulls/;
    const rule = { path, times: 9, optional: true };
    changes.sandbox.github.faults.next(rule, answer({ status: 200, body: [] }));
    const { outputs } = await changes.run({}, { event: await agentPush(changes, { by: 'octo-writer' }) });
    expect(outputs['reason']).toMatch(/^Pull request 2 of the branch '[^']+' is open/);
  });

  test('nor before it opens the pull request, with any `range`', async () => {
    await using changes = await openScene({ history: true });
    const before = await changes.tip();
    await changes.commit('main', { 'src/app.ts': 'new\n' });
    const after = await changes.commit('agent', { 'docs/new.md': 'x\n' }, before);
    const event = changes.push({ ref: 'refs/heads/agent', after, by: 'docs-agent[bot]' });
    const { outputs } = await changes.run({ range: `${before}...main` }, { event });
    expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'nothing-changed' });
    expect(changes.sent()).toEqual([]);
  });
});

describe('the merge of a pull request that a job created', () => {
  test('is skipped, but not together with that of another pull request', async () => {
    await using changes = await openDraft();
    await changes.openChange(OTHER);
    const event = await changes.merge('squash', 3);
    const before = await changes.tip();
    await changes.merge('squash', 2);
    await changes.run({ prompt: 'Write about users' }, { event });
    await changes.merge('squash', 4);
    const own = await changes.run({}, { event: changes.push({ before, after: await changes.tip() }) });
    const home = `${changes.sandbox.github.server}/acme/product/pull`;
    expect(own).toMatchObject({ exitCode: 0, outputs: { result: 'skipped', jobId: '' } });
    expect(own.log).toContain(
      `Only pull requests that jobs of this action created were merged: ${home}/2 ${home}/4`,
    );
    expect(own.summary).toContain(`- [\`${home}/2\`](${home}/2)`);
    expect(changes.count('create')).toBe(2);

    await changes.openChange({ branch: 'theirs', commits: [{ 'src/theirs.ts': 'new\n' }] });
    await changes.merge('squash', 5);
    const push = changes.push({ before, after: await changes.tip() });
    const mixed = await changes.run({ prompt: 'Rewrite the reference' }, { event: push });
    expect(mixed.outputs['result']).toBe('pull-request');
    expect(changes.sent().at(-1)).toContain(`were merged: ${home}/2 ${home}/4 ${home}/5\n`);
  });

  test('is skipped at once after a rebase, while GitHub associates only the last commit', async () => {
    await using changes = await openScene({ history: true });
    const commits = [{ 'docs/a.md': 'x\n' }, { 'docs/b.md': 'x\n' }];
    const draft = await changes.openChange({ commits });
    changes.mark(draft, { jobId: 'job-1' });
    const { outputs } = await changes.run(DRY_RUN, { event: await changes.merge('rebase', draft.number) });
    expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'own-merge' });
  });

  test('is skipped with any `range`, but the same `range` on another event is not', async () => {
    await using changes = await openDraft();
    const event = await changes.merge('merge', 2);
    const inputs = { ...DRY_RUN, range: 'feature...main' };
    expect((await changes.run(inputs, { event })).outputs['result']).toBe('skipped');
    expect((await changes.run(inputs)).outputs['result']).toBe('dry-run');
  });

  test('is skipped in another repository, even a renamed one, by the marker that `pr-token` left', async () => {
    await using changes = await openScene({ history: true, jobs: 'working' });
    const { github } = changes.sandbox;
    const docs = github.repository('acme/docs');
    const permissions = { pull_requests: 'write', contents: 'read' } as const;
    github.addToken('ghp_docs', { login: 'docs-helper[bot]', repositories: ['acme/docs'], permissions });
    await changes.openChange(CODE);
    const first = await changes.run({ 'pr-token': 'ghp_docs' }, { event: await changes.merge('squash', 1) });
    expect(first.outputs['prLink']).toMatch(/\/acme\/docs\/pull\/1$/);
    renameRepository(changes.sandbox, 'acme/docs', 'acme/handbook');
    const moved = await mergePull(github.store, docs, 1, 'rebase');
    const event = eventsOf({ github, repository: docs.fullName }).push({
      ...moved,
      ref: 'refs/heads/main',
      by: 'octo-writer',
    });
    const context = { repository: 'acme/handbook', repositoryId: String(docs.id) };
    const next = await changes.run({ 'github-token': 'ghp_docs' }, { event, context });
    expect(next.outputs['reason']).toMatch(/created were merged: \S+\/acme\/handbook\/pull\/1$/);
    expect(changes.count('create')).toBe(1);
  });

  test('is sent if the marker is altered', async () => {
    await using changes = await openDraft();
    const event = await changes.merge('squash', 2);
    const marker = changes.repository.comments.find(({ thread }) => thread === 2);
    const { body = '' } = marker?.text ?? {};
    expect((await changes.run(DRY_RUN, { event })).outputs['result']).toBe('skipped');
    const altered = body.replace(/(made-by:v2 \S+ )e/, '$1f');
    expect(altered).not.toBe(body);
    if (marker) editComment(changes.sandbox.github.store, marker, altered);
    expect((await changes.run(DRY_RUN, { event })).outputs['result']).toBe('dry-run');
  });

  test('counts if its marker cannot be read, with a warning', async () => {
    await using changes = await openDraft();
    const event = await changes.merge('squash', 2);
    const { faults } = changes.sandbox.github;
    faults.next({ method: 'GET', path: /issues\/2\/comments/, times: 5 }, answer({ status: 502 }));
    const step = await changes.run(DRY_RUN, { event });
    expect(step.outputs['result']).toBe('dry-run');
    expect(warnings(step)).toEqual([
      expect.stringMatching(/^Whether a job of this action created pull request 2 could not be read.*502/),
    ]);
  });
});

// `ignore-pulls`: merged pull requests that need no documentation.

const INPUTS = {
  prompt: 'Document this',
  'ignore-pulls': 'label:Internal: CI, author:dependabot[bot]\ntitle:[skip docs]',
};
const SKIPPED = { result: 'skipped', reasonCode: 'change-ignored' };

/** Three pull requests: 1 is labelled `internal: ci`, 2 is by a bot, 3 counts. */
async function openChanges(): Promise<Scene> {
  const scene = await openScene({ history: true });
  const internal = await scene.openChange({
    branch: 'ci',
    commits: [{ 'ci/build.sh': 'x\n', 'src/app.ts': 'ci\n' }],
  });
  internal.labels.add('internal: ci');
  await scene.openChange({ branch: 'bump', commits: [{ 'package.json': 'x\n' }], by: 'dependabot[bot]' });
  await scene.openChange({ branch: 'api', commits: [{ 'src/api/new.ts': 'x\n' }] });
  return scene;
}

describe.each<MergeMethod>(['merge', 'squash', 'rebase'])('after a %s', (method) => {
  test('a push of ignored pull requests is skipped', async () => {
    await using scene = await openChanges();
    const event = await scene.merge(method, 1, 2);
    const { outputs } = await scene.run(INPUTS, { event });
    expect(outputs).toMatchObject(SKIPPED);
    expect(scene.sent()).toEqual([]);
  });

  test('the data of a push has only the pull requests that count', async () => {
    await using scene = await openChanges();
    const event = await scene.merge(method, 1, 2, 3);
    const step = await scene.run({ ...INPUTS, context: 'full' }, { event });
    expect(step.outputs['result']).toBe('pull-request');
    const [text = ''] = scene.sent();
    expect(text).toMatch(/were merged: \S+\/pull\/3\n/);
    expect(text).toContain('> "src/api": 1\n');
    for (const left of ['package.json', 'ci/build.sh', '"src/app.ts"', '(#1)', '(#2)'])
      expect(text).not.toContain(left);
  });
});

test('a file counts that a pull request that counts changed, too', async () => {
  await using scene = await openChanges();
  await scene.openChange({ branch: 'both', commits: [{ 'ci/build.sh': 'y\n' }] });
  const before = await scene.tip();
  await scene.merge('squash', 4);
  await scene.merge('squash', 2);
  const event = scene.push({ before, after: await scene.tip() });
  const { outputs } = await scene.run({ ...INPUTS, paths: 'ci/**' }, { event });
  expect(outputs['result']).toBe('pull-request');
});

test('files of ignored pull requests match no `paths`', async () => {
  await using scene = await openChanges();
  const event = await scene.merge('squash', 1, 3);
  const { outputs } = await scene.run({ ...INPUTS, paths: 'ci/**' }, { event });
  expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'paths-unmatched' });
});

test('every file counts with a commit without a pull request', async () => {
  await using scene = await openChanges();
  const before = await scene.tip();
  await scene.merge('squash', 1);
  await scene.commit('main', { 'src/direct.ts': 'x\n' });
  const event = scene.push({ before, after: await scene.tip() });
  const { outputs } = await scene.run({ ...INPUTS, paths: 'ci/**' }, { event });
  expect(outputs['result']).toBe('pull-request');
});

test('a part of the title is enough', async () => {
  await using scene = await openScene({ history: true });
  await scene.openChange({ title: 'Rename a variable [Skip docs]', commits: [{ 'src/a.ts': 'x\n' }] });
  const { outputs } = await scene.run(INPUTS, { event: await scene.merge('squash', 1) });
  expect(outputs).toMatchObject(SKIPPED);
});

test('reads no files of pull requests if none is left out', async () => {
  await using scene = await openChanges();
  await scene.run(INPUTS, { event: await scene.merge('squash', 3) });
  expect(scene.requests('github').filter((request) => request.includes('/files'))).toEqual([]);
});
