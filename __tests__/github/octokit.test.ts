/** What our HTTP keeps of GitHub's client, against a server on loopback that says what GitHub should not. */
import { describe, expect, test } from '@jest/globals';
import type { Answer } from '../../src/answer.ts';
import type { GitHub } from '../../src/github/github.ts';
import { openClient, openWireServer, say } from '../support/github.ts';

const MIB = 1024 * 1024;

const messageOf = (answer: Answer<unknown>) => (answer.ok ? 'answered' : answer.failure.message);

describe('the token', () => {
  test("goes with every request to the address of the runner's GitHub", async () => {
    await using server = await openWireServer((response) => say(response, { id: 7 }));
    const scene = openClient(`${server.origin}/api/v3`);
    expect(await scene.github.permission('octocat')).toMatchObject({ ok: true, value: { id: 7 } });
    expect(await scene.github.elsewhere({ owner: 'acme', repo: 'else' }).permission('octocat')).toMatchObject(
      {
        ok: true,
        value: { id: 7 },
      },
    );
    const asked = '/collaborators/octocat/permission';
    expect(server.heard).toEqual([
      { method: 'GET', url: `/api/v3/repos/acme/product${asked}`, token: 'token the-token' },
      { method: 'GET', url: `/api/v3/repos/acme/else${asked}`, token: 'token the-token' },
    ]);
  });

  test('goes to no other host that a Link header names', async () => {
    await using other = await openWireServer((response) => say(response, []));
    await using server = await openWireServer((response) =>
      say(response, [], { link: `<${other.origin}/repos?page=2>; rel="next"` }),
    );
    const scene = openClient(server.origin);
    const answer = await scene.github.comments(1);
    expect(messageOf(answer)).toBe(`GitHub links to another host: ${other.origin}.`);
    expect(server.heard).toHaveLength(1);
    expect(other.heard).toEqual([]);
  });

  test.each([301, 302, 307])('follows no redirect (%i), which is no success either', async (status) => {
    await using other = await openWireServer((response) => say(response, { id: 7 }));
    await using server = await openWireServer((response) =>
      say(response, { id: 7 }, { location: `${other.origin}/repos/acme/product` }, status),
    );
    const scene = openClient(server.origin);
    const answer = await scene.github.permission('octocat');
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'refused', status } });
    expect(messageOf(answer)).toMatch(/^GitHub redirects \(30\d .*\)\. Redirects are not followed\.$/);
    expect(other.heard).toEqual([]);
  });
});

describe('an answer', () => {
  const WHOLE = JSON.stringify({ id: 7, name: 'product' });

  test.each([
    [
      'JSON that was cut off',
      WHOLE.slice(0, -5),
      {},
      'the answer is not JSON, a list or an object was expected',
    ],
    ['nothing', '', {}, 'the answer is empty, a list or an object was expected'],
    ['a page', '<p>Log in', { 'content-type': 'text/html' }, 'the answer is not JSON'],
    ['null', 'null', {}, 'the answer is not a list or an object: it should be one of them'],
    ['a word', '"fine"', {}, 'the answer is not a list or an object: it should be one of them'],
  ])('of %s is none; a read is tried again, a POST is not', async (_, body, headers, problem) => {
    await using server = await openWireServer((response) => say(response, body, headers));
    const scene = openClient(server.origin);
    for (const answer of [await scene.github.permission('octocat'), await scene.github.comments(1)]) {
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'unreadable', fate: 'unknown' } });
      expect(messageOf(answer)).toContain(problem);
    }
    expect(server.heard).toHaveLength(10);
    expect(messageOf(await scene.github.createComment(1, 'Hello'))).toContain(problem);
    expect(messageOf(await scene.github.react({ kind: 'issue', number: 1 }, 'eyes'))).toContain(problem);
    expect(server.heard).toHaveLength(12);
  });

  test('without a body is not an empty list', async () => {
    await using server = await openWireServer((response) => response.writeHead(204).end());
    const scene = openClient(server.origin);
    expect(messageOf(await scene.github.comments(1))).toContain('(204 No Content): the answer is empty');
  });

  test('of 48 MiB is read, a larger one is not', async () => {
    const padded = (size: number) => `{"id":7${' '.repeat(size - 8)}}`;
    await using server = await openWireServer((response, count) =>
      say(response, padded(count === 1 ? 48 * MIB : 48 * MIB + 1)),
    );
    const scene = openClient(server.origin);
    expect(await scene.github.permission('octocat')).toMatchObject({ ok: true, value: { id: 7 } });
    expect(messageOf(await scene.github.permission('octocat'))).toContain('the answer is larger than 48 MiB');
  });

  test('of another shape names the fields', async () => {
    await using server = await openWireServer((response) =>
      say(response, { id: 'seven', body: 8, created_at: 'now' }),
    );
    const scene = openClient(server.origin);
    expect(messageOf(await scene.github.comment(7))).toBe(
      'GitHub\'s answer is not what was expected: at "id", "html_url", "body", "user", "created_at".',
    );
    expect(server.heard).toHaveLength(1);
  });

  const SHAPES = [{}, [null], [[]], [{}], { total_count: 1 }, { total_count: 1, items: null }, { files: 1 }];

  test.each<[string, (github: GitHub) => Promise<Answer<unknown>>]>([
    ['comments', (github) => github.comments(1, 0)],
    ['lastComments', (github) => github.lastComments(1, 5)],
    ['repositoryComments', (github) => github.repositoryComments(1)],
    ['comment', (github) => github.comment(1)],
    ['createComment', (github) => github.createComment(1, 'Hello')],
    ['editComment', (github) => github.editComment(1, 'Hello')],
    ['pullRequest', (github) => github.pullRequest(1)],
    ['changedFiles', (github) => github.changedFiles(1)],
    ['review', (github) => github.review(1, 1)],
    ['search', (github) => github.search('is:pr')],
    ['compare', (github) => github.compare('a', 'b')],
    ['pullsOf', (github) => github.pullsOf('a')],
    ['releases', (github) => github.releases()],
  ])('that is strange is a failure of %s, and no exception', async (_, ask) => {
    await using server = await openWireServer((response, count) => say(response, SHAPES[count - 1]));
    const scene = openClient(server.origin);
    for (const shape of SHAPES) {
      const answer = await ask(scene.github);
      expect({ shape, answer: messageOf(answer) }).toEqual({
        shape,
        answer: expect.stringMatching(/^GitHub's answer is not what was expected: .+\.$/),
      });
    }
    expect(server.heard).toHaveLength(SHAPES.length);
  });

  test('whose route goes away some day is said on one line of the log', async () => {
    const headers = { deprecation: '@1', sunset: '::error::Tomorrow' };
    await using server = await openWireServer((response) => say(response, { id: 7 }, headers));
    const scene = openClient(server.origin);
    await scene.github.permission('octocat');
    expect(scene.log).toEqual([expect.stringMatching(/^info: .* is deprecated.*Tomorrow/)]);
  });
});

