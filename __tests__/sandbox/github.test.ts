import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { HTTPException } from 'hono/http-exception';
import { type GitHub, openGitHub } from '../../sandbox/github/github.ts';
import { mergePull } from '../../sandbox/github/history.ts';
import { hourlyLimit } from '../../sandbox/github/limits.ts';
import { addCheckRun } from '../../sandbox/github/run-routes.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addComment, addThread } from '../../sandbox/github/threads.ts';
import type { Time } from '../../sandbox/time.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';
import { openScene } from '../support/scene.ts';

const REPO = '/repos/acme/product';
let time: Time;
let github: GitHub;

beforeEach(async () => {
  time = virtualTime();
  github = await openGitHub(time);
  const all = { issues: 'write', pull_requests: 'write' } as const;
  const workflow = { login: 'github-actions[bot]', repositories: ['acme/product'] };
  github.addToken('t-write', { ...workflow, permissions: all });
  github.addToken('t-read', { ...workflow, permissions: { issues: 'read', pull_requests: 'read' } });
  github.addToken('t-issues', { ...workflow, permissions: { issues: 'write' } });
  github.addToken('t-pulls', { ...workflow, permissions: { pull_requests: 'write' } });
  github.addToken('t-other', { login: 'other[bot]', repositories: ['acme/else'], permissions: all });
});
afterEach(() => github.close());

