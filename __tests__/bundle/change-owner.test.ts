import { describe, expect, test } from '@jest/globals';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { openScene, type Scene, warnings } from '../support/scene.ts';

const WISHES = { 'pr-labels': 'documentation, needs review', 'pr-assignees': 'octocat' };

/** The job's pull request, in this repository or another one. */
function draft({ sandbox }: Scene, name: string, more = {}) {
  const { github, service } = sandbox;
  const repository = github.repository(name);
  const user = userOf(github.store, 'docs-agent[bot]');
  const thread = addThread(github.store, repository, {
    user,
    title: 'Draft',
    pull: { head: 'd', base: 'main' },
  });
  const prLink = `${github.server}/${name}/pull/${thread.number}`;
  service.script({ timeline: [{ status: 'completed', prLink, ...more }] });
  for (const login of ['octocat', 'hubot', 'octo-writer']) github.addMember(name, login, 'write');
  return thread;
}

const logins = (users: Iterable<{ readonly login: string }> = []) => [...users].map(({ login }) => login);

describe('a pull request with an owner', () => {
  test('labels, assignees, and reviewers by name, by asking, and by the merged pull request', async () => {
    await using changes = await openScene({ history: true });
    await changes.openChange({ branch: 'feature', commits: [{ 'src/app.ts': 'new\n' }], by: 'hubot' });
    const on = await changes.merge('squash', 1);
    const thread = draft(changes, 'acme/product');
    const step = await changes.run(
      { ...WISHES, 'pr-reviewers': 'octocat asker, author octocat' },
      { event: on },
    );
    expect(warnings(step)).toEqual([]);
    expect([...thread.labels]).toEqual(['documentation', 'needs review']);
    expect(logins(thread.assignees)).toEqual(['octocat']);
    expect(logins(thread.pull?.reviewers)).toEqual(['octocat', 'octo-writer', 'hubot']);
  });

  test('reviewers that do not exist are warnings, and keep nobody else from being asked', async () => {
    await using changes = await openScene({ history: true });
    const thread = draft(changes, 'acme/product');
    const reviewers = 'ghost, octocat, acme/writers, docs-agent';
    const step = await changes.run({ 'pr-reviewers': reviewers, 'pr-assignees': 'ghost' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request' } });
    expect(logins(thread.pull?.reviewers)).toEqual(['octocat']);
    expect(warnings(step)).toEqual([
      expect.stringMatching(/could not be assigned to ghost: .*`issues: write`/),
      expect.stringMatching(
        /A review by ghost could not be requested: .*422.*Only existing people with access/,
      ),
      expect.stringMatching(
        /A review by acme\/writers .*422.*set `pr-token` to a GitHub App's token with .*`members: read`/,
      ),
      expect.stringMatching(/A review by docs-agent .*422/),
    ]);
  });

  test('a token without the permissions: each refusal names the one that is missing', async () => {
    await using changes = await openScene({ history: true });
    draft(changes, 'acme/product');
    changes.permit({ contents: 'read' });
    const step = await changes.run({ ...WISHES, 'pr-reviewers': 'octocat' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request' } });
    const either =
      /could not be (labelled|assigned): .*403.*`github-token` needs the permission `issues: write` or/;
    expect(warnings(step)).toEqual([
      expect.stringMatching(
        /could not be marked.*403.*`github-token` needs the permission `pull-requests: write`/,
      ),
      expect.stringMatching(either),
      expect.stringMatching(either),
      expect.stringMatching(/A review by octocat .*403.*needs the permission `pull-requests: write`/),
    ]);
  });

  test('a team in this repository: `pr-token` labels and requests, and the marker stays with `github-token`', async () => {
    await using changes = await openScene({ history: true });
    const { github } = changes.sandbox;
    const thread = draft(changes, 'acme/product');
    changes.repository.teams.add('writers');
    const permissions = { pull_requests: 'write', members: 'read' } as const;
    github.addToken('ghs_app', { login: 'acme-app[bot]', repositories: ['acme/product'], permissions });
    const step = await changes.run({ ...WISHES, 'pr-token': 'ghs_app', 'pr-reviewers': 'acme/writers' });
    expect(warnings(step)).toEqual([]);
    expect([...(thread.pull?.teams ?? [])]).toEqual(['writers']);
    expect([...thread.labels]).toEqual(['documentation', 'needs review']);
    expect(changes.comments(thread)).toEqual([expect.stringContaining('documentation agent')]);
    const writes = github.requests.filter(
      ({ method, path }) => method !== 'GET' && !path.includes('comments'),
    );
    expect(writes.map(({ headers }) => headers['authorization'])).toEqual(writes.map(() => 'token ghs_app'));
  });

  test('another repository: `pr-token` reaches it, and is asked for where it is missing', async () => {
    await using changes = await openScene({ history: true });
    const { github } = changes.sandbox;
    const thread = draft(changes, 'acme/docs');
    github.repository('acme/docs').private = true;
    github.repository('acme/docs').teams.add('writers');
    const refused = await changes.run(WISHES);
    expect(warnings(refused)).toEqual([
      expect.stringMatching(
        /gets no labels, reviewers or assignees: .*404.*For another repository, give a token in `pr-token`/,
      ),
    ]);
    const link = `${github.server}/acme/docs/pull/${thread.number}`;
    const again = () => changes.sandbox.service.script({ timeline: [{ status: 'completed', prLink: link }] });
    again();
    const expired = await changes.run({ ...WISHES, 'pr-token': 'ghp_expired' });
    expect(warnings(expired)).toEqual([expect.stringMatching(/Bad credentials.*Check `pr-token`/)]);
    const permissions = { pull_requests: 'write', members: 'read' } as const;
    github.addToken('ghp_other', { login: 'octocat', repositories: ['acme/docs'], permissions });
    again();
    const reviewers = { 'pr-token': 'ghp_other', 'pr-reviewers': 'acme/writers' };
    expect(warnings(await changes.run({ ...WISHES, ...reviewers }))).toEqual([]);
    expect([...thread.labels]).toEqual(['documentation', 'needs review']);
    expect([...(thread.pull?.teams ?? [])]).toEqual(['writers']);
  });
});

describe("only the job's own pull request is touched", () => {
  const MINUTE = 60_000;

  test.each([
    [4, true],
    [6, false],
  ])('one that is %d minutes older than the job (own: %s)', async (minutes, own) => {
    await using changes = await openScene({ history: true });
    const thread = draft(changes, 'acme/product');
    await changes.sandbox.time.sleep(minutes * MINUTE);
    const step = await changes.run(WISHES);
    expect(step.outputs).toMatchObject({ result: 'pull-request', prNumber: `${thread.number}` });
    expect(warnings(step)).toEqual(
      own
        ? []
        : [
            expect.stringMatching(
              /is left as it is.*: it is older than the job is known to be, so it may not be/,
            ),
          ],
    );
    expect(thread.labels.size).toBe(own ? 2 : 0);
    expect(changes.repository.comments).toHaveLength(own ? 1 : 0);
  });

  test('one of a job of which nobody knows when it began', async () => {
    await using changes = await openScene({ history: true });
    const { service, github } = changes.sandbox;
    const thread = draft(changes, 'acme/product');
    const prLink = `${github.server}/acme/product/pull/${thread.number}`;
    const ended = { status: 'completed', prLink, omit: ['createdAt'] };
    service.putJob({ id: 'job_7', ago: 60, turns: [{ timeline: [ended] }] });
    const step = await changes.run({ ...WISHES, 'job-id': 'job_7' });
    expect(step.outputs).toMatchObject({ result: 'pull-request', prLink });
    expect(warnings(step)).toEqual([
      expect.stringMatching(/is left as it is.*: the date of its job is unknown/),
    ]);
    expect(thread.labels.size + changes.repository.comments.length).toBe(0);
  });
});

describe('a token that may not write to the pull request', () => {
  test('in this repository: one warning, which names the permission', async () => {
    await using changes = await openScene({ history: true });
    draft(changes, 'acme/product');
    changes.permit({ contents: 'read' });
    const step = await changes.run({});
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request' } });
    expect(warnings(step)).toEqual([
      expect.stringMatching(/could not be marked, so its merge may .*403.*`pull-requests: write`/),
    ]);
  });
});
