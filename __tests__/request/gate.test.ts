import { describe, expect, test } from '@jest/globals';
import type { Account } from '../../src/github/account.ts';
import {
  decide,
  decideByLevel,
  type GateRules,
  LEVELS,
  type Requester,
  readLevel,
} from '../../src/request/gate.ts';

const octocat = { login: 'octocat', id: 1, type: 'User' };
const renovate = { login: 'renovate[bot]', id: 2, type: 'Bot' };
const mona = { login: 'mona', id: 9, type: 'User' };
const rules: GateRules = { permission: 'write', allowUsers: [], allowBots: [] };

function comment(sender: Account | undefined, author = sender ?? mona): Requester {
  return { event: 'issue_comment', sender, author };
}

describe('without GitHub, the gate allows', () => {
  test.each<[string, Requester, Partial<GateRules>]>([
    ['a named user', comment(octocat), { allowUsers: ['hubot', 'OctoCat'] }],
    ['a user named with the id', comment(octocat), { allowUsers: ['OctoCat:1'] }],
    ['a named bot', comment(renovate), { allowBots: ['Renovate[bot]'] }],
    ['a bot named with the id', comment(renovate), { allowBots: ['renovate[bot]:2'] }],
    ['an app by its slug', comment(renovate), { allowBots: ['renovate'] }],
    ['an app as searches name it', comment(renovate), { allowBots: ['app/Renovate:2'] }],
    ['a bot without the suffix', comment({ ...renovate, login: 'Copilot' }), { allowBots: ['copilot[bot]'] }],
    ...['copilot-swe-agent[bot]', 'app/Copilot-swe-agent', 'copilot'].map(
      (name): [string, Requester, object] => [
        `an app with another login, as ${name}`,
        comment({ ...renovate, login: 'Copilot', app: 'copilot-swe-agent' }),
        { allowBots: [name] },
      ],
    ),
    ['a bot that merged', { event: 'pull_request', sender: renovate, isMerge: true }, {}],
    ['a user named with an at sign', comment(octocat), { allowUsers: ['@octocat'] }],
  ])('%s', (_who, requester, names) => {
    expect(decide(requester, { ...rules, ...names })).toMatchObject({ allowed: true });
  });

  test.each(['push', 'schedule', 'workflow_dispatch', 'repository_dispatch', 'release', 'merge_group'])(
    'the event %s',
    (event) => {
      for (const sender of [octocat, renovate, undefined])
        expect(decide({ event, sender }, rules)).toMatchObject({ allowed: true });
    },
  );
});

describe('the gate checks the permission of', () => {
  test.each<[string, Requester, Partial<GateRules>]>([
    ['a user', comment(octocat), {}],
    ['a user named with another id', comment(octocat), { allowUsers: ['octocat:2', 'octocat:11'] }],
    ['a user named with part of an id', comment(octocat), { allowUsers: ['octocat:01', 'octocat:', ':1'] }],
    ['a user with part of a name', comment(octocat), { allowUsers: ['octo', 'octocat2', ''] }],
    ['a user named by a pattern', comment(octocat), { allowUsers: ['*', 'octo*', '.*', '@octo'] }],
    ['a user with the name of an app', comment(octocat), { allowUsers: ['octocat[bot]', 'app/octocat'] }],
    ['a user named in `allow-bots`', comment(octocat), { allowBots: ['octocat'] }],
    ['an author whose login has changed', comment(octocat, { ...octocat, login: 'renamed' }), {}],
  ])('%s', (_who, requester, names) => {
    expect(decide(requester, { ...rules, ...names })).toBe(octocat);
  });

  test.each(['issues', 'pull_request_target', 'workflow_run', 'PUSH', ''])(
    'the sender of the event %j',
    (event) => {
      expect(decide({ event, sender: octocat }, rules)).toBe(octocat);
    },
  );
});

