/** What the sandbox's GitHub answers is what GitHub's own description says that it answers. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GitHub, openGitHub } from '../../sandbox/github/github.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addComment, addReview, addThread } from '../../sandbox/github/threads.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';
import { answerFaults, requestFaults } from '../support/shared.ts';

const REPO = '/repos/acme/product';
let github: GitHub;
let ids: Readonly<Record<'comment' | 'line' | 'review', number>>;

beforeAll(async () => {
  github = await openGitHub({ time: virtualTime() });
  const permissions = { issues: 'write', pull_requests: 'write' } as const;
  github.addToken('t', { login: 'github-actions[bot]', repositories: ['acme/product'], permissions });
  github.addMember('acme/product', 'octocat', 'maintain');
  github.addMember('acme/product', 'nobody', 'none');
  const { store } = github;
  const repository = github.repository('acme/product');
  const user = userOf(store, 'octocat');
  addThread(store, repository, { user, title: 'Old' });
  const files = [{ filename: 'docs/a b.md', status: 'added', additions: 2, deletions: 0 }] as const;
  addThread(store, repository, { user, title: 'New', pull: { head: 'new', base: 'main', files } });
  const own = userOf(store, 'github-actions[bot]');
  const review = addReview(store, repository, { thread: 2, user, body: '/docs Look' });
  const line = { path: 'docs/a b.md', line: 3, diffHunk: '@@', review: review.id };
  ids = {
    comment: addComment(store, repository, { thread: 1, user: own, body: 'Hello' }).id,
    review: review.id,
    line: addComment(store, repository, { thread: 2, user, body: 'Here', line }).id,
  };
});
afterAll(() => github.close());

test.each<[string, string, object?]>([
  ['GET', '/issues/1/comments'],
  ['GET', '/issues/1/comments?since=2026-01-05T09:00:00.000Z'],
  ['GET', '/issues/comments/{comment}'],
  ['GET', '/issues/comments?sort=updated&direction=desc&since=2026-01-05T09:00:00.000Z'],
  ['GET', '/pulls/comments?sort=updated&direction=desc'],
  ['GET', '/pulls/2'],
  ['POST', '/issues/1/comments', { body: 'Hello' }],
  ['POST', '/issues/99/comments', { body: 'Hello' }],
  ['POST', '/issues/1/comments', { body: 'x'.repeat(65_537) }],
  ['PATCH', '/issues/comments/{comment}', { body: 'Bye' }],
  ['POST', '/issues/1/reactions', { content: 'eyes' }],
  ['POST', '/issues/1/reactions', { content: 'eyes' }],
  ['POST', '/issues/comments/{comment}/reactions', { content: 'rocket' }],
  ['POST', '/pulls/comments/{line}/reactions', { content: '-1' }],
  ['GET', '/collaborators/octocat/permission'],
  ['GET', '/collaborators/nobody/permission'],
  ['GET', '/collaborators/renovate%5Bbot%5D/permission'],
  ['GET', '/pulls/2/reviews/{review}'],
  ['GET', '/pulls/1/reviews/1'],
  ['GET', '/pulls/2/comments?per_page=100&page=1'],
  ['GET', '/pulls/2/files'],
])('%s %s', async (...[method, template, body]) => {
  const path = template.replace(/\{(\w+)\}/, (_all, name: keyof typeof ids) => String(ids[name]));
  const response = await fetch(github.api + REPO + path, {
    method,
    headers: { authorization: 'token t', accept: 'application/vnd.github+json', 'user-agent': 'test' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const request = github.requests.at(-1);
  expect(request).toBeDefined();
  if (request === undefined) return;
  expect(requestFaults(request)).toEqual([]);
  expect(answerFaults(method, request.path, response.status, await response.json())).toEqual([]);
});

test('the description refuses what GitHub does not know', () => {
  const fine = {
    method: 'POST',
    path: `${REPO}/issues/1/comments`,
    query: new URLSearchParams(),
    status: null,
  };
  const headers = { accept: 'application/json', authorization: 'token t', 'user-agent': 'test' };
  const faults = (change: object) =>
    requestFaults({ ...fine, headers, body: '{"body":"Hello"}', ...change }).join();
  expect(faults({})).toBe('');
  expect(faults({ path: `${REPO}/issues/1/remarks` })).toContain("no operation of GitHub's");
  expect(faults({ method: 'PUT' })).toContain("no operation of GitHub's");
  expect(faults({ path: `${REPO}/issues/one/comments` })).toContain('path issue_number');
  expect(faults({ query: new URLSearchParams('loud=1') })).toContain('query loud is not known');
  expect(faults({ body: '{"text":"Hello"}' })).toContain('does not have required property "body"');
  expect(faults({ body: '{"body":1}' })).toContain(
    '/body Instance type "number" is invalid. Expected "string".',
  );
  expect(faults({ body: '{"body":"Hello","loud":true}' })).toContain('body field loud is not known');
  expect(faults({ headers: {} })).toContain('header authorization');
  expect(faults({ path: `${REPO}/issues/1/reactions`, body: '{"content":"party"}' })).toContain('/content');
});
