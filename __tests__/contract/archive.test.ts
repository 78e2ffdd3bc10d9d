/** The archive of the repository is all that a runner has of the actions. */
import { execFileSync } from 'node:child_process';
import { globSync, readdirSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { packArchive } from '../../sandbox/archive.ts';
import { read, root } from './repository.ts';

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

const files = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => ({ name, text: read(relative(root, join(parentPath, name))) }));

/** How often a text stands in the bundle. */
function count(text: string): number {
  return files.reduce((sum, file) => sum + file.text.split(text).length - 1, 0);
}

describe('what a runner downloads', () => {
  test('`dist/` has at most 3.2 MB, licences included', () => {
    const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThanOrEqual(3_200_000);
  });

  test('what decides about a comment has at most 42 kB', () => {
    const small = files.find(({ name }) => name === 'index.js');
    expect(small?.text.length).toBeGreaterThan(1_000);
    expect(small?.text.length).toBeLessThanOrEqual(42_000);
  });

  test('there is one copy of undici', () => {
    expect(count('class Client extends')).toBe(1);
    expect(count('class Agent extends')).toBe(1);
  });

  test('the archive has at most 0.9 MB', () => {
    expect(gzipSync(packArchive()).length).toBeLessThanOrEqual(900_000);
  });
});
