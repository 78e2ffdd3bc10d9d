/** Who may request something, by event, action, permission and account; and that nothing of the others reaches the service. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Fault } from '../../sandbox/faults/script.ts';
import { account } from '../../sandbox/github/payloads.ts';
import { type Role, userOf } from '../../sandbox/github/store.ts';
import { fromFork, type Json } from '../request/payloads.ts';
import { type AskOptions, type Inputs, openScene, type Scene } from '../support/scene.ts';

/** A comment is refused for a reason that the log has; `replied` says whether a line in reply gives it. */
async function expectRefusal(scene: Scene, options: AskOptions, reason: string, replied = false) {
  const asking = scene.comment('/docs Delete everything', options);
  const step = await scene.run(options.inputs, { event: asking.event });
  expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'denied', jobId: '' } });
  expect(step.outputs['reasonCode']).toBe('not-permitted');
  expect(step.log).toContain(reason);
  expect(asking.reactions()).toEqual(['confused']);
  expect(scene.comments()).toEqual(replied ? [expect.stringContaining('Not allowed:')] : []);
  expect(scene.requests('service')).toEqual([]);
}

/** The account that comments, as the event names it. */
const as = (login: string, id: number, type: 'User' | 'Bot' | 'Organization') => (payload: Json) => {
  payload.sender = payload.comment.user = account(login, id, type);
};
const written = (by: string, id: number) => (payload: Json) => {
  payload.comment.user = account(by, id);
};
const bot = (login: string, name: string): AskOptions => ({
  ...{ change: as(login, 4242, 'Bot'), inputs: { 'allow-bots': name, 'allow-users': login } },
});

describe('a role', () => {
  // With its custom name, the permission that is required, and whether a reply tells why.
  test.each<[Role, string | undefined, string, boolean]>([
    ['read', undefined, 'write', false],
    ['triage', undefined, 'write', true],
    ['write', undefined, 'maintain', true],
    ['maintain', undefined, 'admin', true],
    ['read', 'docs reader', 'triage', false],
    ['triage', 'docs triager', 'write', true],
  ])('%s (%s) is too little for %s', async (role, custom, permission, replied) => {
    await using scene = await openScene();
    scene.member('ann', role, custom);
    await expectRefusal(
      scene,
      { by: 'ann', inputs: { permission } },
      `\`ann\` has the role \`${role}\``,
      replied,
    );
  });

  test.each<[Role, string | undefined, string]>([
    ['admin', undefined, 'admin'],
    ['maintain', undefined, 'maintain'],
    ['write', 'docs writer', 'write'],
    ['triage', undefined, 'triage'],
  ])('%s (%s) is enough for %s', async (role, custom, permission) => {
    await using scene = await openScene();
    scene.member('ann', role, custom);
    const step = await scene.ask('/docs Rewrite', { by: 'ann', inputs: { permission } });
    expect(step.outputs['result']).toBe('pull-request');
    expect(step.log).toContain(`\`ann\` has the role \`${role}\`.`);
  });

  test('nobody holds in a private repository is none', async () => {
    await using scene = await openScene();
    scene.repository.private = true;
    await expectRefusal(scene, { by: 'ann' }, '`ann` has no role in this repository');
  });
});

test.each<[string, AskOptions, string]>([
  [
    'a stranger whose payload says that they own the repository',
    {
      by: 'mallory',
      change: (payload) => {
        payload.comment.author_association = 'OWNER';
      },
    },
    '`mallory` has the role `read`',
  ],
  [
    'a text by a stranger that a writer edited',
    { change: written('mallory', 99) },
    '`octocat` caused the event, but another person wrote the text.',
  ],
  [
    'a login that its owner gave up, taken by somebody else',
    { by: 'mallory', inputs: { 'allow-users': 'bob:7, mallory:1' } },
    '`mallory` has the role `read`',
  ],
  [
    'a login that another account has now',
    { change: as('octocat', 583_231, 'User') },
    'the login has changed hands',
  ],
  ['a bot that nobody named', bot('renovate[bot]', ''), 'is not named in `allow-bots`'],
  [
    'a bot whose name is like another',
    bot('renovate-2[bot]', 'renovate[bot]'),
    'is not named in `allow-bots`',
  ],
  [
    'a bot that took the name of another',
    bot('renovate[bot]', 'renovate[bot]:4243'),
    'in `allow-bots` with another id than its own, 4242.',
  ],
  [
    'a person with the name of a bot',
    { ...bot('renovate[bot]', 'renovate[bot]'), change: as('renovate[bot]', 4242, 'User') },
    'is neither a user nor a bot',
  ],
  [
    'an organization',
    { change: as('acme', 3, 'Organization'), inputs: { 'allow-users': 'acme', 'allow-bots': 'acme' } },
    'is neither a user nor a bot',
  ],
])('%s is refused', async (_who, options, reason) => {
  await using scene = await openScene();
  await expectRefusal(scene, options, reason);
});

test.each<[string, string, Inputs]>([
  ['a user by login', 'Ann', { 'allow-users': 'bob, ann' }],
  ['a bot by login', 'renovate[bot]', { 'allow-bots': 'Renovate[bot]' }],
])('%s is allowed without a look-up', async (_who, by, inputs) => {
  await using scene = await openScene();
  expect((await scene.ask('/docs Rewrite', { by, inputs })).outputs['result']).toBe('pull-request');
  expect(scene.requests('github').join()).not.toContain('permission');
});

