/** Who may ask, what the others get, and that nothing of theirs reaches the service. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Fault } from '../../sandbox/faults/script.ts';
import { type Role, userOf } from '../../sandbox/github/store.ts';
import { shellSafeText } from '../../src/text/shell-safe.ts';
import { account, type Json } from '../request/payloads.ts';
import { type AskOptions, openScene, type Scene } from '../support/scene.ts';

/** The request is refused for this reason; `heard` says whether a line in reply gives it. */
async function expectRefusal(scene: Scene, asked: AskOptions, reason: string, heard = false) {
  const asking = scene.comment('/docs Delete everything', asked);
  const step = await scene.run(asked.inputs, { event: asking.event });
  expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'denied', jobId: '' } });
  expect(step.outputs['reason']).toContain(shellSafeText(reason));
  expect(step.log).toContain(reason);
  expect(asking.reactions()).toEqual(['confused']);
  expect(scene.comments()).toHaveLength(heard ? 1 : 0);
  if (heard) expect(scene.comments()[0]).toMatch(/^\*\*Not allowed:\*\* /);
  expect(scene.sandbox.service.requests).toEqual([]);
}

describe('a role', () => {
  test.each<[Role, string | undefined, string, string, boolean]>([
    [
      'read',
      undefined,
      'write',
      '`ann` holds `read` in this repository, but a request takes `write`. The inputs `permission` and `allow-users` set who may.',
      false,
    ],
    ['none', undefined, 'write', '`ann` holds `read`', false],
    ['triage', undefined, 'write', '`ann` holds `triage`', true],
    ['write', undefined, 'maintain', '`ann` holds `write`', true],
    ['maintain', undefined, 'admin', '`ann` holds `maintain`', true],
    ['read', 'docs reader', 'triage', '`ann` holds `read`', false],
    ['triage', 'docs triager', 'write', '`ann` holds `triage`', true],
  ])('%s (%s) is too little for %s', async (role, custom, permission, reason, heard) => {
    await using scene = await openScene();
    if (role !== 'none') scene.member('ann', role, custom);
    await expectRefusal(scene, { by: 'ann', inputs: { permission } }, reason, heard);
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
    expect(step.log).toContain(`\`ann\` holds \`${role}\`.`);
  });

  test('is what GitHub answers now, whatever `author_association` the payload has', async () => {
    await using scene = await openScene();
    scene.member('ann', 'read');
    const change = (payload: Json) => {
      payload.comment.author_association = 'OWNER';
    };
    await expectRefusal(scene, { by: 'ann', change }, '`ann` holds `read`');
  });

  test('nobody holds in a private repository is none', async () => {
    await using scene = await openScene();
    scene.repository.private = true;
    await expectRefusal(scene, { by: 'ann' }, '`ann` holds no permission in this repository');
  });

  test('is not asked for when the login is named in `allow-users`', async () => {
    await using scene = await openScene();
    const step = await scene.ask('/docs Rewrite', { by: 'Ann', inputs: { 'allow-users': 'bob, ann' } });
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.requests('github').join()).not.toContain('permission');
  });
});

