import { describe, expect, test } from '@jest/globals';
import { REQUIRABLE } from '../../src/inputs/fields.ts';
import {
  decideByLevel,
  decide as decideFirst,
  type GateRules,
  LEVELS,
  type Lookup,
  type Requester,
  readLevel,
} from '../../src/request/gate.ts';

const octocat = { login: 'octocat', id: 1, type: 'User' };
const renovate = { login: 'renovate[bot]', id: 2, type: 'Bot' };
const rules: GateRules = { permission: 'write', allowUsers: [], allowTeams: [], allowBots: [] };
const asking = (sender: Requester['sender'], author = sender): Requester => ({
  event: 'issue_comment',
  ...(sender !== undefined && { sender }),
  ...(author !== undefined && { author }),
});
const level = (word: (typeof LEVELS)[number]): Lookup => word;
/** The account to look up, if any. */
const accountToLookUp = (requester: Requester, given: GateRules) => {
  const decided = decideFirst(requester, given);
  return 'allowed' in decided ? undefined : decided;
};
const decide = (requester: Requester, given: GateRules, lookup: Lookup = { why: 'GitHub answered 503' }) => {
  const decided = decideFirst(requester, given);
  return 'allowed' in decided ? decided : decideByLevel(decided, given, lookup);
};

describe('the level', () => {
  test('decides, for every pair of level and required level', () => {
    for (const required of REQUIRABLE) {
      for (const held of LEVELS) {
        const decision = decide(asking(octocat), { ...rules, permission: required }, level(held));
        expect(decision.allowed).toBe(LEVELS.indexOf(held) <= LEVELS.indexOf(required));
      }
    }
  });

  test('is named in the refusal, and who has at least triage hears it', () => {
    expect(decide(asking(octocat), rules, level('triage'))).toEqual({
      allowed: false,
      reason:
        '`octocat` has the role `triage` in this repository, but requests need `write`. The inputs `permission`, `allow-users` and `allow-teams` set who can request.',
      mayHearWhy: true,
    });
    expect(decide(asking(octocat), rules, level('read'))).toMatchObject({ mayHearWhy: false });
    expect(decide(asking(octocat), rules, level('none'))).toMatchObject({
      reason:
        '`octocat` has no role in this repository, but requests need `write`. The inputs `permission`, `allow-users` and `allow-teams` set who can request.',
    });
  });

  test('is a refusal when it is unknown', () => {
    expect(decide(asking(octocat), rules, { why: 'GitHub answered 503' })).toEqual({
      allowed: false,
      reason: 'The permission of `octocat` is unknown: GitHub answered 503.',
      mayHearWhy: false,
    });
  });
});

describe('names', () => {
  test.each(['octocat:1', 'OctoCat:1'])(
    'let in the one account that `allow-users` holds with its id: %s',
    (name) => {
      const named = { ...rules, allowUsers: [name] };
      expect(accountToLookUp(asking(octocat), named)).toBeUndefined();
      expect(decide(asking(octocat), named).allowed).toBe(true);
    },
  );

  test.each(['octocat:2', 'octocat:11', 'octocat:01', 'octocat:', 'octo:1', ':1'])(
    'with another id are looked up like any other: %s',
    (name) => {
      const named = { ...rules, allowUsers: [name] };
      expect(accountToLookUp(asking(octocat), named)).toBe(octocat);
      expect(decide(asking(octocat), named, level('read')).allowed).toBe(false);
      expect(decide(asking(octocat), named, level('write')).allowed).toBe(true);
    },
  );

  test('of a bot take an id as well', () => {
    expect(decide(asking(renovate), { ...rules, allowBots: ['renovate[bot]:2'] }).allowed).toBe(true);
    expect(decide(asking(renovate), { ...rules, allowBots: ['renovate[bot]:3'] })).toMatchObject({
      allowed: false,
      reason: 'The bot `renovate[bot]` is named in `allow-bots` with another id than its own, 2.',
    });
  });

  test.each(['octocat', 'OctoCat'])('let in whom `allow-users` holds exactly: %s', (name) => {
    const named = { ...rules, allowUsers: ['hubot', name] };
    expect(decide(asking(octocat), named).allowed).toBe(true);
    expect(accountToLookUp(asking(octocat), named)).toBeUndefined();
  });

  test.each(['octo', 'octocat2', '*', 'octo*', '@octocat', '', '.*', 'octocat,hubot'])(
    'do not match in part: %j',
    (name) => {
      const named = { ...rules, allowUsers: [name], allowBots: [name] };
      expect(decide(asking(octocat), named, level('read')).allowed).toBe(false);
      expect(decide(asking(renovate), named).allowed).toBe(false);
    },
  );
});

