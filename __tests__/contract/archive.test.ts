/** The archive of the repository is all that a runner has of the actions. */
import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { packArchive } from '../../sandbox/archive.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

const list = execFileSync('tar', ['-tf', '-'], { input: packArchive(), encoding: 'utf8' });
const archived = list.split(/\r?\n/).filter((path) => path !== '' && !path.endsWith('/'));

const manifests = globSync(['action.yml', '*/action.yml'], { cwd: root });

/** The files that start an action. */
const entries = manifests.flatMap((manifest) => {
  const { main, pre, post } = parse(read(manifest)).runs;
  const named = [main, pre, post].filter((path) => path !== undefined);
  return named.map((path) => posix.join(posix.dirname(manifest), path));
});

/** What a file imports of its own folder or near it, also when it first needs it. */
function importsOf(path: string): string[] {
  const text = read(path);
  const named = [...text.matchAll(/^import .*?from ['"](\.[^'"]+)['"];$/gm)].map(([, target = '']) => target);
  // How the bundler writes `import()`.
  const parts = [...text.matchAll(/__\w+_require__\.e\((?:\/\*.*?\*\/ )?(\d+)\)/g)];
  return [...named, ...parts.map(([, part]) => `./${part}.index.js`)].map((target) =>
    posix.join(posix.dirname(path), target),
  );
}

/** The files, and everything that they import. */
function withImports(paths: readonly string[]): Set<string> {
  const found = new Set(paths);
  for (const path of found) for (const imported of importsOf(path)) found.add(imported);
  return found;
}

describe('the archive', () => {
  test('has every action with the files of its folder', () => {
    expect(manifests.length).toBeGreaterThanOrEqual(4);
    const folders = manifests.map((manifest) => posix.dirname(manifest)).filter((folder) => folder !== '.');
    const files = folders.flatMap((folder) =>
      readdirSync(`${root}/${folder}`).map((name) => `${folder}/${name}`),
    );
    expect(archived).toEqual(expect.arrayContaining(['action.yml', ...files]));
  });

  test('has the code that the actions start, and all that it imports', () => {
    const code = withImports(entries);
    expect(code.size).toBeGreaterThan(entries.length + 5);
    // Without it, Node doesn't take the code for ES modules.
    expect(archived).toEqual(expect.arrayContaining([...code, 'dist/package.json']));
  });

  test('has nothing else but the licences and the pages about use and security', () => {
    const folders = new Set([...manifests, ...entries].map((path) => path.split('/')[0]));
    const others = archived.filter((path) => !folders.has(path.split('/')[0]));
    expect(others).toEqual(['LICENSE', 'README.md', 'SECURITY.md']);
    const code = withImports(entries);
    const unused = archived.filter((path) => path.startsWith('dist/') && !code.has(path));
    expect(unused).toEqual(['dist/licenses.txt', 'dist/package.json']);
  });
});