describe('a list', () => {
  const commentsPage = (origin: string, page: number) =>
    `<${origin}/repos/acme/product/issues/1/comments?page=${page}>; rel="next"`;

  test('says when its first page was read: what changed after that may be missing', async () => {
    await using server = await openWireServer((response, count) => {
      const link = count < 3 ? { link: commentsPage(server.origin, count + 1) } : undefined;
      say(response, [], { date: `Fri, 01 May 2026 12:00:0${count} GMT`, ...link });
    });
    const scene = openClient(server.origin);
    const date = Date.UTC(2026, 4, 1, 12, 0, 1);
    expect(await scene.github.comments(1)).toMatchObject({ ok: true, value: { items: [], date } });
    expect(server.heard).toHaveLength(3);
  });

  test.each([
    ['the last page that was read has a next one, although it is not full', 99, true],
    ['there is none, although it is full', 100, false],
  ])('is cut when %s: %#', async (_, count, cut) => {
    await using server = await openWireServer((response) => {
      const comment = { id: 1, html_url: '', body: '', user: null, created_at: '2026-01-05T09:00:00Z' };
      const link = cut ? { link: commentsPage(server.origin, 2) } : {};
      say(response, Array(count).fill(comment), link);
    });
    const { github } = openClient(server.origin);
    expect(await github.repositoryComments(1)).toMatchObject({ ok: true, value: { cut } });
    expect(server.heard).toHaveLength(1);
  });

  test.each([1, 2])('that GitHub refuses with 409 on page %i is not at its end', async (refused) => {
    await using server = await openWireServer((response, count) => {
      const link = commentsPage(server.origin, count + 1);
      if (count === refused) say(response, { message: 'Conflict' }, {}, 409);
      else say(response, [], { link });
    });
    const scene = openClient(server.origin);
    const answer = await scene.github.comments(1);
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'refused', status: 409 } });
    expect(server.heard).toHaveLength(refused);
  });
});

describe('an interrupt', () => {
  test('ends a read that is under way', async () => {
    await using server = await openWireServer(() => scene.interrupt());
    const scene = openClient(server.origin);
    expect(await scene.github.comments(1)).toMatchObject({ ok: false, failure: { kind: 'stopped' } });
    expect(server.heard).toHaveLength(1);
  });

  test('lets a write arrive that is under way, and others and their reads begin', async () => {
    await using server = await openWireServer((response) => {
      scene.interrupt();
      say(response, { id: 7 });
    });
    const scene = openClient(server.origin);
    expect(await scene.github.react({ kind: 'issue', number: 1 }, 'eyes')).toMatchObject({ ok: true });
    expect(await scene.github.react({ kind: 'issue', number: 1 }, 'rocket')).toMatchObject({ ok: true });
    expect(await scene.github.permission('octocat')).toMatchObject({ ok: true, value: { id: 7 } });
  });
});
