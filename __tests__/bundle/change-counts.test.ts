/** What counts of a change: reverts, commits without a pull request, more than 300 files, branches of releases, tags and bases. */
import { describe, expect, test } from '@jest/globals';
import { git } from '../../sandbox/git.ts';
import { mergeBaseOf, mergeTrees, writeCommit } from '../../sandbox/github/git-objects.ts';
import { importCommits, moveBranch } from '../../sandbox/github/git-repository.ts';
import { commitFiles, type MergeMethod, mergePull } from '../../sandbox/github/history.ts';
import { branchSha } from '../../sandbox/github/pull-facts.ts';
import { type Thread, userOf } from '../../sandbox/github/store.ts';
import type { Event } from '../../src/event/trigger.ts';
import { type Inputs, type NewPull, openScene, SCHEDULE, type Scene } from '../support/scene.ts';

const METHODS: readonly MergeMethod[] = ['merge', 'squash', 'rebase'];
const DRY_RUN = { 'dry-run': 'true' };

/** The numbers of the pull requests that the last prompt names. */
function merged(scene: Scene): number[] {
  const [, links = ''] = /were merged: (.*)\n/.exec(scene.sent().at(-1) ?? '') ?? [];
  return links.split(' ').flatMap((link) => (link === '' ? [] : Number(link.split('/').at(-1))));
}

/** A commit on a branch, by default one on `main` that a release tool pushes. */
function pushCommit(
  { repository, sandbox: { time } }: Scene,
  files: Readonly<Record<string, string | null>>,
  message = 'chore(release): 1.2.0',
  { branch = 'main', by }: { readonly branch?: string; readonly by?: string } = {},
): Promise<string> {
  return Promise.resolve(commitFiles(repository, branch, { files, message, at: time.now(), by }));
}

/** Runs the action on the push of all that happens meanwhile. */
async function runOn(scene: Scene, change: () => Promise<unknown>, inputs: Inputs = {}) {
  const before = await scene.tip();
  await change();
  return scene.run(inputs, { event: scene.push({ before, after: await scene.tip() }) });
}

