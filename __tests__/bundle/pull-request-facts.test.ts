/** What comments and outputs show of the agent's pull request. */
import { describe, expect, test } from '@jest/globals';
import { answer, rewriteJson } from '../../sandbox/faults/answers.ts';
import { halfOpen } from '../../sandbox/faults/connections.ts';
import { git } from '../../sandbox/git.ts';
import { addDeployment } from '../../sandbox/github/deployment-routes.ts';
import { branchSha } from '../../sandbox/github/pull-facts.ts';
import { type Repository, type Thread, userOf } from '../../sandbox/github/store.ts';
import type { Json } from '../event/payloads.ts';
import { type NewPull, openScene, SCHEDULE, type Scene, warnings, worksFor } from '../support/scene.ts';

const PREVIEW = 'https://draft.preview.example/';
const COMMITS = [{ 'docs/guide.md': 'new\n' }, { 'src/app.ts': 'two\nlines\n' }];

async function openDraft(more: NewPull = {}) {
  const scene = await openScene({ history: true });
  const issue = scene.openIssue();
  const prLink = scene.nextLink();
  const pull = await scene.openChange({ branch: 'draft', commits: COMMITS, ...more });
  scene.sandbox.service.scriptAll({ timeline: [{ status: 'completed', prLink }] });
  const head = branchSha(scene.repository, 'draft') ?? '';
  const given = () => [[...pull.labels], scene.reviewersOf(pull)];
  return Object.assign(scene, { issue, pull, prLink, head, given });
}

const PEOPLE = { 'pr-labels': 'documentation, automerge', 'pr-reviewers': 'octocat' };

const ask = (scene: Scene & { readonly issue: Thread }, inputs = {}) =>
  scene.ask('/docs Rewrite', { on: scene.issue, inputs });

const deploy = (scene: Scene, sha: string, more: object = {}, repository: Repository = scene.repository) =>
  addDeployment(scene.sandbox.github.store, repository, { sha, url: PREVIEW, ...more });

const added = (filename: string) => ({ filename, status: 'added', additions: 1, deletions: 0 });

