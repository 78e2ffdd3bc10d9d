/** Who may have an export: whoever caused the event must hold a permission, but for events that only insiders cause. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { account, event } from '../../sandbox/github/payloads.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { shellSafeText } from '../../src/text/shell-safe.ts';
import { openScene, type Scene } from '../support/scene.ts';

const REPOSITORY = 'acme/product';

/** Somebody puts a label on an issue. */
function labeled({ sandbox }: Scene, login: string) {
  const { id, type } = userOf(sandbox.github.store, login);
  return event('issues', 'labeled', (payload) => {
    payload.sender = account(login, id, type);
  });
}

function calls({ sandbox }: Scene): string[] {
  return sandbox.github.requests.map(({ method, path, status }) => `${method} ${path} ${status}`);
}

/** The export was refused: no request to the service, no file, and the step is no failure. */
function expectDenied(scene: Scene, step: Awaited<ReturnType<Scene['run']>>, reason: unknown): void {
  expect(step).toMatchObject({ exitCode: 0, outcome: 'success' });
  expect(step.outputs).toMatchObject({
    result: 'denied',
    reason,
    complete: 'false',
    requests: '0',
    file: '',
  });
  expect(step.log).toContain(step.outputs['reason']);
  expect(step.summary).toContain('Unique visitors: denied');
  expect(scene.sandbox.service.requests).toEqual([]);
  expect(scene.list()).toEqual([]);
}

const LOOK_UP = (login: string) => `GET /api/v3/repos/${REPOSITORY}/collaborators/${login}/permission`;

describe('on an event that anybody may cause', () => {
  test('who holds the permission gets the export', async () => {
    await using scene = await openScene({ action: 'visitors' });
    scene.sandbox.github.addMember(REPOSITORY, 'ann', 'write');
    const step = await scene.run({}, { event: labeled(scene, 'ann') });
    expect(step.outputs['result']).toBe('exported');
    expect(step.log).toContain('`ann` holds `write`.');
    expect(calls(scene)).toEqual([`${LOOK_UP('ann')} 200`]);
  });

  test('who holds less is refused', async () => {
    await using scene = await openScene({ action: 'visitors' });
    scene.sandbox.github.addMember(REPOSITORY, 'ann', 'triage');
    const step = await scene.run({}, { event: labeled(scene, 'ann') });
    expectDenied(
      scene,
      step,
      "'ann' holds 'triage' in this repository, but a request takes 'write'. The inputs 'permission' and 'allow-users' set who may.",
    );
    expect(calls(scene)).toEqual([`${LOOK_UP('ann')} 200`]);
  });

  test('the input `permission` may ask for less', async () => {
    await using scene = await openScene({ action: 'visitors' });
    scene.sandbox.github.addMember(REPOSITORY, 'ann', 'triage');
    const step = await scene.run({ permission: 'triage' }, { event: labeled(scene, 'ann') });
    expect(step.outputs['result']).toBe('exported');
  });

  test('who is named is not looked up', async () => {
    await using scene = await openScene({ action: 'visitors' });
    const inputs = { 'allow-users': 'ann', 'allow-bots': 'helper[bot]' };
    for (const login of ['ann', 'helper[bot]']) {
      const step = await scene.run(inputs, { event: labeled(scene, login) });
      expect(step.outputs['result']).toBe('exported');
    }
    expect(calls(scene)).toEqual([]);
  });

  test('a bot that is not named is refused', async () => {
    await using scene = await openScene({ action: 'visitors' });
    const step = await scene.run({ 'allow-users': 'helper' }, { event: labeled(scene, 'helper[bot]') });
    expectDenied(scene, step, "The bot 'helper[bot]' is not named in 'allow-bots'.");
    expect(calls(scene)).toEqual([]);
  });

  test('doubt is a refusal: GitHub fails', async () => {
    await using scene = await openScene({ action: 'visitors' });
    scene.sandbox.github.addMember(REPOSITORY, 'ann', 'admin');
    scene.sandbox.github.faults.next({ times: 50 }, answer({ status: 502 }));
    const step = await scene.run({}, { event: labeled(scene, 'ann') });
    expectDenied(scene, step, expect.stringMatching(/^The permission of 'ann' is unknown: .*502/));
    expect(new Set(calls(scene))).toEqual(new Set([`${LOOK_UP('ann')} 502`]));
  });

  test('doubt is a refusal: there is no token, or nobody is named', async () => {
    await using scene = await openScene({ action: 'visitors' });
    const tokenless = await scene.run({ 'github-token': '' }, { event: labeled(scene, 'ann') });
    expectDenied(scene, tokenless, "The permission of 'ann' is unknown: 'github-token' is empty.");
    const nobody = await scene.run({}, { event: { name: 'issues', payload: {} } });
    expectDenied(scene, nobody, 'The event does not say who caused it.');
    expect(calls(scene)).toEqual([]);
  });

  test('wrong inputs are named before anybody is asked', async () => {
    await using scene = await openScene({ action: 'visitors' });
    const inputs = { permission: 'read', 'allow-users': 'a b/c', 'allow-bots': '?' };
    const step = await scene.run(inputs, { event: labeled(scene, 'ann') });
    expect(step.outputs['result']).toBe('error');
    for (const name of Object.keys(inputs))
      expect(step.outputs['reason']).toContain(shellSafeText(`\`${name}\` must be`));
    expect(calls(scene)).toEqual([]);
  });
});

test.each(['schedule', 'workflow_dispatch', 'push', 'repository_dispatch', 'release', 'merge_group'])(
  'the event %s needs no permission, and nothing is asked of GitHub',
  async (name) => {
    await using scene = await openScene({ action: 'visitors' });
    const step = await scene.run({ 'github-token': '' }, { event: { name, payload: {} } });
    expect(step.outputs['result']).toBe('exported');
    expect(calls(scene)).toEqual([]);
  },
);

test('a run that gets no secrets is skipped with a sentence, and works with a key', async () => {
  await using scene = await openScene({ action: 'visitors' });
  scene.sandbox.github.addMember(REPOSITORY, 'ann', 'write');
  const fork = event('pull_request', 'opened', (payload) => {
    const { id, type } = userOf(scene.sandbox.github.store, 'ann');
    payload.sender = account('ann', id, type);
    payload.pull_request.head.repo = null;
  });
  const step = await scene.run({ 'api-key': '' }, { event: fork });
  expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'skipped' } });
  expect(step.rawLog).toContain('GitHub keeps secrets from this event');
  expect(calls(scene)).toEqual([]);
  expect((await scene.run({}, { event: fork })).outputs['result']).toBe('exported');
});
