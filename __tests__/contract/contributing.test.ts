import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** What stands between back-ticks and looks like a path; `NAME` stands for a name of one's own. */
const named = [...page.matchAll(/`([^`\n]+)`/g)]
  .flatMap(([, words = '']) => words)
  .filter(
    (words) => /^[\w.-]+(\/[\w.-]*)+$|^[\w-]+\.(ts|md|yml|json)$/.test(words) && !words.includes('NAME'),
  );

test('every file and folder that it names is there', () => {
  expect(named.length).toBeGreaterThan(50);
  const inJob = (path: string) => join('src/job', path);
  const missing = named.filter((path) =>
    [path, inJob(path), join('src/run', path)].every((place) => !existsSync(join(root, place))),
  );
  expect(missing).toEqual([]);
});

test('the map shows every room', () => {
  const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  for (const { name } of rooms) expect(page).toContain(`\`src/${name}/\``);
});
