import { describe, expect, test } from '@jest/globals';
import type { Push } from '../../src/change/change-event.ts';
import type { Merged } from '../../src/change/merged-pull-requests.ts';
import type { Change } from '../../src/change/read-change.ts';
import { skipUnmatched, skipUnmerged } from '../../src/change/relevance.ts';
import type { KnownPull } from '../../src/github/changes.ts';
import { changeFields } from '../../src/inputs/change-fields.ts';

const file = (filename: string, previous?: string) => ({
  filename,
  previous_filename: previous,
  status: previous === undefined ? 'modified' : 'renamed',
  additions: 1,
  deletions: 0,
});
const FILES = [file('docs/new.md'), file('src/api/users.ts')];

function changeOf(files = FILES, filesCut = false): Change {
  const comparison = { status: 'ahead', total_commits: 1, commits: [], files, filesCut };
  return { notes: [], comparison, merged: { pulls: [], direct: 1, complete: true } };
}

/** Why a change doesn't count, and the warnings. */
function check(change: Change, { paths = '', ignorePaths = '' }) {
  const warnings: string[] = [];
  const ignore = () => {};
  const log = { info: ignore, notice: ignore, debug: ignore, warning: (text: string) => warnings.push(text) };
  const rules = {
    paths: changeFields.paths.parse(paths),
    ignorePaths: changeFields.ignorePaths.parse(ignorePaths),
  };
  return { reason: skipUnmatched(change, rules, log)?.reason, warnings };
}

describe('a change of docs/new.md and src/api/users.ts', () => {
  test.each([
    [{ paths: 'lib/**\nsrc/**' }, undefined],
    [{ paths: 'lib/**, web/{a,b}/**' }, 'No file in `paths` was changed.'],
    [{ ignorePaths: '**/*.md' }, undefined],
    [{ ignorePaths: '**/*.md, src/**' }, 'Only files in `ignore-paths` were changed.'],
    [{ paths: 'docs/**', ignorePaths: '**/*.md' }, 'No file in `paths` was changed.'],
  ])('with %j: %s', (rules, reason) => {
    expect(check(changeOf(), rules)).toEqual({ reason, warnings: [] });
  });

  test('counts if there may be more files', () => {
    expect(check(changeOf(FILES, true), { paths: 'lib/**' }).reason).toBeUndefined();
  });
});

test('a renamed file counts in both places', () => {
  const change = changeOf([file('docs/new.md', 'src/old.md')]);
  expect(check(change, { paths: 'src/**' }).reason).toBeUndefined();
  expect(check(change, { ignorePaths: 'docs/**' }).reason).toBeUndefined();
});

test('a renamed file counts only if one of its names passes both `paths` and `ignore-paths`', () => {
  const change = changeOf([file('lib/new.md', 'src/old.ts')]);
  const why = (ignorePaths: string) => check(change, { paths: 'src/**', ignorePaths }).reason;
  expect(why('**/*.ts')).toBe('No file in `paths` was changed.');
  expect(why('**/*.md')).toBeUndefined();
});

test('a change counts, with a warning, if its names take more than a second to match', () => {
  const files = Array.from({ length: 100 }, (_, index) => file(`${'-'.repeat(200)}${index}.mdx`));
  const { reason, warnings } = check(changeOf(files), { paths: '**/*-*-*-*-*.md' });
  expect(reason).toBeUndefined();
  expect(warnings).toEqual(['Matching `paths` and `ignore-paths` took over 1 s, so the change counts.']);
});

describe('a push to another branch than the default one', () => {
  const BOT = { login: 'docs-agent[bot]', id: 1, type: 'Bot' };
  const PERSON = { login: 'octo-writer', id: 2, type: 'User' };
  const place = { ref: 'release/1', repo: { full_name: 'acme/product' } };
  const pull: KnownPull = {
    number: 2,
    state: 'open',
    title: '',
    body: '',
    user: undefined,
    created_at: 0,
    merged_at: null,
    merge_commit_sha: null,
    base: place,
    head: { ...place, sha: 'f'.repeat(40) },
  };
  const event: Push = {
    kind: 'push',
    ref: { kind: 'branch', name: 'release/1' },
    before: undefined,
    after: undefined,
    forced: false,
    defaultBranch: 'main',
  };
  const MERGED_NOTHING =
    'A bot pushed to the branch "release/1" and merged nothing: the push counts after the merge.';

  test.each<[string, typeof BOT, Partial<Merged>, string | undefined]>([
    ['by a bot', BOT, {}, MERGED_NOTHING],
    ['by a bot that merged a pull request', BOT, { pulls: [pull] }, undefined],
    ['by a bot, with too many commits to check', BOT, { complete: false }, undefined],
    ['by a person', PERSON, {}, undefined],
  ])('%s', (_name, sender, merged, reason) => {
    const change = changeOf();
    const pushed = { ...change, event, merged: { ...change.merged, ...merged } };
    expect(skipUnmerged(pushed, sender)?.reason).toBe(reason);
  });
});
