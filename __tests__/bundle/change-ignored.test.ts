/** `ignore-pulls`: merged pull requests that need no documentation. */
import { describe, expect, test } from '@jest/globals';
import type { MergeMethod } from '../../sandbox/github/history.ts';
import { openScene, type Scene } from '../support/scene.ts';

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
