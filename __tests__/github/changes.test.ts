/** What changed, read from a server on loopback that knows long lists. */
import { describe, expect, test } from '@jest/globals';
import { openClient, openWireServer, say } from '../support/github.ts';

/** A list's page, and the way to the next one. */
function pageOf<T>(items: readonly T[], request: string, origin: string) {
  const url = new URL(request, origin);
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

describe('a comparison', () => {
  async function compare(total: number, files = 1) {
    await using server = await openWireServer((response, _, { url = '' }) => {
      const commits = upTo(total).map((number) => ({
        ...{ sha: String(number), parents: [{ sha: String(number - 1) }] },
        commit: { message: `Change ${number}`, tree: {} },
      }));
      const { shown, headers } = pageOf(commits, url, server.origin);
      const file = {
        filename: 'b.md',
        status: 'renamed',
        additions: 1,
        deletions: 0,
        previous_filename: 'a.md',
      };
      const named = /[?&]page=1\b/.test(url) ? { files: Array(files).fill(file) } : {};
      say(response, { status: 'ahead', total_commits: total, commits: shown, ...named }, headers);
    });
    const scene = openClient(server.origin);
    const answer = await scene.github.compare('v1', 'feature/é');
    const asked = server.heard.map(({ url }) => new URL(url, server.origin));
    expect(asked[0]?.pathname).toBe('/repos/acme/product/compare/v1...feature%2F%C3%A9');
    return { answer, pages: asked.map(({ searchParams }) => Number(searchParams.get('page'))) };
  }

  test.each([
    [0, [1]],
    [100, [1]],
    [101, [1, 2]],
    [1_000, upTo(10)],
    [2_500, [1, 17, 18, 19, 20, 21, 22, 23, 24, 25]],
  ])('of %i commits takes the pages %j: of a very long one the last', async (total, expected) => {
    const { answer, pages } = await compare(total);
    expect(pages).toEqual(expected);
    const commits = answer.ok ? answer.value.commits.map(({ sha }) => Number(sha)) : [];
    expect(commits).toEqual(upTo(total).filter((number) => expected.includes(Math.ceil(number / 100))));
  });

  test.each([
    [299, false],
    [300, true],
  ])('of %i files may have lost some: %s', async (count, filesCut) => {
    const counts = { additions: 1, deletions: 0 };
    const file = { filename: 'b.md', previous_filename: 'a.md', status: 'renamed', ...counts };
    expect((await compare(1, count)).answer).toEqual({
      ok: true,
      value: {
        ...{ status: 'ahead', total_commits: 1, filesCut, files: Array(count).fill(file) },
        commits: [{ sha: '1', parents: [{ sha: '0' }], commit: { message: 'Change 1' } }],
      },
    });
  });
});

describe('lists of all pages', () => {
  test('the pull requests of a commit, without those of repositories that were forked', async () => {
    const pull = (number: number) => ({
      ...{ number, title: `Change ${number}`, body: null },
      user: number === 1 ? null : { login: 'octocat', id: 5, type: 'User' },
      merged_at: number === 1 ? null : '2026-05-01T12:00:00Z',
      merge_commit_sha: number === 1 ? null : 'abc',
      base: { ref: 'main', repo: { full_name: number % 2 === 1 ? 'Acme/Product' : 'upstream/product' } },
      head: { ref: 'feature', repo: number === 3 ? null : { full_name: 'acme/product' } },
    });
    await using server = await openWireServer((response, _, { url = '' }) => {
      const { shown, headers } = pageOf(upTo(201).map(pull), url, server.origin);
      say(response, shown, headers);
    });
    const scene = openClient(server.origin);
    const answer = await scene.github.pullsOf('abc');
    const pulls = answer.ok ? answer.value : [];
    expect(pulls).toHaveLength(101);
    expect(pulls[0]).toEqual({ ...pull(1), body: '', user: undefined });
    expect(pulls.at(-1)).toEqual({ ...pull(201), body: '' });
  });

  test('releases, drafts too', async () => {
    const release = (id: number) => ({
      ...{ id, tag_name: `v${id}`, draft: id === 1, prerelease: id === 2 },
      published_at: id === 1 ? null : '2026-05-01T12:00:00Z',
    });
    await using server = await openWireServer((response, _, { url = '' }) => {
      const { shown, headers } = pageOf(upTo(120).map(release), url, server.origin);
      say(response, shown, headers);
    });
    const scene = openClient(server.origin);
    const answer = await scene.github.releases();
    const releases = answer.ok ? answer.value.items : [];
    expect(releases).toHaveLength(120);
    expect(releases[1]).toMatchObject({
      ...{ id: 2, tag_name: 'v2', prerelease: true, published_at: Date.UTC(2026, 4, 1, 12) },
    });
  });
});