describe('a merge that a later one reverts', () => {
  /** Pull request 1 adds keys, 2 reverts it in these words, and 3 stays. */
  async function openReverted(body: string) {
    const scene = await openScene({ history: true });
    const keys: NewPull = { branch: 'keys', title: 'Add API keys', commits: [{ 'src/keys.ts': 'key\n' }] };
    await scene.openChange(keys);
    await scene.merge('squash', 1);
    await scene.openChange({
      branch: 'revert-1-keys',
      title: 'Revert "Add API keys"',
      body,
      commits: [{ 'src/keys.ts': null }],
    });
    await scene.openChange({ branch: 'users', commits: [{ 'src/users.ts': 'x\n' }] });
    return scene;
  }
  const REVERTS = 'Reverts acme/product#1';

  test.each<[string, Inputs]>([
    ['without rules', {}],
    ['with a rule that leaves the revert out', { 'ignore-pulls': 'title:revert' }],
  ])('counts as little as the revert, %s', async (_, rules) => {
    await using scene = await openReverted(`${REVERTS}\r\n\r\nIt broke the login.`);
    await scene.merge('squash', 2, 3);
    const inputs = { ...rules, range: '1d', context: 'full' };
    const { log, summary } = await scene.run(inputs, { event: SCHEDULE });
    const shown = summary.replaceAll(/\[(#\d)\]\(\S+?\)/g, '$1').replaceAll(/\\|&#8203;/g, '');
    expect(merged(scene)).toEqual([3]);
    expect(scene.sent()[0]).toContain('leave nothing to document: #1, #2.');
    expect(scene.sent()[0]).toMatch(/^Other merges and commits of this change do not count\./m);
    expect(scene.sent()[0]).not.toMatch(/API keys|keys\.ts/);
    for (const line of ['Left out (reverted by #2): #1', 'Left out (reverts #1): #2', 'document: #1, #2.']) {
      expect(log).toContain(line);
      expect(shown).toContain(line);
    }
  });

  test('is no request if nothing else was merged', async () => {
    await using scene = await openReverted(REVERTS);
    await scene.merge('rebase', 2);
    const { outputs } = await scene.run({ range: '1d' }, { event: SCHEDULE });
    expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'nothing-changed' });
    expect(scene.sent()).toEqual([]);
  });

  test('is known by the words of git', async () => {
    await using scene = await openScene({ history: true });
    await scene.openChange({ branch: 'keys', commits: [{ 'src/keys.ts': 'key\n' }] });
    await scene.openChange({ branch: 'users', commits: [{ 'src/users.ts': 'x\n' }] });
    await scene.merge('merge', 1);
    const words = `Revert "A change (#1)"\n\nThis reverts commit ${await scene.tip()}, reversing\nchanges.`;
    await pushCommit(scene, { 'src/keys.ts': null }, words);
    await scene.merge('squash', 2);
    const { log } = await scene.run({ range: '1d' }, { event: SCHEDULE });
    expect(merged(scene)).toEqual([2]);
    expect(log).toMatch(/Left out \(reverted by [0-9a-f]{7}\): #1\n/);
  });
});

describe('a commit without a pull request, as release tools push it,', () => {
  /** Pull request 1 is labelled `internal`, 2 is the agent's own, 3 counts. */
  async function openWeek() {
    const scene = await openScene({ history: true });
    userOf(scene.sandbox.github.store, 'release-bot[bot]');
    const internal = await scene.openChange({ branch: 'ci', commits: [{ 'ci/build.sh': 'x\n' }] });
    internal.labels.add('internal');
    const pages = { branch: 'pages', title: 'Pages', commits: [{ 'docs/index.md': 'x\n' }] };
    scene.mark(await scene.openChange(pages), { jobId: 'job_1' });
    await scene.openChange({ branch: 'api', commits: [{ 'src/api/new.ts': 'x\n' }] });
    return scene;
  }
  const VERSION = { 'package.json': '1.2.0\n', 'CHANGELOG.md': '## 1.2.0\n' };
  const bump = (scene: Scene) => pushCommit(scene, VERSION, undefined, { by: 'release-bot[bot]' });

  test('voids no rule: files of a pull request that is left out are not sent', async () => {
    await using scene = await openWeek();
    const merge = () => scene.merge('squash', 1, 2, 3);
    await runOn(scene, () => merge().then(() => bump(scene)), {
      'ignore-pulls': 'label:internal',
      context: 'full',
    });
    expect(scene.sent()[0]).toContain('> "CHANGELOG.md" added');
    expect(merged(scene)).toEqual([3]);
    for (const left of ['build.sh', 'docs/index.md', '(#1)']) expect(scene.sent()[0]).not.toContain(left);
  });

  test('is linked if another one is left out', async () => {
    await using scene = await openScene({ history: true });
    let fix = '';
    const push = async () => {
      fix = await pushCommit(scene, { 'src/app.ts': 'x\n' }, 'Fix it');
      await bump(scene);
    };
    await runOn(scene, push, { 'ignore-pulls': 'title:chore*' });
    const linked = new RegExp(`^Commits without a pull request: \\S+/commit/${fix}\nOther merges`, 'm');
    expect(scene.sent()[0]).toMatch(linked);
  });

  test.each([
    ['title:chore(release)', 'Left out (title chore(release)): '],
    ['author:app/release-bot', 'Left out (author app/release-bot): '],
    ['files:CHANGELOG.md', 'Left out (a file in `files:`): '],
  ])("is left out by `%s`, so that the agent's own merge stays no request", async (rule, line) => {
    await using scene = await openWeek();
    const merge = () => scene.merge('squash', 2);
    const step = await runOn(scene, () => merge().then(() => bump(scene)), { 'ignore-pulls': rule });
    expect(step.outputs).toMatchObject({ result: 'skipped', reasonCode: 'own-merge' });
    expect(step.log).toContain(line);
    expect(step.summary).toContain('/acme/product/commit/');
    expect(scene.sent()).toEqual([]);
  });

  test.each([
    ['**, !**/*.md, !*.json', 'paths-unmatched'],
    ['**', 'dry-run'],
  ])('counts by its files with `paths: %s`: %s', async (paths, reasonCode) => {
    await using scene = await openWeek();
    const merge = () => scene.merge('squash', 2);
    const { outputs } = await runOn(scene, () => merge().then(() => bump(scene)), { ...DRY_RUN, paths });
    expect(outputs['reasonCode']).toBe(reasonCode);
  });

  test('counts without a check if 50 were pushed later, and has its files read only if all can be', async () => {
    await using scene = await openScene({ history: true });
    const [before, at] = [await scene.tip(), scene.sandbox.time.now()];
    const commits = Array.from({ length: 52 }, (_, number) => {
      const file = number === 0 ? 'docs/old.md' : `src/${number}.ts`;
      return { files: { [file]: 'x\n' }, message: number === 1 ? 'chore' : 'Feature', at, by: 'hubot' };
    });
    importCommits(scene.repository.gitDir ?? '', 'main', before, commits);
    const event = scene.push({ before, after: await scene.tip() });
    const byTitle = await scene.run({ ...DRY_RUN, 'ignore-pulls': 'title:chore' }, { event });
    expect(scene.requests('github').filter((one) => /commits\/\w+ 200/.test(one))).toEqual([]);
    expect(byTitle.summary).toContain('because over 50 merges count');
    const byFiles = await scene.run({ ...DRY_RUN, 'ignore-pulls': 'files:docs/**' }, { event });
    for (const text of [byFiles.log, byFiles.summary])
      expect(text).toContain('Merges that count without a full check: 2.');
  });
});

describe('of more than 300 changed files', () => {
  const many = (folder: string) =>
    Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`${folder}/${index}.ts`, 'x\n']));
  const files = { ...many('lib'), 'src/app.ts': 'x\n', 'src/api/users.ts': null, 'zoo/new.ts': 'x\n' };

  test.each([
    ['src/**', 'dry-run', 'src'],
    ['zoo/**', 'dry-run', 'zoo'],
    ['old/**', 'paths-unmatched', ''],
  ])('those in `paths: %s` are found: %s', async (paths, reasonCode, folder) => {
    await using scene = await openScene({ history: true });
    const push = () => pushCommit(scene, files);
    const step = await runOn(scene, push, { ...DRY_RUN, paths });
    expect(step.outputs['reasonCode']).toBe(reasonCode);
    expect(step.summary).not.toContain('cut at');
    if (folder !== '') expect(step.summary).toContain(`> "${folder}": 1`);
  });

  test('the change counts if the trees are cut, and this is told', async () => {
    await using scene = await openScene({ history: true });
    scene.sandbox.github.store.mostTreeEntries = 200;
    const step = await runOn(scene, () => pushCommit(scene, files), { ...DRY_RUN, paths: 'src/**' });
    expect(step.outputs['reasonCode']).toBe('dry-run');
    for (const text of [step.log, step.summary]) expect(text).toContain('The list of files is cut at 300');
  });
});

