import { describe, expect, test } from '@jest/globals';
import { firstParents, type Merged, mayBeOwn, mergedPulls } from '../../src/change/merged-pull-requests.ts';
import type { Comparison, KnownPull } from '../../src/github/changes.ts';

const into = (ref: string) => ({ ref, repo: { full_name: 'acme/product' } });

function pull(number: number, more: Partial<KnownPull> = {}): KnownPull {
  const made = {
    user: undefined,
    merged_at: '2026-05-01T12:00:00Z',
    merge_commit_sha: null,
    base: into('main'),
    head: { ref: 'feature', repo: { full_name: 'acme/product' } },
  };
  return { ...made, number, title: '', body: '', ...more };
}

describe('whether a push may have merged only pull requests of our own jobs', () => {
  const merged = (count: number, more: Partial<Merged> = {}): Merged => ({
    pulls: Array.from({ length: count }, (_, number) => pull(number)),
    ...{ direct: 0, complete: true, open: [], ...more },
  });

  test.each<[string, boolean, Merged]>([
    ['one pull request', true, merged(1)],
    ['no pull request', false, merged(0)],
    ['a commit without a pull request', false, merged(1, { direct: 1 })],
    ['more commits than were checked', false, merged(1, { complete: false })],
  ])('%s: %s', (_, expected, change) => {
    expect(mayBeOwn(change)).toBe(expected);
  });
});

describe('the commits of the branch itself', () => {
  const commits = (...history: [string, ...string[]][]): Comparison['commits'] =>
    history.map(([sha, ...parents]) => ({
      sha,
      parents: parents.map((parent) => ({ sha: parent })),
      commit: { message: '' },
    }));

  test('a merge commit is one of them, what it merged is not', () => {
    const history = commits(['a', 'base'], ['x', 'base'], ['m', 'a', 'x'], ['z', 'm']);
    expect(firstParents(history, undefined)).toEqual(['z', 'm', 'a']);
    expect(firstParents(history, 'm')).toEqual(['m', 'a']);
  });

  test('an answer that makes a circle does not keep us', () => {
    expect(firstParents(commits(['a', 'b'], ['b', 'a']), 'a')).toEqual(['a', 'b']);
    expect(firstParents([], 'a')).toEqual([]);
  });
});

describe('which pull requests were merged', () => {
  const line = ['c', 'b', 'a'];
  const open = pull(9, { merged_at: null });
  const elsewhere = pull(8, { base: into('release'), merge_commit_sha: 'q' });

  test('open ones and those of other branches are none', () => {
    const known = [[pull(3, { merge_commit_sha: 'c' }), open], [elsewhere], [pull(1), pull(3)]];
    const found = mergedPulls(line, known, 'main');
    expect(found.pulls.map(({ number }) => number)).toEqual([1, 3]);
    expect(found).toMatchObject({ direct: 1, complete: true });
  });

  test('where no branch is known, the merge commit tells', () => {
    const known = [[pull(3, { merge_commit_sha: 'c', base: into('next') }), elsewhere, pull(1)]];
    const found = mergedPulls(line, known, undefined);
    expect(found.pulls.map(({ number }) => number)).toEqual([3]);
    expect(found).toMatchObject({ direct: 0, complete: false });
  });
});
