/** `range: 7d`: what reached the default branch in that time, on any event. */
import { expect, test } from '@jest/globals';
import { commitFiles } from '../../sandbox/github/history.ts';
import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';
import { openScene } from '../support/scene.ts';

const SCHEDULE = { name: 'schedule', payload: { schedule: '17 5 * * 1' } };
const DAY = 24 * 3_600_000;
const WEEK = { prompt: 'Write what is new.', range: '7d' };

/** By default, the clock of the sandbox stops after a week. */
const openWeeks = (options: SandboxOptions = {}) =>
  openScene({ history: true, time: virtualTime({ horizon: 60 * DAY }), ...options });

test('sends what was merged in the week, also older commits', async () => {
  await using changes = await openWeeks();
  const { time, github } = changes.sandbox;
  await changes.openChange({ branch: 'slow', commits: [{ 'src/slow.ts': 'x\n' }] });
  await time.sleep(DAY);
  await changes.openChange({ branch: 'old', commits: [{ 'old/old.ts': 'x\n' }] });
  await changes.merge('squash', 2);
  await time.sleep(7 * DAY);
  const before = await changes.tip();
  await changes.merge('merge', 1);
  await changes.openChange({ branch: 'quick', commits: [{ 'src/api/quick.ts': 'x\n' }] });
  await time.sleep(DAY);
  await changes.merge('squash', 3);
  const after = await changes.tip();

  const step = await changes.run(WEEK, { event: SCHEDULE });

  expect(step.outputs['result']).toBe('pull-request');
  const home = `${github.server}/acme/product`;
  const text = changes.sent()[0];
  expect(text).toContain(`This is about changes on GitHub: ${home}/compare/${before}...${after}\n`);
  expect(text).toContain(`Pull requests that were merged: ${home}/pull/1 ${home}/pull/3\n`);
  expect(text).toContain('This is what reached the default branch since 2026-01-07 09:00:00 UTC.\n');
  expect(text).toContain('> "src": 1\n> "src/api": 1');
  expect(text).not.toContain('"old"');
});

test('a commit that was written long before it was pushed hides no merge before or after it', async () => {
  await using changes = await openWeeks();
  const { time, github } = changes.sandbox;
  await changes.openChange({ branch: 'one', commits: [{ 'src/one.ts': 'x\n' }] });
  await time.sleep(8 * DAY);
  const before = await changes.tip();
  await changes.merge('squash', 1);
  await commitFiles(changes.repository, 'main', {
    files: { 'lib/late.ts': 'x\n' },
    message: 'Written long ago',
    at: time.now() - DAY,
  });
  await changes.openChange({ branch: 'two', commits: [{ 'src/two.ts': 'x\n' }] });
  await changes.merge('merge', 2);
  const after = await changes.tip();

  await changes.run({ ...WEEK, range: '12h' }, { event: SCHEDULE });

  const home = `${github.server}/acme/product`;
  expect(changes.sent()[0]).toContain(`/compare/${before}...${after}\n`);
  expect(changes.sent()[0]).toContain(`Pull requests that were merged: ${home}/pull/1 ${home}/pull/2\n`);
});

test('compares a young repository with its first commit', async () => {
  await using changes = await openWeeks();
  const first = await changes.tip();
  const last = await changes.commit('main', { 'src/one.ts': 'x\n' });
  const step = await changes.run({ ...WEEK, range: '30d' }, { event: SCHEDULE });
  expect(step.outputs['result']).toBe('pull-request');
  expect(changes.sent()[0]).toContain(`/compare/${first}...${last}\n`);
});

test('sends nothing if nothing was changed in that time', async () => {
  await using changes = await openWeeks();
  await changes.commit('main', { 'src/one.ts': 'x\n' });
  await changes.sandbox.time.sleep(8 * DAY);
  const { outputs } = await changes.run(WEEK, { event: SCHEDULE });
  expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'nothing-changed' });
  expect(outputs['reason']).toMatch(/^Nothing reached the default branch since 2026-01-06 09:00:\d\d UTC\.$/);
  expect(changes.sent()).toEqual([]);
});

test('sends nothing if only pull requests of jobs were merged', async () => {
  await using changes = await openWeeks({ jobs: 'working', documentation: 'acme/product' });
  await changes.sandbox.time.sleep(8 * DAY);
  await changes.run({ prompt: 'Explain webhooks' }, { event: SCHEDULE });
  await changes.merge('squash', 1);
  const { outputs } = await changes.run(WEEK, { event: SCHEDULE });
  expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'own-merge' });
});
