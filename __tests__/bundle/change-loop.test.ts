/** Documenting documentation would never end: the merge of a pull request that a job created starts no job. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { eventsOf } from '../../sandbox/github/events.ts';
import { type MergeMethod, mergePull } from '../../sandbox/github/history.ts';
import { branchSha } from '../../sandbox/github/pull-facts.ts';
import type { Thread } from '../../sandbox/github/store.ts';
import { renameRepository } from '../support/rename.ts';
import { type Inputs, type NewPull, openScene, SCHEDULE, type Scene } from '../support/scene.ts';

const CODE: NewPull = { branch: 'feature', commits: [{ 'src/app.ts': 'new\n' }] };
const DRY_RUN = { 'dry-run': 'true' };

async function openDraft(changes: Scene, branch = 'agent') {
  const commits = [{ [`docs/${branch}.md`]: 'x\n' }];
  const draft = await changes.openChange({ branch, by: 'docs-agent[bot]', commits });
  changes.mark(draft, { jobId: 'job_1' });
}

/** A scene in which pull request 1 is the agent's. */
async function openDrafted(): Promise<Scene> {
  const changes = await openScene({ history: true });
  await openDraft(changes);
  return changes;
}

type PushOptions = Partial<Parameters<Scene['push']>[0]>;

describe('a push of the agent to the branch of its open pull request starts no job', () => {
  test.each<[string, Inputs, PushOptions]>([
    ['by itself', {}, {}],
    ['nor one by a person', {}, { by: 'octo-writer' }],
    ['with a `range`', { range: 'main...agent' }, {}],
    ['if it was forced and its old commit is gone', {}, { before: 'b'.repeat(40), forced: true }],
  ])('%s', async (_, inputs, moved) => {
    await using changes = await openDrafted();
    // GitHub may not associate the commit with the pull request yet.
    const rule = { path: /\/commits\/[^/]+\/pulls/, times: 9, optional: true };
    changes.sandbox.github.faults.next(rule, answer({ status: 200, body: [] }));
    const after = branchSha(changes.repository, 'agent') ?? '';
    const event = changes.push({ ref: 'refs/heads/agent', after, by: 'docs-agent[bot]', ...moved });
    const { outputs } = await changes.run(inputs, { event });
    expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'nothing-changed' });
    expect(outputs['reason']).toMatch(/^Pull request 1 of the branch '[^']+' is open/);
    expect(changes.sent()).toEqual([]);
  });

  test('nor before it opens the pull request, with any `range`', async () => {
    await using changes = await openScene({ history: true });
    const before = await changes.tip();
    await changes.commit('main', { 'src/app.ts': 'new\n' });
    const after = await changes.commit('agent', { 'docs/new.md': 'x\n' }, before);
    const event = changes.push({ ref: 'refs/heads/agent', after, by: 'docs-agent[bot]' });
    const { outputs } = await changes.run({ range: `${before}...main` }, { event });
    expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'nothing-changed' });
    expect(changes.sent()).toEqual([]);
  });
});

test.each(['merge', 'squash', 'rebase'] as const)(
  'a %s into a branch counts while that has an open pull request, which may stay open for releases',
  async (method) => {
    await using changes = await openScene({ history: true });
    const before = await changes.tip();
    const commits = [{ 'src/app.ts': 'new\n' }, { 'src/api/users.ts': 'new\n' }];
    const feature = await changes.openChange({ branch: 'feature', base: 'develop', commits });
    await changes.commit('develop', { 'src/other.ts': 'x\n' }, before);
    await changes.openPull({ branch: 'develop', by: 'octocat', title: 'Release' });
    const from = branchSha(changes.repository, 'develop') ?? '';
    await mergePull(changes.sandbox.github.store, changes.repository, feature.number, method);
    const after = branchSha(changes.repository, 'develop') ?? '';
    const moved = { ref: 'refs/heads/develop', before: from, after };
    const { outputs } = await changes.run({}, { event: changes.push(moved) });
    expect(outputs['result']).toBe('pull-request');
    expect(changes.sent()).toEqual([expect.stringContaining(`pull/${feature.number}`)]);
  },
);

