/** Documentation of documentation has no end: the merge of our own jobs' pull requests starts nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { eventsOf } from '../../sandbox/github/events.ts';
import { mergePull } from '../../sandbox/github/merging.ts';
import { branchSha } from '../../sandbox/github/pull-facts.ts';
import { type Comment, userOf } from '../../sandbox/github/store.ts';
import { addComment, editComment } from '../../sandbox/github/threads.ts';
import type { Event } from '../../src/request/trigger.ts';
import { renameRepository } from '../support/rename.ts';
import { type NewPull, openScene, type Scene } from '../support/scene.ts';

/** The agent works in the repository itself. */
const HOME = { jobs: 'working', documentation: 'acme/product' } as const;
const CODE: NewPull = { branch: 'feature', commits: [{ 'src/app.ts': 'new\n' }] };
const OTHER: NewPull = { branch: 'other', commits: [{ 'src/api/users.ts': 'other\n' }] };

/** Code is merged as pull request 1; the job's draft is pull request 2, with a note in its conversation that says so. */
async function openDraft(): Promise<Scene> {
  const changes = await openScene({ history: true, ...HOME });
  await changes.openChange(CODE);
  const { outputs } = await changes.run({}, { event: await changes.merge('squash', 1) });
  expect(outputs['prLink']).toMatch(/\/acme\/product\/pull\/2$/);
  return changes;
}

const comments = ({ repository }: Scene, thread: number) =>
  repository.comments.filter((comment) => comment.thread === thread);

function leave({ sandbox, repository }: Scene, thread: number, body: string): void {
  const user = userOf(sandbox.github.store, 'mallory');
  addComment(sandbox.github.store, repository, { thread, user, body });
}

describe('a push beside the default branch', () => {
  /** The branch is as it is; the event says that it was pushed just now. */
  const pushed = async ({ push, repository }: Scene, branch: string, by: string) =>
    push({
      ...{ ref: `refs/heads/${branch}`, before: '0'.repeat(40), by },
      after: (await branchSha(repository, branch)) ?? '',
    });

  test("to the branch of an open pull request asks for nothing, the agent's own too", async () => {
    await using changes = await openDraft();
    const branch = changes.repository.threads.get(2)?.pull?.head ?? '';
    for (const by of ['docs-agent[bot]', 'octo-writer']) {
      const { outputs } = await changes.run({}, { event: await pushed(changes, branch, by) });
      expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'nothing-changed' });
      expect(outputs['reason']).toContain(`Pull request 2 of the branch '${branch}' is open`);
    }
    expect(changes.count('create')).toBe(1);
  });

  test('by a bot asks for nothing before there is a pull request either', async () => {
    await using changes = await openScene({ history: true, ...HOME });
    await changes.commit('docs-agent/1', { 'docs/index.md': 'new\n' }, 'main');
    const { outputs } = await changes.run(
      {},
      { event: await pushed(changes, 'docs-agent/1', 'docs-agent[bot]') },
    );
    expect(outputs).toMatchObject({ result: 'skipped', reasonCode: 'nothing-changed' });
    expect(changes.count('create')).toBe(0);
  });

  test('by a person to a branch without a pull request asks, and so does a merge by a bot', async () => {
    await using changes = await openScene({ history: true, ...HOME });
    await changes.commit('release/1', { 'src/app.ts': 'new\n' }, 'main');
    const first = await changes.run({}, { event: await pushed(changes, 'release/1', 'octo-writer') });
    expect(first.outputs['result']).toBe('pull-request');
    const before = (await branchSha(changes.repository, 'release/1')) ?? '';
    const main = await changes.tip();
    const fix = await changes.openChange({ branch: 'fix', commits: [{ 'src/app.ts': 'fixed\n' }] });
    if (fix.pull) Object.assign(fix.pull, { base: 'release/1' });
    await changes.commit('fix', { 'src/api/users.ts': 'fixed\n' }, main);
    await mergePull(changes.sandbox.github.store, changes.repository, fix.number, 'merge');
    const after = (await branchSha(changes.repository, 'release/1')) ?? '';
    const ref = 'refs/heads/release/1';
    const merged = await changes.run(
      {},
      { event: changes.push({ ref, before, after, by: 'docs-agent[bot]' }) },
    );
    expect(merged.outputs['result']).toBe('pull-request');
  });
});

