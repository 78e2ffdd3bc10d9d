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
afterEach(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));

const filesOf = (folder: string) => workspaceFiles(folder, (text) => text);
const everything = () => readdirSync(base, { recursive: true, encoding: 'utf8' }).sort();

describe('a file', () => {
  test.each([
    ['visitors.csv', 'visitors.csv'],
    ['./a/../b/c.json', 'b/c.json'],
    ['reports/2026/11/x', 'reports/2026/11/x'],
    ['..data/x', '..data/x'],
    ['.github/x', '.github/x'],
    ['digit/x', 'digit/x'],
  ])('can be %s', async (path, expected) => {
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
  ])('cannot be %j', async (path, problem) => {
    expect(await filesOf(root).checkTarget(path)).toEqual({ ok: false, failure: problem });
    expect(await filesOf(root).write(path, ['x'])).toEqual({ ok: false, failure: problem });
  });

  test.each([
    ['out/x', 'is outside of the workspace'],
    ['out/deep/er/x', 'is outside of the workspace'],
    ['hidden/x', 'is inside a .git folder'],
    ['nowhere/x', 'cannot be written (ENOENT)'],
    ['inside/x', undefined],
    ['file', undefined],
    ['link', 'is a symbolic link'],
    ['dangling', 'is a symbolic link'],
  ])('behind links: %s %s', async (path, failure) => {
    writeFileSync(join(root, 'file'), '');
    for (const [link, target] of [
      ['out', '../outside'],
      ['hidden', '.git'],
      ['nowhere', '../outside/missing'],
      ['inside', 'reports'],
      ['link', 'file'],
      ['dangling', 'missing'],
    ] as const)
      symlinkSync(target, join(root, link));
    const answer = await filesOf(root).checkTarget(path);
    expect(answer.ok ? undefined : answer.failure).toBe(failure);
  });
});

describe('writing', () => {
  test('creates folders, replaces a file, and leaves nothing else', async () => {
    const written = { ok: true, value: 'a/b/c.txt' };
    expect(await filesOf(root).write('a/b/c.txt', ['one ', 'two é'])).toEqual(written);
    expect(await filesOf(root).write('a/b/c.txt', ['three'])).toEqual(written);
    expect(readFileSync(join(root, 'a/b/c.txt'), 'utf8')).toBe('three');
    expect(readdirSync(join(root, 'a/b'))).toEqual(['c.txt']);
  });

  test('that fails keeps the old file', async () => {
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

  test('follows no link that appears meanwhile', async () => {
    const chunks = function* () {
      yield 'text';
      symlinkSync('../outside/x', join(root, 'x'));
    };
    expect(await filesOf(root).write('x', chunks())).toEqual({ ok: true, value: 'x' });
    expect(readdirSync(join(base, 'outside'))).toEqual([]);
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('text');
  });
});
