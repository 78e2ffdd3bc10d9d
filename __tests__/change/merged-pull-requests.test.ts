import { describe, expect, test } from '@jest/globals';
import { mergedPulls, ownCommits } from '../../src/change/merged-pull-requests.ts';
import type { BranchCommit } from '../../src/github/commits-and-releases.ts';
import { firstParents } from '../../src/github/commits-and-releases.ts';
import type { GitHubPullRequest } from '../../src/github/pull-requests.ts';

const onBranch = (ref: string) => ({ ref, repo: { id: 1, full_name: 'acme/product', private: false } });

function pull(number: number, more: Partial<GitHubPullRequest> = {}): GitHubPullRequest {
  return {
    number,
    state: 'closed',
    title: '',
    body: '',
    user: undefined,
    labels: [],
    draft: false,
    auto_merge: null,
    created_at: 0,
    updated_at: 0,
    merged_at: '2026-05-01T12:00:00Z',
    merge_commit_sha: null,
    base: onBranch('main'),
    head: { ...onBranch('feature'), sha: 'f'.repeat(40) },
    ...more,
  };
}

const commits = (...history: [string, ...string[]][]): BranchCommit[] =>
  history.map(([sha, ...parents]) => ({
    sha,
    parents: parents.map((parent) => ({ sha: parent })),
    commit: { message: '', committer: null },
  }));

describe('the commits of the branch itself', () => {
  const shasOf = (line: readonly BranchCommit[]) => line.map(({ sha }) => sha);

  test('include a merge commit, without the commits that it merged', () => {
    const history = commits(['a', 'base'], ['x', 'base'], ['m', 'a', 'x'], ['z', 'm']);
    expect(shasOf(firstParents(history, undefined))).toEqual(['z', 'm', 'a']);
    expect(shasOf(firstParents(history, 'm'))).toEqual(['m', 'a']);
  });

  test('are none without commits', () => {
    expect(firstParents([], 'a')).toEqual([]);
  });
});

describe('a merge of a branch', () => {
  const subjects: Readonly<Record<string, string>> = {
    d1: 'New API (#1)',
    d2: 'Merge pull request #2 from acme/keys',
    w1: "Merge branch 'main' into work",
  };
  const read = (...history: [string, ...string[]][]) => {
    const named = commits(...history).map((one) => ({
      ...one,
      commit: { ...one.commit, message: subjects[one.sha] ?? 'Change it' },
    }));
    return ownCommits(named, undefined).map(({ sha, broughtBy }) =>
      broughtBy ? `${sha} by ${broughtBy}` : sha,
    );
  };

  test.each<[string, [string, ...string[]][], string[]]>([
    [
      'with merges of its own is followed by the commits of that branch',
      [
        ['a', 'base'],
        ['k', 'd1'],
        ['d1', 'base'],
        ['d2', 'd1', 'k'],
        ['m', 'a', 'd2'],
        ['z', 'm'],
      ],
      ['z', 'm', 'd2 by m', 'd1 by m', 'a'],
    ],
    [
      'that was merged before is followed by the new commits',
      [
        ['d1', 'base'],
        ['m', 'base', 'd1'],
        ['d2', 'd1', 'k'],
        ['z', 'm', 'd2'],
      ],
      ['z', 'd2 by z', 'm', 'd1 by m'],
    ],
    [
      'with the base merged into it is not',
      [
        ['a', 'base'],
        ['w', 'base'],
        ['w1', 'w', 'a'],
        ['m', 'a', 'w1'],
      ],
      ['m', 'a'],
    ],
  ])('%s', (_, history, expected) => {
    expect(read(...history)).toEqual(expected);
  });
});

describe('the merged pull requests', () => {
  const line = commits(['c', 'b'], ['b', 'a'], ['a']);
  const open = pull(9, { merged_at: null });
  const elsewhere = pull(8, { base: onBranch('release'), merge_commit_sha: 'q' });

  test('are neither open nor merged into another branch', () => {
    const known = new Map([
      ['c', [pull(3, { merge_commit_sha: 'c' }), open]],
      ['b', [elsewhere]],
      ['a', [pull(1), pull(3)]],
    ]);
    const found = mergedPulls(line, known, 'main');
    expect(found.pulls.map(({ number }) => number)).toEqual([1, 3]);
    expect(found).toMatchObject({ complete: true, line: [{}, { pulls: [] }, {}] });
  });

  test('are known by their merge commit if the branch is unknown', () => {
    const next = pull(3, { merge_commit_sha: 'c', base: onBranch('next') });
    const known = new Map([['c', [next, elsewhere, pull(1)]]]);
    const found = mergedPulls(line, known, undefined);
    expect(found.pulls.map(({ number }) => number)).toEqual([3]);
    expect(found).toMatchObject({ complete: false, line: [{}, { pulls: undefined }, {}] });
  });
});
