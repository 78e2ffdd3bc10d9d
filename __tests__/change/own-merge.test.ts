import { describe, expect, test } from '@jest/globals';
import { firstParents, type Merged, mergedPulls } from '../../src/change/merged-pull-requests.ts';
import { isOurDoing } from '../../src/change/own-merge.ts';
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

const merged = (...numbers: number[]): Merged => ({
  pulls: numbers.map((number) => pull(number)),
  direct: 0,
  complete: true,
  open: [],
});

const ours = (...numbers: number[]) => new Set(numbers);

describe('whether a push is our own doing', () => {
  test.each<[string, boolean, Merged, ReadonlySet<number>]>([
    ['one of ours', true, merged(1), ours(1)],
    ['two of ours', true, merged(1, 2), ours(1, 2)],
    ['a merge queue of one of ours and one that is not', false, merged(1, 2), ours(1)],
    ['one that is not', false, merged(1), ours()],
    ['no pull request', false, merged(), ours(1)],
    ['a commit of its own beside ours', false, { ...merged(1), direct: 1 }, ours(1)],
    ['more than was looked at', false, { ...merged(1), complete: false }, ours(1)],
    ['31 of ours', false, merged(...Array(31).keys()), ours(...Array(31).keys())],
    ['30 of ours', true, merged(...Array(30).keys()), ours(...Array(30).keys())],
  ])('%s: %s', async (_, expected, change, made) => {
    const isOurs = async ({ number }: KnownPull) => made.has(number);
    expect(await isOurDoing(change, isOurs)).toBe(expected);
  });

  test('nothing is read where it is clear, nor after the first that is not ours', async () => {
    const asked: number[] = [];
    const isOurs = async ({ number }: KnownPull) => {
      asked.push(number);
      return number !== 2;
    };
    await isOurDoing({ ...merged(1), direct: 1 }, isOurs);
    await isOurDoing(merged(...Array(31).keys()), isOurs);
    expect(asked).toEqual([]);
    await isOurDoing(merged(1, 2, 3), isOurs);
    expect(asked).toEqual([3, 2]);
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
    const known = new Map([
      ['c', [pull(3, { merge_commit_sha: 'c' }), open]],
      ['b', [elsewhere]],
      ['a', [pull(1), pull(3)]],
    ]);
    const found = mergedPulls(line, known, 'main');
    expect(found.pulls.map(({ number }) => number)).toEqual([1, 3]);
    expect(found).toMatchObject({ direct: 1, complete: true });
  });

  test('where no branch is known, the merge commit tells', () => {
    const known = new Map([
      ['c', [pull(3, { merge_commit_sha: 'c', base: into('next') }), elsewhere, pull(1)]],
    ]);
    const found = mergedPulls(line, known, undefined);
    expect(found.pulls.map(({ number }) => number)).toEqual([3]);
    expect(found).toMatchObject({ direct: 0, complete: false });
  });
});