describe("the merge of the agent's own pull request", () => {
  test.each(['merge', 'rebase'] as const)('by %s starts no second job', async (method) => {
    await using changes = await openDraft();
    const step = await changes.run({}, { event: await changes.merge(method, 2) });
    const url = `${changes.sandbox.github.server}/acme/product/pull/2`;
    expect(step).toMatchObject({
      exitCode: 0,
      outcome: 'success',
      outputs: { result: 'skipped', jobId: '' },
    });
    expect(step.log).toContain(`Only pull requests that jobs of this action created were merged: ${url}`);
    expect(step.summary).toContain(`- [\`${url}\`](${url})`);
    expect(changes.count('create')).toBe(1);
  });

  test('in a merge queue of our own is skipped; with one of somebody else it is not', async () => {
    await using changes = await openDraft();
    await changes.openChange(OTHER);
    const on = await changes.merge('squash', 3);
    const tips = [await changes.tip()];
    const merge = async (number: number) => {
      await changes.merge('squash', number);
      tips.push(await changes.tip());
    };
    await merge(2);
    await changes.run({ prompt: 'Write about users' }, { event: on });
    await merge(4);
    await changes.openChange({ branch: 'theirs', commits: [{ 'src/theirs.ts': 'new\n' }] });
    await merge(5);
    const [before = '', first = '', second = '', last = ''] = tips;
    const ours = await changes.run({}, { event: changes.push({ before, after: second }) });
    expect(ours.outputs['reason']).toMatch(/created were merged: \S+\/pull\/2 \S+\/pull\/4$/);
    const { requests } = changes.sandbox.github;
    const known = requests.length;
    const mixed = await changes.run(
      {
        prompt: 'Rewrite the reference',
      },
      { event: changes.push({ before: first, after: last }) },
    );
    expect(mixed.outputs['result']).toBe('pull-request');
    // The last one that was merged settles it.
    expect(requests.slice(known).filter(({ path }) => path.endsWith('/issues/4/comments'))).toEqual([]);
    expect(changes.sent().at(-1)).toMatch(/were merged: \S+\/pull\/4 \S+\/pull\/5\n/);
  });

  test('is not skipped with a commit beside it that came by no pull request', async () => {
    await using changes = await openDraft();
    const before = await changes.tip();
    await changes.merge('squash', 2);
    const after = await changes.commit('main', { 'src/app.ts': 'direct\n' });
    const { outputs } = await changes.run({ 'dry-run': 'true' }, { event: changes.push({ before, after }) });
    expect(outputs['result']).toBe('dry-run');
  });

  test('is skipped whatever `range` says, and so is nothing that the range alone holds', async () => {
    await using changes = await openScene({ history: true, ...HOME });
    const begin = await changes.tip();
    await changes.openChange(CODE);
    await changes.run({}, { event: await changes.merge('squash', 1) });
    const range = { range: `${begin}...main`, 'dry-run': 'true' };
    const on = await changes.merge('squash', 2);
    expect((await changes.run(range, { event: on })).outputs['result']).toBe('skipped');
    expect((await changes.run(range)).outputs['result']).toBe('dry-run');
  });

  test.each([
    ['in another repository is known there by the note that `pr-token` left', 'acme/docs'],
    ['in another repository is known there after that was renamed', 'acme/handbook'],
  ])('%s', async (_name, renamed) => {
    await using changes = await openScene({ history: true, jobs: 'working' });
    const { github } = changes.sandbox;
    const docs = github.repository('acme/docs');
    const permissions = { pull_requests: 'write', contents: 'read' } as const;
    github.addToken('ghp_docs', { login: 'docs-helper[bot]', repositories: ['acme/docs'], permissions });
    await changes.openChange(CODE);
    const first = await changes.run({ 'pr-token': 'ghp_docs' }, { event: await changes.merge('squash', 1) });
    expect(first.outputs['prLink']).toMatch(/\/acme\/docs\/pull\/1$/);
    if (renamed !== docs.fullName) renameRepository(changes.sandbox, docs.fullName, renamed);
    const event = eventsOf({ github, repository: docs.fullName }).push({
      ...{ ref: 'refs/heads/main', by: 'octo-writer' },
      ...(await mergePull(github.store, docs, 1, 'squash')),
    });
    const context = { repository: renamed, repositoryId: String(docs.id) };
    const next = await changes.run({ 'github-token': 'ghp_docs' }, { event, context });
    expect(next.outputs['reason']).toMatch(new RegExp(`created were merged: \\S+/${renamed}/pull/1$`));
    expect(changes.count('create')).toBe(1);
  });
});

describe('what proves nothing', () => {
  let changes: Scene;
  let on: Event;
  let note: Comment;
  let body: string;
  beforeAll(async () => {
    changes = await openDraft();
    await changes.openChange(OTHER);
    const [only, ...others] = comments(changes, 2);
    if (only === undefined || others.length > 0) throw new Error('There is not just one note.');
    note = only;
    body = note.text.body;
    on = await changes.merge('squash', 2);
  });
  beforeEach(() => {
    const { comments: all } = changes.repository;
    all.splice(0, all.length, ...all.filter(({ thread }) => thread === 1), note);
    edit(body);
  });
  afterAll(async () => {
    await changes[Symbol.asyncDispose]();
  });

  /** Somebody changes what the comment with the note says. */
  const edit = (words: string) => editComment(changes.sandbox.github.store, note, words);

  /** What comes of the push of the draft, or of another one. */
  const comesOf = async (event = on, inputs = {}) =>
    (await changes.run({ 'dry-run': 'true', ...inputs }, { event })).outputs['result'];

  test('while the note where it was written proves it', async () => {
    expect(body).toContain('made-by:v2');
    expect(await comesOf()).toBe('skipped');
  });

  test('the status comment of a request', async () => {
    const [status, ...others] = comments(changes, 1).filter(({ text }) => text.body.includes('note:v2'));
    expect(others).toEqual([]);
    edit(status?.text.body ?? '');
    expect(await comesOf()).toBe('dry-run');
  });

  test('a note that was altered', async () => {
    const altered = body.replace(/(made-by:v2 \S+ )e/, '$1f');
    expect(altered).not.toBe(body);
    edit(altered);
    expect(await comesOf()).toBe('dry-run');
  });

  test('a copy of the note in another comment', async () => {
    edit('Nothing');
    leave(changes, 2, body);
    expect(await comesOf()).toBe('dry-run');
  });

  test('a note that was carried to another pull request', async () => {
    leave(changes, 3, body);
    expect(await comesOf(await changes.merge('squash', 3))).toBe('dry-run');
  });

  test('what cannot be read: the push counts, and the log says so', async () => {
    const { faults } = changes.sandbox.github;
    faults.next({ method: 'GET', path: /issues\/2\/comments/, times: 5 }, answer({ status: 502 }));
    const step = await changes.run({ 'dry-run': 'true' }, { event: on });
    expect(step.outputs['result']).toBe('dry-run');
    expect(step.annotations).toEqual([
      expect.objectContaining({
        level: 'warning',
        message: expect.stringMatching(
          /^Whether a job of this action created pull request 2 could not be read.*502/,
        ),
      }),
    ]);
  });
});