describe('a pull request that merges `develop` into `main`', () => {
  /** Pull requests 1 and 2 were merged into `develop`, 1 as internal. 3 releases them. */
  async function openRelease(method: MergeMethod, rest = {}) {
    const scene = await openScene({ history: true });
    await git(['branch', 'develop', 'main'], { cwd: scene.repository.gitDir ?? '' });
    const pulls: NewPull[] = [
      { branch: 'ci', title: 'Faster builds', commits: [{ 'ci/build.sh': 'x\n' }] },
      {
        branch: 'api',
        title: 'New API',
        commits: [{ 'src/api/new.ts': 'x\n' }, { 'src/api/old.ts': 'x\n' }],
      },
    ];
    for (const pull of pulls) await scene.openChange({ ...pull, base: 'develop' });
    scene.repository.threads.get(1)?.labels.add('internal');
    for (const number of [1, 2])
      await mergePull(scene.sandbox.github.store, scene.repository, number, number === 1 ? 'squash' : method);
    if (Object.keys(rest).length > 0) await pushCommit(scene, rest, 'Bump', { branch: 'develop' });
    scene.openPull({ branch: 'develop', title: 'Release 2', by: 'octocat' });
    // GitHub lists a merge for its commits after a minute.
    await scene.minutes(2);
    return scene;
  }
  const INPUTS = { 'ignore-pulls': 'label:internal', context: 'full' };

  test.each(METHODS)('brings those that were merged into `develop` by a %s', async (method) => {
    await using scene = await openRelease(method);
    await scene.run({ context: 'full' }, { event: await scene.merge('merge', 3) });
    expect(merged(scene)).toEqual([1, 2, 3]);
    for (const title of [': Faster builds\n', ': New API\n']) expect(scene.sent()[0]).toContain(title);
  });

  test.each<[string, object, string]>([
    ['without', {}, ''],
    ['with', { 'package.json': '2\n' }, 'package.json'],
  ])('counts no more than those that `ignore-pulls` leaves, %s commits of its own', async (_, rest, file) => {
    await using scene = await openRelease('squash', rest);
    await scene.run(INPUTS, { event: await scene.merge('merge', 3) });
    expect(merged(scene)).toEqual([2]);
    expect(scene.sent()[0]).toContain('src/api/new.ts');
    expect(scene.sent()[0]).toContain(file);
    for (const left of ['build.sh', 'Faster builds']) expect(scene.sent()[0]).not.toContain(left);
  });

  test('is no request if all that it brings is left out', async () => {
    await using scene = await openRelease('merge');
    const rules = { 'ignore-pulls': 'label:internal, title:api' };
    const step = await scene.run(rules, { event: await scene.merge('merge', 3) });
    expect(step.outputs).toMatchObject({ result: 'skipped', reasonCode: 'change-ignored' });
    expect(step.log).toContain('Left out (brings others that are left out): #3');
  });

  test('takes commits without a pull request along if a rule leaves it out', async () => {
    await using scene = await openRelease('squash', { 'package.json': '2\n' });
    const rules = { 'ignore-pulls': 'title:release', context: 'full' };
    await scene.run(rules, { event: await scene.merge('merge', 3) });
    expect(merged(scene)).toEqual([1, 2]);
    expect(scene.sent()[0]).not.toContain('package.json');
  });

  test.each<[string, (scene: Scene) => Promise<unknown>]>([
    [
      'names another one in a commit',
      (scene) => pushCommit(scene, { 'docs/b.md': 'x\n' }, 'Document keys (#12)', { branch: 'agent' }),
    ],
    [
      'got one by a person',
      async (scene) => {
        const { store } = scene.sandbox.github;
        await scene.openChange({ branch: 'fix', base: 'agent', commits: [{ 'docs/c.md': 'y\n' }] });
        await mergePull(store, scene.repository, 2, 'squash');
        await scene.minutes(2);
      },
    ],
  ])("is the agent's own if it %s", async (_, change) => {
    await using scene = await openScene({ history: true });
    const draft = await scene.openChange({ branch: 'agent', commits: [{ 'docs/a.md': 'x\n' }] });
    scene.mark(draft, { jobId: 'job_1' });
    await change(scene);
    const { outputs } = await scene.run({}, { event: await scene.merge('merge', 1) });
    expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'own-merge' });
  });

  test('brings them from a branch of `main` that merged `develop` by hand', async () => {
    await using scene = await openRelease('squash');
    const files = { 'src/api/new.ts': 'x\n', 'src/api/old.ts': 'x\n', 'ci/build.sh': 'x\n' };
    await scene.commit('release', files, await scene.tip(), branchSha(scene.repository, 'develop'));
    await scene.commit('release', { 'package.json': '2\n' });
    scene.openPull({ branch: 'release', title: 'Release 2', by: 'octocat' });
    await scene.run(INPUTS, { event: await scene.merge('merge', 4) });
    expect(merged(scene)).toEqual([2]);
    expect(scene.sent()[0]).toContain('src/api/new.ts');
    for (const left of ['build.sh', 'Faster builds']) expect(scene.sent()[0]).not.toContain(left);
  });

  test('is reverted with all that it brings', async () => {
    await using scene = await openRelease('squash');
    await scene.merge('merge', 3);
    const files = { 'ci/build.sh': null, 'src/api/new.ts': null, 'src/api/old.ts': null };
    await scene.openChange({ branch: 'back', body: 'Reverts acme/product#3', commits: [files] });
    await scene.merge('squash', 4);
    await pushCommit(scene, { 'src/fix.ts': 'x\n' }, 'Fix it');
    const { log } = await scene.run({ range: '1d' }, { event: SCHEDULE });
    expect(merged(scene)).toEqual([]);
    expect(log).toContain('Left out (reverted by #4): #1, #2, #3\n');
  });

  test('counts alone if it is squashed, which hides the others', async () => {
    await using scene = await openRelease('squash');
    await scene.run(INPUTS, { event: await scene.merge('squash', 3) });
    expect(merged(scene)).toEqual([3]);
  });
});

