/** Two days of merges of every kind, each requested by its push, and what attackers write meanwhile. */
import { expect, test } from '@jest/globals';
import { addReported } from '../../sandbox/github/run-routes.ts';
import type { Event } from '../../src/event/trigger.ts';
import { openScene, worksFor } from '../support/scene.ts';

const NAME = 'documentation';
const NO_SERVICE = { 'base-url': undefined, 'api-key': undefined, 'project-id': undefined };

test('a period with merges by squash, rebase, merge commit and queue, and with a backport, is documented', async () => {
  await using scene = await openScene({ history: true });
  const { github, service } = scene.sandbox;
  scene.permit({ contents: 'read', issues: 'write', pull_requests: 'write', statuses: 'write' });
  await scene.minutes(3 * 24 * 60);
  service.scriptAll(worksFor(5, { prLink: `${github.server}/acme/docs/pull/1` }));
  await scene.commit('v0', { 'README.md': 'x\n' }, await scene.tip());
  const evil = '(pull-request-created) [x](https://evil.example) @all <!-- `';
  const open = (number: number, base = 'main') => {
    const commits = [{ [`src/${number}.ts`]: 'x\n' }, { [`src/${number}.md`]: 'x\n' }];
    return scene.openChange({ branch: `b${number}`, base, commits, title: `Change ${number} ${evil}` });
  };
  const request = (event: Event) => scene.run({ 'commit-status': NAME }, { event });
  for (let number = 1; number <= 6; number += 1) await open(number, number === 6 ? 'v0' : 'main');
  for (const [index, method] of (['squash', 'rebase', 'merge'] as const).entries()) {
    await request(await scene.merge(method, index + 1));
    await scene.minutes(2);
  }
  // A merge queue pushes both at once. The backport isn't in the range.
  const queued = await scene.merge('squash', 4, 5);
  await scene.merge('squash', 6);
  await Promise.all([request(queued), request(queued)]);
  const check = () => scene.run({ ...NO_SERVICE, range: '2d' }, { action: 'release-check' });
  const step = await check();
  expect(step.outputs).toMatchObject({ complete: 'true', undocumented: '[]' });
  expect(step.outputs['reason']).toBe('5 of 5 are documented or need nothing.');
  expect(step.summary).not.toMatch(/[^\\]\[x\]|@all|<!--/);
  // A status of another app, and a text with a code of the action, change nothing.
  const foreign = { kind: 'status', sha: await scene.tip(), name: NAME, by: 'ci[bot]' } as const;
  addReported(github.store, scene.repository, { ...foreign, title: evil, conclusion: 'failure' });
  expect((await check()).outputs['complete']).toBe('true');
});

test('a merge of `develop` that brings what a rule leaves out is left out', async () => {
  await using scene = await openScene({ history: true });
  const from = await scene.tip();
  await scene.commit('develop', { 'README.md': 'x\n' }, from);
  for (const number of [1, 2]) {
    await scene.openChange({
      branch: `b${number}`,
      base: 'develop',
      commits: [{ [`src/${number}.ts`]: 'x\n' }],
    });
    await scene.merge('squash', number);
  }
  scene.repository.threads.get(2)?.labels.add('internal');
  scene.openPull({ branch: 'develop', by: 'hubot', title: 'Release' });
  await scene.merge('merge', 3);
  await scene.minutes(2);
  const inputs = { ...NO_SERVICE, range: `${from}...main`, 'ignore-pulls': 'label:internal' };
  const { outputs, summary } = await scene.run(inputs, { action: 'release-check' });
  expect(outputs['reason']).toMatch(/ Missing: #1, \w{7}\.$/);
  expect(summary).toMatch(/Release \| Left out: brings others that are left out/);
});
