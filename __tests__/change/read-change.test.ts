/** What the action reads of a very large push, from a peer on loopback. */
import { expect, test } from '@jest/globals';
import { readChange } from '../../src/change/read-change.ts';
import { isResult } from '../../src/model/request-result.ts';
import { createClient } from '../support/github.ts';
import { openPeer, sendJson } from '../support/peer.ts';

const sha = (number: number) => number.toString(16).padStart(40, '0');

const commit = (number: number) => ({
  sha: sha(number),
  parents: [{ sha: sha(number - 1) }],
  commit: { message: `Change ${number}`, committer: { date: '2026-05-01T12:00:00Z' } },
});

const START = { merge_base_commit: { sha: sha(0) } };

/** A pull request of a job, which brought all commits to `main`. */
const PULL = {
  number: 1,
  title: 'Documentation',
  body: '',
  user: null,
  labels: [],
  created_at: '2026-05-01T10:00:00Z',
  updated_at: '2026-05-01T12:00:00Z',
  merged_at: '2026-05-01T12:00:00Z',
  merge_commit_sha: null,
  base: { ref: 'main', repo: { id: 1, full_name: 'acme/product', private: false } },
  state: 'closed',
  head: { ref: 'docs', sha: sha(1_200), repo: { full_name: 'acme/product' } },
};

test('reads a part of 1,200 commits and 3,000 files, and says so', async () => {
  const commits = Array.from({ length: 1_200 }, (_, index) => commit(index + 1));
  // GitHub lists 300 files at most.
  const files = Array.from({ length: 300 }, (_, index) => ({
    filename: `src/${index}.ts`,
    status: 'modified',
    additions: 1,
    deletions: 1,
  }));
  await using peer = await openPeer({
    respond(response, _, { url = '' }) {
      if (url.includes('/pulls')) return sendJson(response, [PULL]);
      const page = Number(/[?&]page=(\d+)/.exec(url)?.[1]);
      const shown = commits.slice((page - 1) * 100, page * 100);
      const body = { status: 'ahead', total_commits: 1_200, ...START, commits: shown };
      return sendJson(response, page === 1 ? { ...body, files } : body);
    },
  });
  const event = {
    kind: 'push',
    ref: { kind: 'branch', name: 'main' },
    before: sha(0),
    after: sha(1_200),
    forced: false,
    defaultBranch: 'main',
  } as const;

  const change = await readChange(event, undefined, createClient(peer.url).github);

  if (change === undefined || isResult(change)) throw new Error('The change was not read.');
  expect(change.notes).toEqual([
    'There are 1200 commits. 1000 of them were checked.',
    'More than 100 commits are not the merge of a pull request. Only the newest 100 of them were checked for their pull requests.',
    'The list of files is cut at 300, the most that GitHub lists.',
  ]);
  expect(change.merged.pulls).toMatchObject([{ number: 1 }]);
  expect(change.merged.complete).toBe(false);
  // Ten pages of commits, two trees, the closed pull requests, and those of a hundred commits.
  expect(peer.requests).toHaveLength(113);
});

test('names all of 250 squash merges of a week in ten requests', async () => {
  const DAY = 24 * 3_600_000;
  const now = Date.parse('2026-05-08T12:00:00Z');
  // A merge each half an hour. The week began after the first 150 of 400.
  const mergedAt = (number: number) => new Date(now - ((400 - number) * (7 * DAY)) / 250).toISOString();
  const upTo400 = Array.from({ length: 400 }, (_, index) => 400 - index);
  const commits = upTo400.map((number) => ({
    ...commit(number),
    commit: { message: `Change ${number}`, committer: { date: mergedAt(number) } },
  }));
  const pulls = upTo400.map((number) => ({
    ...PULL,
    number,
    merge_commit_sha: sha(number),
    merged_at: mergedAt(number),
    updated_at: mergedAt(number),
  }));
  await using peer = await openPeer({
    respond(response, _, { url = '' }) {
      const page = Number(/[?&]page=(\d+)/.exec(url)?.[1]);
      const pageOf = <T>(items: readonly T[]) => items.slice((page - 1) * 100, page * 100);
      const headers = { link: '<https://api.github.com/x?page=2>; rel="next"' };
      if (url.includes('/pulls')) return sendJson(response, pageOf(pulls), headers);
      if (url.includes('/commits')) return sendJson(response, pageOf(commits), headers);
      const compared = commits.slice(0, 250).reverse();
      const files = [{ filename: 'src/app.ts', status: 'modified' }];
      const body = { status: 'ahead', total_commits: 250, ...START, commits: pageOf(compared) };
      return sendJson(response, page === 1 ? { ...body, files } : body);
    },
  });

  const change = await readChange(
    undefined,
    { kind: 'since', since: now - 7 * DAY },
    createClient(peer.url).github,
  );

  if (change === undefined || isResult(change)) throw new Error('The change was not read.');
  expect(change.merged.pulls.map(({ number }) => number)).toEqual(upTo400.slice(0, 250).reverse());
  expect(change.merged.complete).toBe(true);
  expect(change.merged.line.filter(({ pulls }) => pulls?.length === 0)).toEqual([]);
  expect(peer.requests.length).toBeLessThanOrEqual(10);
});
