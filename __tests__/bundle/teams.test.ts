/** Members of the teams in `allow-teams` may request; whoever GitHub doesn't confirm may not. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { shellSafeText } from '../../src/text/shell-safe.ts';
import { account } from '../request/payloads.ts';
import { type Inputs, openScene, type Scene, type SceneOptions } from '../support/scene.ts';

const TOKEN = 'ghs_reads_members';
const TEAMS: Inputs = { 'allow-teams': 'acme/docs, acme/support', 'team-token': TOKEN };
const MEMBERSHIP = /\/memberships\/ann$/;

/** `ann` only reads the repository; the token of `team-token` belongs to an app of acme. */
async function openTeams(permissions: object = { members: 'read' }, options?: SceneOptions): Promise<Scene> {
  const scene = await openScene(options);
  scene.member('ann', 'read');
  const { github } = scene.sandbox;
  github.addTeamMember('acme/docs', 'bob');
  github.addTeamMember('acme/support', 'bob');
  github.addToken(TOKEN, { login: 'acme-docs[bot]', repositories: ['acme/product'], permissions });
  return scene;
}

const askAsAnn = (scene: Scene, inputs: Inputs = {}) =>
  scene.ask('/docs Rewrite', { by: 'ann', inputs: { ...TEAMS, ...inputs }, run: { secrets: [TOKEN] } });

async function expectDenied(scene: Scene) {
  const step = await askAsAnn(scene);
  expect(step.outputs).toMatchObject({ result: 'denied', reasonCode: 'not-permitted', jobId: '' });
  expect(step.outputs['reason']).toContain(
    shellSafeText('GitHub shows no active membership in a team of `allow-teams` that `team-token` can see.'),
  );
  expect(scene.sandbox.service.requests).toEqual([]);
  expect(scene.comments()).toEqual([]);
  return step;
}

describe('a member of a team', () => {
  test('may request, and the token is used for nothing else', async () => {
    await using scene = await openTeams();
    scene.sandbox.github.addTeamMember('acme/support', 'Ann');
    const step = await askAsAnn(scene);
    expect(step.outputs['result']).toBe('pull-request');
    expect(step.log).toContain('`ann` is a member of the team `acme/support`.');
    const { requests } = scene.sandbox.github;
    const sent = requests.filter(({ headers }) => headers['authorization']?.includes(TOKEN));
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v3/orgs/acme/teams/docs/memberships/ann',
      'GET /api/v3/orgs/acme/teams/support/memberships/ann',
    ]);
    expect(step.rawLog).toContain(`::add-mask::${TOKEN}`);
    expect(step.log).not.toContain(TOKEN);
  });

  test('of a secret team may request when the token sees the team', async () => {
    await using scene = await openTeams();
    scene.sandbox.github.store.teams.set('acme/docs', {
      secret: true,
      members: new Map([['ann', 'active']]),
    });
    expect((await askAsAnn(scene)).outputs['result']).toBe('pull-request');
  });

  test('is not looked up who holds the permission, or is a bot', async () => {
    await using scene = await openTeams();
    const byWriter = await scene.ask('/docs Rewrite', { inputs: TEAMS });
    expect(byWriter.outputs['result']).toBe('pull-request');
    const byBot = await scene.ask('/docs Rewrite', { by: 'renovate[bot]', inputs: TEAMS });
    expect(byBot.outputs['result']).toBe('denied');
    expect(scene.requests('github').join()).not.toContain('memberships');
  });

  test.each(['batch', 'visitors'] as const)('may start the %s action', async (action) => {
    await using scene = await openTeams(undefined, { action });
    const { id } = userOf(scene.sandbox.github.store, 'ann');
    const event = { name: 'watch', payload: { action: 'started', sender: account('ann', id) } };
    const prompts = { 'prompts-json': JSON.stringify([{ name: 'a', prompt: 'Rewrite' }]) };
    const inputs = { ...TEAMS, ...(action === 'batch' && prompts) };
    const denied = await scene.run(inputs, { event });
    expect(denied.outputs['result']).toBe('denied');
    scene.sandbox.github.addTeamMember('acme/docs', 'ann');
    const step = await scene.run(inputs, { event });
    expect(step.log).toContain('`ann` is a member of the team `acme/docs`.');
    expect(step.outcome).toBe('success');
  });
});

