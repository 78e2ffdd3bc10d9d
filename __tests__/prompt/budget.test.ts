import { expect, test } from '@jest/globals';
import { allocate, type Kind } from '../../src/prompt/budget.ts';

const of = (count: number, size: number) => Array<number>(count).fill(size);

type Lists = readonly (readonly [Kind, readonly number[]])[];

test.each<[string, Lists, number[][]]>([
  [
    'all of what fits',
    [
      ['titles', [100, 80]],
      ['diff lines', [9_000]],
    ],
    [[100, 80], [9_000]],
  ],
  [
    'short texts whole, and long ones an equal share',
    [['texts by people', [400, 60_000, 9_000, 900]]],
    [[400, 4_350, 4_350, 900]],
  ],
  [
    'titles before the names of files',
    [
      ['file names', of(99, 80)],
      ['titles', of(120, 80)],
    ],
    [[...of(5, 80), ...of(94, 0)], of(120, 80)],
  ],
  [
    'people before bots',
    [
      ['texts by bots', [8_000, 300]],
      ['texts by people', [5_000, 4_000]],
    ],
    [
      [700, 300],
      [5_000, 4_000],
    ],
  ],
  [
    'a third for what follows',
    [
      ['texts by people', [60_000]],
      ['diff lines', [60_000]],
    ],
    [[6_666], [3_334]],
  ],
  [
    'what others leave',
    [
      ['titles', [100]],
      ['texts by people', [500]],
      ['diff lines', [60_000]],
    ],
    [[100], [500], [9_400]],
  ],
  [
    'each folder an equal share, whatever its number of files',
    [
      ['diff lines', of(9, 8_000)],
      ['diff lines', [8_000]],
    ],
    [[...of(9, 555)], [5_000]],
  ],
  [
    'the notes of a release before the descriptions of its merges',
    [
      ['texts by people', of(20, 2_000)],
      ['release notes', [5_000]],
    ],
    [[...of(10, 500), ...of(10, 0)], [5_000]],
  ],
  ['the first texts at least 500', [['texts by people', of(40, 900)]], [[...of(20, 500), ...of(20, 0)]]],
  [
    'what tools write comes last',
    [
      ['other diff lines', [20_000]],
      ['diff lines', [9_800]],
    ],
    [[200], [9_800]],
  ],
  ['nothing', [['titles', []]], [[]]],
])('%s', (_name, lists, rooms) => {
  expect(allocate(lists, 10_000)).toEqual(rooms);
});
