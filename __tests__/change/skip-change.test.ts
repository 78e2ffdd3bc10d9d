import { describe, expect, test } from '@jest/globals';
import type { Push } from '../../src/change/change-event.ts';
import type { Merged } from '../../src/change/merged-pull-requests.ts';
import { narrowChange } from '../../src/change/narrow-change.ts';
import type { Change } from '../../src/change/read-change.ts';
import { skipUnmerged } from '../../src/change/skip-change.ts';
import type { GitHubPullRequest } from '../../src/github/pull-requests.ts';
import { changeFields } from '../../src/inputs/change-fields.ts';
import { isResult } from '../../src/model/request-result.ts';
import type { Access } from '../../src/pull-request/access.ts';

const file = (filename: string, previous?: string) => ({
  filename,
  previous_filename: previous,
  status: previous === undefined ? 'modified' : 'renamed',
  additions: 1,
  deletions: 0,
});
const FILES = [file('docs/new.md'), file('src/api/users.ts')];

function changeOf(files = FILES, filesCut = false): Change {
  const start = { merge_base_commit: { sha: 'a' } };
  const comparison = { status: 'ahead', total_commits: 1, commits: [], files, filesCut, ...start };
  return { notes: [], comparison, merged: { pulls: [], line: [], complete: true } };
}

/** Why a change doesn't count. Without a merged pull request, nothing is read. */
async function check(change: Change, paths: string) {
  const rules = {
    paths: changeFields.paths.parse(paths),
    ignorePulls: undefined,
    prLabels: [],
    leavesOutOwn: true,
  };
  const narrowed = await narrowChange(change, rules, { workflowRun: {} } as Access);
  return isResult(narrowed) ? narrowed.reason : undefined;
}

describe('a change of docs/new.md and src/api/users.ts', () => {
  test.each([
    ['lib/**\nsrc/**', undefined],
    ['lib/**, web/[a-c]/**', 'No file in `paths` was changed.'],
    ['**, !**/*.md', undefined],
    ['**\n!**/*.md\n!src/**', 'No file in `paths` was changed.'],
    ['!**/*.md, docs/**', undefined],
    ['docs/**, !docs/**, docs/new.*', undefined],
    ['docs/**, !docs/**', 'No file in `paths` was changed.'],
  ])('with `paths: %s`: %s', async (paths, reason) => {
    expect(await check(changeOf(), paths)).toBe(reason);
  });

  test('counts if there may be more files', async () => {
    expect(await check(changeOf(FILES, true), 'lib/**')).toBeUndefined();
  });
});

test('a renamed file counts in both places', async () => {
  const change = changeOf([file('docs/new.md', 'src/old.md')]);
  expect(await check(change, 'src/**')).toBeUndefined();
  expect(await check(change, '**, !docs/**')).toBeUndefined();
  expect(await check(change, 'src/**, !**/*.md')).toBe('No file in `paths` was changed.');
});