async function call(method: string, path: string, body?: unknown, token: string | null = 't-write') {
  const response = await fetch(path.startsWith('http') ? path : github.api + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `token ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? undefined : JSON.parse(text),
  };
}

/** Opens issue 1 and pull request 2. */
function seed() {
  const repository = github.repository('acme/product');
  const user = userOf(github.store, 'octo-writer');
  const issue = addThread(github.store, repository, { user, title: 'Docs are old' });
  const pull = addThread(github.store, repository, {
    user,
    title: 'New API',
    pull: { head: 'feature', base: 'main' },
  });
  return { repository, user, issue, pull };
}

const comment = (body: unknown, token?: string, thread = 1) =>
  call('POST', `${REPO}/issues/${thread}/comments`, { body }, token);

describe('comments', () => {
  test('are refused in the words of GitHub', async () => {
    const { issue } = seed();
    const long = await comment('x'.repeat(65_537));
    expect(long).toMatchObject({ status: 422, json: { message: 'Validation Failed', status: '422' } });
    expect(long.json.errors[0].message).toContain('maximum is 65536');
    expect((await comment('x'.repeat(65_536))).status).toBe(201);
    expect((await comment(' ')).status).toBe(422);
    issue.locked = true;
    expect((await comment('Hello')).json).toMatchObject({
      message: expect.stringContaining('locked'),
      status: '403',
    });
    expect((await comment('Hello', 't-write', 99)).status).toBe(404);
  });

  test('of others cannot be edited by an app', async () => {
    const { repository, user } = seed();
    const { id } = addComment(github.store, repository, { thread: 1, user, body: 'mine' });
    expect((await call('PATCH', `${REPO}/issues/comments/${id}`, { body: 'yours' })).status).toBe(403);
  });

  test('appear late in lists that lag', async () => {
    seed();
    github.store.lag = 5_000;
    const { json } = await comment('Hello');
    const list = async () =>
      (await call('GET', `${REPO}/issues/1/comments`)).json.map(({ body }: { body: string }) => body);
    expect(await list()).toEqual([]);
    await time.sleep(5_000);
    expect(await list()).toEqual(['Hello']);
    await call('PATCH', `${REPO}/issues/comments/${json.id}`, { body: 'Bye' });
    expect((await call('GET', `${REPO}/issues/comments/${json.id}`)).json.body).toBe('Bye');
    expect(await list()).toEqual(['Hello']);
    await time.sleep(5_000);
    expect(await list()).toEqual(['Bye']);
  });
});

describe('access', () => {
  test('needs a valid token with the permission, except to read a public repository', async () => {
    const { repository } = seed();
    expect((await call('GET', REPO, undefined, 'wrong')).json).toMatchObject({
      message: 'Bad credentials',
      status: '401',
    });
    expect((await call('GET', REPO, undefined, null)).status).toBe(200);
    const refused = { status: 403, json: { message: 'Resource not accessible by integration' } };
    expect(await comment('Hello', 't-read')).toMatchObject(refused);
    expect(await comment('Hello', 't-other')).toMatchObject(refused);
    repository.private = true;
    expect((await call('GET', REPO, undefined, 't-other')).status).toBe(404);
    expect((await call('GET', `${REPO}/issues/1`, undefined, 't-read')).status).toBe(200);
  });

  test('to the conversation of a pull request needs `pull-requests: write`', async () => {
    const { repository, user } = seed();
    const { id } = addComment(github.store, repository, { thread: 2, user, body: '/docs' });
    const bot = userOf(github.store, 'github-actions[bot]');
    const own = addComment(github.store, repository, { thread: 2, user: bot, body: 'Working on it' });
    const writes = [
      ['POST', 'issues/2/comments', { body: 'Hello' }, 201],
      ['PATCH', `issues/comments/${own.id}`, { body: 'Done' }, 200],
      ['POST', 'issues/2/reactions', { content: 'eyes' }, 201],
      ['POST', `issues/comments/${id}/reactions`, { content: 'eyes' }, 201],
      ['POST', 'issues/2/labels', { labels: ['bug'] }, 200],
    ] as const;
    for (const [method, path, body, status] of writes) {
      expect((await call(method, `${REPO}/${path}`, body, 't-issues')).status).toBe(403);
      expect((await call(method, `${REPO}/${path}`, body, 't-pulls')).status).toBe(status);
    }
  });

  test('allows 80 writes a minute, and reads all the time', async () => {
    seed();
    for (let count = 0; count < 80; count += 1) expect((await comment(`${count}`)).status).toBe(201);
    await time.sleep(20_000);
    const refused = await comment('one too many');
    expect(refused).toMatchObject({
      status: 403,
      json: { message: expect.stringMatching(/secondary rate limit/) },
    });
    expect(refused.headers.get('retry-after')).toBe('40');
    expect((await call('GET', `${REPO}/issues/1/comments`)).status).toBe(200);
    await time.sleep(40_000);
    expect((await comment('in time')).status).toBe(201);
  });

  // GitHub's page "Rate limits for the REST API"; the words: https://github.com/conbench/conbench/issues/660
  test('allows all runs of a repository 1,000 requests an hour together, and an app 5,000', async () => {
    github.addToken('t-app', { login: 'docs[bot]', repositories: ['acme/product'], permissions: {} });
    const count = hourlyLimit(github.store);
    const read = (token: string) => count(github.store.tokens.get(token));
    const first = read('t-read');
    expect(first).toMatchObject({ 'x-ratelimit-limit': '1000' });
    await time.sleep(60_000);
    for (let others = 0; others < 998; others += 1) read('t-write');
    expect(read('t-write')).toMatchObject({
      ...first,
      'x-ratelimit-remaining': '0',
      'x-ratelimit-used': '1000',
    });
    expect(() => read('t-read')).toThrow(HTTPException);
    expect(read('t-app')).toMatchObject({ 'x-ratelimit-remaining': '4999' });
    await time.sleep(3_540_000);
    expect(read('t-write')).toMatchObject({ 'x-ratelimit-remaining': '999' });
  });

  test('counts each request, and refuses it in the words of GitHub', async () => {
    const { headers } = await call('GET', REPO);
    expect(headers.get('x-ratelimit-remaining')).toBe('999');
    const anonymous = () => call('GET', REPO, undefined, null);
    for (let others = 0; others < 60; others += 1) await anonymous();
    const refused = await anonymous();
    const message = 'API rate limit exceeded for 127.0.0.1.';
    expect(refused).toMatchObject({ status: 403, json: { message } });
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
  });
});

// https://github.com/octokit/auth-app.js/issues/65
test('a token that is new for some seconds is refused', async () => {
  seed();
  github.freshTokens(5);
  expect(await call('GET', REPO)).toMatchObject({ status: 401, json: { message: 'Bad credentials' } });
  await time.sleep(5_000);
  expect((await call('GET', REPO)).status).toBe(200);
});

// https://github.com/nrwl/nx-set-shas/issues/219
test.each(['status=failure', 'branch=main', 'event=push'])('lists of runs with %s lag', async (filter) => {
  const { repository } = seed();
  const list = async (query: string) =>
    (await call('GET', `${REPO}/actions/runs?${query}`)).json.workflow_runs.length;
  addCheckRun(github.store, repository, { name: 'Docs', sha: 'a'.repeat(40), event: 'push' });
  expect([await list(''), await list(filter)]).toEqual([1, 0]);
  await time.sleep(600_000);
  expect(await list(filter)).toBe(1);
});

test.each([
  ['main', 1],
  ['v1', 0],
])('lists a pull request that was merged into %s for its commits: %i', async (base, count) => {
  await using scene = await openScene({ history: true });
  await scene.commit('v1', { 'a.md': 'x\n' }, await scene.tip());
  const { number, pull } = await scene.openChange({ branch: 'b', base, commits: [{ 'b.md': 'x\n' }] });
  const { github: scened, time: clock, token } = scene.sandbox;
  const list = (sha = '') => call('GET', `${scened.api}${REPO}/commits/${sha}/pulls`, undefined, token);
  // What a branch contained before is no answer later.
  await list(await scene.tip());
  await mergePull(scened.store, scene.repository, number, 'squash');
  await clock.sleep(60_000);
  const { json } = await list(pull?.merge?.sha);
  expect(json).toHaveLength(count);
});

test.each([
  ['main', 200],
  ['f'.repeat(40), 422],
])('answers a request for the checks of %s with %i', async (ref, status) => {
  await using scene = await openScene({ history: true });
  const { github: scened, token } = scene.sandbox;
  const url = `${scened.api}${REPO}/commits/${ref}/check-runs`;
  expect((await call('GET', url, undefined, token)).status).toBe(status);
});
