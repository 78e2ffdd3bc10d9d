/** The action skips what is not a request with a line in the log, and explains why a run without secrets is skipped. */
import { describe, expect, test } from '@jest/globals';
import type { Event } from '../../src/event/trigger.ts';
import { fromDeletedFork, fromFork } from '../event/payloads.ts';
import { type Inputs, openScene, type Scene } from '../support/scene.ts';

const WRONG: Inputs = { timeout: 'soon', 'base-url': 'x', wait: 'maybe', permission: 'king', comment: '?' };

async function expectIgnored(scene: Scene, event: Event, inputs: Inputs = WRONG) {
  const step = await scene.run(inputs, { event });
  expect(step).toMatchObject({ outcome: 'success', exitCode: 0, annotations: [], summary: '' });
  expect(step.rawLog).toMatch(/^[A-Z].*\.$/);
  expect(step.outputs).toEqual({
    result: 'skipped',
    reasonCode: expect.stringMatching(/^[a-z-]+$/),
    reason: expect.stringMatching(/^[A-Z].*\.$/),
  });
  expect(step.post).toMatchObject({ outcome: 'success', rawLog: '' });
  expect([...scene.requests('github'), ...scene.requests('service')]).toEqual([]);
}

describe('even with wrong inputs, the action ignores', () => {
  test('a comment, a line comment and a review that comments, without the phrase, also with `prompt`', async () => {
    await using scene = await openScene();
    const events = [
      scene.comment('Thanks, that works!').event,
      scene.line('Nit: a typo').event,
      scene.review('Nice', { state: 'COMMENTED' }).event,
    ];
    for (const event of events)
      for (const inputs of [{}, { prompt: 'Rewrite' }]) await expectIgnored(scene, event, inputs);
  });

  test('a pull request that is closed without a merge, and an issue that is transferred into the repository', async () => {
    await using scene = await openScene();
    const { issue, pull, events } = scene;
    const by = issue.user;
    const transferred = events.issue(issue, 'opened', by, (payload) => {
      payload.issue.body = '/docs Rewrite';
      payload.changes = { old_issue: { ...payload.issue }, old_repository: payload.repository };
    });
    await expectIgnored(scene, transferred);
    scene.close(pull);
    const closed = events.pull(pull, 'closed', by);
    for (const name of ['pull_request', 'pull_request_target'])
      await expectIgnored(scene, { ...closed, name }, { prompt: 'Document it' });
    const merged = scene.openPull({ by: 'octocat' });
    scene.close(merged, { merged: true });
    const step = await scene.run({ prompt: 'Document it' }, { event: events.pull(merged, 'closed', by) });
    expect(step.outputs['result']).toBe('pull-request');
  });

  test('its own status comment, whichever account posts it, also with `prompt`', async () => {
    await using scene = await openScene();
    await scene.ask('/docs Rewrite');
    const [own = ''] = scene.comments();
    await using other = await openScene();
    await expectIgnored(other, other.comment(own).event, { 'trigger-phrase': '**Documentation' });
    await expectIgnored(other, other.comment(own, { by: 'mallory' }).event, { prompt: 'Answer this' });
  });

  test('a comment without the phrase on a line of a fork, where it has no key', async () => {
    await using scene = await openScene();
    await expectIgnored(scene, scene.line('Nice', { change: fromFork }).event, { 'api-key': '' });
  });
});

test('an impossible trigger phrase fails every comment', async () => {
  await using scene = await openScene();
  for (const text of ['/docs Rewrite', 'Thanks']) {
    const step = await scene.ask(text, { by: 'mallory', inputs: { 'trigger-phrase': '> docs' } });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'input-invalid' } });
    expect(step.log).toContain('Not sent: `trigger-phrase` must not begin like a quote or code');
  }
  expect([...scene.requests('github'), ...scene.requests('service')]).toEqual([]);
});

describe('without the key', () => {
  test.each<[string, (scene: Scene) => Event, string]>([
    [
      'a line comment of a fork',
      (scene) => scene.line('/docs Fix', { change: fromFork }).event,
      'from a fork',
    ],
    ['a review of a deleted fork', (scene) => fromDeletedFork(scene.review('/docs Fix').event), 'is gone'],
  ])('%s is skipped with a reason; with the key it becomes a job', async (_name, post, reason) => {
    await using scene = await openScene();
    const event = post(scene);
    const step = await scene.run({ ...WRONG, 'api-key': '' }, { event });
    expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'skipped' }, annotations: [] });
    expect(step.log).toContain(reason);
    expect(step.rawLog).toContain('Comment in the conversation instead');
    expect(scene.requests('github')).toEqual([]);
    expect((await scene.run({}, { event })).outputs['result']).toBe('pull-request');
  });

  test.each([
    ['the actor', { actor: 'dependabot[bot]' }, 'octocat'],
    ['the sender', {}, 'dependabot[bot]'],
  ])('a run by Dependabot as %s is skipped with a reason', async (_name, context, login) => {
    await using scene = await openScene();
    const type = login === 'octocat' ? 'User' : 'Bot';
    const event = scene.events.pull(scene.pull, 'opened', { ...scene.issue.user, login, type });
    const inputs = { prompt: 'Document this' };
    const step = await scene.run({ ...inputs, 'api-key': '' }, { event, context });
    expect(step).toMatchObject({
      outcome: 'success',
      outputs: { result: 'skipped', reasonCode: 'no-secrets' },
    });
    expect(step.rawLog).toContain('GitHub gives no secrets to runs by Dependabot');
    const allowed = { ...inputs, 'allow-bots': 'dependabot[bot]' };
    expect((await scene.run(allowed, { event, context })).outputs['result']).toBe('pull-request');
  });

  test('a comment in the conversation of a fork is an error, since GitHub gives it secrets', async () => {
    await using scene = await openScene();
    const step = await scene.ask('/docs Rewrite', { on: scene.pull, inputs: { 'api-key': '' } });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(step.log).toContain('`api-key` is empty');
  });
});
