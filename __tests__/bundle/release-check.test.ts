/** The release check shows what became of each merge, by its commit statuses. */
import { describe, expect, test } from '@jest/globals';
import { git } from '../../sandbox/git.ts';
import { importCommits } from '../../sandbox/github/git-repository.ts';
import { pullSides } from '../../sandbox/github/pull-facts.ts';
import { addReported } from '../../sandbox/github/run-routes.ts';
import { type Thread, userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { openScene } from '../support/scene.ts';

const NAME = 'documentation';
const READ = { contents: 'read', pull_requests: 'read', statuses: 'read' } as const;
const BASE = 'v1.0';
const NO_SERVICE = { 'base-url': undefined, 'api-key': undefined, 'project-id': undefined };
const DOCS = { pull_requests: 'read', checks: 'read', statuses: 'read' } as const;

interface Merge extends Thread {
  readonly sha: string;
  readonly head: string;
}

/** A scene with a release of so many merges, by squash, or by rebase of so many commits each. All change `src/`. */
async function openRelease(count: number, each = 1) {
  const inputs = { ...NO_SERVICE, range: `${BASE}...main` };
  const scene = await openScene({ history: true, action: 'release-check', inputs });
  const { repository, sandbox } = scene;
  const { store } = sandbox.github;
  const cwd = repository.gitDir ?? '';
  const from = await scene.tip();
  await git(['tag', BASE, from], { cwd });
  scene.permit(READ);
  const at = sandbox.time.now();
  const commits = Array.from({ length: count * each }, (_, index) => {
    const number = index + 1;
    return {
      files: { [`src/${number}.ts`]: 'x\n' },
      message: each > 1 ? `Part ${number}` : `Change ${number} (#${number})`,
      at,
      by: 'hubot',
    };
  });
  const shas = importCommits(cwd, 'main', from, commits).filter((_, index) => (index + 1) % each === 0);
  const merges = shas.map((sha, index, all): Merge => {
    const headSha = `${index + 1}`.padStart(40, 'b');
    const files = [{ filename: `src/${index + 1}.ts`, status: 'added', additions: 1, deletions: 0 }] as const;
    const pull = { head: `b${index}`, base: 'main', headSha, files, mergedAt: at };
    const merge = { sha, onto: all[index - 1] ?? from };
    const made = { user: userOf(store, 'hubot'), title: `Change ${index + 1}`, pull: { ...pull, merge } };
    const thread = Object.assign(addThread(store, repository, made), { state: 'closed', closedAt: at });
    return Object.assign(thread, { sha, head: headSha }) as Merge;
  });
  const set = (
    sha: string,
    title: string,
    url?: string,
    conclusion: string | null = 'success',
    by = 'github-actions[bot]',
  ) =>
    addReported(store, repository, {
      kind: 'status',
      sha,
      name: NAME,
      title,
      by,
      conclusion,
      ...(url && { url }),
    });
  /** A pull request in another repository, and the status that links to it. */
  function document(merge: Merge, how: 'open' | 'closed' | 'merged', on = merge.sha) {
    const pull = scene.openPull({ repository: 'acme/docs', title: `Document ${merge.number} <b>` });
    if (how !== 'open') scene.close(pull, { merged: how === 'merged' });
    const url = scene.urlOf(pull, 'acme/docs');
    set(on, `acme/docs#${pull.number} is ready (pull-request-created)`, url);
    return url;
  }
  const run = `${sandbox.github.server}/acme/product/actions/runs/1/attempts/1`;
  return Object.assign(scene, { merges, set, document, runUrl: run });
}

/** The cells of the table's rows, by the name of the merge. */
function rowsOf({ summary }: StepResult): Record<string, string> {
  const rows = summary.matchAll(/^\| \[(#\d+)\]\([^)]*\) [^|]*\| (.*) \|$/gm);
  return Object.fromEntries([...rows].map(([, name = '', cell = '']) => [name, cell]));
}
const list = (step: StepResult, output: string) => JSON.parse(step.outputs[output] ?? '');
const linkTo = (url: string, name: string) => `[${name}](${url})`;

test('has a row for each merge, the worst first', async () => {
  await using scene = await openRelease(16);
  const { merges, set, runUrl, sandbox } = scene;
  sandbox.github.addToken('ghp_docs', {
    login: 'helper[bot]',
    repositories: ['acme/docs'],
    permissions: DOCS,
  });
  const [one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen] =
    merges as [
      Merge,
      Merge,
      Merge,
      Merge,
      Merge,
      Merge,
      Merge,
      Merge,
      Merge,
      Merge,
      Merge,
      Merge,
      Merge,
      Merge,
    ];
  const open = scene.document(one, 'open');
  const merged = scene.document(two, 'merged', two.head);
  const declined = scene.document(three, 'closed');
  set(four.sha, 'Failed (job-failed)', runUrl, 'error');
  // A later request that changes nothing says nothing about the merge.
  set(four.head, 'No change needed (no-changes)', runUrl);
  set(five.sha, 'The agent works on the documentation (job-started)', runUrl, null);
  set(
    six.head,
    'Skipped by ann: @all <b>only</b> tests (commit-skipped)',
    `${scene.urlOf(six)}#issuecomment-1`,
  );
  set(six.sha, 'Failed (job-failed)', runUrl, 'error');
  set(seven.sha, 'No change needed (no-changes)', runUrl);
  set(eight.sha, 'Left out: label internal (change-ignored)', runUrl);
  // A digest that failed later.
  set(one.sha, 'Failed (job-failed)', runUrl, 'error');
  nine.labels.add('internal');
  // Foreign: without a code, with an unknown one, or of another name.
  set(ten.sha, 'All is documented', open);
  set(eleven.sha, 'All is documented (by-me)', open);
  addReported(sandbox.github.store, scene.repository, {
    kind: 'status',
    sha: twelve.sha,
    name: 'ci',
    title: 'Ready (pull-request-created)',
    conclusion: 'success',
    url: open,
  });
  set(
    thirteen.sha,
    'The pull request is ready (pull-request-created)',
    'https://other.example/acme/docs/pull/1',
  );
  Object.assign(merges[14] as Merge, { body: 'Reverts acme/product#14' });
  // The agent's own, by the author of what it opened.
  Object.assign(merges[15] as Merge, { user: userOf(sandbox.github.store, 'docs-agent[bot]') });

  const step = await scene.run({ 'ignore-pulls': 'label:internal', 'pr-token': 'ghp_docs' });

  const rows = rowsOf(step);
  expect(rows).toEqual({
    '#4': `Failed (${linkTo(runUrl, 'details')})`,
    '#10': 'Not requested',
    '#11': 'Not requested',
    '#12': 'Not requested',
    '#5': `At work (${linkTo(runUrl, 'details')})`,
    '#3': `Declined: ${linkTo(declined, 'acme/docs#3')} was closed`,
    '#1': `Documented in ${linkTo(open, 'acme/docs#1')} (open)`,
    '#13': expect.stringMatching(/^Documented in \[.*other\.example.*\(linked\)$/),
    '#2': `Documented in ${linkTo(merged, 'acme/docs#2')} (merged)`,
    '#7': 'No change needed',
    '#6': expect.stringMatching(/^Skipped by ann: @&#8203;all \\<b\\>only\\<\/b\\> tests \(\[details\]/),
    '#8': `Left out: label internal (${linkTo(runUrl, 'details')})`,
    '#9': 'Left out: label internal',
    '#14': 'Left out: reverted by \\#&#8203;15',
    '#15': 'Left out: reverts \\#&#8203;14',
    '#16': "The agent's own",
  });
  expect(fourteen.number).toBe(14);
  expect(
    step.summary
      .match(/^\| \[#\d+/gm)
      ?.map((row) => row.slice(3))
      .slice(0, 6),
  ).toEqual(['#4', '#12', '#11', '#10', '#5', '#3']);
  expect(step.outputs).toMatchObject({
    complete: 'false',
    result: 'incomplete',
    reasonCode: 'release-undocumented',
    reason: '11 of 16 are documented or need nothing. Missing: #4, #12, #11, #10, #5.',
  });
  expect(list(step, 'undocumented')).toEqual(
    [4, 12, 11, 10, 5].map((number) => scene.urlOf({ number } as Thread)),
  );
  expect(list(step, 'documented')).toEqual([1, 13, 2].map((number) => scene.urlOf({ number } as Thread)));
  expect(list(step, 'openPulls')).toEqual([open, 'https://other.example/acme/docs/pull/1']);
  expect(step.summary).toContain(`| Document 1 \\<b\\> (${linkTo(open, 'acme/docs#1')}) | open | none |`);
  expect(step.exitCode).toBe(0);
});

test('counts commits without a pull request like merges, in one row', async () => {
  await using scene = await openRelease(1);
  scene.document(scene.merges[0] as Merge, 'merged');
  const done = await scene.commit('main', { 'src/a.ts': 'x\n' });
  scene.set(done, 'No change needed (no-changes)');
  const missing = await scene.commit('main', { 'src/b.ts': 'x\n' });
  const step = await scene.run();
  expect(step.outputs['reason']).toBe(
    `2 of 3 are documented or need nothing. Missing: ${missing.slice(0, 7)}.`,
  );
  expect(step.summary).toMatch(
    /\| Without a pull request: \[`\w{7}`\]\(.*\), and 1 with a better state \| Not requested \|/,
  );
});

test('says how to begin if no commit has a status', async () => {
  await using scene = await openRelease(2);
  const step = await scene.run();
  expect(rowsOf(step)).toEqual({ '#1': 'Not requested', '#2': 'Not requested' });
  expect(step.summary).toContain('Set `commit-status: documentation` in the workflows that request');
});

test("finds its status among a hundred others, in any letter case, and takes no person for the agent's account", async () => {
  await using scene = await openRelease(3);
  const { github } = scene.sandbox;
  const [one, two] = scene.merges as [Merge, Merge];
  const report = { kind: 'status', conclusion: 'success', by: 'ci[bot]' } as const;
  const own = { ...report, name: 'Documentation', title: 'No change needed (no-changes)' };
  addReported(github.store, scene.repository, { ...own, sha: one.sha });
  for (let count = 0; count < 150; count += 1)
    addReported(github.store, scene.repository, { ...report, sha: one.sha, name: `ci/${count}`, title: '' });
  // By the author of the last merge.
  const docs = await scene.openChange({ branch: 'docs', commits: [{ 'docs/a.md': 'x\n' }] });
  scene.set(two.sha, 'acme/product#4 is ready (pull-request-created)', scene.urlOf(docs));
  // The status of another account replaces the red one.
  const sha = pullSides(scene.repository, docs).head.sha ?? '';
  for (const conclusion of ['failure', 'success'])
    addReported(github.store, scene.repository, {
      ...report,
      sha,
      name: 'build',
      conclusion,
      by: conclusion,
    });
  addReported(github.store, scene.repository, {
    ...report,
    kind: 'check_run',
    sha,
    name: 'lint',
    conclusion: null,
  });
  scene.permit({ ...READ, checks: 'read' });
  const step = await scene.run();
  expect(rowsOf(step)).toEqual({
    '#1': 'No change needed',
    '#2': expect.stringMatching(/^Documented in .* \(open\)$/),
    '#3': 'Not requested',
  });
  expect(step.summary).toContain('| open | 1 running, 1 green |');
});

test('that is cut off by a cancel reports that', async () => {
  await using scene = await openRelease(1);
  const step = await scene.cancel('github', { path: /statuses/ });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'interrupted', complete: 'false' } });
});

test('needs no secret, and says so if a permission is missing', async () => {
  await using scene = await openRelease(1);
  scene.repository.private = true;
  scene.permit({ contents: 'read', pull_requests: 'read' });
  const step = await scene.run();
  expect(step.exitCode).toBe(1);
  expect(step.outputs).toMatchObject({
    complete: 'false',
    undocumented: '[]',
    openPulls: '[]',
    result: 'error',
  });
  expect(step.outputs['reason']).toContain(
    'The job needs the permission `statuses: read`'.replaceAll('`', "'"),
  );
  expect(scene.requests('service')).toEqual([]);
});

describe('a documentation repository', () => {
  test.each([
    ['that the token cannot read is linked', undefined, 'linked', false],
    ['that only `pr-token` can read shows no title', 'ghp_docs', 'open', false],
  ])('%s', async (_, token, shown, hasTitle) => {
    await using scene = await openRelease(1);
    const url = scene.document(scene.merges[0] as Merge, 'open');
    const { github } = scene.sandbox;
    github.repository('acme/docs').private = true;
    github.addToken('ghp_docs', { login: 'helper[bot]', repositories: ['acme/docs'], permissions: DOCS });
    const step = await scene.run(token ? { 'pr-token': token } : {});
    expect(rowsOf(step)).toEqual({ '#1': `Documented in ${linkTo(url, 'acme/docs#1')} (${shown})` });
    expect(step.summary.includes('Document 1')).toBe(hasTitle);
    expect(list(step, 'openPulls')).toEqual([url]);
    expect(step.outputs['complete']).toBe('true');
  });
});

describe('the range', () => {
  test('is what a release has since the previous one', async () => {
    await using scene = await openRelease(2);
    const { github } = scene.sandbox;
    const release = (tag: string, id: number) => ({
      id,
      tag,
      name: tag,
      notes: '',
      prerelease: false,
      author: userOf(github.store, 'octocat'),
      publishedAt: github.store.time.now() + id,
    });
    await git(['tag', 'v1.1', 'refs/heads/main'], { cwd: scene.repository.gitDir ?? '' });
    const last = release('v1.1', 2_000);
    scene.repository.releases.push(release(BASE, 1_000), last);
    const step = await scene.run({ range: '' }, { event: scene.events.release(last) });
    expect(step.outputs['reason']).toMatch(/^0 of 2 /);
    // The first release has nothing to compare with, so nobody knows what is missing.
    const first = scene.repository.releases[0] ?? last;
    const unknown = await scene.run({ range: '' }, { event: scene.events.release(first) });
    expect(unknown.outputs).toMatchObject({ result: 'incomplete', complete: 'false', undocumented: '[]' });
    expect(unknown.outputs['reason']).toContain('Not everything could be read');
  });

  test.each([
    ['is required on other events', '', 'input-invalid', /range. is empty/],
    ['without new commits is complete', 'main...main', 'release-documented', /^0 of 0 /],
  ])('%s', async (_, range, reasonCode, reason) => {
    await using scene = await openRelease(1);
    const step = await scene.run({ range }, { event: { name: 'workflow_dispatch', payload: {} } });
    expect(step.outputs).toMatchObject({ reasonCode, reason: expect.stringMatching(reason) });
  });
});

test('130 merges take 264 requests, with `paths` 394, and 300 merges 608', async () => {
  await using scene = await openRelease(300);
  const newest = `${scene.merges[169]?.sha}...main`;
  for (const [inputs, count, requests] of [
    [{ range: newest }, 130, 264],
    [{ range: newest, paths: 'src/**' }, 130, 394],
    [{}, 300, 608],
  ] as const) {
    // GitHub allows a workflow 1,000 requests an hour.
    await scene.minutes(60);
    const before = scene.requests('github').length;
    const step = await scene.run(inputs);
    expect(step.outputs['reason']).toMatch(new RegExp(`^0 of ${count} `));
    expect(scene.requests('github').length - before).toBe(requests);
  }
});

test('130 merges that were rebased with two commits each take 395 requests, and all are read', async () => {
  await using scene = await openRelease(130, 2);
  // GitHub takes a minute to associate the first commits of a rebase.
  await scene.minutes(2);
  const { outputs } = await scene.run({});
  expect(outputs['reason']).toMatch(/^0 of 130 (?!.*Not everything)/);
  expect(scene.requests('github')).toHaveLength(395);
});