describe('the merge of a pull request that a job created', () => {
  test('is skipped, but not together with that of another pull request', async () => {
    await using changes = await openDrafted();
    await openDraft(changes, 'another');
    const before = await changes.tip();
    const own = await changes.run({}, { event: await changes.merge('squash', 1, 2) });
    const home = `${changes.sandbox.github.server}/acme/product/pull`;
    expect(own).toMatchObject({ exitCode: 0, outputs: { result: 'skipped', jobId: '' } });
    expect(own.log).toContain(
      `Only pull requests that jobs of this action created were merged: ${home}/1 ${home}/2`,
    );
    expect(own.summary).toContain(`- [\`${home}/1\`](${home}/1)`);

    await changes.openChange(CODE);
    await changes.merge('squash', 3);
    const push = changes.push({ before, after: await changes.tip() });
    const mixed = await changes.run({}, { event: push });
    expect(mixed.outputs['result']).toBe('pull-request');
    expect(changes.sent()).toEqual([expect.stringContaining(`were merged: ${home}/3\n`)]);
  });

  test('is skipped at once after a rebase, while GitHub associates only the last commit', async () => {
    await using changes = await openScene({ history: true });
    const commits = [{ 'docs/a.md': 'x\n' }, { 'docs/b.md': 'x\n' }];
    const draft = await changes.openChange({ commits });
    changes.mark(draft, { jobId: 'job-1' });
    const step = await changes.run(DRY_RUN, { event: await changes.merge('rebase', draft.number) });
    expect(step.outputs).toMatchObject({ result: 'skipped', reasonCode: 'own-merge' });
    expect(step.duration).toBeLessThan(10_000);
  });

  test('starts a request of another recipe with its files in `paths`, whose own merge starts none', async () => {
    await using changes = await openScene({ history: true, jobs: 'working', documentation: 'acme/product' });
    const english = { 'pr-labels': 'docs-en' };
    const german = { 'pr-labels': 'docs-de', paths: '**' };
    /** How each of two recipes ends after the merge. */
    const merge = async (number: number, ...steps: Inputs[]) => {
      const event = await changes.merge('squash', number);
      const ends = [];
      for (const inputs of steps) ends.push((await changes.run(inputs, { event })).outputs['reasonCode']);
      return ends;
    };
    await changes.openChange(CODE);
    expect(await merge(1, english)).toEqual(['pull-request-created']);
    const steps = [
      english,
      { ...english, paths: '**' },
      { 'pr-labels': 'docs-de' },
      { ...german, paths: 'src/**' },
    ];
    expect(await merge(2, ...steps, german)).toEqual([
      'own-merge',
      'own-merge',
      'own-merge',
      'paths-unmatched',
      'pull-request-created',
    ]);
    expect(await merge(3, german, { ...english, paths: '**' })).toEqual(['own-merge', 'own-merge']);
  });

  test('is skipped with any `range`, a date or a period, but the same `range` on another event is not', async () => {
    await using changes = await openDrafted();
    const event = await changes.merge('merge', 1);
    const inputs = { ...DRY_RUN, range: 'agent...main' };
    expect((await changes.run(inputs, { event })).outputs['result']).toBe('skipped');
    expect((await changes.run(inputs)).outputs['result']).toBe('dry-run');
    for (const range of [new Date(changes.sandbox.time.now()).toISOString().slice(0, 10), '1d']) {
      const { outputs } = await changes.run({ ...DRY_RUN, range }, { event: SCHEDULE });
      expect(outputs['reasonCode']).toBe('own-merge');
    }
  });

  test('is skipped in another repository, even a renamed one, by the marker that `pr-token` left', async () => {
    await using changes = await openScene({ history: true, jobs: 'working' });
    const { github } = changes.sandbox;
    const docs = github.repository('acme/docs');
    const permissions = { pull_requests: 'write', contents: 'read' } as const;
    github.addToken('ghp_docs', { login: 'docs-helper[bot]', repositories: ['acme/docs'], permissions });
    await changes.openChange(CODE);
    const first = await changes.run({ 'pr-token': 'ghp_docs' }, { event: await changes.merge('squash', 1) });
    expect(first.outputs['prLink']).toMatch(/\/acme\/docs\/pull\/1$/);
    renameRepository(changes.sandbox, 'acme/docs', 'acme/handbook');
    const moved = await mergePull(github.store, docs, 1, 'rebase');
    const event = eventsOf({ github, repository: docs.fullName }).push({
      ...moved,
      ref: 'refs/heads/main',
      by: 'octo-writer',
    });
    const context = { repository: 'acme/handbook', repositoryId: String(docs.id) };
    const next = await changes.run({ 'github-token': 'ghp_docs' }, { event, context });
    expect(next.outputs['reason']).toMatch(/created were merged: \S+\/acme\/handbook\/pull\/1$/);
    expect(changes.count('create')).toBe(1);
  });

  test.each([
    ['a merge', ({ merge }: Scene) => merge('squash', 1)],
    ['an event', async ({ opened, repository }: Scene) => opened(repository.threads.get(1) as Thread)],
  ])('sends nothing for %s if its marker cannot be read', async (_, eventOf) => {
    await using changes = await openDrafted();
    const event = await eventOf(changes);
    const { faults } = changes.sandbox.github;
    faults.next({ method: 'GET', path: /issues\/1\/comments/, times: 5 }, answer({ status: 502 }));
    const step = await changes.run({ prompt: 'Document it', 'allow-bots': 'docs-agent[bot]' }, { event });
    expect(step.outputs['result']).toBe('error');
    expect(step.outputs['reason']).toMatch(
      /^Not sent: Which job created pull request 1 could not be read.*502/,
    );
    expect(changes.turns()).toEqual([]);
  });
});