describe('a pushed tag', () => {
  const tag = async (scene: Scene, name: string, sha?: string) => {
    const after = sha ?? (await scene.tip());
    await git(['tag', name, after], { cwd: scene.repository.gitDir ?? '' });
    return scene.push({ ref: `refs/tags/${name}`, after });
  };

  test.each([
    ['v1.1.0', ['v1.0.0', 'v0.9.0', 'v2.0.0'], 'v1.0.0'],
    ['cli-v1.1.0', ['cli-1.0.0', 'cli-v0.9.0', 'v1.0.5'], 'cli-1.0.0'],
    ['v1.1.0', ['1.0.0', 'cli-1.0.5'], '1.0.0'],
  ])('%s is compared with the version before it, of %j', async (name, before, base) => {
    await using scene = await openScene({ history: true });
    for (const one of before) await tag(scene, one);
    await scene.openChange({ commits: [{ 'src/two.ts': 'x\n' }] });
    await scene.merge('squash', 1);
    const { outputs } = await scene.run({}, { event: await tag(scene, name) });
    expect(scene.sent()[0]).toContain(`/compare/${base}...${name}\n`);
    expect(merged(scene)).toEqual([1]);
    // It has no conversation, as a release has none.
    expect(outputs['commentUrl']).toBe('');
  });

  test.each([
    ['nightly', ['v1.0.0', 'weekly']],
    ['v1.0.0', ['v2.0.0', 'nightly']],
  ])('%s after %j is compared with nothing, and this is told', async (name, before) => {
    await using scene = await openScene({ history: true });
    for (const one of before) await tag(scene, one);
    const event = await tag(scene, name, await scene.commit('main', { 'src/two.ts': 'x\n' }));
    const { log } = await scene.run({}, { event });
    for (const text of [log, scene.sent()[0]]) expect(text).toContain('It is compared with nothing');
    expect(scene.sent()[0]).toContain('/acme/product/commit/');
  });
});

