import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { git } from '../../sandbox/git.ts';
import { eventsOf } from '../../sandbox/github/events.ts';
import { type Release, userOf } from '../../sandbox/github/store.ts';
import { openScene, type Scene } from '../support/scene.ts';

describe('which files count', () => {
  test('one that is left is enough; none is skipped, with the reason', async () => {
    await using changes = await openScene({ history: true });
    const before = await changes.tip();
    const after = await changes.commit('main', { 'docs/new.md': 'x\n', 'src/api/users.ts': null });
    const on = changes.push({ before, after });
    const check = async (inputs: Record<string, string>) => {
      const { outputs } = await changes.run(
        { ...inputs, 'dry-run': 'true', comment: 'never' },
        { event: on },
      );
      return outputs['result'] === 'skipped' ? outputs['reason'] : outputs['result'];
    };
    expect(await check({ paths: 'lib/**\nsrc/**' })).toBe('dry-run');
    expect(await check({ paths: 'lib/**, web/{a,b}/**' })).toBe("No file in 'paths' was changed.");
    expect(await check({ 'ignore-paths': '**/*.md' })).toBe('dry-run');
    expect(await check({ 'ignore-paths': '**/*.md, src/**' })).toBe(
      "Only files in 'ignore-paths' were changed.",
    );
    expect(await check({ paths: 'docs/**', 'ignore-paths': '**/*.md' })).toBe(
      "No file in 'paths' was changed.",
    );
    expect(changes.sent()).toEqual([]);
  });
});

test.each([[{ paths: '**/*-*-*-*-*.md' }, (index: number) => `${'-'.repeat(200)}${index}.mdx`]])(
  'names that are made for %j count after a second, and the log says so',
  async (inputs, nameOf) => {
    await using changes = await openScene({ history: true });
    const files = Array.from({ length: 100 }, (_, index) => [nameOf(index), 'x\n']);
    await changes.openChange({ branch: 'feature', commits: [Object.fromEntries(files)] });
    const step = await changes.run(inputs, { event: await changes.merge('squash', 1) });
    expect(step.outputs).toMatchObject({ result: 'pull-request' });
    expect(step.log).toContain('Matching `paths` and `ignore-paths` took over 1 s, so the change counts.');
  },
);

