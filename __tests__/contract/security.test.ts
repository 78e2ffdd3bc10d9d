/** SECURITY.md says who can do what, and which test holds it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');

/** The cells of each row. */
const rows = (/## Who can do what\n\n.*\n.*\n((?:\|.*\|\n)+)/.exec(page)?.[1] ?? '')
  .trimEnd()
  .split('\n')
  .map((row) => row.slice(2, -2).split(' | '));

test('its table has everybody, from those who may least', () => {
  const names = rows.map(([who = '']) => who.replace(/ \(.*/, ''));
  expect(names).toEqual(['Stranger', 'Reader', 'Triager', 'Writer', 'App', 'The service', 'A leaked key']);
});

test.each(rows)('%s: what it says is held by tests', (...[, can, cannot, held = '']) => {
  expect([can, cannot]).not.toContain('');
  const tests = [...held.matchAll(/`([^`]+)`: "([^"]+)"/g)].map(([, file = '', name = '']) => ({
    file,
    name,
  }));
  expect(tests.map(({ file, name }) => `\`${file}\`: "${name}"`).join('; ')).toBe(held);
  expect(tests.length).toBeGreaterThan(0);
  for (const { file, name } of tests) {
    expect({ file, exists: existsSync(join(root, file)) }).toEqual({ file, exists: true });
    const titles = [
      ...readFileSync(join(root, file), 'utf8').matchAll(/(?:test\(|describe\(|^ *\[?)\s*'([^'\n]+)',/gm),
    ];
    expect(titles.map(([, title]) => title)).toContain(name);
  }
});
