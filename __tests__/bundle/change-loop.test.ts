/** Documentation of documentation has no end: the merge of our own jobs' pull requests starts nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { mergePull } from '../../sandbox/github/merging.ts';
import { type Thread, userOf } from '../../sandbox/github/store.ts';
import { addComment } from '../../sandbox/github/threads.ts';
import type { Event } from '../../src/request/trigger.ts';
import { shellSafeText } from '../../src/text/shell-safe.ts';
import { type ChangeScene, type NewPull, openChangeScene, pushIn } from '../support/change.ts';

/** The agent works in the repository itself. */
const HOME = { jobs: 'working', documentation: 'acme/product' } as const;
const CODE: NewPull = { branch: 'feature', commits: [{ 'src/app.ts': 'new\n' }] };
const OTHER: NewPull = { branch: 'other', commits: [{ 'src/api/users.ts': 'other\n' }] };

/** Code is merged as pull request 1; the job's draft is pull request 2, with a note and a token that say so. */
async function openDraft(): Promise<{ changes: ChangeScene; draft: Thread }> {
  const changes = await openChangeScene(HOME);
  await changes.openPull(CODE);
  const { outputs } = await changes.run(await changes.merge('squash', 1));
  expect(outputs['prLink']).toMatch(/\/acme\/product\/pull\/2$/);
  const draft = changes.repository.threads.get(2);
  if (draft === undefined) throw new Error('There is no draft.');
  return { changes, draft };
}

const comments = ({ repository }: ChangeScene, thread: number) =>
  repository.comments.filter((comment) => comment.thread === thread);

/** Takes the notes away that stand in a conversation. */
function takeNotes(changes: ChangeScene, thread: number): string[] {
  const { comments: all } = changes.repository;
  return comments(changes, thread).map((comment) => {
    all.splice(all.indexOf(comment), 1);
    return comment.text.body;
  });
}

function leave({ scene, repository }: ChangeScene, thread: number, body: string): void {
  const user = userOf(scene.sandbox.github.store, 'mallory');
  addComment(scene.sandbox.github.store, repository, { thread, user, body });
}

const looksAtComments = ({ scene }: ChangeScene, thread: number) =>
  scene.sandbox.github.requests.filter(
    ({ method, path }) => method === 'GET' && path.endsWith(`/issues/${thread}/comments`),
  ).length;

describe("the merge of the agent's own pull request", () => {
  test.each(['merge', 'squash', 'rebase'] as const)('by %s starts no second job', async (method) => {
    const { changes } = await openDraft();
    await using _ = changes;
    const step = await changes.run(await changes.merge(method, 2));
    const url = `${changes.scene.sandbox.github.server}/acme/product/pull/2`;
    expect(step).toMatchObject({
      exitCode: 0,
      outcome: 'success',
      outputs: { result: 'skipped', jobId: '' },
    });
    expect(step.outputs['reason']).toBe(
      shellSafeText(`The push merged nothing but pull requests that our own jobs made: ${url}`),
    );
    expect(step.summary).toContain(`- [\`${url}\`](${url})`);
    expect(changes.scene.count('create')).toBe(1);
  });

  test('is known by the token alone, which costs no further request', async () => {
    const { changes, draft } = await openDraft();
    await using _ = changes;
    expect(draft.body).toMatch(/\n\n<!-- docs-agent-action:by:\w{32}:\w{64} -->$/);
    takeNotes(changes, 2);
    const before = looksAtComments(changes, 2);
    expect((await changes.run(await changes.merge('squash', 2))).outputs['result']).toBe('skipped');
    expect(looksAtComments(changes, 2)).toBe(before);
  });

  test('is known by the note alone, behind many comments', async () => {
    const { changes, draft } = await openDraft();
    await using _ = changes;
    draft.body = null;
    for (let number = 0; number < 120; number += 1) leave(changes, 2, `Comment ${number}`);
    expect((await changes.run(await changes.merge('squash', 2))).outputs['result']).toBe('skipped');
    expect(changes.scene.count('create')).toBe(1);
  });

  test('in a merge queue of our own is skipped; with one of somebody else it is not', async () => {
    const { changes, draft } = await openDraft();
    await using _ = changes;
    // Whoever has the token in hand says that it is ours.
    await changes.openPull({ ...OTHER, body: draft.body ?? '' });
    const both = await changes.merge('squash', 2, 3);
    expect((await changes.run(both, { 'dry-run': 'true' })).outputs['result']).toBe('skipped');
    const stranger = changes.repository.threads.get(3);
    if (stranger) stranger.body = 'Not signed';
    const { outputs } = await changes.run(both);
    expect(outputs['result']).toBe('pull-request');
    expect(changes.texts()[1]).toMatch(/were merged: \S+\/pull\/2 \S+\/pull\/3\n/);
  });

  test('is not skipped with a commit beside it that came by no pull request', async () => {
    const { changes } = await openDraft();
    await using _ = changes;
    const before = await changes.tip();
    await changes.merge('squash', 2);
    const after = await changes.commit('main', { 'src/app.ts': 'direct\n' });
    const { outputs } = await changes.run(changes.push({ before, after }), { 'dry-run': 'true' });
    expect(outputs['result']).toBe('dry-run');
  });

  test('is skipped whatever `range` says, and so is nothing that the range alone holds', async () => {
    await using changes = await openChangeScene(HOME);
    const begin = await changes.tip();
    await changes.openPull(CODE);
    await changes.run(await changes.merge('squash', 1));
    const range = { range: `${begin}...main`, 'dry-run': 'true' };
    const on = await changes.merge('squash', 2);
    expect((await changes.run(on, range)).outputs['result']).toBe('skipped');
    expect((await changes.run(undefined, range)).outputs['result']).toBe('dry-run');
  });

  test('in another repository is known there by the token, or by a note that `pr-token` left', async () => {
    await using changes = await openChangeScene({ jobs: 'working' });
    const { scene } = changes;
    const { github } = scene.sandbox;
    const docs = github.repository('acme/docs');
    const permissions = { pull_requests: 'write', contents: 'read' } as const;
    github.addToken('ghp_docs', { login: 'docs-helper[bot]', repositories: ['acme/docs'], permissions });
    const follow = async (number: number, change: NewPull, words: string) => {
      await changes.openPull(change);
      const inputs = { prompt: words, 'pr-token': 'ghp_docs' };
      const first = await changes.run(await changes.merge('squash', number), inputs);
      expect(first.outputs['prLink']).toMatch(new RegExp(`/acme/docs/pull/${number}$`));
    };
    const mergeDocs = async (number: number) => {
      const event = pushIn(scene, docs, await mergePull(github.store, docs, number, 'squash'));
      const context = { repository: 'acme/docs', repositoryId: String(docs.id) };
      return scene.run({ 'github-token': 'ghp_docs' }, { event, context });
    };
    await follow(1, CODE, 'One thing');
    docs.comments.length = 0;
    const byToken = await mergeDocs(1);
    expect(byToken.outputs['reason']).toMatch(/our own jobs made: \S+\/acme\/docs\/pull\/1$/);
    await follow(2, OTHER, 'Another thing');
    const second = docs.threads.get(2);
    if (second) second.body = null;
    expect(docs.comments).toHaveLength(1);
    const byNote = await mergeDocs(2);
    expect(byNote.outputs['reason']).toMatch(/our own jobs made: \S+\/acme\/docs\/pull\/2$/);
    expect(scene.count('create')).toBe(2);
  });
});