describe('denied is', () => {
  test('who is in none of the teams', async () => {
    await using scene = await openTeams();
    await expectDenied(scene);
  });

  test('who was invited and has not accepted', async () => {
    await using scene = await openTeams();
    scene.sandbox.github.addTeamMember('acme/docs', 'ann', 'pending');
    await expectDenied(scene);
  });

  test('a member of a secret team that the token does not see', async () => {
    await using scene = await openTeams();
    const { github } = scene.sandbox;
    github.store.teams.set('acme/docs', { secret: true, members: new Map([['ann', 'active']]) });
    const permissions = { members: 'read' } as const;
    github.addToken(TOKEN, { login: 'other[bot]', repositories: ['other/product'], permissions });
    await expectDenied(scene);
  });

  test('a member of a team that was renamed since', async () => {
    await using scene = await openTeams();
    const { github } = scene.sandbox;
    github.addTeamMember('acme/docs', 'ann');
    const { teams } = github.store;
    teams.set('acme/writers', teams.get('acme/docs') ?? { secret: false, members: new Map() });
    teams.delete('acme/docs');
    await expectDenied(scene);
  });
});

describe('when GitHub does not answer about a team', () => {
  test('403 is an error that names what the token needs', async () => {
    await using scene = await openTeams({});
    const step = await askAsAnn(scene);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'github-refused' } });
    expect(step.outputs['reason']).toContain(
      shellSafeText('needs the permission `members: read` of the organization `acme`'),
    );
    expect(scene.sandbox.service.requests).toEqual([]);
  });

  test.each([
    ['500', { status: 500 }, 'github-unreachable'],
    ['a rate limit', { status: 403, headers: { 'retry-after': '7200' } }, 'github-limit'],
    ['an answer of another shape', { status: 200, body: {} }, 'github-unreachable'],
  ] as const)('%s is an error, and nothing is sent', async (_name, fault, reasonCode) => {
    await using scene = await openTeams();
    scene.sandbox.github.faults.next({ path: MEMBERSHIP, times: 9 }, answer(fault));
    const step = await askAsAnn(scene);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode, jobId: '' } });
    expect(scene.sandbox.service.requests).toEqual([]);
    scene.sandbox.github.faults.clear();
  });

  test('another team still lets a member in', async () => {
    await using scene = await openTeams();
    scene.sandbox.github.addTeamMember('acme/support', 'ann');
    scene.sandbox.github.faults.next({ path: /teams\/docs\/memberships/, times: 9 }, answer({ status: 403 }));
    expect((await askAsAnn(scene)).outputs['result']).toBe('pull-request');
    scene.sandbox.github.faults.clear();
  });
});

test.each([
  [
    { 'allow-users': 'acme/docs' },
    '`allow-users` must be logins, each alone or as `login:id`, and `acme/docs` is none. Teams go into `allow-teams`',
  ],
  [
    { 'allow-teams': 'docs', 'team-token': TOKEN },
    '`allow-teams` must be teams like `org/team`, and `docs` is none',
  ],
  [
    { 'allow-teams': 'acme/../x', 'team-token': TOKEN },
    '`allow-teams` must be teams like `org/team`, and `acme/../x` is none',
  ],
  [{ 'allow-teams': 'acme/docs' }, '`allow-teams` does nothing without `team-token`'],
  [{ 'team-token': TOKEN }, '`team-token` does nothing without `allow-teams`'],
])('%j is a wrong input', async (inputs, words) => {
  await using scene = await openScene();
  const step = await scene.ask('/docs Rewrite', { inputs });
  expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
  expect(step.outputs['reason']).toContain(shellSafeText(words));
});
