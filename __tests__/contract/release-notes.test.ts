import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { releaseNotes } from '../../scripts/release-notes.ts';
import { read, root } from './repository.ts';

const CHANGELOG = `# Changelog

All notable changes are listed here.

## 1.3.0 - 2026-12-24

### Added

- The first
  entry.
  - A detail of
    it.
- The second entry.

## 1.2.0 - 2026-11-21

- An older entry.
`;
const PLACE = { repository: 'acme/docs-action', commit: 'c0ffee' };
const RELEASE = { tag: 'v1.3.0', version: '1.3.0', changelog: CHANGELOG, ...PLACE };
const PIN = '### Pin this release\n\n```yaml\nuses: acme/docs-action@c0ffee # v1.3.0\n```';

test('the notes are the section of the version, with each entry in one line, and end with the line to copy', () => {
  const notes = `### Added\n\n- The first entry.\n  - A detail of it.\n- The second entry.\n\n${PIN}`;
  expect(releaseNotes(RELEASE)).toBe(notes);
  const [before = ''] = CHANGELOG.split('\n## 1.2.0');
  expect(releaseNotes({ ...RELEASE, changelog: before })).toBe(notes);
});

test.each([
  ['a tag of another version', { tag: 'v1.2.0' }, 'The tag is v1.2.0, but the version in package.json is'],
  ['a tag without a v', { tag: '1.3.0' }, 'The tag is 1.3.0'],
  ['a version that is not the newest', { tag: 'v1.2.0', version: '1.2.0' }, 'is "1.3.0 - 2026-12-24"'],
  ['a section without a date', { changelog: CHANGELOG.replace(' - 2026-12-24', '') }, 'is "1.3.0"'],
  ['a section without entries', { changelog: '## 1.3.0 - 2026-12-24\n\n## 1.2.0\n\n- Older.\n' }, 'no entry'],
  ['an empty changelog', { changelog: '' }, 'is "no section"'],
])('refuses %s', (_what, change, message) => {
  expect(() => releaseNotes({ ...RELEASE, ...change })).toThrow(message);
});

test('the changelog of this repository has notes for the next release', () => {
  const { version } = JSON.parse(read('package.json'));
  const changelog = read('CHANGELOG.md').replace('## Unreleased\n', `## ${version} - 2026-12-24\n`);
  expect(releaseNotes({ tag: `v${version}`, version, changelog, ...PLACE })).toMatch(/^- /m);
});

test('the script fails for a tag of another version', () => {
  const args = ['scripts/release-notes.ts', 'v0.0.1'];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const error = expect.stringMatching(/^::error::The tag is v0\.0\.1/);
  expect(run).toMatchObject({ status: 1, stdout: '', stderr: error });
});
