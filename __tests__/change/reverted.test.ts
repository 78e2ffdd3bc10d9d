import { expect, test } from '@jest/globals';
import type { Merge } from '../../src/change/merged-pull-requests.ts';
import { findReverted } from '../../src/change/reverted.ts';
import type { BranchCommit } from '../../src/github/commits-and-releases.ts';

const shaOf = (letters: string) => letters.padEnd(40, '0');

const commitOf = (letters: string, message = ''): BranchCommit => ({
  sha: shaOf(letters),
  parents: [],
  commit: { message, committer: null },
});

interface Sketch {
  readonly body?: string;
  /** The messages of its commits: the own ones of the branch. */
  readonly commits?: readonly string[];
}

/** Like `#3` with the commit `3a`, or `c0ffee3` for a commit without a pull request. */
function mergeOf(name: string, { body = '', commits = [''] }: Sketch): Merge {
  const number = Number(name.slice(1));
  const own = commits.map((message, index) =>
    commitOf(name.startsWith('#') ? `${name.slice(1)}${'abc'.charAt(index)}` : name, message),
  );
  const pull = name.startsWith('#') ? { number, body } : undefined;
  return { name, pull, line: own, commits: own } as unknown as Merge;
}

const byGit = (letters: string, rest = '.') => `Revert "It"\n\nThis reverts commit ${shaOf(letters)}${rest}`;

test.each<[string, Readonly<Record<string, Sketch>>, readonly string[]]>([
  [
    'a pull request',
    { '#2': { body: 'Reverts acme/product#1' }, '#1': {} },
    ['#1 reverted by #2', '#2 reverts #1'],
  ],
  [
    'in another case',
    { '#2': { body: 'Why\r\nReverts Acme/Product#1\r\n' }, '#1': {} },
    ['#1 reverted by #2', '#2 reverts #1'],
  ],
  ['another repository', { '#2': { body: 'Reverts acme/other#1' }, '#1': {} }, []],
  ['the end of a sentence', { '#2': { body: 'This Reverts acme/product#1' }, '#1': {} }, []],
  ['the begin of a sentence', { '#2': { body: 'Reverts acme/product#1 in part' }, '#1': {} }, []],
  ['a hidden sentence', { '#2': { body: '<!--\nReverts acme/product#1\n-->' }, '#1': {} }, []],
  ['another number', { '#2': { body: 'Reverts acme/product#11' }, '#1': {} }, []],
  ['a later one', { '#2': {}, '#1': { body: 'Reverts acme/product#2' } }, []],
  ['an earlier change', { '#2': { body: 'Reverts acme/product#9' }, '#1': {} }, []],
  [
    'one of this change and an earlier one',
    { '#2': { body: 'Reverts acme/product#1\nReverts acme/product#9' }, '#1': {} },
    ['#1 reverted by #2'],
  ],
  [
    'two',
    { '#3': { body: 'Reverts acme/product#1\nReverts acme/product#2' }, '#2': {}, '#1': {} },
    ['#2 reverted by #3', '#1 reverted by #3', '#3 reverts #2, #1'],
  ],
  [
    'a revert',
    { '#3': { body: 'Reverts acme/product#2' }, '#2': { body: 'Reverts acme/product#1' }, '#1': {} },
    ['#2 reverted by #3', '#3 reverts #2'],
  ],
  [
    'the revert of a revert',
    {
      '#4': { body: 'Reverts acme/product#3' },
      '#3': { body: 'Reverts acme/product#2' },
      '#2': { body: 'Reverts acme/product#1' },
      '#1': {},
    },
    ['#3 reverted by #4', '#4 reverts #3', '#1 reverted by #2', '#2 reverts #1'],
  ],
  [
    'by its commit',
    { c0ffee2: { commits: [byGit('1a')] }, '#1': {} },
    ['#1 reverted by c0ffee2', 'c0ffee2 reverts #1'],
  ],
  [
    'by a part of the ID',
    { '#2': { commits: ['Revert "It"\n\nThis reverts commit c0ffee1 (It, 2026-01-01)'] }, c0ffee1: {} },
    ['c0ffee1 reverted by #2', '#2 reverts c0ffee1'],
  ],
  ['a rebased one, in part', { '#2': { commits: [byGit('1a')] }, '#1': { commits: ['', ''] } }, []],
  [
    'a rebased one',
    { '#2': { commits: [byGit('1b'), byGit('1a')] }, '#1': { commits: ['', ''] } },
    ['#1 reverted by #2', '#2 reverts #1'],
  ],
  ['next to another commit', { '#2': { commits: [byGit('1a'), 'Add more'] }, '#1': {} }, []],
  [
    'in a list of squashed commits',
    { '#2': { commits: [`New keys (#2)\n\n* ${byGit('1a')}`] }, '#1': {} },
    [],
  ],
])('reverts %s', (_, sketches, expected) => {
  const merges = Object.entries(sketches).map(([name, sketch]) => mergeOf(name, sketch));
  const found = findReverted(merges, 'acme/product');
  expect([...found].map(([{ name }, why]) => `${name} ${why}`)).toEqual(expected);
});
