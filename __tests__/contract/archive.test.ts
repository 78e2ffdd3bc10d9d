/** A runner gets nothing of the actions but the archive of the repository. */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { packArchive } from '../../sandbox/archive.ts';
import { MANIFESTS, read, root } from './repository.ts';

const list = execFileSync('tar', ['-tf', '-'], { input: packArchive(), encoding: 'utf8' });
const archived = list.split(/\r?\n/).filter((path) => path !== '' && !path.endsWith('/'));

/** The files that start an action. */
const entries = MANIFESTS.flatMap((manifest) => {
  const { main, pre, post } = parse(read(manifest)).runs;
  const named = [main, pre, post].filter((path) => path !== undefined);
  return named.map((path) => posix.join(posix.dirname(manifest), path));
});

/** The files that a file imports, also later. */
function importsOf(path: string): string[] {
  const text = read(path);
  const named = [...text.matchAll(/^import .*?from ['"](\.[^'"]+)['"];$/gm)].map(([, target = '']) => target);
  // How the bundler writes `import()`.
  const parts = [...text.matchAll(/__\w+_require__\.e\((?:\/\*.*?\*\/ )?(\d+)\)/g)];
  return [...named, ...parts.map(([, part]) => `./${part}.index.js`)].map((target) =>
    posix.join(posix.dirname(path), target),
  );
}

const code = new Set(entries);
for (const path of code) for (const imported of importsOf(path)) code.add(imported);

describe('the archive', () => {
  test('has every action with the files of its folder', () => {
    expect(globSync(['action.yml', '*/action.yml'], { cwd: root }).sort()).toEqual(MANIFESTS);
    const files = globSync(['collect/*', 'release-check/*', 'visitors/*'], { cwd: root });
    expect(archived).toEqual(expect.arrayContaining(['action.yml', ...files]));
  });

  test('has the code that the actions start, and all that it imports', () => {
    expect(code.size).toBeGreaterThan(entries.length + 5);
    // Without it, Node doesn't take the code for ES modules.
    expect(archived).toEqual(expect.arrayContaining([...code, 'dist/package.json']));
  });

  test('has nothing else but the licences and the pages about use and security', () => {
    const folders = new Set([...MANIFESTS, ...entries].map((path) => path.split('/')[0]));
    const others = archived.filter((path) => !folders.has(path.split('/')[0]));
    expect(others).toEqual(['LICENSE', 'README.md', 'SECURITY.md']);
    const unused = archived.filter((path) => path.startsWith('dist/') && !code.has(path));
    expect(unused).toEqual(['dist/licenses.txt', 'dist/package.json']);
  });

  test('has at most 0.9 MB', () => {
    expect(gzipSync(packArchive()).length).toBeLessThanOrEqual(900_000);
  });
});

describe('dist/', () => {
  test('needs at most 52 kB to decide about a comment', () => {
    expect(read('dist/index.js').length).toBeLessThanOrEqual(52_000);
  });

  test.each(['class Client extends', 'class Agent extends'])('has one copy of undici: `%s`', (text) => {
    const copies = [...code].flatMap((path) => read(path).split(text).slice(1));
    expect(copies).toHaveLength(1);
  });
});

describe('dist/licenses.txt', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  const { packages } = JSON.parse(read('package-lock.json'));
  const text = read('dist/licenses.txt');
  /** The text of a package ends at the next package. */
  const entries = [...text.matchAll(/(?:^|\n\n)((?:@[\w-]+\/)?[\w.-]+)\n([\w.-]+)\n/g)].map(
    ([whole, name = '', licence = ''], index, all) => {
      const start = (all[index]?.index ?? 0) + whole.length;
      return { name, licence, words: text.slice(start, all[index + 1]?.index) };
    },
  );

  test('names every package that the sources import', () => {
    expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  });

  test.each(entries)('has the text of $name, whose licence $licence allows bundling', (entry) => {
    const allowed = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'];
    expect(allowed).toContain(entry.licence);
    const { license, dev } = packages[`node_modules/${entry.name}`];
    expect([license, dev]).toEqual([entry.licence, undefined]);
    expect(entry.words).toMatch(/copyright|permission is hereby granted/i);
  });
});
