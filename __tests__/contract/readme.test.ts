/** The README leads to everything. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const recipes = readFileSync(join(root, 'docs/recipes.md'), 'utf8');
const count = (part: string) => readme.split(part).length - 1;

test.each(readdirSync(join(root, 'examples')))('the list of recipes links %s once', (name) => {
  expect(recipes.split(`](../examples/${name})`)).toHaveLength(2);
});

test.each(readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')))(
  'docs/%s is led to',
  (name) => {
    expect(count(`](docs/${name}`)).toBeGreaterThan(0);
  },
);

test('the first workflow is a recipe of at most 25 lines', () => {
  const [, first] = readme.match(/```yaml\n(.*?)```/s) ?? [];
  expect(first).toBe(readFileSync(join(root, 'examples/first.yml'), 'utf8'));
  expect(first?.split('\n').length).toBeLessThanOrEqual(26);
});
