import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findFiles } from '../../src/runner/find-files.ts';

let root: string;

beforeAll(() => {
  // Characters of the workspace's own path are no glob.
  root = join(mkdtempSync(join(tmpdir(), 'globs-')), 'a [b] {c}');
  for (const path of [
    'a.md',
    'b.txt',
    'p/c.md',
    'p/.d.md',
    'p/q/e.md',
    'p/q/f.txt',
    'r/g.md',
    'p [x]/h.md',
    '.git/i.md',
    'p/.GIT/j.md',
  ]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path);
  }
  symlinkSync('..', join(root, 'p/up'));
  symlinkSync('c.md', join(root, 'p/link.md'));
});

afterAll(() => rmSync(dirname(root), { recursive: true }));

test.each([
  ['a name', ['a.md'], ['a.md']],
  ['a name with a dot in front', ['./p/q/e.md'], ['p/q/e.md']],
  ['a name with a dot within', ['p/./q/e.md'], ['p/q/e.md']],
  ['one folder', ['p/*.md'], ['p/.d.md', 'p/c.md', 'p/link.md']],
  ['all folders', ['**/*.txt'], ['b.txt', 'p/q/f.txt']],
  ['a folder, which stands for all in it', ['p/q'], ['p/q/e.md', 'p/q/f.txt']],
  ['a folder with a slash', ['r/'], ['r/g.md']],
  ['what is taken away', ['**', '!p', '!*/h.md'], ['a.md', 'b.txt', 'r/g.md']],
  ['what is taken away and given back', ['p/q/*', '!**/*.txt', 'p/q/f.txt'], ['p/q/e.md', 'p/q/f.txt']],
  ['a file that two patterns find', ['r/*', 'r/g.md'], ['r/g.md']],
  ['brackets that are meant', ['p \\[x\\]/*'], ['p [x]/h.md']],
  ['nothing', ['none/*.md', 'a.md/*'], []],
  ['only what to take away', ['!a.md'], []],
  ['two endings', ['p/q/*.{md,txt}'], ['p/q/e.md', 'p/q/f.txt']],
  ['a name with special characters, as it is', ['p [x]/h.md'], ['p [x]/h.md']],
  ['all below the workspace', ['.', '!p', '!p \\[x\\]'], ['a.md', 'b.txt', 'r/g.md']],
  ['nothing above it', ['../**', 'p/../../**', '\\.\\./**'], []],
])('finds %s', async (_, patterns, found) => {
  expect(await findFiles(root, patterns)).toEqual(found);
});

test('`.git` is not looked into, not even where a pattern names it', async () => {
  expect(await findFiles(root, ['.git/*', 'p/.GIT/j.md', '**/[ij].md'])).toEqual([]);
});

test('links to folders are not followed', async () => {
  expect((await findFiles(root, ['p/up/**'])).filter((path) => path.startsWith('p/up/'))).toEqual([]);
  expect(await findFiles(root, ['**/a.md'])).toEqual(['a.md']);
});