// `__tests__/event/trigger.test.ts` has which pushes are another request.
test('a merge is one request, as push and as closed pull request', async () => {
  await using changes = await openScene({ history: true });
  changes.member('octo-writer', 'write');
  const feature = await changes.openChange({ ...CODE, by: 'octo-writer' });
  const push = await changes.merge('squash', feature.number);
  const closed = changes.events.pull(feature, 'closed', feature.user);
  const results = [];
  for (const [index, event] of [push, closed].entries()) {
    const context = { runId: `${index + 1}` };
    const step = await changes.run({ prompt: 'Document it' }, { event, context });
    results.push(step.outputs['reasonCode']);
  }
  expect(results).toEqual(['pull-request-created', 'request-handled']);
  expect(changes.turns()).toEqual([1]);
});

// `ignore-pulls`: merged pull requests that need no documentation.

const INPUTS = {
  prompt: 'Document this',
  'ignore-pulls': 'label:Internal: CI, author:dependabot[bot]\ntitle:[skip docs]',
};

/** Four pull requests: 1 is labelled `internal: ci`, 2 is by a bot, 3 has a title with `[Skip docs]`, 4 counts. */
async function openChanges(): Promise<Scene> {
  const scene = await openScene({ history: true });
  const internal = await scene.openChange({
    branch: 'ci',
    commits: [{ 'ci/build.sh': 'x\n', 'src/app.ts': 'ci\n' }],
  });
  internal.labels.add('internal: ci');
  await scene.openChange({ branch: 'bump', commits: [{ 'package.json': 'x\n' }], by: 'dependabot[bot]' });
  const title = 'Rename a variable [Skip docs]';
  await scene.openChange({ branch: 'rename', commits: [{ 'src/a.ts': 'x\n' }], title });
  await scene.openChange({ branch: 'api', commits: [{ 'src/api/new.ts': 'x\n' }] });
  return scene;
}

test('a push of pull requests that `ignore-pulls` names is skipped', async () => {
  await using scene = await openChanges();
  const event = await scene.merge('squash', 1, 2, 3);
  const { outputs, log, summary } = await scene.run(INPUTS, { event });
  expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'change-ignored' });
  for (const text of [log, summary]) expect(text).toMatch(/Left out \(label internal: ci\): \[?#1\b/i);
  expect(scene.sent()).toEqual([]);
});

