/** Comments, read from and written to the sandbox's GitHub. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openGitHub, type GitHub as Sandbox } from '../../sandbox/github/github.ts';
import { type Repository, type User, userOf } from '../../sandbox/github/store.ts';
import { addComment, addThread, editComment } from '../../sandbox/github/threads.ts';
import type { Time } from '../../sandbox/time.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';
import type { GitHub } from '../../src/github/github.ts';
import type { Answer } from '../../src/model/answer-or-failure.ts';
import { createClient } from '../support/github.ts';

let time: Time;
let sandbox: Sandbox;
let github: GitHub;
let repository: Repository;
let user: User;

beforeEach(async () => {
  time = virtualTime();
  sandbox = await openGitHub(time);
  const permissions = { issues: 'write', pull_requests: 'write' } as const;
  const login = 'github-actions[bot]';
  sandbox.addToken('the-token', { login, repositories: ['acme/product'], permissions });
  repository = sandbox.repository('acme/product');
  user = userOf(sandbox.store, 'octocat');
  addThread(sandbox.store, repository, { user, title: 'Docs are old' });
  addThread(sandbox.store, repository, { user, title: 'New', pull: { head: 'feature', base: 'main' } });
  github = createClient(sandbox.api).github;
});
afterEach(async () => {
  await sandbox.close();
});

function read<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.value;
}

function addComments(count: number, thread = 1): void {
  for (let number = 1; number <= count; number += 1) {
    addComment(sandbox.store, repository, { thread, user, body: String(number) });
  }
}

/** `[from, ..., to]` as texts. */
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

describe('one comment', () => {
  test('is written without secrets, edited and read', async () => {
    const created = read(await github.createComment(2, 'I know hunter2'));
    const moment = time.now();
    expect(created).toEqual({
      id: expect.any(Number),
      body: 'I know ***',
      created_at: moment,
      updated_at: moment,
      date: moment,
      html_url: `${sandbox.server}/acme/product/pull/2#issuecomment-${created.id}`,
      user: { login: 'github-actions[bot]', id: expect.any(Number), type: 'Bot' },
    });
    await time.sleep(5_000);
    const edited = { ...created, body: '***!', updated_at: moment + 5_000, date: moment + 5_000 };
    expect(read(await github.editComment(created.id, 'hunter2!'))).toEqual(edited);
    await time.sleep(1_000);
    expect(read(await github.comment(created.id))).toEqual({ ...edited, date: moment + 6_000 });
  });

  test('of a deleted account has no author', async () => {
    addComment(sandbox.store, repository, { thread: 1, user: { ...user, login: '' }, body: 'Hello' });
    expect(read(await github.comments(1)).items).toMatchObject([{ user: undefined, body: 'Hello' }]);
  });
});

describe('the comments of an issue', () => {
  test('can be limited to those that changed since a time, including its whole second', async () => {
    addComments(2);
    await time.sleep(60_000);
    const since = time.now();
    const [, second] = repository.comments;
    if (second) editComment(sandbox.store, second, 'edited');
    addComments(1);
    const { items } = read(await github.comments(1, since + 900));
    expect(items.map(({ body }) => body)).toEqual(['edited', '1']);
    expect(read(await github.comments(1, since + 1_000)).items).toEqual([]);
  });

  test.each([
    [0, [], 1],
    [100, numbers(1, 100), 1],
    [101, numbers(1, 101), 2],
    [250, numbers(1, 250), 3],
    [2_500, numbers(1, 2_500), 25],
  ])('are read once, from the last page to the first, oldest first: %i', async (count, bodies, requests) => {
    addComments(count);
    addComments(1, 2);
    const { items, date } = read(await github.comments(1));
    expect(items.map(({ body }) => body)).toEqual(bodies);
    expect(date).toBe(time.now());
    expect(sandbox.requests).toHaveLength(requests);
  });
});

describe("a repository's comments", () => {
  test('are read once, and later only as far as they changed', async () => {
    addComments(250, 1);
    await time.sleep(300_000);
    expect(read(await github.repositoryComments(0))).toMatchObject({ cut: false, items: { length: 250 } });
    await time.sleep(300_000);
    const [first] = repository.comments;
    if (first) editComment(sandbox.store, first, 'edited');
    addComments(50, 2);
    const { items } = read(await github.repositoryComments(60_000));
    expect(items).toHaveLength(300);
    expect([items[0], items.at(-1)]).toMatchObject([
      { html_url: expect.stringContaining('/issues/1#'), body: 'edited' },
      { html_url: expect.stringContaining('/pull/2#'), body: '50' },
    ]);
    expect(sandbox.requests).toHaveLength(3 + 1);
  });

  test('are read from the newest change, on at most 20 pages', async () => {
    addComments(2_050, 1);
    await time.sleep(1_000);
    const [first] = repository.comments;
    if (first) editComment(sandbox.store, first, 'edited');
    const { items, cut } = read(await github.repositoryComments(0));
    expect([items.length, cut]).toEqual([2_000, true]);
    expect(items[0]?.body).toBe('edited');
    expect(read(await github.repositoryComments(0)).cut).toBe(true);
  });
});
