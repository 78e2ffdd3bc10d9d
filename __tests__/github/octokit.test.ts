/** GitHub's client over our HTTP, against a peer on loopback that answers as GitHub should not. */
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import type { GitHub } from '../../src/github/github.ts';
import type { Answer } from '../../src/model/answer-or-failure.ts';
import { createClient, type GitHubClient } from '../support/github.ts';
import { type Behaviour, openPeer, sendJson } from '../support/peer.ts';

const messageOf = (answer: Answer<unknown>) => (answer.ok ? 'answered' : answer.failure.message);

/** A client, and a peer that responds like this. */
async function open(respond: NonNullable<Behaviour['respond']>, path = '') {
  const peer = await openPeer({ respond });
  return { ...peer, ...createClient(peer.url + path) };
}

describe('the token', () => {
  test("goes with every request to the URL of the runner's GitHub", async () => {
    const tokens = new Set<string | undefined>();
    await using scene = await open((response, _, { headers }) => {
      tokens.add(headers.authorization);
      sendJson(response, { id: 7 });
    }, '/api/v3');
    const { github } = scene;
    const found = { ok: true, value: { id: 7 } };
    expect(await github.permission('octocat')).toMatchObject(found);
    const other = github.elsewhere({ owner: 'acme', repo: 'else' });
    expect(await other.permission('octocat')).toMatchObject(found);
    expect(scene.requests).toEqual([
      'GET /api/v3/repos/acme/product/collaborators/octocat/permission',
      'GET /api/v3/repos/acme/else/collaborators/octocat/permission',
    ]);
    expect([...tokens]).toEqual(['token the-token']);
  });

  test('goes to no other host in a Link header', async () => {
    await using other = await openPeer();
    const headers = { link: `<${other.url}/repos?page=2>; rel="next"` };
    await using scene = await open((response, count) => sendJson(response, [], count === 1 ? headers : {}));
    expect(await scene.github.changedFiles(1)).toMatchObject({ ok: true });
    expect(scene.requests[1]).toMatch(/^GET \/repos\/acme\/product\/pulls\/1\/files\?.*page=2/);
    expect(other.connections()).toBe(0);
  });

  test.each([301, 302, 307])(
    'goes to no target of a redirect (%i), and the request fails',
    async (status) => {
      await using other = await openPeer();
      const location = `${other.url}/repos/acme/product`;
      await using scene = await open((response) => sendJson(response, { id: 7 }, { location }, status));
      const answer = await scene.github.permission('octocat');
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'refused', status } });
      expect(messageOf(answer)).toMatch(/^GitHub redirects \(30\d .*\)\. Redirects are not followed\.$/);
      expect(other.connections()).toBe(0);
    },
  );
});

describe('a former name of a repository', () => {
  const former = { owner: 'acme', repo: 'old' };
  const moveTo = (location: (host: string) => string) =>
    open((response, _, { url = '', headers }) => {
      const moved = { location: location(`http://${headers.host}`) };
      if (url.startsWith('/api/v3/repos/acme/old/')) sendJson(response, {}, moved, 301);
      else sendJson(response, { id: 7 });
    }, '/api/v3');

  test.each(['12', '12/issues/1/comments', '12?page=2', '12/../13'])(
    'means the repository if GitHub redirects to /repositories/%s',
    async (target) => {
      await using scene = await moveTo((host) => `${host}/api/v3/repositories/${target}`);
      await scene.github.elsewhere(former).createComment(1, 'text');
      expect(scene.requests).toEqual([
        'POST /api/v3/repos/acme/old/issues/1/comments',
        'POST /api/v3/repositories/12/issues/1/comments',
      ]);
    },
  );

  test.each([
    ['of other characters', (host: string) => `${host}/api/v3/repositories/12x`],
    ['that is encoded', (host: string) => `${host}/api/v3/repositories/%31%32`],
    ['outside of the API', (host: string) => `${host}/repositories/12`],
    ['of another host', () => 'https://elsewhere.example/api/v3/repositories/12'],
  ])('is not followed to an ID %s', async (_, location) => {
    await using scene = await moveTo(location);
    const answer = await scene.github.elsewhere(former).createComment(1, 'text');
    expect(messageOf(answer)).toMatch(/^GitHub redirects/);
    expect(scene.requests).toHaveLength(1);
  });
});

