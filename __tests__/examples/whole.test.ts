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
  for (const name of readdirSync(`${root}/examples`)) {
    if (!NOT_RUN.includes(name)) expect(tests).toContain(`'${name}'`);
    expect(pages).toContain(name);
  }
});
