/** SECURITY.md says who can do what, and security.md next to this test which tests hold it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { read, root } from './repository.ts';

const page = read('SECURITY.md');
const tests = read('__tests__/contract/security.md');

/** The cells of each row of the table behind `head`. */
const rowsOf = (text: string, head: string) =>
  (text.split(`${head}\n`)[1]?.match(/^(?:\|.*\|\n)+/)?.[0] ?? '')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.slice(2, -2).split(' | '));

const claims = rowsOf(page, '| Who | Can | Cannot |');
const held = rowsOf(tests, '| Who | Tests |');

test('the table has everyone, from the least permission to the most', () => {
  const names = claims.map(([who = '']) => who.replace(/ \(.*/, ''));
  expect(names).toEqual(['Stranger', 'Reader', 'Triager', 'Writer', 'App', 'The service', 'A leaked key']);
  expect(held.map(([who]) => who)).toEqual(names);
  expect(claims.flat()).not.toContain('');
});

test.each(held)('tests hold the row "%s"', (_, cell = '') => {
  const named = [...cell.matchAll(/`([^`]+)`: "([^"]+)"/g)].map(([, file = '', name = '']) => ({
    file,
    name,
  }));
  expect(named.map(({ file, name }) => `\`${file}\`: "${name}"`).join('; ')).toBe(cell);
  expect(named.length).toBeGreaterThan(0);
  for (const { file, name } of named) {
    expect({ file, exists: existsSync(join(root, file)) }).toEqual({ file, exists: true });
    const titles = [...read(file).matchAll(/(?:test\(|describe\(|^ *\[?)\s*'([^'\n]+)',/gm)];
    expect(titles.map(([, title]) => title)).toContain(name);
  }
});
