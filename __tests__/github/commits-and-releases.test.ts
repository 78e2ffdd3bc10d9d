/** Long lists that say what changed, read from a peer on loopback. */
import { describe, expect, test } from '@jest/globals';
import { createClient } from '../support/github.ts';
import { openPeer, type Peer, sendJson } from '../support/peer.ts';

/** One page of a list, and the header with the link to the next one. */
function pageOf<T>(items: readonly T[], path: string, origin: string) {
  const url = new URL(path, origin);
  const page = Number(url.searchParams.get('page') ?? 1);
  const size = Number(url.searchParams.get('per_page'));
  url.searchParams.set('page', String(page + 1));
  const more = page * size < items.length;
  return {
    shown: items.slice((page - 1) * size, page * size),
    headers: more ? { link: `<${url.href}>; rel="next"` } : {},
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A peer that serves this list on every path. */
async function openList(items: readonly unknown[]): Promise<Peer> {
  const peer: Peer = await openPeer({
    respond(response, _, { url = '' }) {
      const { shown, headers } = pageOf(items, url, peer.url);
      sendJson(response, shown, headers);
    },
  });
  return peer;
}

describe('a comparison', () => {
  const file = {
    filename: 'b.md',
    previous_filename: 'a.md',
    status: 'renamed',
    additions: 1,
    deletions: 0,
  };

  async function compare(total: number, files = 1) {
    const commits = upTo(total).map((number) => ({
      sha: String(number),
      parents: [{ sha: String(number - 1) }],
      commit: { message: `Change ${number}`, committer: null, tree: {} },
    }));
    await using peer: Peer = await openPeer({
      respond(response, _, { url = '' }) {
        const { shown, headers } = pageOf(commits, url, peer.url);
        const named = /[?&]page=1\b/.test(url) ? { files: Array(files).fill(file) } : {};
        const start = { merge_base_commit: { sha: '0' } };
        sendJson(
          response,
          { status: 'ahead', total_commits: total, ...start, commits: shown, ...named },
          headers,
        );
      },
    });
    const answer = await createClient(peer.url).github.compare('v1', 'feature/é');
    expect(peer.requests[0]).toContain('/repos/acme/product/compare/v1...feature%2F%C3%A9?');
    return { answer, pages: peer.requests.map((request) => Number(/[?&]page=(\d+)/.exec(request)?.[1])) };
  }

  test.each([
    [0, [1]],
    [100, [1]],
    [101, [1, 2]],
    [1_000, upTo(10)],
    [2_500, [1, 17, 18, 19, 20, 21, 22, 23, 24, 25]],
  ])('of %i commits is read from the pages %j', async (total, expected) => {
    const { answer, pages } = await compare(total);
    expect(pages).toEqual(expected);
    const commits = answer.ok ? answer.value.commits.map(({ sha }) => Number(sha)) : [];
    expect(commits).toEqual(upTo(total).filter((number) => expected.includes(Math.ceil(number / 100))));
  });

  test.each([
    [299, false],
    [300, true],
  ])('of %i files may lack some: %s', async (count, filesCut) => {
    expect((await compare(1, count)).answer).toEqual({
      ok: true,
      value: {
        status: 'ahead',
        total_commits: 1,
        merge_base_commit: { sha: '0' },
        filesCut,
        files: Array(count).fill(file),
        commits: [{ sha: '1', parents: [{ sha: '0' }], commit: { message: 'Change 1', committer: null } }],
      },
    });
  });
});

test('the pull requests of a commit are those of this repository, from all pages', async () => {
  const pull = (number: number) => ({
    number,
    state: 'open',
    title: `Change ${number}`,
    body: null,
    user: number === 1 ? null : { login: 'octocat', id: 5, type: 'User' },
    labels: [],
    created_at: '2026-05-01T10:00:00Z',
    updated_at: '2026-05-01T10:00:00Z',
    merged_at: number === 1 ? null : '2026-05-01T12:00:00Z',
    merge_commit_sha: number === 1 ? null : 'abc',
    base: {
      ref: 'main',
      repo: { id: 1, full_name: number % 2 === 1 ? 'Acme/Product' : 'upstream/product', private: false },
    },
    head: { ref: 'feature', sha: 'a'.repeat(40), repo: number === 3 ? null : { full_name: 'acme/product' } },
  });
  await using peer = await openList(upTo(201).map(pull));
  const answer = await createClient(peer.url).github.pullsOf('abc');
  const pulls = answer.ok ? answer.value : [];
  expect(pulls).toHaveLength(101);
  const opened = Date.UTC(2026, 4, 1, 10);
  const read = { body: '', created_at: opened, updated_at: opened };
  expect(pulls[0]).toMatchObject({ ...pull(1), ...read, user: undefined });
  expect(pulls.at(-1)).toMatchObject({ ...pull(201), ...read });
});

test.each([
  [120, 'v1', 120],
  [400, 'v1', 300],
  [500, 'v330', 400],
  [500, 'none', 500],
  [3500, 'none', 3000],
])('of %i releases with %s wanted, %i are read, drafts too', async (count, wanted, read) => {
  const release = (id: number) => ({
    id,
    tag_name: `v${id}`,
    draft: id === 1,
    prerelease: id === 2,
    published_at: id === 1 ? null : '2026-05-01T12:00:00Z',
  });
  await using peer = await openList(upTo(count).map(release));
  const answer = await createClient(peer.url).github.releases(({ tag_name: tag }) => tag === wanted);
  const releases = answer.ok ? answer.value.items : [];
  expect(releases).toHaveLength(read);
  expect(answer).toMatchObject({ value: { cut: count > 3000 } });
  const published = Date.UTC(2026, 4, 1, 12);
  expect(releases[1]).toMatchObject({ tag_name: 'v2', prerelease: true, published_at: published });
});

test('the newest commits end with the first page that is older', async () => {
  const since = Date.UTC(2026, 4, 1);
  // Of the first 250, every third is older.
  const isYoung = (number: number) => number <= 250 && number % 3 !== 0;
  const commit = (number: number) => ({
    sha: String(number),
    parents: [{ sha: String(number + 1) }],
    commit: {
      message: '',
      committer: { date: isYoung(number) ? '2026-05-01T00:00:00Z' : '2026-04-30T23:59:59Z' },
    },
  });
  await using peer = await openList(upTo(600).map(commit));
  const answer = await createClient(peer.url).github.commitsBackTo(since);
  expect(answer.ok && answer.value).toMatchObject({ cut: false });
  expect(answer.ok && answer.value.items).toHaveLength(400);
  expect(peer.requests).toHaveLength(4);
});

describe('closed pull requests', () => {
  const merged = (number: number) => ({
    number,
    state: 'closed',
    title: '',
    body: null,
    user: null,
    labels: [],
    created_at: '2026-05-01T10:00:00Z',
    updated_at: new Date(Date.UTC(2026, 4, 1) - number * 60_000).toISOString(),
    merged_at: '2026-05-01T12:00:00Z',
    merge_commit_sha: `commit-${number}`,
    base: { ref: 'main', repo: { id: 1, full_name: 'acme/product', private: false } },
    head: { ref: 'feature', sha: 'a'.repeat(40), repo: null },
  });
  const minutesAgo = (minutes: number) => Date.UTC(2026, 4, 1) - minutes * 60_000;

  test.each([
    ['explain all commits', ['commit-1', 'commit-150'], minutesAgo(9_000), 2],
    ['are older than the oldest commit', ['direct'], minutesAgo(250), 3],
    ['fill 30 pages', ['direct'], 0, 30],
  ])('are read until they %s', async (_, commits, since, pages) => {
    await using peer = await openList(upTo(4_000).map(merged));
    await createClient(peer.url).github.closedPulls(since, commits);
    expect(peer.requests).toHaveLength(pages);
  });
});