describe('an answer', () => {
  const WHOLE = JSON.stringify({ id: 7, name: 'product' });

  test.each([
    ['JSON that was cut off', WHOLE.slice(0, -5), {}, 'the response is not JSON'],
    ['nothing', '', {}, 'the response is empty, a list or an object was expected'],
    ['a page', '<p>Log in', { 'content-type': 'text/html' }, 'the page "Log in" came in its place'],
    ['null', 'null', {}, 'the response is not a list or an object: it should be one of them'],
    ['a word', '"fine"', {}, 'the response is not a list or an object: it should be one of them'],
  ])('of %s is a failure; a read is repeated, a POST is not', async (_, body, headers, problem) => {
    await using scene = await open((response) => sendJson(response, body, headers));
    const { github, requests } = scene;
    for (const answer of [await github.permission('octocat'), await github.comments(1)]) {
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'unreadable', outcome: 'unknown' } });
      expect(messageOf(answer)).toContain(problem);
    }
    expect(requests).toHaveLength(10);
    expect(messageOf(await github.createComment(1, 'Hello'))).toContain(problem);
    expect(messageOf(await github.react({ kind: 'issue', number: 1 }, 'confused'))).toContain(problem);
    expect(requests).toHaveLength(12);
  });

  test('without a body is not an empty list', async () => {
    await using scene = await open((response) => response.writeHead(204).end());
    // Only a DELETE is answered without one.
    expect(messageOf(await scene.github.comments(1))).toMatch(/^GitHub's response is not as expected: /);
  });

  test('of another shape fails with the names of the fields', async () => {
    const body = { id: 'seven', body: 8, created_at: 'now' };
    await using scene = await open((response) => sendJson(response, body));
    expect(messageOf(await scene.github.comment(7))).toBe(
      'GitHub\'s response is not as expected: at "id", "html_url", "body", "user", "created_at".',
    );
    expect(scene.requests).toHaveLength(1);
  });

  const SHAPES = [{}, [null], [[]], [{}], { total_count: 1 }, { total_count: 1, items: null }, { files: 1 }];

  test.each<[string, (github: GitHub) => Promise<Answer<unknown>>]>([
    ['comments', (github) => github.comments(1, 0)],
    ['repositoryComments', (github) => github.repositoryComments(0)],
    ['comment', (github) => github.comment(1)],
    ['createComment', (github) => github.createComment(1, 'Hello')],
    ['editComment', (github) => github.editComment(1, 'Hello')],
    ['pullRequest', (github) => github.pullRequest(1)],
    ['changedFiles', (github) => github.changedFiles(1)],
    ['review', (github) => github.review(1, 1)],
    ['openPulls', (github) => github.openPulls()],
    ['compare', (github) => github.compare('a', 'b')],
    ['pullsOf', (github) => github.pullsOf('a')],
    ['releases', (github) => github.releases(() => true)],
  ])('of a strange shape fails %s, without an exception', async (_, request) => {
    await using scene = await open((response, count) => sendJson(response, SHAPES[count - 1]));
    for (const shape of SHAPES) {
      expect({ shape, answer: messageOf(await request(scene.github)) }).toEqual({
        shape,
        answer: expect.stringMatching(/^GitHub's response is not as expected: .+\.$/),
      });
    }
    expect(scene.requests).toHaveLength(SHAPES.length);
  });

  test('of a deprecated route is one line of the log', async () => {
    const headers = { deprecation: '@1', sunset: '::error::Tomorrow' };
    await using scene = await open((response) => sendJson(response, { id: 7 }, headers));
    await scene.github.permission('octocat');
    expect(scene.log).toEqual([expect.stringMatching(/^info: .* is deprecated.*Tomorrow/)]);
  });
});

describe('a list', () => {
  /** GitHub's header with the link to the next page. */
  const linkTo = (page: number, { headers }: IncomingMessage) => ({
    link: `<http://${headers.host}/repos/acme/product/issues/1/comments?page=${page}>; rel="next"`,
  });

  test('has the date of its first page, since later changes may be missing', async () => {
    await using scene = await open((response, count, request) => {
      const date = `Fri, 01 May 2026 12:00:0${count} GMT`;
      sendJson(response, [], { date, ...(count < 3 && linkTo(count + 1, request)) });
    });
    const date = Date.UTC(2026, 4, 1, 12, 0, 1);
    expect(await scene.github.comments(1)).toMatchObject({ ok: true, value: { items: [], date } });
    expect(scene.requests).toHaveLength(3);
  });

  test.each([1, 2])('fails if GitHub refuses page %i with 409', async (refused) => {
    await using scene = await open((response, count, request) => {
      if (count === refused) sendJson(response, { message: 'Conflict' }, {}, 409);
      else sendJson(response, [], linkTo(count + 1, request));
    });
    const failure = { kind: 'refused', status: 409 };
    expect(await scene.github.comments(1)).toMatchObject({ ok: false, failure });
    expect(scene.requests).toHaveLength(refused);
  });
});

describe('an interrupt', () => {
  test('ends a running read', async () => {
    await using scene = await open(() => scene.interrupt());
    expect(await scene.github.comments(1)).toMatchObject({ ok: false, failure: { kind: 'stopped' } });
    expect(scene.requests).toHaveLength(1);
  });

  test('lets a running write finish, and later requests start', async () => {
    await using scene: GitHubClient & AsyncDisposable = await open((response) => {
      scene.interrupt();
      sendJson(response, { id: 7 });
    });
    const { github } = scene;
    expect(await github.react({ kind: 'issue', number: 1 }, 'confused')).toMatchObject({ ok: true });
    expect(await github.react({ kind: 'issue', number: 1 }, 'rocket')).toMatchObject({ ok: true });
    expect(await github.permission('octocat')).toMatchObject({ ok: true, value: { id: 7 } });
  });
});
