/** `npm test` refuses a `dist/` that was built from other sources. */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import config from '../../jest.config.ts';
import { hashSources, SOURCES_FILE } from '../../scripts/dist-sources.ts';
import setUp from '../support/set-up.ts';
import { read, root } from './repository.ts';

const FILES = [
  'action.yml',
  'collect/action.yml',
  'release-check/action.yml',
  'visitors/action.yml',
  'package-lock.json',
  'scripts/build.ts',
  'src/b.ts',
  'src/a/c.ts',
  'tsconfig.build.json',
  'tsconfig.json',
];
const RECORD = `dist/${SOURCES_FILE}`;

let project: string;
const write = (file: string, text: string) => writeFileSync(join(project, file), text);
const start = () => setUp({}, { rootDir: project });

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'project-'));
  for (const folder of ['collect', 'release-check', 'visitors', 'scripts', 'src/a', 'dist', '__tests__'])
    mkdirSync(join(project, folder), { recursive: true });
  for (const file of FILES) write(file, `${file}\nend\n`);
  write(RECORD, hashSources(project));
});
afterEach(() => rmSync(project, { recursive: true, maxRetries: 5 }));

test.each<[string, () => void]>([
  ...FILES.map((file): [string, () => void] => [`a change of ${file}`, () => write(file, 'changed\n')]),
  ['a new file', () => write('src/a/new.ts', '')],
  ['a removed file', () => rmSync(join(project, 'src/b.ts'))],
  ['a moved file', () => renameSync(join(project, 'src/b.ts'), join(project, 'src/a/b.ts'))],
  ['a build without a record of its sources', () => rmSync(join(project, RECORD))],
])('refuses %s', (_what, change) => {
  change();
  expect(start).toThrow('dist/ is older than src/: run npm run build');
});

test('ignores changed tests and line ends', () => {
  write('__tests__/a.test.ts', '');
  for (const file of [...FILES, RECORD])
    write(file, readFileSync(join(project, file), 'utf8').replaceAll('\n', '\r\n'));
  expect(start).not.toThrow();
});

test('npm test begins with this check', () => {
  expect(config.globalSetup).toBe('./__tests__/support/set-up.ts');
  expect(read(RECORD)).toBe(hashSources(root));
});
