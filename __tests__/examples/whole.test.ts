import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const texts = (folder: string, ending: string) =>
  readdirSync(`${root}/${folder}`)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(`${root}/${folder}/${name}`, 'utf8'))
    .join('\n');

/** Has no step that uses the actions. `__tests__/act/` runs it. */
const NOT_RUN = ['release-gate.yml'];

test('each recipe is run by a test and named in the documentation', () => {
  const tests = texts('__tests__/examples', '.test.ts');
  const pages = `${readFileSync(`${root}/README.md`, 'utf8')}\n${texts('docs', '.md')}`;
  const recipes = readdirSync(`${root}/examples`);
  expect(recipes.filter((name) => !NOT_RUN.includes(name) && !tests.includes(`'${name}'`))).toEqual([]);
  expect(recipes.filter((name) => !pages.includes(name))).toEqual([]);
});
