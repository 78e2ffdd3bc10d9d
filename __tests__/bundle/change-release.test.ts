import { expect, test } from '@jest/globals';
import { git } from '../../sandbox/git.ts';
import { eventsOf } from '../../sandbox/github/events.ts';
import { type Release, userOf } from '../../sandbox/github/store.ts';
import type { Event } from '../../src/event/trigger.ts';
import { read } from '../contract/repository.ts';
import { rowOf } from '../support/prompt-heads.ts';
import { openScene, type Scene } from '../support/scene.ts';

async function publish({ sandbox: { github }, repository }: Scene, tag: string, sha: string): Promise<Event> {
  const { store } = github;
  await git(['tag', tag, sha], { cwd: repository.gitDir ?? '' });
  const release: Release = {
    id: store.nextId(),
    tag,
    name: tag,
    notes: `Notes of ${tag}`,
    prerelease: false,
    author: userOf(store, 'octocat'),
    publishedAt: store.time.now() + repository.releases.length * 1000,
  };
  repository.releases.push(release);
  return eventsOf({ github, repository: repository.fullName }).release(release);
}

test('compares a release with the previous version', async () => {
  await using changes = await openScene({ history: true });
  const begin = await changes.tip();
  const first = await publish(changes, 'v1.0', begin);
  await publish(changes, 'v2.0', await changes.commit('main', { 'src/two.ts': 'x\n' }));
  const fix = await publish(changes, 'v1.1', await changes.commit('v1', { 'docs/fix.md': 'x\n' }, begin));
  await changes.run({ context: 'full' }, { event: fix });
  const [sent] = changes.sent();
  expect(sent).toContain('/acme/product/compare/v1.0...v1.1\n');
  expect(sent).toContain('The release: ');
  expect(sent).toContain('Notes of the release:\n> Notes of v1.1');
  expect(sent).toContain('> "docs/fix.md" added, +1 -0');

  await changes.run({}, { event: fix });
  expect(read('docs/requests.md')).toContain(rowOf('a release', ...changes.sent().reverse()));

  const alone = await changes.run({ 'dry-run': 'true' }, { event: first });
  expect(alone.summary).toContain('No earlier release shares history with this one. There is nothing');

  for (const action of ['deleted', 'unpublished', 'edited']) {
    const gone = { name: 'release', payload: { ...Object(first.payload), action } };
    const { outputs } = await changes.run({ range: 'v1.0...v1.1' }, { event: gone });
    expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'nothing-changed' });
  }
});

test('passes over a release that shares no history, but reports one that is gone', async () => {
  await using changes = await openScene({ history: true });
  const begin = await changes.tip();
  await publish(changes, 'v1.0', begin);
  const tree = (await git(['mktree'], { cwd: changes.repository.gitDir ?? '', input: '' })).trim();
  const alone = await git(['commit-tree', tree, '-m', 'Another history'], {
    cwd: changes.repository.gitDir ?? '',
  });
  const other = await publish(changes, 'v1.0.1', alone.trim());
  const event = await publish(changes, 'v1.1', await changes.commit('main', { 'src/one.ts': 'x\n' }));

  const { outputs } = await changes.run({}, { event });

  expect(outputs['result']).toBe('pull-request');
  expect(changes.sent()[0]).toContain('/acme/product/compare/v1.0...v1.1\n');
  const { summary } = await changes.run({ 'dry-run': 'true' }, { event: other });
  expect(summary).toContain('No earlier release shares history with this one. There is nothing');

  await git(['tag', '-d', 'v1.0.1'], { cwd: changes.repository.gitDir ?? '' });
  const gone = await changes.run({}, { event });
  expect(gone.outputs['reason']).toMatch(/^Not sent: What changed could not be read: .*404/);
});

test('compares a release with the previous version in one request, also if that is not in its history', async () => {
  await using changes = await openScene({ history: true });
  const { requests } = changes.sandbox.github;
  const compared = async (event: Event) => {
    const before = requests.length;
    const { summary } = await changes.run({ 'dry-run': 'true' }, { event });
    const comparisons = requests.slice(before).filter(({ path }) => path.includes('/compare/'));
    return [/\/acme\/product\/compare\/(\S+)/.exec(summary)?.[1], comparisons.length];
  };
  const begin = await changes.tip();
  await publish(changes, 'v1.0', begin);
  await publish(changes, 'v1.1', await changes.commit('v1', { 'docs/fix.md': 'x\n' }, begin));
  for (const tag of ['v2.0', 'v2.1', 'v2.2', 'v2.3'])
    await publish(changes, tag, await changes.commit('main', { [`src/${tag}.ts`]: 'x\n' }));
  const backport = await changes.commit('v1', { 'docs/more.md': 'x\n' });
  expect(await compared(await publish(changes, 'v1.2', backport))).toEqual(['v1.1...v1.2', 1]);
  const next = await changes.commit('next', { 'docs/next.md': 'x\n' }, begin);
  expect(await compared(await publish(changes, 'v3.0', next))).toEqual(['v2.3...v3.0', 1]);
});

test('compares the first release of a package with the newest one, and says so', async () => {
  await using changes = await openScene({ history: true });
  await publish(changes, 'cli-v1.1', await changes.tip());
  const first = await publish(changes, 'api-v1.0', await changes.commit('main', { 'src/api.ts': 'x\n' }));
  const { summary } = await changes.run({ 'dry-run': 'true' }, { event: first });
  expect(summary).toContain('/compare/cli-v1.1...api-v1.0');
  expect(summary).toContain('No earlier release has a lower version with the same prefix');
});