describe('the look-up', () => {
  const body = { message: 'No', documentation_url: 'https://docs.github.com' };
  test.each<[string, () => Fault, string, number]>([
    ['403', () => answer({ status: 403, body }), 'the token may not ask for it', 1],
    ['404', () => answer({ status: 404, body }), 'GitHub knows no such account in this repository', 1],
    ['500, always', () => answer({ status: 500, body }), '500 Internal Server Error', 5],
    ['an answer of another shape', () => answer({ status: 200, body: {} }), 'names no known level', 1],
  ])('answers %s: any doubt is a refusal', async (_name, fault, reason, looks) => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ path: /permission$/, times: 9 }, fault());
    await expectRefusal(scene, {}, reason);
    expect(scene.sandbox.github.requests.filter(({ path }) => path.endsWith('/permission'))).toHaveLength(
      looks,
    );
  });

  test('answers after an error', async () => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ path: /permission$/, times: 2 }, answer({ status: 502 }));
    expect((await scene.ask('/docs Rewrite')).outputs['result']).toBe('pull-request');
  });

  test('is about another account that has the login now', async () => {
    await using scene = await openScene();
    const change = (payload: Json) => {
      payload.sender = payload.comment.user = account('octocat', 583_231);
    };
    await expectRefusal(scene, { change }, 'the login has changed hands');
  });

  test('is not possible without a token', async () => {
    await using scene = await openScene();
    const step = await scene.ask('/docs Rewrite', { inputs: { 'github-token': '' } });
    expect(step.outputs).toMatchObject({ result: 'denied' });
    expect(step.outputs['reason']).toContain(shellSafeText('`github-token` is empty'));
    expect(scene.requests('github')).toEqual([]);
    expect(scene.sandbox.service.requests).toEqual([]);
  });

  test('is asked for when the name was registered by another account since', async () => {
    await using scene = await openScene();
    const { id } = userOf(scene.sandbox.github.store, 'ann');
    const asked = (name: string) => ({ by: 'ann', inputs: { 'allow-users': `bob:${id}, ${name}` } });
    await expectRefusal(scene, asked(`ann:${id + 1}`), '`ann` holds `read`');
    expect((await scene.ask('/docs Rewrite', asked(`Ann:${id}`))).outputs['result']).toBe('pull-request');
  });

  test('is made on events that belong to no issue as well', async () => {
    await using scene = await openScene();
    scene.member('ann', 'read');
    const { id } = userOf(scene.sandbox.github.store, 'ann');
    const event = { name: 'watch', payload: { action: 'started', sender: account('ann', id) } };
    const step = await scene.run({ prompt: 'Thank them' }, { event });
    expect(step.outputs).toMatchObject({ result: 'denied' });
    expect(step.outputs['reason']).toContain(shellSafeText('`ann` holds `read`'));
    expect(scene.requests('github')).toEqual(['GET /collaborators/ann/permission 200']);
  });
});

describe('the account', () => {
  test('that caused the event did not write the text', async () => {
    await using scene = await openScene();
    const change = (payload: Json) => {
      payload.comment.user = account('mallory', 99);
    };
    await expectRefusal(scene, { change }, '`octocat` caused the event, but somebody else wrote the text.');
  });

  test.each<[string, 'User' | 'Bot' | 'Organization', string, string]>([
    ['renovate[bot]', 'Bot', '', 'The bot `renovate[bot]` is not named in `allow-bots`.'],
    ['renovate[bot]', 'Bot', 'renovate, renovate-2[bot]', 'is not named in `allow-bots`'],
    ['renovate[bot]', 'Bot', 'renovate[bot]:4243', 'in `allow-bots` with another id than its own, 4242.'],
    ['renovate[bot]', 'User', 'renovate[bot]', 'is neither a user nor a bot'],
    ['acme', 'Organization', 'acme', 'is neither a user nor a bot'],
  ])('%s of type %s is refused with `allow-bots: %s`', async (login, type, bots, reason) => {
    await using scene = await openScene();
    const change = (payload: Json) => {
      payload.sender = payload.comment.user = account(login, 4242, type);
    };
    await expectRefusal(scene, { change, inputs: { 'allow-bots': bots, 'allow-users': 'acme' } }, reason);
    expect(scene.requests('github').join()).not.toContain('permission');
  });

  test('is a bot that is named', async () => {
    await using scene = await openScene();
    const asked = { by: 'renovate[bot]', inputs: { 'allow-bots': 'Renovate[bot]' } };
    expect((await scene.ask('/docs Rewrite', asked)).outputs['result']).toBe('pull-request');
    expect(scene.requests('github').join()).not.toContain('permission');
  });
});

test('who used no phrase gets no reaction', async () => {
  await using scene = await openScene();
  const event = scene.events.issue(scene.issue, 'labeled', scene.pull.user);
  const step = await scene.run({ prompt: 'Document this' }, { event });
  expect(step.outputs['result']).toBe('denied');
  expect(scene.requests('github')).toEqual([expect.stringMatching(/^GET .*permission/)]);
  expect(scene.comments()).toEqual([]);
});