test('the log and the summary of a digest name the pull requests that count, and the others with the reason', async () => {
  await using scene = await openChanges();
  await scene.openChange({ branch: 'lib', commits: [{ 'lib/a.ts': 'x\n' }] });
  scene.mark(await scene.openChange({ branch: 'agent', commits: [{ 'src/b.ts': 'x\n' }] }), {
    jobId: 'job_1',
  });
  await scene.merge('squash', 1, 3, 4, 5, 6);
  const inputs = { ...INPUTS, range: '7d', paths: 'src/**', 'issue-number': '1' };
  const { log, summary } = await scene.run(inputs, { event: SCHEDULE });
  const lines = [
    'Merged pull requests that count: #4',
    'Left out (label internal: ci): #1',
    'Left out (title [skip docs]): #3',
    'Left out (no file in `paths`): #5',
    "Left out (the agent's own): #6",
  ];
  for (const line of lines) expect(log).toContain(line);
  const shown = summary.replaceAll(/\[(#\d+)\]\(\S+?\/pull\/\d+\)/g, '$1').replaceAll('\\', '');
  expect(shown).toContain(
    lines
      .map((line) => `- ${line}\n`)
      .join('')
      .trimEnd(),
  );
  expect(scene.comments(scene.repository.threads.get(1)).join()).not.toContain('left out');
});

test.each<MergeMethod>(['merge', 'squash', 'rebase'])(
  'after a %s, the data of a push has only the pull requests that count',
  async (method) => {
    await using scene = await openChanges();
    const event = await scene.merge(method, 1, 2, 4);
    await scene.run({ ...INPUTS, context: 'full' }, { event });
    const [text = ''] = scene.sent();
    expect(text).toMatch(/were merged: \S+\/pull\/4\n/);
    expect(text).toContain('> "src/api": 1\n');
    for (const left of ['package.json', 'ci/build.sh', '"src/app.ts"', '(#1)', '(#2)'])
      expect(text).not.toContain(left);
  },
);

test('all commits of a rebased pull request count if a merge queue adds an ignored one to the same push', async () => {
  await using scene = await openChanges();
  await scene.openChange({ branch: 'two', commits: [{ 'src/x.ts': 'x\n' }, { 'src/y.ts': 'y\n' }] });
  await scene.run({ ...INPUTS, context: 'full' }, { event: await scene.merge('rebase', 5, 2) });
  for (const name of ['x', 'y']) expect(scene.sent()[0]).toContain(`> "src/${name}.ts" added`);
  expect(scene.sent()[0]).not.toContain('Commits without');
});

test.each<[string, (scene: Scene) => Promise<unknown>, string]>([
  [
    'counts if a pull request that counts changed it, too',
    async (scene) => {
      await scene.openChange({ branch: 'both', commits: [{ 'ci/build.sh': 'y\n' }] });
      return scene.merge('squash', 5, 2);
    },
    'dry-run',
  ],
  [
    'does not count if only an ignored one changed it',
    (scene) => scene.merge('squash', 1, 4),
    'paths-unmatched',
  ],
])('a file in `paths` %s', async (_, change, reasonCode) => {
  await using scene = await openChanges();
  const before = await scene.tip();
  await change(scene);
  const event = scene.push({ before, after: await scene.tip() });
  const { outputs } = await scene.run({ ...INPUTS, ...DRY_RUN, paths: 'ci/**' }, { event });
  expect(outputs['reasonCode']).toBe(reasonCode);
});

describe('a merged pull request that moved guides/start.md to docs/start.md', () => {
  /** Pull request 1 is documented, 2 is not. */
  async function openDocumented() {
    const scene = await openScene({ history: true });
    await scene.commit('main', { 'guides/start.md': 'start\n' });
    const moved = { 'guides/start.md': null, 'docs/start.md': 'start\n', 'src/app.ts': 'x\n' };
    await scene.openChange({ branch: 'moved', commits: [moved] });
    await scene.openChange({ branch: 'api', commits: [{ 'src/api/new.ts': 'x\n' }] });
    return scene;
  }

  test.each([
    ['new', 'files:docs/**'],
    ['old', 'files:guides/*.md'],
  ])('is left out by the %s place: `%s`', async (_place, rules) => {
    await using scene = await openDocumented();
    const event = await scene.merge('squash', 1);
    const { outputs } = await scene.run({ ...DRY_RUN, 'ignore-pulls': rules }, { event });
    expect(outputs['reasonCode']).toBe('change-ignored');
  });

  test('is left out of what is sent with its files, for one request to GitHub', async () => {
    await using scene = await openDocumented();
    const event = await scene.merge('squash', 1, 2);
    await scene.run({ context: 'full', 'ignore-pulls': 'files:docs/**' }, { event });
    expect(scene.sent()[0]).toMatch(/were merged: \S+\/pull\/2\n/);
    for (const left of ['start.md', 'src/app.ts', '(#1)']) expect(scene.sent()[0]).not.toContain(left);
    expect(scene.requests('github').filter((request) => request.includes('/files'))).toHaveLength(2);
  });

  test('is sent if its files are too many to read, or 50 were merged later, with a notice', async () => {
    await using scene = await openDocumented();
    const many = Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`a/${index}.ts`, 'x\n']));
    await scene.openChange({ branch: 'many', commits: [{ ...many, 'docs/many.md': 'x\n' }] });
    const others = Array.from({ length: 48 }, (_, index) => `later-${index}`);
    for (const branch of others) await scene.openChange({ branch, commits: [{ [`${branch}.ts`]: 'x\n' }] });
    const event = await scene.merge('squash', 1, 2, 3, ...others.map((_, index) => index + 4));
    const { log, outputs } = await scene.run({ ...DRY_RUN, 'ignore-pulls': 'files:docs/**' }, { event });
    expect(outputs['reasonCode']).toBe('dry-run');
    expect(log).toContain('count without a full check: 2. Only the newest 50 pull requests and 50 commits');
  });

  test('sends nothing without the permission to read its files', async () => {
    await using scene = await openDocumented();
    const event = await scene.merge('squash', 1, 2);
    scene.sandbox.github.faults.next({ path: /\/pulls\/1\/files/ }, answer({ status: 403 }));
    const { outputs } = await scene.run({ 'ignore-pulls': 'files:docs/**' }, { event });
    expect(outputs).toMatchObject({
      result: 'error',
      reason: expect.stringContaining('needs the permission'),
    });
    expect(scene.sent()).toEqual([]);
  });
});

