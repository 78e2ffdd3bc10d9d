/** What asks for nothing ends in silence, and runs without secrets end in a sentence. */
import { describe, expect, test } from '@jest/globals';
import type { Event } from '../../src/request/trigger.ts';
import { fromFork, fromNowhere, type Json } from '../request/payloads.ts';
import { type Inputs, openScene, type Scene } from '../support/scene.ts';

/** Every input that can be wrong is wrong. */
const WRONG: Inputs = { timeout: 'soon', 'base-url': 'x', wait: 'maybe', permission: 'king', comment: '?' };

async function expectSilence(scene: Scene, event: Event, inputs: Inputs = WRONG) {
  const step = await scene.run(inputs, { event });
  expect(step).toMatchObject({ outcome: 'success', exitCode: 0, rawLog: '', annotations: [], summary: '' });
  expect(step.outputs).toEqual({
    result: 'skipped',
    reasonCode: expect.stringMatching(/^[a-z-]+$/),
    reason: expect.stringMatching(/^[A-Z].*\.$/),
  });
  expect(step.post).toMatchObject({ outcome: 'success', rawLog: '' });
  expect(scene.requests('github')).toEqual([]);
  expect(scene.sandbox.service.requests).toEqual([]);
}

describe('in silence and green, whatever the inputs are, with no request to anybody', () => {
  test.each([
    'Thanks, that works!',
    '> /docs Rewrite the quickstart',
    '```\n/docs Rewrite\n```',
    '<!-- /docs Rewrite -->',
    '/docs Rewrite <!-- docs-agent-action:note -->',
  ])('a comment %j', async (body) => {
    await using scene = await openScene();
    await expectSilence(scene, scene.comment(body).event);
  });

  test('a comment that was edited, also with `prompt`', async () => {
    await using scene = await openScene();
    const { event } = scene.comment('/docs Rewrite', { action: 'edited' });
    await expectSilence(scene, event);
    await expectSilence(scene, event, { prompt: 'Rewrite' });
  });

  test('our own status comment, by whatever account, also with `prompt`', async () => {
    await using scene = await openScene();
    await scene.ask('/docs Rewrite', { inputs: { comment: 'auto' } });
    const [own = ''] = scene.comments();
    await using other = await openScene();
    await expectSilence(other, other.comment(own).event, { 'trigger-phrase': '**Documentation' });
    await expectSilence(other, other.comment(own, { by: 'mallory' }).event, { prompt: 'Answer this' });
  });

  test('an event of another kind, and one without a payload', async () => {
    await using scene = await openScene();
    await expectSilence(scene, { name: 'issue_comment', payload: {} });
    await expectSilence(scene, { name: 'issue_comment', payload: { action: 'created' } });
    await expectSilence(scene, { name: 'issue_comment', payload: [] }, { prompt: 'Rewrite' });
  });
});

test('a comment that asks, with wrong inputs, is an error that names them', async () => {
  await using scene = await openScene();
  const step = await scene.ask('/docs Rewrite', { inputs: WRONG });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
  for (const name of Object.keys(WRONG)) expect(step.log).toContain(`\`${name}\``);
  expect(scene.requests('github')).toEqual([]);
});

test.each([
  ['', 'is empty'],
  ['> docs', 'must not begin like a quote or code'],
])(
  'with the trigger phrase %j, which no comment can begin with, every comment fails',
  async (phrase, why) => {
    await using scene = await openScene();
    for (const text of ['/docs Rewrite', 'Thanks']) {
      const step = await scene.ask(text, { by: 'mallory', inputs: { 'trigger-phrase': phrase } });
      expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'input-invalid' } });
      expect(step.log).toContain(`Not sent: \`trigger-phrase\` ${why}`);
    }
    expect(scene.requests('github')).toEqual([]);
    expect(scene.sandbox.service.requests).toEqual([]);
  },
);

describe('a run that gets no secrets', () => {
  const noKey = { 'api-key': '' };

  test.each<[string, (scene: Scene) => Event, string]>([
    ['a line on a fork', (scene) => scene.line('/docs Mend', { change: fromFork }).event, 'from a fork'],
    ['a review on a fork', (scene) => scene.review('/docs Mend', { change: fromFork }).event, 'from a fork'],
    [
      'a line, the fork is gone',
      (scene) => fromNowhere(scene.line('/docs Mend').event),
      'repository is gone',
    ],
    [
      'a review, the fork is gone',
      (scene) => fromNowhere(scene.review('/docs Mend').event),
      'repository is gone',
    ],
  ])('%s is skipped with a sentence, and works with a key', async (_name, make, words) => {
    await using scene = await openScene();
    const event = make(scene);
    const step = await scene.run({ ...WRONG, ...noKey }, { event });
    expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'skipped' }, annotations: [] });
    expect(step.log).toContain(words);
    expect(step.rawLog).toContain('Comment in the conversation instead');
    expect(scene.requests('github')).toEqual([]);
    expect((await scene.run({}, { event })).outputs['result']).toBe('pull-request');
  });

  test('a pull request of a fork, with `prompt`', async () => {
    await using scene = await openScene();
    const event = scene.events.pull(scene.pull, 'opened', scene.pull.user, fromFork);
    const step = await scene.run({ prompt: 'Document this', ...noKey }, { event });
    expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'skipped' } });
    expect(step.rawLog).toContain('from a fork');
  });

  test.each([
    ['by its actor', { context: { actor: 'dependabot[bot]' } }, undefined],
    ['by its sender', {}, 'dependabot[bot]'],
  ])('Dependabot, known %s', async (_name, run, by) => {
    await using scene = await openScene();
    const sender = { ...scene.issue.user, ...(by && ({ login: by, type: 'Bot' } as const)) };
    const event = scene.events.pull(scene.pull, 'opened', sender);
    const inputs = { prompt: 'Document this' };
    const step = await scene.run({ ...inputs, ...noKey }, { event, ...run });
    expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'skipped' } });
    expect(step.rawLog).toContain('GitHub gives no secrets to runs by Dependabot');
    const allowed = { ...inputs, 'allow-bots': 'dependabot[bot]' };
    expect((await scene.run(allowed, { event, ...run })).outputs['result']).toBe('pull-request');
  });

  test('a comment of the conversation of a fork has secrets: an empty key is an error there', async () => {
    await using scene = await openScene();
    const step = await scene.ask('/docs Rewrite', { on: scene.pull, inputs: noKey });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(step.log).toContain('`api-key` is empty');
  });

  test('an unrelated line on a fork stays silent', async () => {
    await using scene = await openScene();
    const change = (payload: Json) => fromFork(payload);
    await expectSilence(scene, scene.line('Nice', { change }).event, noKey);
  });
});
