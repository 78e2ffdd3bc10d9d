import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addComment, addThread, closeThread } from '../../sandbox/github/threads.ts';
import { openScene, type Scene } from '../support/scene.ts';

const SEARCH = 'repo:acme/docs is:pr is:open author:app/docs-agent';

/** So many open pull requests of the agent, beside one that is closed, one of somebody else, and an issue. */
function fill({ sandbox }: Scene, count: number): void {
  const { github } = sandbox;
  const { store } = github;
  const docs = github.repository('acme/docs');
  const add = (login: string, head?: string) =>
    addThread(store, docs, {
      ...{ user: userOf(store, login), title: 'Draft' },
      ...(head !== undefined && { pull: { head, base: 'main' } }),
    });
  add('docs-agent[bot]', 'closed').state = 'closed';
  add('octocat', 'theirs');
  add('docs-agent[bot]');
  for (let index = 0; index < count; index += 1) add('docs-agent[bot]', `draft-${index}`);
}

describe('one at a time', () => {
  test('enough are open: skipped, with links, and nothing is sent', async () => {
    await using scene = await openScene();
    fill(scene, 2);
    const step = await scene.run({ 'skip-if-open': SEARCH, 'max-open': '2' });
    const { server } = scene.sandbox.github;
    const [newest, older] = [`${server}/acme/docs/pull/5`, `${server}/acme/docs/pull/4`];
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'skipped' } });
    expect(step.log).toContain(`Enough pull requests are open already: ${newest} ${older}`);
    expect(step.summary).toContain(`- [\`${newest}\`](${newest})`);
    expect(step.log).toContain(older);
    expect(scene.requests('service')).toEqual([]);
    const [search] = scene.sandbox.github.requests;
    expect(search?.path).toBe('/api/v3/search/issues');
    expect(Object.fromEntries(search?.query ?? [])).toEqual({
      ...{ q: SEARCH, sort: 'created', order: 'desc', per_page: '100', advanced_search: 'true' },
    });
  });

  test('there is room: sent', async () => {
    await using scene = await openScene();
    fill(scene, 1);
    const step = await scene.run({ 'skip-if-open': SEARCH, 'max-open': '2' });
    expect(step.outputs['result']).toBe('pull-request');
  });

  test('a search that fails is an error, not a yes', async () => {
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

  test('a pull request counts once the index of the search has it', async () => {
    await using scene = await openScene();
    scene.sandbox.github.store.search.lag = 30_000;
    fill(scene, 1);
    expect((await scene.run({ 'skip-if-open': SEARCH })).outputs['result']).toBe('pull-request');
    await scene.sandbox.time.sleep(30_000);
    expect((await scene.run({ 'skip-if-open': SEARCH })).outputs['result']).toBe('skipped');
    expect(scene.count('create')).toBe(1);
  });

  test('who asked in a comment is told there', async () => {
    await using scene = await openScene();
    scene.openPull({ repository: 'acme/docs', branch: 'draft' });
    const asking = scene.comment('/docs Rewrite the quickstart');
    const step = await scene.run({ 'skip-if-open': SEARCH }, { event: asking.event });
    expect(step.outputs['result']).toBe('skipped');
    const url = `${scene.sandbox.github.server}/acme/docs/pull/1`;
    expect(scene.comments(scene.issue)).toEqual([
      expect.stringMatching(/^\*\*Not sent:\*\* Enough pull requests are open already/),
    ]);
    expect(scene.comments(scene.issue)[0]).toContain(`- [\`${url}\`](${url})`);
    expect(asking.reactions()).toEqual(['confused']);
    expect(scene.sandbox.service.jobs).toEqual([]);
  });

  test('pull requests in several repositories count together', async () => {
    await using scene = await openScene();
    fill(scene, 1);
    scene.openPull({ repository: 'acme/api', branch: 'draft' });
    const search = 'is:pr is:open author:app/docs-agent';
    const joined = `(repo:acme/docs OR repo:acme/api) ${search}`;
    const step = await scene.run({ 'skip-if-open': joined, 'max-open': '2' });
    expect(step.outputs).toMatchObject({ result: 'skipped', reasonCode: 'enough-open' });
    const apart = await scene.run({ 'skip-if-open': `repo:acme/docs repo:acme/api ${search}` });
    expect(apart.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
    expect(apart.log).toContain('by `OR` in brackets, like `(repo:acme/docs OR');
    expect(scene.requests('service')).toEqual([]);
  });

  test('the search goes out with `pr-token`, which is masked', async () => {
    await using scene = await openScene();
    const { github } = scene.sandbox;
    fill(scene, 1);
    github.repository('acme/docs').private = true;
    const permissions = { pull_requests: 'read' } as const;
    github.addToken('ghp_other', { login: 'octocat', repositories: ['acme/docs'], permissions });
    const step = await scene.run({ 'skip-if-open': SEARCH, 'pr-token': 'ghp_other', 'github-token': '' });
    expect(step.outputs['result']).toBe('skipped');
    const tokens = github.requests.map(({ headers }) => headers['authorization']);
    expect(new Set(tokens)).toEqual(new Set(['token ghp_other']));
    expect(step.rawLog).toContain('::add-mask::ghp_other');
  });
});

describe('a pull request from a fork', () => {
  const OPEN = { 'skip-if-open': 'repo:acme/product is:pr is:open head:mintlify/' };

  /** Anybody may open one, on a branch of any name. */
  function openFork({ sandbox: { github } }: Pick<Scene, 'sandbox'>, repository = 'acme/product') {
    const pull = { head: 'mintlify/x', base: 'main', fork: 'mallory/product' };
    const user = userOf(github.store, 'mallory');
    return addThread(github.store, github.repository(repository), { user, title: 'Draft', pull });
  }

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

  test('counts if it carries our marker, and not with a copy of one', async () => {
    await using scene = await openScene();
    const { github, service } = scene.sandbox;
    const [ours, copied] = [openFork(scene), openFork(scene)];
    const prLink = `${github.server}/acme/product/pull/${ours.number}`;
    service.script({ timeline: [{ status: 'completed', prLink }] });
    await scene.ask('/docs Rewrite');
    const [marker = ''] = scene.comments(ours);
    expect(marker).toContain('made-by:');
    addComment(github.store, scene.repository, {
      ...{ thread: copied.number, user: userOf(github.store, 'mallory'), body: marker },
    });
    const weekly = { name: 'schedule', payload: {} };
    const skipped = await scene.run({ prompt: 'Refresh', ...OPEN }, { event: weekly });
    expect(skipped.outputs).toMatchObject({ result: 'skipped', reasonCode: 'enough-open' });
    expect(skipped.outputs['reason']).toBe(`Enough pull requests are open already: ${prLink}`);
    closeThread(github.store, ours);
    const sent = await scene.run({ prompt: 'Refresh', ...OPEN }, { event: weekly });
    expect(sent.outputs['result']).toBe('pull-request');
  });

  test('is one of more than 30: an error that says what to do', async () => {
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