describe('what proves nothing', () => {
  let changes: ChangeScene;
  let draft: Thread;
  let on: Event;
  let notes: string[];
  let description: string;
  beforeAll(async () => {
    ({ changes, draft } = await openDraft());
    await changes.openPull(OTHER);
    notes = comments(changes, 2).map(({ text }) => text.body);
    description = draft.body ?? '';
    on = await changes.merge('squash', 2);
  });
  beforeEach(() => {
    draft.body = null;
    takeNotes(changes, 2);
  });
  afterAll(async () => {
    await changes[Symbol.asyncDispose]();
  });

  /** What comes of the push of the draft, or of another one. */
  const comesOf = async (event = on, inputs = {}) =>
    (await changes.run(event, { 'dry-run': 'true', ...inputs })).outputs['result'];

  test('who wrote it', async () => {
    expect(draft.user.login).toBe('docs-agent[bot]');
    expect(await comesOf()).toBe('dry-run');
  });

  test('a token that was altered', async () => {
    draft.body = description;
    expect(await comesOf()).toBe('skipped');
    draft.body = description.replace(/(:by:)(.)/, (_, start, digit) => start + (digit === '0' ? '1' : '0'));
    expect(draft.body).not.toBe(description);
    expect(await comesOf()).toBe('dry-run');
  });

  test('the status comment of a request', async () => {
    const claims = comments(changes, 1).filter(({ text }) => text.body.includes('claim:v1'));
    expect(claims).toHaveLength(1);
    for (const { text } of claims) leave(changes, 2, text.body);
    expect(await comesOf()).toBe('dry-run');
  });

  test('a note that was altered', async () => {
    expect(notes).toHaveLength(1);
    for (const note of notes) leave(changes, 2, note.replace(/(pull-request:v1 \S+ )e/, '$1f'));
    expect(await comesOf()).toBe('dry-run');
    for (const note of notes) leave(changes, 2, note);
    expect(await comesOf()).toBe('skipped');
  });

  test('a note that was carried to another pull request', async () => {
    for (const note of notes) leave(changes, 3, note);
    expect(await comesOf(await changes.merge('squash', 3))).toBe('dry-run');
  });

  test('what another key signed', async () => {
    changes.scene.sandbox.service.addKey('mint_another_key_of_the_project');
    draft.body = description;
    for (const note of notes) leave(changes, 2, note);
    expect(await comesOf(on, { 'api-key': 'mint_another_key_of_the_project' })).toBe('dry-run');
  });

  test('what cannot be read: the push counts, and the log says so', async () => {
    const { faults } = changes.scene.sandbox.github;
    for (const note of notes) leave(changes, 2, note);
    faults.next({ method: 'GET', path: /issues\/2\/comments/, times: 5 }, answer({ status: 502 }));
    const step = await changes.run(on, { 'dry-run': 'true' });
    expect(step.outputs['result']).toBe('dry-run');
    expect(step.annotations).toEqual([
      expect.objectContaining({
        level: 'warning',
        message: expect.stringMatching(/^Whether one of our jobs made pull request 2 could not be read.*502/),
      }),
    ]);
  });
});
