import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { userOf } from '../../sandbox/github/store.ts';
import type { Event } from '../../src/event/trigger.ts';
import { type Inputs, openScene, type Scene, warnings } from '../support/scene.ts';

const OWNERS = { 'pr-labels': 'documentation, needs review' };
const DOCS_TOKEN = { pull_requests: 'write', issues: 'write', members: 'read' } as const;

function openDraft({ sandbox: { github, service }, openPull }: Scene, repository = 'acme/product') {
  const thread = openPull({ repository });
  const prLink = `${github.server}/${repository}/pull/${thread.number}`;
  service.scriptAll({ timeline: [{ status: 'completed', prLink }] });
  for (const login of ['octocat', 'hubot', 'octo-writer']) github.addMember(repository, login, 'write');
  return { thread, prLink };
}

const logins = (users: Iterable<{ readonly login: string }> = []) => [...users].map(({ login }) => login);

describe("the job's pull request", () => {
  test('gets labels, and reviewers: by name, the requester, and the author of the merged one', async () => {
    await using changes = await openScene({ history: true });
    await changes.openChange({ branch: 'feature', commits: [{ 'src/app.ts': 'new\n' }], by: 'hubot' });
    const event = await changes.merge('squash', 1);
    const { thread } = openDraft(changes);
    const step = await changes.run({ ...OWNERS, 'pr-reviewers': 'octocat asker, author octocat' }, { event });
    expect(warnings(step)).toEqual([]);
    expect([...thread.labels]).toEqual(['documentation', 'needs review']);
    expect(logins(thread.pull?.reviewers)).toEqual(['octocat', 'octo-writer', 'hubot']);
  });

  test.each([
    [['hubot', 'renovate[bot]'], ['hubot']],
    [['octocat', 'hubot', 'dependabot[bot]', 'Copilot'], ['hubot']],
    [['renovate[bot]'], []],
  ])('gets the author of the newest merge by a person as its reviewer, of those by %j', async (by, names) => {
    await using changes = await openScene({ history: true });
    userOf(changes.sandbox.github.store, 'Copilot', 'Bot');
    for (const [index, login] of by.entries())
      await changes.openChange({
        branch: `b${index}`,
        commits: [{ [`src/${index}.ts`]: 'new\n' }],
        by: login,
      });
    const event = await changes.merge('squash', ...by.map((_, index) => index + 1));
    const { thread } = openDraft(changes);
    const step = await changes.run({ 'pr-reviewers': 'author' }, { event });
    expect(logins(thread.pull?.reviewers)).toEqual(names);
    expect(step.log.includes('`author` is renovate[bot], which is not a person.')).toBe(names.length === 0);
  });

  test('gets its labels although GitHub fails once', async () => {
    await using changes = await openScene();
    const { thread } = openDraft(changes);
    changes.sandbox.github.faults.next({ method: 'POST', path: /\/labels$/ }, answer({ status: 502 }));
    expect(warnings(await changes.run(OWNERS))).toEqual([]);
    expect([...thread.labels]).toEqual(['documentation', 'needs review']);
  });

  test.each([
    { code: 'unprocessable', message: "Could not resolve to a node with the global id of 'PR_kwDO1'." },
    { code: 'custom', message: 'was submitted too quickly' },
    { code: 'abuse', field: 'data' },
  ])('gets all that GitHub refuses at first because it is too early: $code', async (error) => {
    await using scene = await openScene();
    const { thread } = openDraft(scene);
    const refused = answer({ status: 422, body: { message: 'Validation Failed', errors: [error] } });
    const marker = new RegExp(`/${thread.number}/comments$`);
    for (const path of [/\/1\/comments$/, marker, /\/labels$/, /\/requested_reviewers$/, /\/reactions$/])
      scene.sandbox.github.faults.next({ method: 'POST', path, times: 2 }, refused);
    const step = await scene.ask('/docs Rewrite', { inputs: { ...OWNERS, 'pr-reviewers': 'octocat' } });
    expect(step.outputs['result']).toBe('pull-request');
    expect(warnings(step)).toEqual([]);
    expect([...thread.labels]).toEqual(['documentation', 'needs review']);
    expect(logins(thread.pull?.reviewers)).toEqual(['octocat']);
    expect(scene.comments()).toHaveLength(1);
    expect(scene.comments(thread)).toHaveLength(1);
  });

  test('gets the other reviewers if some do not exist, with a warning about each', async () => {
    await using changes = await openScene();
    const { thread } = openDraft(changes);
    const reviewers = 'ghost, octocat, acme/writers, docs-agent';
    const step = await changes.run({ 'pr-reviewers': reviewers });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request' } });
    expect(logins(thread.pull?.reviewers)).toEqual(['octocat']);
    expect(warnings(step)).toEqual([
      expect.stringMatching(/A review by ghost could not be requested: .*422.*Only people with access/),
      expect.stringMatching(
        /A review by acme\/writers .*422.*set `pr-token` to a GitHub App's token with .*`members: read`/,
      ),
      expect.stringMatching(/A review by docs-agent .*422/),
    ]);
  });

  test.each([
    ['write', ['needs review'], /^$/],
    ['read', [], /could not be labeled: .*403.*permission to create labels.*if all labels exist/],
  ] as const)('gets a label that does not exist with `issues: %s`: %j', async (issues, labels, warning) => {
    await using changes = await openScene();
    const { thread } = openDraft(changes);
    changes.sandbox.github.repository('acme/product').labels = new Set(['bug']);
    changes.permit({ contents: 'read', issues, pull_requests: 'write' });
    const step = await changes.run({ 'pr-labels': 'needs review' });
    expect([...thread.labels]).toEqual(labels);
    expect(warnings(step).join('')).toMatch(warning);
  });

  test('stays as it is without permissions, with a warning about each that is missing', async () => {
    await using changes = await openScene();
    openDraft(changes);
    changes.permit({ contents: 'read' });
    const step = await changes.run({ ...OWNERS, 'pr-reviewers': 'octocat' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request' } });
    expect(warnings(step)).toEqual([
      expect.stringMatching(
        /could not be marked, so its merge may .*403.*`github-token` needs the permission `pull-requests: write`/,
      ),
      expect.stringMatching(
        /could not be labeled: .*403.*`github-token` needs the permission `issues: write` or/,
      ),
      expect.stringMatching(/A review by octocat .*403.*needs the permission `pull-requests: write`/),
    ]);
  });

  test('gets labels and a team as reviewer with `pr-token`, and its marker with `github-token`', async () => {
    await using changes = await openScene();
    const { github } = changes.sandbox;
    const { thread } = openDraft(changes);
    changes.repository.teams.add('writers');
    github.addToken('ghs_app', {
      login: 'acme-app[bot]',
      repositories: ['acme/product'],
      permissions: DOCS_TOKEN,
    });
    const step = await changes.run({ ...OWNERS, 'pr-token': 'ghs_app', 'pr-reviewers': 'acme/writers' });
    expect(warnings(step)).toEqual([]);
    expect([...(thread.pull?.teams ?? [])]).toEqual(['writers']);
    expect([...thread.labels]).toEqual(['documentation', 'needs review']);
    expect(changes.comments(thread)).toEqual([expect.stringContaining('documentation agent')]);
    const writes = github.requests.filter(
      ({ method, path }) => method !== 'GET' && !path.includes('comments'),
    );
    const tokens = writes.map(({ headers }) => headers['authorization']);
    expect(new Set(tokens)).toEqual(new Set(['token ghs_app']));
  });

  test('in another repository needs a valid `pr-token`', async () => {
    await using changes = await openScene();
    const { github } = changes.sandbox;
    const { thread } = openDraft(changes, 'acme/docs');
    github.repository('acme/docs').private = true;
    expect(warnings(await changes.run(OWNERS))).toEqual([
      expect.stringMatching(/gets no labels or reviewers: .*404.*For another repository, set `pr-token`/),
    ]);
    expect(warnings(await changes.run({ ...OWNERS, 'pr-token': 'ghp_expired' }))).toEqual([
      expect.stringMatching(/rejected the token.*Bad credentials.*Check `pr-token`. It may/),
    ]);
    github.addToken('ghp_docs', { login: 'octocat', repositories: ['acme/docs'], permissions: DOCS_TOKEN });
    expect(warnings(await changes.run({ ...OWNERS, 'pr-token': 'ghp_docs' }))).toEqual([]);
    expect([...thread.labels]).toEqual(['documentation', 'needs review']);
  });
});

describe('a pull request that the job may not have opened', () => {
  test.each([
    [4, 2, []],
    [6, 0, [expect.stringMatching(/gets no marker.*: it is older than the job, so it might not be/)]],
  ])('opened %i minutes before the job, gets %i labels', async (minutes, labels, expected) => {
    await using changes = await openScene();
    const { thread } = openDraft(changes);
    await changes.minutes(minutes);
    const step = await changes.run(OWNERS);
    expect(step.outputs).toMatchObject({ result: 'pull-request', prNumber: `${thread.number}` });
    expect(warnings(step)).toEqual(expected);
    expect(thread.labels.size).toBe(labels);
    expect(changes.comments(thread)).toHaveLength(labels / 2);
  });

  test('gets neither labels nor a marker if the date of the job is unknown', async () => {
    await using changes = await openScene();
    const { thread, prLink } = openDraft(changes);
    const ended = { status: 'completed', prLink, omit: ['createdAt'] };
    changes.sandbox.service.putJob({ id: 'job_7', ago: 60, turns: [{ timeline: [ended] }] });
    const step = await changes.run({ ...OWNERS, 'job-id': 'job_7' });
    expect(step.outputs).toMatchObject({ result: 'pull-request', prLink });
    expect(warnings(step)).toEqual([
      expect.stringMatching(/gets no marker.*: the date of its job is unknown/),
    ]);
    expect(thread.labels.size).toBe(0);
    expect(changes.comments(thread)).toEqual([]);
  });
});

test.each([
  ['a re-run', (scene: Scene, event: Event, inputs: Inputs) => scene.rerun(event, inputs)],
  [
    'a collect after a re-run that was killed',
    async (scene: Scene, event: Event, inputs: Inputs) => {
      const edit = { method: 'PATCH', path: /\/issues\/comments\/\d+$/, nth: 3 };
      await scene.kill('github', edit, inputs, { event, context: { runAttempt: '2' } });
      await scene.minutes(90);
      expect(JSON.parse((await scene.collect(inputs)).outputs['finished'] ?? '')).toHaveLength(1);
    },
  ],
])('%s requests no review of people who have approved', async (_, report) => {
  await using scene = await openScene();
  const { thread } = openDraft(scene);
  const { event } = scene.comment('/docs Rewrite');
  const inputs = { 'pr-reviewers': 'hubot' };
  await scene.run(inputs, { event });
  expect(logins(thread.pull?.reviewers)).toEqual(['hubot']);
  thread.pull?.reviewers?.clear();
  await report(scene, event, inputs);
  expect(logins(thread.pull?.reviewers)).toEqual([]);
});