describe('other events', () => {
  const release = ({ sandbox, repository }: Scene, tag: string, prerelease = false): Release => {
    const { store } = sandbox.github;
    const author = userOf(store, 'octocat');
    const made = { id: store.nextId(), tag, name: tag, notes: `Notes of ${tag}`, prerelease, author };
    repository.releases.push({ ...made, publishedAt: store.time.now() + repository.releases.length * 1000 });
    return repository.releases.at(-1) as Release;
  };

  const publish = ({ sandbox, repository }: Scene, made: Release) =>
    eventsOf({ github: sandbox.github, repository: repository.fullName }).release(made);

  test('a release is compared with the one before it that it contains', async () => {
    await using changes = await openScene({ history: true });
    const { gitDir: cwd = '' } = changes.repository;
    const tag = (name: string, sha: string) => git(['tag', name, sha], { cwd });
    const begin = await changes.tip();
    await tag('v1.0', begin);
    const first = release(changes, 'v1.0');
    await tag('v2.0', await changes.commit('main', { 'src/two.ts': 'x\n' }));
    release(changes, 'v2.0');
    await tag('v1.1', await changes.commit('v1', { 'docs/fix.md': 'x\n' }, begin));
    await changes.run({ context: 'full' }, { event: publish(changes, release(changes, 'v1.1')) });
    const sent = changes.sent()[0];
    expect(sent).toContain('/acme/product/compare/v1.0...v1.1\n');
    expect(sent).toContain('The release: ');
    expect(sent).toContain('Notes of the release:\n> Notes of v1.1');
    expect(sent).toContain('> "docs/fix.md" added, +1 -0');
    const alone = await changes.run({ 'dry-run': 'true' }, { event: publish(changes, first) });
    expect(alone.summary).toContain('This is the first release');
    const { payload } = publish(changes, first);
    const gone = { name: 'release', payload: { ...(payload as object), action: 'deleted' } };
    expect((await changes.run({}, { event: gone })).outputs).toMatchObject({ result: 'skipped' });
  });

  test('a release of an older line is compared with one of its own, in few requests, however many others have', async () => {
    await using changes = await openScene({ history: true });
    const { gitDir: cwd = '' } = changes.repository;
    const { requests } = changes.sandbox.github;
    const add = async (tag: string, sha: string) => {
      await git(['tag', tag, sha], { cwd });
      return release(changes, tag);
    };
    const compared = async (made: Release) => {
      const from = requests.length;
      const { summary } = await changes.run({ 'dry-run': 'true' }, { event: publish(changes, made) });
      const [, address] = /\/acme\/product\/compare\/(\S+)/.exec(summary) ?? [];
      return [address, requests.slice(from).filter(({ path }) => path.includes('/compare/')).length];
    };
    const begin = await changes.tip();
    await add('v1.0', begin);
    const fix = await changes.commit('v1', { 'docs/fix.md': 'x\n' }, begin);
    await add('v1.1', fix);
    for (const tag of ['v2.0', 'v2.1', 'v2.2', 'v2.3'])
      await add(tag, await changes.commit('main', { [`src/${tag}.ts`]: 'x\n' }));
    const backport = await changes.commit('v1', { 'docs/more.md': 'x\n' });
    expect(await compared(await add('v1.2', backport))).toEqual(['v1.1...v1.2', 2]);
    const next = await changes.commit('next', { 'docs/next.md': 'x\n' }, begin);
    expect(await compared(await add('v3.0', next))).toEqual(['v1.0...v3.0', 7]);
    const usual = await changes.commit('next', { 'docs/usual.md': 'x\n' });
    expect(await compared(await add('v3.1', usual))).toEqual(['v3.0...v3.1', 1]);
  });

  test('`range` says what to compare on any event', async () => {
    await using changes = await openScene({ history: true });
    await changes.openChange({ branch: 'feature', commits: [{ 'src/app.ts': 'new\n' }] });
    const begin = await changes.tip();
    await changes.merge('rebase', 1);
    const step = await changes.run({ range: `${begin}...main`, paths: 'src/**' });
    expect(step.outputs).toMatchObject({ result: 'pull-request', commentUrl: '' });
    expect(changes.sent()[0]).toContain(`This is about changes on GitHub: `);
    expect(changes.sent()[0]).toMatch(/were merged: \S+\/acme\/product\/pull\/1\n/);
    const unknown = await changes.run({ range: 'main...nowhere' });
    expect(unknown.outputs['reason']).toMatch(
      /^Not sent: What changed could not be read: .*404.*both sides exist/,
    );
  });
});

describe('what cannot be read, and bad input', () => {
  test('nothing is sent, and the missing permission is named', async () => {
    await using changes = await openScene({ history: true });
    const { github, token } = changes.sandbox;
    await changes.openChange({ branch: 'feature', commits: [{ 'src/app.ts': 'new\n' }] });
    const on = await changes.merge('squash', 1);
    changes.repository.private = true;
    const known = github.store.tokens.get(token);
    const run = async (permissions: object) => {
      if (known) known.permissions = permissions;
      return (await changes.run({}, { event: on })).outputs['reason'];
    };
    expect(await run({ issues: 'write' })).toMatch(/^Not sent: What changed .*403.*'contents: read'/);
    expect(await run({ contents: 'read' })).toMatch(
      /^Not sent: The pull requests .*403.*'pull-requests: read'/,
    );
    github.faults.next({ path: /compare/, times: 9 }, answer({ status: 503 }));
    expect(await run({ contents: 'read', pull_requests: 'read' })).toMatch(/^Not sent: What changed .*503/);
    expect(changes.sent()).toEqual([]);
  });
});