describe('a push to another branch than the default one', () => {
  const BOT = { login: 'docs-agent[bot]', id: 1, type: 'Bot' };
  const PERSON = { login: 'octo-writer', id: 2, type: 'User' };
  const pull = { base: { ref: 'release/1' } } as GitHubPullRequest;
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

const PULLS = [
  ['chore(deps)!: bump a', { login: 'dependabot[bot]', id: 3, type: 'Bot' }, 'dependencies'],
  ['fix: wrong tag of latest: x', { login: 'ann', id: 4, type: 'User' }, 'area/api'],
  ['Add (WIP) docs/new', { login: 'Copilot', id: 5, type: 'Bot' }, 'a|b'],
  ['Test: all', { login: 'robot', id: 6, type: 'User' }, 'area/web'],
] as const;

/** The numbers of the pull requests that rules leave out, and the warnings. */
async function leaveOut(ignored: string, paths = '') {
  const change = changeOf([...FILES, file('.env')]);
  const pulls = PULLS.map(([title, user, label], index) => {
    const labels = [{ name: label }];
    return { number: index + 1, title, user, labels, base: {} } as unknown as GitHubPullRequest;
  });
  const line = pulls.map((pull) => ({ sha: `${pull.number}`, parents: [], pulls: [pull] })).reverse();
  const merged = { ...change.merged, pulls, line } as unknown as Merged;
  const warnings: string[] = [];
  const log = { warning: (text: string) => warnings.push(text), notice: () => undefined };
  const github = { changedFiles: async () => ({ ok: true, value: { items: FILES, cut: false } }) };
  const access = { log, github, workflowRun: { serverUrl: '', repository: '' } };
  const ignorePulls = changeFields.ignorePulls.parse(ignored);
  const rules = { ignorePulls, paths: changeFields.paths.parse(paths), prLabels: [], leavesOutOwn: false };
  const narrowed = await narrowChange({ ...change, merged }, rules, access as unknown as Access);
  const kept = isResult(narrowed) ? [] : narrowed.merged.pulls.map(({ number }) => number);
  const merges = narrowed.merges?.map(({ name, leftOut }) => `${name}: ${leftOut}`);
  return { left: [1, 2, 3, 4].filter((number) => !kept.includes(number)), warnings, merges };
}

describe('`ignore-pulls` leaves out', () => {
  test.each<[rule: string, numbers: number[]]>([
    ['title:chore*', [1]],
    ['title:CHORE(*', [1]],
    ['title:test:*', [4]],
    ['title:*wip*', [3]],
    ['title:*wip*new', [3]],
    ['title:*wip) docs/', []],
    ['title:*tag of latest: ?', []],
    ['title:tag of latest', [2]],
    ['title:test:', [2, 4]],
    ['label:area/*', [2, 4]],
    ['label:area', []],
    ['author:*[bot]', [1, 3]],
    ['author:dependabot[bot], author:Copilot', [1, 3]],
    [`- label:"area/api"\n- author:app/dependabot\n- Title: '(wip)'`, [1, 2, 3]],
    ['label:nothing, author:@dependabot, title:"(wip)"', [1, 3]],
    ['files:docs/**', [1, 2, 3, 4]],
    ['label:nothing, Files: "docs/**"', [1, 2, 3, 4]],
    ['files:docs/**, files:!docs/new.*', []],
    ['files:Docs/**', []],
  ])('%s: %j', async (rule, left) => {
    expect(await leaveOut(rule)).toMatchObject({ left, warnings: [] });
  });
});

test('names the bots that `author:*[bot]` leaves out', async () => {
  const { merges } = await leaveOut('author:*[bot], title:test:*');
  expect(merges).toEqual([
    '#2: undefined',
    '#1 by dependabot[bot]: author *[bot]',
    '#3 by Copilot: author *[bot]',
    '#4: title test:*',
  ]);
});

describe('a rule that nothing fits, and that looks like a regular expression, is a warning:', () => {
  test.each([
    ['title:chore.*', '', 'Nothing fits `chore.*`, which is no regular expression. Use `*`'],
    ['title:(docs|chore)', '', 'Nothing fits `(docs|chore)`'],
    ['title:/chore/', '', 'Nothing fits `/chore/`'],
    ['title:chore$, title:\\d+', '', 'Nothing fits `chore$`'],
    ['label:c|d', '', 'Nothing fits `c|d`'],
    ['label:!area', '', 'Nothing fits `!area`'],
    ['files:docs/.*', '', 'Nothing fits `docs/.*`'],
    ['', 'docs/(.*)', 'Nothing fits `docs/(.*)`'],
    ['', 'src/.*, docs/**', 'Nothing fits `src/.*`'],
    ['label:a|b, title:.x', '**, !lib/.*', undefined],
    ['', '.*', undefined],
    ['title:[skip docs], title:v1.*, title:chore(*)', 'README.*, src/**', undefined],
  ])('ignore-pulls: %s, paths: %s', async (ignored, paths, warning) => {
    const { warnings } = await leaveOut(ignored, paths);
    expect(warnings[0]).toEqual(warning && expect.stringContaining(warning));
  });
});
