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
  // In the row of a room its files stand by their names.
  const rooms = ['', 'src/job', 'src/run', '__tests__'];
  const missing = named.filter((path) => rooms.every((room) => !existsSync(join(root, room, path))));
  expect(missing).toEqual([]);
});

test('the map shows every room', () => {
  const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  for (const { name } of rooms) expect(page).toContain(`\`src/${name}/\``);
});
