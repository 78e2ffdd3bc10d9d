/** No test runs old code: `npm test` refuses a `dist/` that was built from other sources. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import config from '../../jest.config.ts';
import { hashSources, SOURCES_FILE } from '../../scripts/dist-sources.ts';
import setUp from '../support/set-up.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FILES = [
  'package-lock.json',
  'scripts/build.ts',
  'src/b.ts',
  'src/a/c.ts',
  'tsconfig.build.json',
  'tsconfig.json',
];

let project: string;
const write = (file: string, text: string) => writeFileSync(join(project, file), text);
const start = () => setUp({}, { rootDir: project });

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'project-'));
  for (const folder of ['scripts', 'src/a', 'dist']) mkdirSync(join(project, folder), { recursive: true });
  for (const file of FILES) write(file, `${file}\nend\n`);
  write(`dist/${SOURCES_FILE}`, hashSources(project));
});
afterEach(() => rmSync(project, { recursive: true }));

test.each(FILES)('refuses a build from before a change of %s', (file) => {
  expect(start).not.toThrow();
  write(file, 'changed\n');
  expect(start).toThrow('dist/ is older than src/: run npm run build');
});

test.each<[string, () => void]>([
  ['an added file', () => write('src/a/new.ts', '')],
  ['a removed file', () => rmSync(join(project, 'src/b.ts'))],
  ['a moved file', () => cpSync(join(project, 'src/b.ts'), join(project, 'src/a/b.ts'))],
  ['a build without a record of its sources', () => rmSync(join(project, 'dist', SOURCES_FILE))],
])('refuses %s', (_what, change) => {
  change();
  expect(start).toThrow('run npm run build');
});

test('ignores changed tests and line ends', () => {
  mkdirSync(join(project, '__tests__'));
  write('__tests__/a.test.ts', '');
  for (const file of [...FILES, `dist/${SOURCES_FILE}`])
    write(file, readFileSync(join(project, file), 'utf8').replaceAll('\n', '\r\n'));
  expect(start).not.toThrow();
});

test('npm test checks this first', () => {
  expect(config.globalSetup).toBe('./__tests__/support/set-up.ts');
  expect(readFileSync(join(root, 'dist', SOURCES_FILE), 'utf8')).toBe(hashSources(root));
});
