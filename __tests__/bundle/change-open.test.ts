import { describe, expect, test } from '@jest/globals';
import { answer, rewriteJson } from '../../sandbox/faults/answers.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { shellSafeText } from '../../src/text/shell-safe.ts';
import { openAsked } from '../support/asked.ts';
import { openScene, type Scene } from '../support/bundle.ts';
import { requestFaults } from '../support/shared.ts';

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
    expect(step.outputs['reason']).toBe(
      shellSafeText(`2 pull requests are open already: ${newest} ${older}`),
    );
    expect(step.summary).toContain(`- [\`${newest}\`](${newest})`);
    expect(step.log).toContain(older);
    expect(scene.requests()).toEqual([]);
    const [search] = scene.sandbox.github.requests;
    expect(search && requestFaults(search)).toEqual([]);
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
      /^not sent: The search for open pull requests failed: .*422.* cannot be searched .*'pr-token'/,
    );
    github.faults.next({ path: /search/, times: 9 }, answer({ status: 503 }));
    const down = await scene.run({ 'skip-if-open': 'is:pr is:open repo:acme/product' });
    expect(down.outputs['reason']).toContain('503');
    expect(scene.requests()).toEqual([]);
  });

  test('a search that did not come to its end says yes only when it found enough', async () => {
    await using scene = await openScene();
    fill(scene, 1);
    const partly = () => rewriteJson((found) => ({ ...found, incomplete_results: true }));
    scene.sandbox.github.faults.next({ path: /search/, nth: 1 }, partly());
    scene.sandbox.github.faults.next({ path: /search/, nth: 2 }, partly());
    expect((await scene.run({ 'skip-if-open': SEARCH })).outputs['result']).toBe('skipped');
    const unknown = await scene.run({ 'skip-if-open': SEARCH, 'max-open': '9' });
    expect(unknown.outputs).toMatchObject({ result: 'error' });
    expect(unknown.outputs['reason']).toContain('too long to be complete');
    expect(scene.requests()).toEqual([]);
  });

  test('who asked in a comment is told there', async () => {
    await using scene = await openAsked();
    const { store } = scene.sandbox.github;
    const docs = scene.sandbox.github.repository('acme/docs');
    addThread(store, docs, {
      ...{ user: userOf(store, 'docs-agent[bot]'), title: 'Draft' },
      pull: { head: 'draft', base: 'main' },
    });
    const asking = scene.comment('/docs Rewrite the quickstart');
    const step = await scene.run(asking.event, { 'skip-if-open': SEARCH });
    expect(step.outputs['result']).toBe('skipped');
    const url = `${scene.sandbox.github.server}/acme/docs/pull/1`;
    expect(scene.said(scene.issue)).toEqual([
      expect.stringMatching(/^Nothing was sent: One pull request is open already/),
    ]);
    expect(scene.said(scene.issue)[0]).toContain(`- [\`${url}\`](${url})`);
    expect(asking.reactions.map(({ content }) => content)).toEqual(['confused']);
    expect(scene.sandbox.service.jobs).toEqual([]);
  });

  test('pull requests in several repositories count together', async () => {
    await using scene = await openScene();
    const { store } = scene.sandbox.github;
    fill(scene, 1);
    addThread(store, scene.sandbox.github.repository('acme/api'), {
      ...{ user: userOf(store, 'docs-agent[bot]'), title: 'Draft' },
      pull: { head: 'draft', base: 'main' },
    });
    const search = 'is:pr is:open author:app/docs-agent';
    const joined = `(repo:acme/docs OR repo:acme/api) ${search}`;
    const step = await scene.run({ 'skip-if-open': joined, 'max-open': '2' });
    expect(step.outputs).toMatchObject({ result: 'skipped', reasonCode: 'enough-open' });
    const apart = await scene.run({ 'skip-if-open': `repo:acme/docs repo:acme/api ${search}` });
    expect(apart.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
    expect(apart.outputs['reason']).toContain(shellSafeText('by `OR` in brackets, like `(repo:acme/docs OR'));
    expect(scene.requests()).toEqual([]);
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
    expect(github.requests.map(({ headers }) => headers['authorization'])).toEqual(['token ghp_other']);
    expect(step.rawLog).toContain('::add-mask::ghp_other');
  });

  test.each(['pr-token', 'github-token'])('a refused `%s` is named', async (input) => {
    await using scene = await openScene();
    const step = await scene.run({ 'skip-if-open': SEARCH, [input]: 'ghp_expired' });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'github-refused' } });
    expect(step.outputs['reason']).toContain(shellSafeText(`Bad credentials. Check \`${input}\`.`));
  });
});