test('a user by login and id is allowed', async () => {
  await using scene = await openScene();
  const { id } = userOf(scene.sandbox.github.store, 'ann');
  const step = await scene.ask('/docs Rewrite', { by: 'ann', inputs: { 'allow-users': `Ann:${id}` } });
  expect(step.outputs['result']).toBe('pull-request');
});

describe('any doubt about the permission is a refusal', () => {
  const body = { message: 'No', documentation_url: 'https://docs.github.com' };
  test.each<[string, () => Fault, string, number]>([
    ['403', () => answer({ status: 403, body }), "the token isn't allowed to read it", 1],
    ['404', () => answer({ status: 404, body }), 'GitHub returns 404 for this account', 1],
    ['500, always', () => answer({ status: 500, body }), '500 Internal Server Error', 5],
    ['an answer of another shape', () => answer({ status: 200, body: {} }), 'names no known level', 1],
  ])('GitHub answers %s', async (_name, fault, reason, tries) => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ path: /permission$/, times: 9 }, fault());
    await expectRefusal(scene, {}, reason);
    const checks = scene.requests('github').filter((line) => line.includes('/permission '));
    expect(checks).toHaveLength(tries);
  });

  test('but one that an error before it raised', async () => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ path: /permission$/, times: 2 }, answer({ status: 502 }));
    expect((await scene.ask('/docs Rewrite')).outputs['result']).toBe('pull-request');
  });
});

const ACTIONS = {
  request: { prompt: 'Document this' },
  batch: { 'prompts-json': '[{"name": "a", "prompt": "Document this"}]' },
  visitors: {},
} as const;
const actions = ['request', 'batch', 'visitors'] as const;

/** Somebody puts a label on the issue, which `octocat` wrote; or the same under another event's name. */
function labeled(scene: Scene, by: string, name = 'issues') {
  const event = scene.events.issue(scene.issue, 'labeled', userOf(scene.sandbox.github.store, by));
  return { ...event, name };
}

describe.each(actions)('the %s action, on an event that anybody may cause', (action) => {
  test.each<[string, string, Role, string, boolean]>([
    ['a label by a reader', 'issues', 'read', 'write', false],
    ['a label by a triager', 'issues', 'triage', 'write', false],
    ['a label by a triager, who is enough', 'issues', 'triage', 'triage', true],
    ['a label by a writer', 'issues', 'write', 'write', true],
    ['a pull request of a triager', 'pull_request_target', 'triage', 'write', false],
    ['the run after that of a maintainer', 'workflow_run', 'maintain', 'maintain', true],
  ])('%s', async (_what, name, role, permission, allowed) => {
    await using scene = await openScene({ action });
    scene.member('ann', role);
    const step = await scene.run({ ...ACTIONS[action], permission }, { event: labeled(scene, 'ann', name) });
    expect(step.outcome).toBe('success');
    expect(step.log).toContain(`\`ann\` has the role \`${role}\``);
    expect(step.outputs['result'] === 'denied').toBe(!allowed);
    expect(scene.requests('service').length > 0).toBe(allowed);
    // Who used no phrase gets no reaction, and no reply.
    if (!allowed) expect(scene.requests('github')).toEqual(['GET /collaborators/ann/permission 200']);
  });

  test.each<[string, string, Inputs, string]>([
    ['a bot', 'helper[bot]', { 'allow-users': 'helper' }, 'is not named in `allow-bots`'],
    ['anybody without a token', 'octocat', { 'github-token': '' }, '`github-token` is empty'],
  ])('refuses %s', async (_who, by, inputs, reason) => {
    await using scene = await openScene({ action });
    const step = await scene.run({ ...ACTIONS[action], ...inputs }, { event: labeled(scene, by) });
    expect(step.outputs['result']).toBe('denied');
    expect(step.log).toContain(reason);
    expect([...scene.requests('github'), ...scene.requests('service'), ...scene.list()]).toEqual([]);
  });

  test('refuses an event without a sender', async () => {
    await using scene = await openScene({ action });
    const event = { name: 'workflow_run', payload: {} };
    const step = await scene.run({ ...ACTIONS[action], 'allow-users': 'octocat' }, { event });
    expect(step.outputs['result']).toBe('denied');
    expect(scene.requests('service')).toEqual([]);
  });

  test('is skipped, without a request, where GitHub gives a fork no secrets', async () => {
    await using scene = await openScene({ action });
    const event = scene.events.pull(scene.pull, 'opened', scene.pull.user, fromFork);
    const step = await scene.run({ ...ACTIONS[action], 'api-key': '' }, { event });
    expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'skipped' } });
    expect(step.rawLog).toContain('GitHub gives this event no secrets');
    expect([...scene.requests('github'), ...scene.requests('service')]).toEqual([]);
  });

  test.each(['schedule', 'push', 'release'])('asks for no permission on %s', async (name) => {
    await using scene = await openScene({ action });
    const step = await scene.run(
      { ...ACTIONS[action], 'github-token': '' },
      { event: { name, payload: {} } },
    );
    expect(['pull-request', 'completed', 'exported']).toContain(step.outputs['result']);
    expect(scene.requests('github')).toEqual([]);
  });
});
