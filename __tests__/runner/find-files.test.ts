import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findFiles } from '../../src/runner/find-files.ts';

let root: string;

beforeAll(() => {
  // The workspace's own path is not a pattern.
  root = join(mkdtempSync(join(tmpdir(), 'globs-')), 'a [b] {c}');
  for (const path of [
    'a.md',
    'b.txt',
    'p/c.md',
    'p/.d.md',
    'p/q/e.md',
    'p/q/f.txt',
    'r/g.md',
    '.s/k.md',
    '.s/l.md',
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

afterAll(() => rmSync(dirname(root), { recursive: true, maxRetries: 5 }));

test.each([
  ['a name', ['a.md'], ['a.md']],
  ['a name with a dot in front', ['./p/q/e.md'], ['p/q/e.md']],
  ['a name with a dot within', ['p/./q/e.md'], ['p/q/e.md']],
  ['the files of one folder', ['p/*.md'], ['p/c.md', 'p/link.md']],
  ['names with a dot in front, if the glob has it', ['p/.*', '.s/**', '!**/l.md'], ['.s/k.md', 'p/.d.md']],
  ['files in all folders', ['**/*.txt'], ['b.txt', 'p/q/f.txt']],
  ['all files of a folder', ['p/q'], ['p/q/e.md', 'p/q/f.txt']],
  ['all files of a folder with a slash', ['r/'], ['r/g.md']],
  ['no excluded files', ['**', '!p', '!*/h.md'], ['a.md', 'b.txt', 'r/g.md']],
  ['excluded files that a later glob has', ['p/q/*', '!**/*.txt', 'p/q/f.txt'], ['p/q/e.md', 'p/q/f.txt']],
  ['a file once', ['r/*', 'r/g.md'], ['r/g.md']],
  ['escaped brackets', ['p \\[x\\]/*'], ['p [x]/h.md']],
  ['nothing', ['none/*.md', 'a.md/*'], []],
  ['nothing if all patterns exclude', ['!a.md'], []],
  ['two extensions', ['p/q/*.{md,txt}'], ['p/q/e.md', 'p/q/f.txt']],
  ['a name with special characters', ['p [x]/h.md'], ['p [x]/h.md']],
  ['all files of the workspace', ['.', '!p', '!p \\[x\\]'], ['a.md', 'b.txt', 'r/g.md']],
  ['nothing above the workspace', ['../**', 'p/../../**', '\\.\\./**'], []],
  ['nothing in `.git`', ['.git/*', 'p/.GIT/j.md', '**/[ij].md'], []],
  ['nothing through links to folders', ['p/up/*.md', 'p/up/**/a.md'], []],
  ['no file twice through links to folders', ['**/a.md'], ['a.md']],
])('finds %s', async (_, patterns, found) => {
  expect(await findFiles(root, patterns)).toEqual(found);
});