// What `paths` leaves out.

test.each<[string, Inputs]>([
  ['a push', {}],
  ['a period', { range: '1d' }],
])('of %s, only pull requests and files in `paths` are sent, the diffs in turn', async (_, inputs) => {
  await using scene = await openScene({ history: true });
  const large = { 'src/a.ts': 'large\n'.repeat(9_000), 'src/b.ts': 'small\n', 'package-lock.json': 'lock\n' };
  await scene.openChange({ branch: 'code', title: 'Add b', commits: [large] });
  await scene.openChange({ branch: 'guide', title: 'Fix a guide', commits: [{ 'docs/guide.md': 'x\n' }] });
  const event = await scene.merge('squash', 1, 2);
  const given = 'range' in inputs ? SCHEDULE : event;
  await scene.run({ paths: '**, !docs/**, !*.json', context: 'full', ...inputs }, { event: given });
  const [text = ''] = scene.sent();
  expect(text).toMatch(/were merged: \S+\/pull\/1\n/);
  for (const sent of [', by hubot: Add b', '> +large', '> --- "src/b.ts"', '> +small'])
    expect(text).toContain(sent);
  for (const left of ['package-lock', 'guide', '(#2)']) expect(text).not.toContain(left);
  expect(scene.requests('github').filter((request) => request.includes('/files'))).toHaveLength(2);
});

test('reads no files of pull requests if none is left out', async () => {
  await using scene = await openChanges();
  await scene.run({ ...INPUTS, ...DRY_RUN }, { event: await scene.merge('squash', 4) });
  expect(scene.requests('github').filter((request) => request.includes('/files'))).toEqual([]);
});
