import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { workspaceFiles } from '../../src/runner/workspace-files.ts';

let base: string;
let root: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'target-'));
  root = join(base, 'workspace');
  for (const folder of ['workspace/.git', 'workspace/reports', 'outside'])
    mkdirSync(join(base, folder), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const filesOf = (folder: string) => workspaceFiles(folder, (text) => text);
const everything = () => readdirSync(base, { recursive: true, encoding: 'utf8' }).sort();

describe('where a file may go', () => {
  test.each([
    ['visitors.csv', 'visitors.csv'],
    ['./a/../b/c.json', 'b/c.json'],
    ['reports/2026/11/x', 'reports/2026/11/x'],
    ['..data/x', '..data/x'],
    ['.github/x', '.github/x'],
    ['digit/x', 'digit/x'],
  ])('%s', async (path, expected) => {
    expect(await filesOf(root).checkTarget(path)).toEqual({ ok: true, value: expected });
    expect(everything()).not.toContain('workspace/b');
  });

  test.each([
    ['../x', 'is outside of the workspace'],
    ['/etc/passwd', 'is outside of the workspace'],
    ['reports/../../outside/x', 'is outside of the workspace'],
    ['.', 'is outside of the workspace'],
    ['.git/config', 'is inside a .git folder'],
    ['.GIT/hooks/pre-commit', 'is inside a .git folder'],
    ['reports/.git/x', 'is inside a .git folder'],
    ['reports/.git', 'is inside a .git folder'],
    ['.git./config', 'is inside a .git folder'],
    ['.git /config', 'is inside a .git folder'],
    ['GIT~1/config', 'is inside a .git folder'],
    ['.git::$INDEX_ALLOCATION/config', 'is inside a .git folder'],
    ['new/', 'names a folder, not a file'],
    ['reports', 'is a folder'],
    ['a\nb', 'has control characters in its name'],
    ['a\0b', 'has control characters in its name'],
    ['a\u202eb', 'has control characters in its name'],
  ])('not %j', async (path, problem) => {
    expect(await filesOf(root).checkTarget(path)).toEqual({ ok: false, failure: problem });
    expect(await filesOf(root).write(path, ['x'])).toEqual({ ok: false, failure: problem });
  });

  test('not through links that lead outside, into .git or nowhere', async () => {
    symlinkSync('../outside', join(root, 'out'));
    symlinkSync('.git', join(root, 'hidden'));
    symlinkSync('../outside/missing', join(root, 'nowhere'));
    symlinkSync('reports', join(root, 'inside'));
    const problem = async (path: string) => {
      const target = await filesOf(root).checkTarget(path);
      return target.ok ? '' : target.failure;
    };
    expect(await problem('out/x')).toBe('is outside of the workspace');
    expect(await problem('out/deep/er/x')).toBe('is outside of the workspace');
    expect(await problem('hidden/x')).toBe('is inside a .git folder');
    expect(await problem('nowhere/x')).toBe('cannot be written (ENOENT)');
    expect(await problem('inside/x')).toBe('');
  });

  test('not what is a link itself, or no regular file', async () => {
    writeFileSync(join(root, 'file'), '');
    symlinkSync('file', join(root, 'link'));
    symlinkSync('missing', join(root, 'dangling'));
    expect(await filesOf(root).checkTarget('link')).toEqual({ ok: false, failure: 'is a symbolic link' });
    expect(await filesOf(root).checkTarget('dangling')).toEqual({ ok: false, failure: 'is a symbolic link' });
    expect(await filesOf(root).checkTarget('file')).toEqual({ ok: true, value: 'file' });
  });
});

describe('writing', () => {
  test('makes folders, replaces what was there, and leaves nothing else', async () => {
    expect(await filesOf(root).write('a/b/c.txt', ['one ', 'two é'])).toEqual({
      ok: true,
      value: 'a/b/c.txt',
    });
    expect(await filesOf(root).write('a/b/c.txt', ['three'])).toEqual({ ok: true, value: 'a/b/c.txt' });
    expect(readFileSync(join(root, 'a/b/c.txt'), 'utf8')).toBe('three');
    expect(readdirSync(join(root, 'a/b'))).toEqual(['c.txt']);
  });

  test('that breaks off leaves what was there before', async () => {
    writeFileSync(join(root, 'x.csv'), 'before');
    const chunks = function* () {
      yield 'half a fi';
      expect(readFileSync(join(root, 'x.csv'), 'utf8')).toBe('before');
      throw new Error('no more');
    };
    expect(await filesOf(root).write('x.csv', chunks())).toMatchObject({ ok: false });
    expect(readFileSync(join(root, 'x.csv'), 'utf8')).toBe('before');
    expect(readdirSync(root).sort()).toEqual(['.git', 'reports', 'x.csv']);
  });

  test('does not go through a link that appears meanwhile', async () => {
    const chunks = function* () {
      yield 'text';
      symlinkSync('../outside/x', join(root, 'x'));
    };
    expect(await filesOf(root).write('x', chunks())).toEqual({ ok: true, value: 'x' });
    expect(readdirSync(join(base, 'outside'))).toEqual([]);
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('text');
  });
});