describe('without GitHub, the gate refuses', () => {
  const UNNAMED = 'The bot `renovate[bot]` (ID 2) is not named in `allow-bots`.';
  const NEITHER = /^`.*` is neither a user nor a bot\.$/;
  const OTHER_AUTHOR = '`octocat` caused the event, but another person wrote the text.';
  const parts = ['renov', 'app/', '[bot]', '*[bot]', ''];
  const both = { allowUsers: ['octocat', 'renovate[bot]'], allowBots: ['octocat', 'renovate[bot]'] };

  test.each<[string, Requester, Partial<GateRules>, string | RegExp]>([
    ['a bot', comment(renovate), {}, UNNAMED],
    ['a bot named with another id', comment(renovate), { allowBots: ['renovate[bot]:3'] }, UNNAMED],
    ['a bot with part of a name', comment(renovate), { allowBots: parts }, UNNAMED],
    ['a bot with a longer name', comment(renovate), { allowBots: ['renovate[bot]x'] }, UNNAMED],
    ['a bot in `allow-users`', comment(renovate), { allowUsers: ['renovate[bot]', 'renovate'] }, UNNAMED],
    ['an organization', comment({ ...octocat, type: 'Organization' }), both, NEITHER],
    ['a mannequin', comment({ ...octocat, type: 'Mannequin' }), both, NEITHER],
    ['an account without a type', comment({ ...octocat, type: '' }), both, NEITHER],
    ['a user with the login of a bot', comment({ ...renovate, type: 'User' }), both, NEITHER],
    ["another author's text", comment(octocat, mona), { allowUsers: ['octocat', 'mona'] }, OTHER_AUTHOR],
    ['another author with the same login', comment(octocat, { ...octocat, id: 9 }), {}, OTHER_AUTHOR],
    ['an event without a sender', comment(undefined, octocat), both, 'The event has no sender.'],
  ])('%s', (_who, requester, names, reason) => {
    const decided = decide(requester, { ...rules, ...names });
    expect(decided).toMatchObject({ allowed: false });
    expect('reason' in decided && decided.reason).toMatch(reason);
  });
});

describe('the gate', () => {
  test.each([
    ['admin', ['admin']],
    ['maintain', ['admin', 'maintain']],
    ['write', ['admin', 'maintain', 'write']],
    ['triage', ['admin', 'maintain', 'write', 'triage']],
  ] as const)('with `permission: %s` allows %j', (permission, expected) => {
    const allowed = LEVELS.filter((level) => decideByLevel(octocat, { ...rules, permission }, level).allowed);
    expect(allowed).toEqual(expected);
  });

  test('names the role in a refusal, and replies to triage and above', () => {
    expect(decideByLevel(octocat, rules, 'triage')).toEqual({
      allowed: false,
      reason:
        '`octocat` has the role `triage` in this repository, but requests need `write`. The inputs `permission` and `allow-users` set who can request.',
      mayHearWhy: true,
    });
    expect(decideByLevel(octocat, rules, 'read')).toMatchObject({ mayHearWhy: false });
    expect(decideByLevel(octocat, rules, 'none').reason).toMatch(/^`octocat` has no role in this repository/);
  });

  test('refuses an unknown permission', () => {
    expect(decideByLevel(octocat, rules, { why: 'GitHub answered 503' })).toEqual({
      allowed: false,
      reason: 'The permission of `octocat` is unknown: GitHub answered 503.',
      mayHearWhy: false,
    });
  });
});

describe('the permission in a response of GitHub', () => {
  /** `permission` and `role_name` are often coarser than the flags. */
  function response(
    permission: string,
    role: string | undefined,
    flags: Record<string, boolean> | undefined,
  ) {
    return {
      permission,
      role_name: role,
      user: { login: 'octocat', id: 1, type: 'User', permissions: flags },
    };
  }
  const all = { admin: true, maintain: true, push: true, triage: true, pull: true };
  const maintain = { ...all, admin: false };
  const push = { ...maintain, maintain: false };
  const triage = { ...push, push: false };
  const pull = { ...triage, triage: false };
  const none = { ...pull, pull: false };

  test.each([
    ['admin', response('admin', 'admin', all)],
    ['maintain', response('write', 'maintain', maintain)],
    ['write', response('write', 'write', push)],
    ['triage', response('read', 'triage', triage)],
    ['read', response('read', 'read', pull)],
    ['none', response('none', 'none', none)],
    // A custom role has its own name.
    ['maintain', response('write', 'doc-lead', maintain)],
    ['triage', response('read', 'doc-helper', triage)],
    // If the fields contradict each other, the flags count.
    ['none', response('write', 'write', none)],
    ['none', response('admin', 'admin', { admin: false })],
    // Servers that send less.
    ['maintain', response('write', 'maintain', undefined)],
    ['triage', response('read', 'triage', undefined)],
    ['write', response('write', 'doc-lead', undefined)],
    ['read', response('read', undefined, undefined)],
    ['admin', response('admin', undefined, {})],
    ['none', { permission: 'none', user: null }],
    ['write', { permission: 'write' }],
  ] as const)('is %s', (level, json) => {
    expect(readLevel(json, octocat)).toBe(level);
  });

  test.each([
    undefined,
    null,
    'admin',
    {},
    [],
    { permission: 'owner' },
    { permission: 'ADMIN' },
    { permission: true, role_name: 7, user: { id: 1, permissions: { admin: 'yes' } } },
    { user: { permissions: 'admin' } },
  ])('is unknown: %j', (json) => {
    expect(readLevel(json, octocat)).toMatchObject({ why: expect.any(String) });
  });

  test('is unknown if another account has taken over the login', () => {
    const json = { ...response('admin', 'admin', all), user: { login: 'octocat', id: 77, permissions: all } };
    expect(readLevel(json, octocat)).toEqual({ why: 'the login now belongs to another account' });
  });
});
