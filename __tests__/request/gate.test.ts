import { describe, expect, test } from '@jest/globals';
import { REQUIRABLE } from '../../src/inputs/fields.ts';
import {
  decide,
  decideByLevel,
  type GateRules,
  LEVELS,
  type Requester,
  readLevel,
} from '../../src/request/gate.ts';
import type { Account } from '../../src/text/json.ts';

const octocat = { login: 'octocat', id: 1, type: 'User' };
const renovate = { login: 'renovate[bot]', id: 2, type: 'Bot' };
const mona = { login: 'mona', id: 9, type: 'User' };
const rules: GateRules = { permission: 'write', allowUsers: [], allowTeams: [], allowBots: [] };
const comment = (sender: Account | undefined, author = sender): Requester => ({
  ...{ event: 'issue_comment', sender, author },
});

/** What is decided without GitHub; `look up` leaves the decision to the permission. */
function decideFirst(requester: Requester, given: Partial<GateRules>) {
  const decided = decide(requester, { ...rules, ...given });
  if ('allowed' in decided) return decided.allowed ? 'allowed' : decided.reason;
  expect(decided).toBe(requester.sender);
  return 'look up';
}

describe('the level', () => {
  test('decides, for every pair of level and required level', () => {
    for (const required of REQUIRABLE) {
      for (const held of LEVELS) {
        const { allowed } = decideByLevel(octocat, { ...rules, permission: required }, held);
        expect(allowed).toBe(LEVELS.indexOf(held) <= LEVELS.indexOf(required));
      }
    }
  });

  test('is named in the refusal, and who has at least triage hears it', () => {
    expect(decideByLevel(octocat, rules, 'triage')).toEqual({
      allowed: false,
      reason:
        '`octocat` has the role `triage` in this repository, but requests need `write`. The inputs `permission`, `allow-users` and `allow-teams` set who can request.',
      mayHearWhy: true,
    });
    expect(decideByLevel(octocat, rules, 'read')).toMatchObject({ mayHearWhy: false });
    expect(decideByLevel(octocat, rules, 'none').reason).toMatch(/^`octocat` has no role in this repository/);
  });

  test('is a refusal when it is unknown', () => {
    expect(decideByLevel(octocat, rules, { why: 'GitHub answered 503' })).toEqual({
      allowed: false,
      reason: 'The permission of `octocat` is unknown: GitHub answered 503.',
      mayHearWhy: false,
    });
  });
});

const UNNAMED = 'The bot `renovate[bot]` is not named in `allow-bots`.';
const ANOTHER_ID = 'The bot `renovate[bot]` is named in `allow-bots` with another id than its own, 2.';
const NEITHER = /^`.*` is neither a user nor a bot\.$/;
const ANOTHER_AUTHOR = '`octocat` caused the event, but another person wrote the text.';
const UNKNOWN = 'The event does not say who caused it.';

test.each<[string, Requester, Partial<GateRules>, string | RegExp]>([
  ['a user', comment(octocat), {}, 'look up'],
  ['a user by name', comment(octocat), { allowUsers: ['hubot', 'OctoCat'] }, 'allowed'],
  ['a user by name and id', comment(octocat), { allowUsers: ['OctoCat:1'] }, 'allowed'],
  ['a user with another id', comment(octocat), { allowUsers: ['octocat:2', 'octocat:11'] }, 'look up'],
  ['a user by parts of an id', comment(octocat), { allowUsers: ['octocat:01', 'octocat:', ':1'] }, 'look up'],
  ['a user by parts of a name', comment(octocat), { allowUsers: ['octo', 'octocat2', ''] }, 'look up'],
  ['a user by a pattern', comment(octocat), { allowUsers: ['*', 'octo*', '.*', '@octocat'] }, 'look up'],
  ['a user whom `allow-bots` names', comment(octocat), { allowBots: ['octocat'] }, 'look up'],
  ['a bot', comment(renovate), {}, UNNAMED],
  ['a bot by name', comment(renovate), { allowBots: ['Renovate[bot]'] }, 'allowed'],
  ['a bot by name and id', comment(renovate), { allowBots: ['renovate[bot]:2'] }, 'allowed'],
  ['a bot with another id', comment(renovate), { allowBots: ['renovate[bot]:3'] }, ANOTHER_ID],
  [
    'a bot by parts of a name',
    comment(renovate),
    { allowBots: ['renovate', '[bot]', '*[bot]', ''] },
    UNNAMED,
  ],
  ['a bot by more than its name', comment(renovate), { allowBots: ['renovate[bot]x'] }, UNNAMED],
  ['a bot whom `allow-users` names', comment(renovate), { allowUsers: ['renovate[bot]'] }, UNNAMED],
  ['an organization', comment({ ...octocat, type: 'Organization' }), { allowUsers: ['octocat'] }, NEITHER],
  ['a mannequin', comment({ ...octocat, type: 'Mannequin' }), { allowUsers: ['octocat'] }, NEITHER],
  ['an account of no type', comment({ ...octocat, type: '' }), { allowUsers: ['octocat'] }, NEITHER],
  [
    'a user with the name of a bot',
    comment({ ...renovate, type: 'User' }),
    { allowUsers: ['renovate[bot]'], allowBots: ['renovate[bot]'] },
    NEITHER,
  ],
  ["another author's text", comment(octocat, mona), { allowUsers: ['octocat', 'mona'] }, ANOTHER_AUTHOR],
  ['an author with the same login', comment(octocat, { ...octocat, id: 9 }), {}, ANOTHER_AUTHOR],
  ['an author who has another login now', comment(octocat, { ...octocat, login: 'renamed' }), {}, 'look up'],
  ['nobody', comment(undefined, octocat), { allowUsers: ['octocat'] }, UNKNOWN],
  ['a label', { event: 'issues', sender: octocat }, {}, 'look up'],
])('%s: decided without GitHub, or looked up', (_who, requester, given, expected) => {
  expect(decideFirst(requester, given)).toMatch(expected);
});

test.each(['push', 'schedule', 'workflow_dispatch', 'repository_dispatch', 'release', 'merge_group'])(
  'the event %s has no gate',
  (event) => {
    for (const sender of [octocat, renovate, undefined])
      expect(decideFirst({ event, sender }, {})).toBe('allowed');
  },
);

test.each(['issues', 'pull_request_target', 'workflow_run', 'PUSH', ''])('the event %j has one', (event) => {
  expect(decideFirst({ event, sender: octocat }, {})).toBe('look up');
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
  expect(readLevel(json, octocat)).toBe(word);
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
