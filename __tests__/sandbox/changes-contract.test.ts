/** What the sandbox's GitHub says about changes and owners is what GitHub's own description says that it answers. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GitHub, openGitHub } from '../../sandbox/github/github.ts';
import { commitFiles } from '../../sandbox/github/history.ts';
import { mergePull } from '../../sandbox/github/merging.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';
import { answerFaults, requestFaults } from '../support/shared.ts';

const REPO = '/repos/acme/product';
let github: GitHub;
let merged: string;

beforeAll(async () => {
  github = await openGitHub({ time: virtualTime() });
  const permissions = { issues: 'write', pull_requests: 'write', contents: 'read' } as const;
  github.addToken('t', { login: 'github-actions[bot]', repositories: ['acme/product'], permissions });
  github.addMember('acme/product', 'octocat', 'write');
  const { store } = github;
  const repository = await github.withFiles('acme/product', { 'a.md': 'one\n' });
  const at = store.time.now();
  await commitFiles(repository, 'topic', {
    ...{ files: { 'b c.md': 'two\n' }, message: 'Add', at },
    from: 'refs/heads/main',
  });
  const user = userOf(store, 'hubot');
  addThread(store, repository, { user, title: 'New', pull: { head: 'topic', base: 'main' } });
  merged = (await mergePull(store, repository, 1, 'merge')).after;
  await commitFiles(repository, 'next', {
    files: { 'a.md': null },
    message: 'Remove',
    at,
    from: 'refs/heads/main',
  });
  addThread(store, repository, { user, title: 'Next', body: 'Text', pull: { head: 'next', base: 'main' } });
  const made = { id: store.nextId(), tag: 'v1', name: 'One', notes: 'Notes', prerelease: false };
  repository.releases.push({ ...made, author: user, publishedAt: at });
});
afterAll(() => github.close());

test.each<[string, string, object?]>([
  ['GET', `${REPO}/compare/topic...main?page=1&per_page=100`],
  ['GET', `${REPO}/compare/main...topic`],
  ['GET', `${REPO}/compare/main...nowhere`],
  ['GET', `${REPO}/commits?since=2020-01-01T00:00:00Z&per_page=100`],
  ['GET', `${REPO}/commits/{merged}/pulls?per_page=100`],
  ['GET', REPO],
  ['GET', `${REPO}/pulls/2`],
  ['GET', `${REPO}/releases?per_page=100`],
  ['GET', '/search/issues?q=repo:acme/product+is:pr+is:open&advanced_search=true'],
  ['GET', '/search/issues?q=(repo:acme/product+OR+repo:acme/product)+is:pr+is:open&advanced_search=true'],
  ['GET', '/search/issues?q=(repo:acme/product+is:pr&advanced_search=true'],
  ['GET', '/search/issues?q=repo:acme/nowhere'],
  ['POST', `${REPO}/issues/2/labels`, { labels: ['documentation'] }],
  ['POST', `${REPO}/issues/2/assignees`, { assignees: ['octocat', 'ghost'] }],
  ['POST', `${REPO}/pulls/2/requested_reviewers`, { reviewers: ['octocat'] }],
  ['POST', `${REPO}/pulls/2/requested_reviewers`, { team_reviewers: ['nobody'] }],
])('%s %s', async (...[method, template, body]) => {
  const response = await fetch(github.api + template.replace('{merged}', merged), {
    method,
    headers: { authorization: 'token t', accept: 'application/vnd.github+json', 'user-agent': 'test' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const request = github.requests.at(-1);
  expect(request && requestFaults(request)).toEqual([]);
  expect(answerFaults(method, request?.path ?? '', response.status, await response.json())).toEqual([]);
});
