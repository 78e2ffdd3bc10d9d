/** Members of the teams in `allow-teams` can request, once GitHub confirms the membership. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { type TokenPermissions, userOf } from '../../sandbox/github/store.ts';
import { account } from '../request/payloads.ts';
import { type Inputs, openScene, type Scene, type SceneOptions } from '../support/scene.ts';

const TOKEN = 'ghs_reads_members';
const TEAMS: Inputs = { 'allow-teams': 'acme/docs, acme/support', 'team-token': TOKEN };

/** `ann` can only read the repository. `team-token` belongs to an app of acme. */
async function openTeams(
  options: SceneOptions = {},
  permissions: TokenPermissions = { members: 'read' },
): Promise<Scene> {
  const scene = await openScene(options);
  scene.member('ann', 'read');
  const { github } = scene.sandbox;
  github.addTeamMember('acme/docs', 'bob');
  github.addTeamMember('acme/support', 'bob');
  github.addToken(TOKEN, { login: 'acme-docs[bot]', repositories: ['acme/product'], permissions });
  return scene;
}

const askAsAnn = (scene: Scene) =>
  scene.ask('/docs Rewrite', { by: 'ann', inputs: TEAMS, run: { secrets: [TOKEN] } });

describe('the action allows', () => {
  test('a member of a team, and uses the token only for memberships', async () => {
    await using scene = await openTeams();
    const { github } = scene.sandbox;
    github.addTeamMember('acme/support', 'Ann');
    const step = await askAsAnn(scene);
    expect(step.outputs['result']).toBe('pull-request');
    expect(step.log).toContain('`ann` is a member of the team `acme/support`.');
    const sent = github.requests.filter(({ headers }) => headers['authorization']?.includes(TOKEN));
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v3/orgs/acme/teams/docs/memberships/ann',
      'GET /api/v3/orgs/acme/teams/support/memberships/ann',
    ]);
    expect(step.rawLog).toContain(`::add-mask::${TOKEN}`);
    expect(step.log).not.toContain(TOKEN);
  });

  test('a member of a secret team that the token can see', async () => {
    await using scene = await openTeams();
    const { teams } = scene.sandbox.github.store;
    teams.set('acme/docs', { secret: true, members: new Map([['ann', 'active']]) });
    expect((await askAsAnn(scene)).outputs['result']).toBe('pull-request');
  });

  test('a member of another team when GitHub refuses to show the first team', async () => {
    await using scene = await openTeams();
    const { github } = scene.sandbox;
    github.addTeamMember('acme/support', 'ann');
    github.faults.next({ path: /teams\/docs\/memberships/, times: 9 }, answer({ status: 403 }));
    expect((await askAsAnn(scene)).outputs['result']).toBe('pull-request');
    github.faults.clear();
  });

  test.each(['batch', 'visitors'] as const)(
    'a member to start the %s action, and refuses others',
    async (action) => {
      await using scene = await openTeams({ action });
      const { store } = scene.sandbox.github;
      const sender = account('ann', userOf(store, 'ann').id);
      const event = { name: 'watch', payload: { action: 'started', sender } };
      const prompts = action === 'batch' ? { 'prompts-json': '[{"name": "a", "prompt": "Rewrite"}]' } : {};
      const denied = await scene.run({ ...TEAMS, ...prompts }, { event });
      expect(denied.outputs['result']).toBe('denied');
      scene.sandbox.github.addTeamMember('acme/docs', 'ann');
      const step = await scene.run({ ...TEAMS, ...prompts }, { event });
      expect(step.log).toContain('`ann` is a member of the team `acme/docs`.');
      expect(step.outcome).toBe('success');
    },
  );
});

test('the action checks no membership of writers and bots', async () => {
  await using scene = await openTeams();
  const byWriter = await scene.ask('/docs Rewrite', { inputs: TEAMS });
  expect(byWriter.outputs['result']).toBe('pull-request');
  const byBot = await scene.ask('/docs Rewrite', { by: 'renovate[bot]', inputs: TEAMS });
  expect(byBot.outputs['result']).toBe('denied');
  expect(scene.requests('github').join()).not.toContain('memberships');
});

