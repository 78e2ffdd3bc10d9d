import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(`${root}/${name}`, 'utf8');

test('each recipe is named in the documentation', () => {
  const pages = readdirSync(`${root}/docs`).filter((name) => name.endsWith('.md'));
  const words = ['README.md', ...pages.map((name) => `docs/${name}`)].map(read).join('\n');
  expect(readdirSync(`${root}/examples`).filter((name) => !words.includes(name))).toEqual([]);
});