test('outputs and comment show title, files, commits and preview', async () => {
  await using scene = await openDraft({ title: 'A guide for v2' });
  deploy(scene, scene.head);
  const { outputs } = await ask(scene);
  expect(outputs).toMatchObject({
    prTitle: 'A guide for v2',
    headSha: scene.head,
    commits: '2',
    changedFilesCount: '2',
    additions: '3',
    deletions: '1',
    previewUrl: PREVIEW,
    changedFiles: '["docs/guide.md","src/app.ts"]',
    changedPages: '["docs/guide.md"]',
    outsideFiles: '',
  });
  const [status = ''] = scene.comments(scene.issue);
  expect(status).toContain('**Pull request ready:** A guide for v2 (');
  expect(status).toContain(`Preview: [\`${PREVIEW}\`](${PREVIEW})`);
  expect(status).toMatch(/\[`docs\/guide\.md`\]\(http:\S+\/pull\/2\/files#diff-[0-9a-f]{64}\) \+1 −0/);
});

test('a server that leaves out what only informs gets a follow-up, and files are shown without a sum', async () => {
  await using scene = await openDraft();
  const informing = ['title', 'draft', 'commits', 'additions', 'deletions', 'changed_files'];
  const leaveOut = rewriteJson((pull) =>
    Object.fromEntries(Object.entries(pull).filter(([name]) => !informing.includes(name))),
  );
  scene.sandbox.github.faults.next({ method: 'GET', path: /\/pulls\/\d+$/, times: 18 }, leaveOut);
  const { outputs } = await ask(scene);
  expect(outputs).toMatchObject({ commits: '', changedFiles: '["docs/guide.md","src/app.ts"]' });
  expect(scene.comments(scene.issue)[0]).toContain('<summary>2 files changed</summary>');
  const next = await ask(scene);
  const { jobId } = outputs;
  expect(next.outputs).toMatchObject({ result: 'pull-request', jobId, prTitle: '' });
});

describe('the preview', () => {
  test.each<[string, object, boolean, number]>([
    ['is shown if the deployment succeeds within a minute', { seconds: 45 }, true, 50],
    ['is missing after a minute', { seconds: 90 }, false, 60],
    ['is missing if the deployment failed', { ends: 'failure' }, false, 15],
  ])('%s', async (_name, deployment, isThere, seconds) => {
    await using scene = await openDraft();
    deploy(scene, scene.head, deployment);
    const before = scene.sandbox.time.now();
    const asked = ask(scene);
    await scene.sandbox.time.sleep(15_000);
    // People don't wait for the preview.
    expect(scene.comments(scene.issue)[0]).toContain('**Pull request ready:** A change (');
    const step = await asked;
    expect(step.outputs['previewUrl']).toBe(isThere ? PREVIEW : '');
    expect(scene.comments(scene.issue)[0]?.includes('Preview:')).toBe(isThere);
    expect(warnings(step)).toEqual([]);
    const took = (scene.sandbox.time.now() - before) / 1000;
    expect(took).toBeGreaterThan(seconds - 5);
    expect(took).toBeLessThan(seconds + 15);
  });

  test('belongs to the newest deployment of the head commit that succeeded with https', async () => {
    await using scene = await openDraft();
    deploy(scene, scene.head, { url: 'https://older.example' });
    deploy(scene, scene.head);
    deploy(scene, scene.head, { ends: 'error' });
    deploy(scene, scene.head, { url: 'http://draft.preview.example' });
    deploy(scene, await scene.tip(), { url: 'https://other.example' });
    expect((await ask(scene)).outputs['previewUrl']).toBe(PREVIEW);
  });

  test.each<[string, string, object, string]>([
    ['is that of the app that opened the pull request', 'mintlify[bot]', { seconds: 45 }, PREVIEW],
    ['is missing if that app fails to deploy', 'mintlify[bot]', { ends: 'failure' }, ''],
    ['is the first ready one, if a person opened it', 'octocat', { seconds: 45 }, 'https://app.example/'],
    [
      'is the first ready one, if its app deploys none',
      'other[bot]',
      { seconds: 45 },
      'https://app.example/',
    ],
  ])('%s', async (_name, by, own, expected) => {
    await using scene = await openDraft({ by });
    deploy(scene, scene.head, { by: 'mintlify[bot]', ...own });
    deploy(scene, scene.head, { url: 'https://app.example' });
    expect((await ask(scene)).outputs['previewUrl']).toBe(expected);
  });

  test('is missing in a cancelled run, which reports the pull request', async () => {
    await using scene = await openDraft();
    deploy(scene, scene.head, { seconds: 45 });
    const running = scene.start({}, { event: scene.comment('/docs Rewrite', { on: scene.issue }).event });
    const isReported = () => scene.comments(scene.issue)[0]?.includes('Pull request ready');
    while (!isReported()) await scene.sandbox.time.sleep(1_000);
    await running.cancel();
    const { outputs } = await running.ended;
    expect(outputs).toMatchObject({ result: 'pull-request', prTitle: 'A change', previewUrl: '' });
    expect(scene.comments(scene.issue)[0]).toContain('**Pull request ready:** A change (');
    // The request is over: no other run reports it again.
    await scene.minutes(5);
    expect((await scene.collect()).outputs['result']).toBe('nothing');
    expect(scene.comments(scene.issue)).toHaveLength(1);
  });

  test("is missing, without a warning, if the token can't read deployments", async () => {
    await using scene = await openDraft();
    deploy(scene, scene.head);
    scene.repository.private = true;
    const step = await ask(scene);
    expect(step.outputs).toMatchObject({ previewUrl: '', prTitle: 'A change' });
    expect(warnings(step)).toEqual([]);
    expect(step.log).not.toContain('could not be read');
  });
});

describe('the result is reported after 5 s', () => {
  const refused = answer({ status: 500 });
  const hanging = halfOpen({ handled: true });
  test.each([
    ['refuses the files', refused, /\/pulls\/2\/files$/, 'changedFiles', 'The files of the pull request'],
    ['hangs at the statuses', hanging, /\/statuses$/, 'previewUrl', 'The deployments'],
  ])('if GitHub %s', async (_, fault, path, output, what) => {
    await using scene = await openDraft();
    deploy(scene, scene.head);
    scene.sandbox.github.faults.next({ method: 'GET', path, times: 99 }, fault);
    const before = scene.sandbox.time.now();
    const step = await ask(scene);
    expect(step).toMatchObject({ outcome: 'success', outputs: { prTitle: 'A change', [output]: '' } });
    expect(warnings(step)).toEqual([]);
    expect(step.log.split(`${what} could not be read`)).toHaveLength(2);
    expect(scene.sandbox.time.now() - before).toBeLessThan(13_000);
  });

  test('if GitHub hangs at the pull request, with `comment: never`', async () => {
    await using scene = await openDraft();
    const path = /\/pulls\/2$/;
    scene.sandbox.github.faults.next({ method: 'GET', path, times: 9 }, halfOpen({ handled: true }));
    const before = scene.sandbox.time.now();
    const step = await ask(scene, { comment: 'never' });
    expect(step.outputs).toMatchObject({ result: 'pull-request', prLink: scene.prLink, prTitle: '' });
    expect(warnings(step)).toEqual([]);
    expect(scene.sandbox.time.now() - before).toBeLessThan(8_000);
  });
});

test('long lists of files are cut at 64 KiB in the outputs, and counted in the comment', async () => {
  await using scene = await openDraft();
  const names = Array.from({ length: 1_000 }, (_, index) => `pages/${'x'.repeat(100)}/${index}.md`);
  Object.assign(scene.pull.pull ?? {}, { files: names.map(added) });
  const step = await ask(scene);
  expect(Buffer.byteLength(step.outputs['changedFiles'] ?? '')).toBeLessThanOrEqual(64 * 1024);
  expect(scene.comments(scene.issue)[0]).toContain('and 990 more');
});

test.each([
  ['is shown everywhere, with its requester, if both are public', false, false],
  ['is shown in the outputs only, if that is private', true, false],
  ['hides the requester of a private repository', false, true],
])('a pull request in another repository %s', async (_name, isPrivate, isFromPrivate) => {
  await using scene = await openScene();
  const { github, service } = scene.sandbox;
  const repository = github.repository('acme/docs');
  const pull = scene.openPull({ repository: 'acme/docs', title: 'Project Falcon' });
  Object.assign(pull.pull ?? {}, { headSha: 'f'.repeat(40), files: [added('falcon.md')] });
  deploy(scene, 'f'.repeat(40), {}, repository);
  repository.private = isPrivate;
  const permissions = { pull_requests: 'write', contents: 'read', deployments: 'read' } as const;
  github.addToken('ghp_docs', { login: 'octocat', repositories: ['acme/docs'], permissions });
  service.script({ timeline: [{ status: 'completed', prLink: scene.urlOf(pull, 'acme/docs') }] });
  const inputs = { 'pr-token': 'ghp_docs', 'pr-paths': 'guides/**' };
  const change = (payload: Json) => Object.assign(payload.repository, { private: isFromPrivate });
  const step = await scene.ask('/docs Rewrite', { inputs, change });
  expect(step.outputs).toMatchObject({
    prTitle: 'Project Falcon',
    changedFiles: '["falcon.md"]',
    outsideFiles: '["falcon.md"]',
    previewUrl: PREVIEW,
    reasonCode: 'outside-paths',
  });
  for (const words of [scene.comments()[0], step.summary])
    expect(/falcon/i.test(words ?? '') || words?.includes(PREVIEW)).toBe(!isPrivate);
  if (isPrivate) expect(step.log).not.toMatch(/falcon|preview\.example/i);
  const by = /\[a request\]\(http:\S+\/issues\/1#issuecomment-\d+\) by `octocat`/;
  expect(repository.comments.map(({ text }) => by.test(text.body))).toEqual([!isFromPrivate]);
});

test.each<[string, NewPull, string, boolean, boolean, boolean]>([
  ['its title', { title: 'From Acme/Product' }, 'docs', true, false, true],
  ['its description', { body: 'See acme/product#7' }, 'docs', true, false, true],
  ['a label', {}, 'docs-from acme/product', true, false, true],
  ['nothing', { title: 'A product' }, 'docs', true, false, false],
  ['its title, if this is public, too', { title: 'From acme/product' }, 'docs', false, false, false],
  ['its title, if both are private', { title: 'From acme/product' }, 'docs', true, true, false],
])(
  'names the private repository in %s: a warning',
  async (_where, pull, label, isPrivate, isHidden, warns) => {
    await using scene = await openScene();
    const { github, service } = scene.sandbox;
    scene.repository.private = isPrivate;
    const thread = scene.openPull({ repository: 'acme/docs', ...pull });
    github.repository('acme/docs').private = isHidden;
    const permissions = { pull_requests: 'write', issues: 'write' } as const;
    github.addToken('ghp_docs', { login: 'octocat', repositories: ['acme/docs'], permissions });
    service.script({ timeline: [{ status: 'completed', prLink: scene.urlOf(thread, 'acme/docs') }] });
    const inputs = { 'pr-token': 'ghp_docs', 'pr-repository': 'acme/docs', 'pr-labels': label };
    const event = scene.events.dispatch(userOf(scene.sandbox.github.store, 'octocat'));
    const step = await scene.run({ ...inputs, prompt: 'Refresh' }, { event });
    expect(step.outputs['result']).toBe('pull-request');
    expect(warnings(step).some((text) => text.includes('names this private repository'))).toBe(warns);
  },
);

describe('`pr-paths`', () => {
  const GIVEN = [['documentation', 'automerge'], ['octocat']];

  test('fails the step for another file, which the comment names, with one error', async () => {
    await using scene = await openDraft();
    const step = await ask(scene, { ...PEOPLE, 'pr-paths': 'docs/**' });
    const outputs = { result: 'pull-request', reasonCode: 'outside-paths', outsideFiles: '["src/app.ts"]' };
    expect(step).toMatchObject({ outcome: 'failure', outputs });
    expect(scene.given()).toEqual(GIVEN);
    expect(scene.comments(scene.issue)[0]).toContain('outside of `pr-paths`. `src/app.ts`');
    const message = expect.stringContaining('It changes a file outside of');
    expect(step.annotations).toEqual([{ level: 'error', message }]);
  });

  test('causes a warning in a collect', async () => {
    await using scene = await openDraft();
    scene.leave(worksFor(60, { prLink: scene.prLink }), 4, scene.issue);
    const step = await scene.collect({ ...PEOPLE, 'pr-paths': 'docs/**' });
    expect(step.outcome).toBe('success');
    expect(scene.given()).toEqual(GIVEN);
    expect(warnings(step)).toEqual([`${scene.prLink}: It changes a file outside of \`pr-paths\`.`]);
    expect(scene.comments(scene.issue)[0]).toContain('`src/app.ts`');
  });
});

describe('a job without a pull request', () => {
  type Branched = { commits?: number; prLink?: string };

  /** A job that reports this branch. */
  async function branched(ref: string, { commits = 0, prLink = '' }: Branched = {}) {
    const scene = await openScene({ history: true });
    const issue = scene.openIssue();
    await git(['branch', 'draft/a#b', 'main'], { cwd: scene.repository.gitDir ?? '' });
    for (let count = 0; count < commits; count += 1)
      await scene.commit('draft/a#b', { 'a.md': `${count}\n` });
    const source = { repository: 'acme/product', ref };
    const end = prLink === '' ? {} : { prLink };
    scene.sandbox.service.script({ timeline: [{ status: 'completed', source, ...end }] });
    return Object.assign(scene, { issue });
  }

  test('has a link to open one if the agent pushed a branch', async () => {
    await using scene = await branched('draft/a#b', { commits: 1 });
    const step = await ask(scene);
    expect(step.outputs).toMatchObject({
      result: 'no-pull-request',
      reasonCode: 'branch-without-pull-request',
    });
    const url = `${scene.sandbox.github.server}/acme/product/pull/new/draft/a%23b`;
    expect(scene.comments(scene.issue)[0]).toContain(`](${url})`);
  });

  test.each([
    ['on a schedule', SCHEDULE, { prompt: 'Go on' }],
    ['for a release', { name: 'release', payload: { action: 'published' } }, { prompt: 'Go on' }],
    ['that watches the job by `job-id`', SCHEDULE, { 'job-id': 'job_1' }],
  ])('fails a step %s if the agent pushed a branch', async (_, event, inputs) => {
    await using scene = await branched('draft/a#b', { commits: 1 });
    const source = { repository: 'acme/product', ref: 'draft/a#b' };
    scene.sandbox.service.putJob({
      id: 'job_1',
      ago: 600,
      turns: [{ timeline: [{ status: 'completed', source }] }],
    });
    const step = await scene.run(inputs, { event });
    expect(step).toMatchObject({
      outcome: 'failure',
      outputs: { result: 'no-pull-request', reasonCode: 'branch-without-pull-request' },
    });
  });

  test('fails no request of a person that a schedule of collect finishes', async () => {
    await using scene = await branched('draft/a#b', { commits: 1 });
    const source = { repository: 'acme/product', ref: 'draft/a#b' };
    scene.leave({ timeline: [{ status: 'completed', source }] }, 5, scene.issue);
    const step = await scene.collect({}, SCHEDULE);
    expect(JSON.parse(step.outputs['finished'] ?? '')).toMatchObject([
      { result: 'no-pull-request', reasonCode: 'branch-without-pull-request' },
    ]);
  });

  test.each<[string, string, string, Parameters<typeof branched>[1]]>([
    ['is `no-changes` if the branch has no commit', 'no-changes', 'draft/a#b', {}],
    ['is unexplained on the default branch', 'no-pull-request', 'main', {}],
    ['is unexplained by a bad link', 'no-pull-request', 'draft/a#b', { commits: 1, prLink: 'javascript:a' }],
  ])('%s', async (_name, reasonCode, ref, job) => {
    await using scene = await branched(ref, job);
    const step = await ask(scene);
    expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'no-pull-request', reasonCode } });
  });

  test("is unexplained, without a warning, if the token can't read the branch", async () => {
    await using scene = await branched('draft/a#b', { commits: 1 });
    scene.repository.private = true;
    scene.permit({ issues: 'write', pull_requests: 'write' });
    const step = await ask(scene);
    expect(step.outputs['reasonCode']).toBe('no-pull-request');
    expect(warnings(step)).toEqual([]);
    expect(step.log).not.toContain('could not be read');
  });
});