describe('a request about a pull request whose base moved on', () => {
  /** Pull request 1 is approved. `main` got another merge since it was opened, and 1 merged `main`. */
  async function openMoved() {
    const scene = await openScene({ history: true });
    scene.member('ann', 'write');
    const code = await scene.openChange({ commits: [{ 'src/app.ts': 'new\n' }, { 'src/more.ts': 'x\n' }] });
    await scene.commit('main', { 'lib/other.ts': 'x\n' });
    const parents = [branchSha(scene.repository, 'feature') ?? '', await scene.tip()] as const;
    const tree = mergeTrees(mergeBaseOf(...parents) ?? '', ...parents);
    const message = "Merge branch 'main' into feature";
    const merge = writeCommit({ tree, parents, at: scene.sandbox.time.now(), message });
    moveBranch(scene.repository.gitDir ?? '', 'feature', merge);
    const { payload } = scene.review('', { by: 'ann', on: code, change: approve(scene) }).event;
    const { base, head: after } = Object(payload).pull_request;
    const inputs = { prompt: 'Document it', range: `${base.sha}...${after.sha}`, context: 'full' };
    return { ...scene, code, inputs, event: { name: 'pull_request_review', payload } as Event };
  }
  const approve =
    (scene: Scene) =>
    ({ review }: { review: object }) =>
      Object.assign(review, { state: 'approved', commit_id: branchSha(scene.repository, 'feature') });

  test('has only its own files while it is open', async () => {
    await using scene = await openMoved();
    await scene.run(scene.inputs, { event: scene.event });
    expect(scene.sent()[0]).toContain('+new');
    expect(scene.sent()[0]).not.toContain('lib');
  });

  test.each<[string, MergeMethod | undefined, string]>([
    ...METHODS.flatMap((method): [string, MergeMethod, string][] => [
      [`was merged meanwhile by a ${method}`, method, 'main'],
      [`was merged by a ${method} into a branch that is gone`, method, 'gone'],
    ]),
    // Then only the event's commit is known.
    ['is based on a branch that is gone', undefined, 'gone'],
  ])('has them if it %s', async (_, method, base) => {
    await using scene = await openMoved();
    if (method) await scene.merge(method, (scene.code as Thread).number);
    await scene.commit('main', { 'lib/later.ts': 'x\n' });
    Object(scene.event.payload).pull_request.base.ref = base;
    const { outputs } = await scene.run(scene.inputs, { event: scene.event });
    expect(outputs['result']).toBe('pull-request');
    expect(scene.sent()[0]).toContain('+new');
    expect(scene.sent()[0]?.includes('lib')).toBe(method === undefined);
  });
});
