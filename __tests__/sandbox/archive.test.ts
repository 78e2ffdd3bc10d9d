import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const SOURCES = fileURLToPath(new URL('../../sandbox', import.meta.url));

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'project-'));
  mkdirSync(join(project, 'sandbox'));
  for (const name of ['archive.ts', 'files.ts']) cpSync(join(SOURCES, name), join(project, 'sandbox', name));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, '.gitignore'), 'node_modules/\n');
  writeFileSync(join(project, '.gitattributes'), '/* export-ignore\n/action.yml -export-ignore\n');
  writeFileSync(join(project, 'action.yml'), 'name: Committed\n');
});
afterEach(() => rmSync(project, { recursive: true, maxRetries: 5 }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
    cwd: project,
    encoding: 'utf8',
  });

function unpack() {
  const code = "import { unpackArchive } from './sandbox/archive.ts'; console.log(unpackArchive());";
  const { GIT_DIR, UNPACKED_ARCHIVE, ...env } = process.env;
  const args = ['--input-type=module', '--eval', code];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, env, encoding: 'utf8' });
  return { folder: stdout.trim(), stderr };
}

test('unpacks uncommitted changes, and leaves the repository as it is', () => {
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'First');
  const { folder: committed } = unpack();
  writeFileSync(join(project, 'action.yml'), 'name: Changed\n');
  writeFileSync(join(project, '.gitattributes'), '/* export-ignore\n/*.yml -export-ignore\n');
  writeFileSync(join(project, 'new.yml'), '');
  const state = () => [git('status', '--short'), git('count-objects')];
  const before = state();
  const { folder, stderr } = unpack();
  expect(stderr).toBe('');
  expect(readdirSync(folder)).toEqual(['action.yml', 'new.yml']);
  expect(readFileSync(join(folder, 'action.yml'), 'utf8')).toBe('name: Changed\n');
  expect(readFileSync(join(committed, 'action.yml'), 'utf8')).toBe('name: Committed\n');
  expect(state()).toEqual(before);
  expect(unpack().folder).toBe(folder);
});

test('requires a git repository', () => {
  expect(unpack()).toMatchObject({
    folder: '',
    stderr: expect.stringContaining('run `git init` in your copy'),
  });
  git('init', '--quiet');
  expect(readdirSync(unpack().folder)).toEqual(['action.yml']);
});