describe('the action refuses', () => {
  test.each<[string, (scene: Scene) => void]>([
    ['a person who is in none of the teams', () => {}],
    [
      'a person who has not accepted the invitation',
      ({ sandbox }) => sandbox.github.addTeamMember('acme/docs', 'ann', 'pending'),
    ],
    [
      'a member of a secret team that the token cannot see',
      ({ sandbox: { github } }) => {
        github.store.teams.set('acme/docs', { secret: true, members: new Map([['ann', 'active']]) });
        const permissions: TokenPermissions = { members: 'read' };
        github.addToken(TOKEN, { login: 'other[bot]', repositories: ['other/product'], permissions });
      },
    ],
    [
      'a member of a team that was renamed',
      ({ sandbox: { github } }) => {
        github.addTeamMember('acme/writers', 'ann');
        github.store.teams.delete('acme/docs');
      },
    ],
  ])('%s', async (_who, prepare) => {
    await using scene = await openTeams();
    prepare(scene);
    const step = await askAsAnn(scene);
    expect(step.outputs).toMatchObject({ result: 'denied', reasonCode: 'not-permitted', jobId: '' });
    expect(step.outputs['reason']).toContain(
      "GitHub shows no active membership in a team of 'allow-teams' that 'team-token' can see.",
    );
    expect(scene.requests('service')).toEqual([]);
    expect(scene.comments()).toEqual([]);
  });
});

test('the action refuses a login that another account took over, even if that account is in a team', async () => {
  await using scene = await openTeams();
  const { github } = scene.sandbox;
  github.addTeamMember('acme/docs', 'ann');
  const response = { permission: 'read', user: { login: 'ann', id: 99 } };
  github.faults.next({ path: /\/permission$/ }, answer({ status: 200, body: response }));
  const step = await askAsAnn(scene);
  expect(step.outputs).toMatchObject({ result: 'denied', reasonCode: 'not-permitted', jobId: '' });
  expect(scene.requests('service')).toEqual([]);
});

describe('nothing is sent if GitHub answers the membership check', () => {
  test('with 403, and the error names the missing permission', async () => {
    await using scene = await openTeams({}, {});
    const step = await askAsAnn(scene);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'github-refused' } });
    expect(step.outputs['reason']).toContain(
      "needs the permission 'members: read' of the organization 'acme'",
    );
    expect(scene.requests('service')).toEqual([]);
  });

  test.each([
    ['with 500', { status: 500 }, 'github-unreachable'],
    ['with a usage limit', { status: 403, headers: { 'retry-after': '7200' } }, 'github-limit'],
    ['in another shape', { status: 200, body: {} }, 'github-unreachable'],
  ] as const)('%s', async (_name, fault, reasonCode) => {
    await using scene = await openTeams();
    const { faults } = scene.sandbox.github;
    faults.next({ path: /\/memberships\/ann$/, times: 9 }, answer(fault));
    const step = await askAsAnn(scene);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode, jobId: '' } });
    expect(scene.requests('service')).toEqual([]);
    faults.clear();
  });
});

test.each<[Inputs, string]>([
  [
    { 'allow-users': 'acme/docs' },
    "'allow-users' must be logins, each alone or as 'login:id', but 'acme/docs' is not one. Use 'allow-teams' for teams",
  ],
  [
    { 'allow-teams': 'docs', 'team-token': TOKEN },
    "'allow-teams' must be teams like 'org/team', but 'docs' is not one",
  ],
  [
    { 'allow-teams': 'acme/../x', 'team-token': TOKEN },
    "'allow-teams' must be teams like 'org/team', but 'acme/../x' is not one",
  ],
  [{ 'allow-teams': 'acme/docs' }, "'allow-teams' does nothing without 'team-token'"],
  [{ 'team-token': TOKEN }, "'team-token' does nothing without 'allow-teams'"],
])('%j is a wrong input', async (inputs, problem) => {
  await using scene = await openScene();
  const step = await scene.ask('/docs Rewrite', { inputs });
  expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
  expect(step.outputs['reason']).toContain(problem);
});