describe('a bot', () => {
  test('is refused without a look-up, whatever its level', () => {
    expect(accountToLookUp(asking(renovate), rules)).toBeUndefined();
    expect(decide(asking(renovate), rules, level('admin'))).toEqual({
      allowed: false,
      reason: 'The bot `renovate[bot]` is not named in `allow-bots`.',
      mayHearWhy: false,
    });
  });

  test('is let in by its exact login', () => {
    const named = { ...rules, allowBots: ['Renovate[bot]'] };
    expect(decide(asking(renovate), named).allowed).toBe(true);
    expect(accountToLookUp(asking(renovate), named)).toBeUndefined();
  });

  test.each(['renovate', '[bot]', '*[bot]', 'renovate[bot]x'])('is not let in by %s', (name) => {
    expect(decide(asking(renovate), { ...rules, allowBots: [name] }).allowed).toBe(false);
  });

  test('is not let in by `allow-users`, nor a user by `allow-bots`', () => {
    const crossed = { ...rules, allowUsers: ['renovate[bot]'], allowBots: ['octocat'] };
    expect(decide(asking(renovate), crossed, level('admin')).allowed).toBe(false);
    expect(decide(asking(octocat), crossed, level('read')).allowed).toBe(false);
  });

  test.each([
    ['a user with a name like a bot', { ...renovate, type: 'User' }],
    ['an organization', { login: 'acme', id: 3, type: 'Organization' }],
    ['a mannequin', { login: 'imported', id: 3, type: 'Mannequin' }],
    ['an account of no known type', { login: 'octocat', id: 3, type: '' }],
  ])('is not the only one that is refused: %s', (_, account) => {
    const named = { ...rules, allowUsers: [account.login], allowBots: [account.login] };
    expect(decide(asking(account), named, level('admin')).allowed).toBe(false);
    expect(accountToLookUp(asking(account), named)).toBeUndefined();
  });
});

describe('who asks', () => {
  const other = { login: 'mona', id: 9, type: 'User' };

  test('must have written the text', () => {
    expect(decide(asking(octocat, other), rules, level('admin'))).toEqual({
      allowed: false,
      reason: '`octocat` caused the event, but another person wrote the text.',
      mayHearWhy: false,
    });
    const named = { ...rules, allowUsers: ['octocat', 'mona'] };
    expect(decide(asking(octocat, other), named).allowed).toBe(false);
    expect(accountToLookUp(asking(octocat, other), named)).toBeUndefined();
  });

  test('is told by the id, not by the login', () => {
    expect(decide(asking(octocat, { ...octocat, id: 9 }), rules, level('admin')).allowed).toBe(false);
    expect(decide(asking(octocat, { ...octocat, login: 'renamed' }), rules, level('admin')).allowed).toBe(
      true,
    );
  });

  test('must be known', () => {
    for (const unknown of [asking(undefined), asking(undefined, octocat)]) {
      expect(decide(unknown, { ...rules, allowUsers: ['octocat'] }, level('admin')).allowed).toBe(false);
      expect(accountToLookUp(unknown, rules)).toBeUndefined();
    }
  });

  test('may be the one who caused an event without a text', () => {
    const labeled = { event: 'issues', sender: octocat };
    expect(accountToLookUp(labeled, rules)).toBe(octocat);
    expect(decide(labeled, rules, level('write')).allowed).toBe(true);
    expect(decide(labeled, rules, level('read')).allowed).toBe(false);
  });
});

test.each(['push', 'schedule', 'workflow_dispatch', 'repository_dispatch', 'release', 'merge_group'])(
  'the event %s has no gate',
  (event) => {
    for (const sender of [octocat, renovate]) {
      expect(decide({ event, sender }, rules).allowed).toBe(true);
      expect(accountToLookUp({ event, sender }, rules)).toBeUndefined();
    }
    expect(decide({ event }, rules).allowed).toBe(true);
  },
);

test.each([
  'issue_comment',
  'issues',
  'pull_request',
  'pull_request_target',
  'workflow_run',
  'PUSH',
  '',
  'x',
])('the event %j has one', (event) => {
  expect(decide({ event, sender: octocat }, rules).allowed).toBe(false);
});

/** An answer as GitHub gives it; `permission` and `role_name` are often coarser than the flags. */
function answer(permission: string, role: string | undefined, flags: Record<string, boolean> | undefined) {
  return {
    permission,
    ...(role !== undefined && { role_name: role }),
    user: { login: 'octocat', id: 1, type: 'User', ...(flags !== undefined && { permissions: flags }) },
  };
}
const all = { admin: true, maintain: true, push: true, triage: true, pull: true };
const maintain = { ...all, admin: false };
const push = { ...maintain, maintain: false };
const triage = { ...push, push: false };
const pull = { ...triage, triage: false };

test.each([
  ['admin', answer('admin', 'admin', all)],
  ['maintain', answer('write', 'maintain', maintain)],
  ['write', answer('write', 'write', push)],
  ['triage', answer('read', 'triage', triage)],
  ['read', answer('read', 'read', pull)],
  ['none', answer('none', 'none', { ...pull, pull: false })],
  // A custom role shows by its own name.
  ['maintain', answer('write', 'doc-lead', maintain)],
  ['triage', answer('read', 'doc-helper', triage)],
  // Where fields disagree, what GitHub says flag by flag counts.
  ['none', answer('write', 'write', { ...pull, pull: false })],
  ['none', answer('admin', 'admin', { admin: false })],
  // Servers that send less.
  ['maintain', answer('write', 'maintain', undefined)],
  ['triage', answer('read', 'triage', undefined)],
  ['write', answer('write', 'doc-lead', undefined)],
  ['read', answer('read', undefined, undefined)],
  ['admin', answer('admin', undefined, {})],
  ['none', { permission: 'none', user: null }],
  ['write', { permission: 'write' }],
] as const)('GitHub says %s', (word, json) => {
  expect(readLevel(json, octocat)).toEqual(level(word));
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
])('GitHub says nothing that is known: %j', (json) => {
  expect(readLevel(json, octocat)).toMatchObject({ why: expect.any(String) });
});

test('GitHub answers about another account that took over the login', () => {
  const json = { ...answer('admin', 'admin', all), user: { login: 'octocat', id: 77, permissions: all } };
  expect(readLevel(json, octocat)).toEqual({ why: 'the login has changed hands' });
});
