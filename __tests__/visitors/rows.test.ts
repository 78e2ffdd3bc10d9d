import { describe, expect, test } from '@jest/globals';
import { selectRows } from '../../src/visitors/rows.ts';

const row = (path: string, total = 1) => ({ path, human: total, ai: 0, total });
const paths = (rows: readonly { path: string }[]) => rows.map(({ path }) => path);

test('sorts by most visitors, then by path, with unknown totals at the end', () => {
  const rows = [row('/b', 2), row('/a', 2), row('/c', 9), row('/Z', 2), row('/é', 2), row('/none', 0)];
  const unknown = { ...row('/unknown'), total: null };
  const sorted = ['/c', '/Z', '/a', '/b', '/é', '/none', '/unknown'];
  expect(paths(selectRows([unknown, ...rows], undefined, undefined, 'total'))).toEqual(sorted);
});

test.each([
  ['total', ['/both', '/people', '/agents', '/unknown']],
  ['human', ['/people', '/both', '/agents', '/unknown']],
  ['ai', ['/agents', '/both', '/people', '/unknown']],
] as const)('sorts by %s, with unknown counts at the end', (sort, sorted) => {
  const rows = [
    { path: '/unknown', human: null, ai: null, total: null },
    { path: '/agents', human: 0, ai: 6, total: 6 },
    { path: '/both', human: 5, ai: 5, total: 9 },
    { path: '/people', human: 7, ai: 0, total: 7 },
  ];
  expect(paths(selectRows(rows, undefined, undefined, sort))).toEqual(sorted);
});

describe('a prefix', () => {
  const given = '/ /guides /guides/ /guides/a /guides-old /guide /x/guides/a guides/a'.split(' ');
  const rows = given.map((path) => row(path));
  test.each([
    ['/guides', ['/guides', '/guides/', '/guides/a']],
    ['/guides/', ['/guides/', '/guides/a']],
    ['/', ['/', '/guide', '/guides', '/guides-old', '/guides/', '/guides/a', '/x/guides/a']],
    ['/nowhere', []],
  ])('%s keeps %j', (prefix, expected) => {
    expect(paths(selectRows(rows, prefix, undefined, 'total'))).toEqual(expected);
  });
});

describe('changes since the period before', () => {
  const now = [{ path: '/a', human: 5, ai: 3, total: 7 }, row('/new', 2)];
  const rows = new Map([
    ['/a', { path: '/a', human: 7, ai: 3, total: 9 }],
    ['/gone', row('/gone')],
  ]);

  test('are known for old and new pages', () => {
    expect(selectRows(now, undefined, { rows, complete: true }, 'total')).toEqual([
      { ...now[0], humanChange: -2, aiChange: 0, totalChange: -2 },
      { ...now[1], humanChange: 2, aiChange: 0, totalChange: 2 },
    ]);
  });

  test('are unknown if one of the counts is', () => {
    const rows = new Map([['/a', { path: '/a', human: null, ai: 3, total: 9 }]]);
    const given = [{ path: '/a', human: 5, ai: null, total: 7 }];
    expect(selectRows(given, undefined, { rows, complete: true }, 'total')).toEqual([
      { ...given[0], humanChange: null, aiChange: null, totalChange: -2 },
    ]);
  });

  test('are unknown for a page that may be among the unread rows', () => {
    expect(selectRows(now, undefined, { rows, complete: false }, 'total')[1]).toEqual({
      ...now[1],
      humanChange: null,
      aiChange: null,
      totalChange: null,
    });
  });
});
