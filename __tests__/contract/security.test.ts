/** SECURITY.md lists who can do what, and security.md in this folder the tests behind each row. */
import { expect, test } from '@jest/globals';
import { missingTests, read } from './repository.ts';

/** The cells of each row of the table with this head. */
function rowsOf(path: string, head: string): string[][] {
  const [, table = ''] = read(path).split(`${head}\n`);
  const [, ...rows] = (table.split('\n\n')[0] ?? '').trimEnd().split('\n');
  return rows.map((row) => row.slice(2, -2).split(' | '));
}

const claims = rowsOf('SECURITY.md', '| Who | Can | Cannot |');
const tests = rowsOf('__tests__/contract/security.md', '| Who | Tests |');

test('both tables have the same rows, from the least permission to the most', () => {
  const names = claims.map(([who = '']) => who.replace(/ \(.*/, ''));
  expect(names).toEqual([
    'Stranger',
    'Reader',
    'Triager',
    'Writer',
    'App',
    'Reporter',
    'The service',
    'A leaked key',
  ]);
  expect(tests.map(([who]) => who)).toEqual(names);
  expect(claims.flat()).not.toContain('');
});

test.each(tests)('the tests behind the row "%s" exist', (_, cell = '') => {
  expect(missingTests(cell)).toEqual([]);
});
