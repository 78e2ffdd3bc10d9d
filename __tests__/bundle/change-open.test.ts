/** `skip-if-open`: nothing is sent while enough pull requests are open. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread, closeThread } from '../../sandbox/github/threads.ts';
import { openScene, type Scene } from '../support/scene.ts';

const SEARCH = 'repo:acme/docs is:pr is:open author:app/docs-agent';

/** Opens pull requests of the agent from number 4 on, after a closed one, another person's and an issue. */
function openDrafts({ sandbox: { github }, openPull }: Scene, count: number): void {
  const repository = 'acme/docs';
  openPull({ repository }).state = 'closed';
  openPull({ repository, by: 'octocat' });
  const user = userOf(github.store, 'docs-agent[bot]');
  addThread(github.store, github.repository(repository), { user, title: 'An issue' });
  for (let index = 0; index < count; index += 1) openPull({ repository, branch: `draft-${index}` });
}

test('skips when enough are open, with links, and sends when there is room', async () => {
  await using scene = await openScene();
  openDrafts(scene, 2);
  const step = await scene.run({ 'skip-if-open': SEARCH, 'max-open': '2' });
  const { server, requests } = scene.sandbox.github;
  const [newest, older] = [`${server}/acme/docs/pull/5`, `${server}/acme/docs/pull/4`];
  expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'skipped' } });
  expect(step.log).toContain(`Enough pull requests are open already: ${newest} ${older}`);
  expect(step.summary).toContain(`- [\`${newest}\`](${newest})`);
  expect(scene.requests('service')).toEqual([]);
  expect(requests[0]?.path).toBe('/api/v3/search/issues');
  expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({
    q: SEARCH,
    sort: 'created',
    order: 'desc',
    per_page: '100',
    advanced_search: 'true',
  });

  const other = await scene.run({ 'skip-if-open': SEARCH, 'max-open': '3' });
  expect(other.outputs['result']).toBe('pull-request');
});

test('sends nothing if the search fails', async () => {
  await using scene = await openScene();
  const { github } = scene.sandbox;
  github.repository('acme/docs').private = true;
  const hidden = await scene.run({ 'skip-if-open': SEARCH });
  expect(hidden).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
  expect(hidden.outputs['reason']).toMatch(
    /^Not sent: The search for open pull requests failed: .*422.* cannot be searched .*'pr-token'/,
  );
  github.faults.next({ path: /search/, times: 9 }, answer({ status: 503 }));
  const down = await scene.run({ 'skip-if-open': 'is:pr is:open repo:acme/product' });
  expect(down.outputs['reason']).toContain('503');
  expect(scene.requests('service')).toEqual([]);
});

test('replies to a comment', async () => {
  await using scene = await openScene();
  scene.openPull({ repository: 'acme/docs' });
  const request = scene.comment('/docs Rewrite the quickstart');
  const step = await scene.run({ 'skip-if-open': SEARCH }, { event: request.event });
  expect(step.outputs['result']).toBe('skipped');
  const url = `${scene.sandbox.github.server}/acme/docs/pull/1`;
  expect(scene.comments()).toEqual([
    expect.stringMatching(/^\*\*Skipped:\*\* Enough pull requests are open already/),
  ]);
  expect(scene.comments()[0]).toContain(`- [\`${url}\`](${url})`);
  expect(request.reactions()).toEqual(['confused']);
  expect(scene.requests('service')).toEqual([]);
});

test('counts pull requests in several repositories together', async () => {
  await using scene = await openScene();
  scene.openPull({ repository: 'acme/docs' });
  scene.openPull({ repository: 'acme/api' });
  const search = '(repo:acme/docs OR repo:acme/api) is:pr is:open author:app/docs-agent';
  const step = await scene.run({ 'skip-if-open': search, 'max-open': '2' });
  expect(step.outputs).toMatchObject({ result: 'skipped', reasonCode: 'enough-open' });
});

test('searches with `pr-token`, which is masked', async () => {
  await using scene = await openScene();
  const { github } = scene.sandbox;
  scene.openPull({ repository: 'acme/docs' });
  github.repository('acme/docs').private = true;
  const permissions = { pull_requests: 'read' } as const;
  github.addToken('ghp_other', { login: 'octocat', repositories: ['acme/docs'], permissions });
  const step = await scene.run({ 'skip-if-open': SEARCH, 'pr-token': 'ghp_other' });
  expect(step.outputs['result']).toBe('skipped');
  const tokens = github.requests.map(({ headers }) => headers['authorization']);
  expect(new Set(tokens)).toEqual(new Set(['token ghp_other']));
  expect(step.rawLog).toContain('::add-mask::ghp_other');
});

describe('a pull request from a fork', () => {
  const OPEN = { 'skip-if-open': 'repo:acme/product is:pr is:open head:mintlify/' };

  /** Anybody may open one, with any branch name. */
  const openFork = (scene: Scene, repository = 'acme/product') =>
    scene.openPull({ repository, branch: 'mintlify/x', by: 'mallory', fork: 'mallory/product' });

  test('that a stranger opened does not count', async () => {
    await using scene = await openScene();
    openFork(scene);
    expect((await scene.run(OPEN)).outputs['result']).toBe('pull-request');
  });

  test('of another repository is read once', async () => {
    await using scene = await openScene();
    openFork(scene, 'acme/docs');
    await scene.run({ 'skip-if-open': 'repo:acme/docs is:pr is:open head:mintlify/' });
    const paths = scene.sandbox.github.requests.map(({ path }) => path);
    expect(paths.filter((path) => /\/acme\/docs\/pulls\/\d+$/.test(path))).toHaveLength(1);
  });

  test('counts if it has a marker, and not with a copy of one', async () => {
    await using scene = await openScene();
    const { github, service } = scene.sandbox;
    const [own, other] = [openFork(scene), openFork(scene)];
    const prLink = `${github.server}/acme/product/pull/${own.number}`;
    service.script({ timeline: [{ status: 'completed', prLink }] });
    await scene.ask('/docs Rewrite');
    const [marker = ''] = scene.comments(own);
    expect(marker).toContain('made-by:');
    scene.put(other, marker, 'mallory');
    const skipped = await scene.run(OPEN);
    expect(skipped.outputs).toMatchObject({
      result: 'skipped',
      reason: `Enough pull requests are open already: ${prLink}`,
    });
    closeThread(github.store, own);
    expect((await scene.run(OPEN)).outputs['result']).toBe('pull-request');
  });

  test('is an error if there are more than 30 of them', async () => {
    await using scene = await openScene();
    for (let count = 0; count <= 30; count += 1) openFork(scene);
    const step = await scene.run(OPEN);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'input-invalid' } });
    expect(step.log).toContain(
      'Not sent: `skip-if-open` finds more than 30 pull requests from forks. Narrow the search, for example by `author:`.',
    );
    expect(scene.requests('service')).toEqual([]);
  });
});
