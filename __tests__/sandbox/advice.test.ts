/** What the play of a workflow advises: each rule by a mistake in a workflow that is right otherwise. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { adviceFor } from '../../sandbox/play/advice.ts';
import { parseWorkflow } from '../../sandbox/workflow/file.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const recipe = (name: string) =>
  readFileSync(`${EXAMPLES}${name}`, 'utf8').replaceAll('OWNER/REPO', 'acme/docs-agent-action');

const CHANGED = ['packages/core/src/index.ts', 'README.md', 'docs/index.md', 'docs/keys.md'];
const advise = (text: string) => adviceFor({ workflow: parseWorkflow(text), changed: CHANGED });

const COMMENT = recipe('first.yml');
const WEEKLY = recipe('weekly-digest.yml');

type Row = readonly [
  rule: string,
  text: string,
  before: string | RegExp,
  after: string,
  line: string | RegExp,
];

const ROWS: readonly Row[] = [
  [
    'the repository of the action',
    COMMENT,
    'acme/docs-agent-action',
    'OWNER/REPO',
    'Replace `OWNER/REPO` with the repository of this action.',
  ],
  [
    'a host in the file',
    COMMENT,
    /base-url: .*/,
    'base-url: https://api.mintlify.com',
    "The sandbox's service replaced https://api.mintlify.com. Check that host yourself.",
  ],
  [
    'a job that ends before the action can',
    COMMENT,
    'timeout-minutes: 35',
    'timeout-minutes: 30',
    'GitHub ends the job `docs` after 30 minutes, before the action can report its `timeout` of 30m. Set `timeout-minutes: 35`.',
  ],
  [
    'a long timeout',
    WEEKLY,
    'timeout: 1h',
    'timeout: 2h',
    /after 65 minutes, .* `timeout` of 2h\. Set `timeout-minutes: 125`/,
  ],
  [
    'runs that cancel each other',
    COMMENT,
    'queue: max',
    'cancel-in-progress: true',
    /^Remove `cancel-in-progress` from `docs`/,
  ],
  [
    'no group',
    COMMENT,
    / {4}concurrency:\n.*\n.*queue.*\n/,
    '',
    /^Add `concurrency` to `docs`, .*pull_request\.number }}` and `queue: max`/,
  ],
  [
    'waiting runs that are lost',
    COMMENT,
    / {6}queue: max.*\n/,
    '',
    /^Add `queue: max` to the `concurrency` of `docs`/,
  ],
  [
    'waiting merges that are lost',
    recipe('on-merge.yml').replaceAll('src/**', 'packages/**'),
    / {6}queue: max.*\n/,
    '',
    /^Add `queue: max` to the `concurrency` of `docs`/,
  ],
  [
    'a group that separates what shares a pull request',
    WEEKLY,
    'group: weekly-digest',
    `group: docs-\${{ github.sha }}`,
    /^Runs of `digest` share an open pull request, but not a group/,
  ],
  [
    'a runner for each comment',
    COMMENT,
    / {4}if: .*\n/,
    '',
    "Every comment starts a runner: add `if: startsWith(github.event.comment.body, '/docs')` to `docs`.",
  ],
  [
    'threads without a secret',
    COMMENT,
    / +thread-secret: .*\n/,
    '',
    /^Set `thread-secret` in `docs`: without it, the action forgets/,
  ],
  [
    'a folder as a glob',
    WEEKLY,
    '            **\n',
    '            packages\n',
    '`paths: packages` matches only a file with this name. For the files of the folder, use `packages/**`.',
  ],
  [
    'a glob that begins with a slash',
    WEEKLY,
    '            **\n',
    '            /packages/**\n',
    '`paths: /packages/**` matches no file, because paths begin at the root of the repository. Use `packages/**`.',
  ],
  [
    'a glob that begins with a dot',
    WEEKLY,
    '            **\n',
    '            ./packages/**\n',
    '`paths: ./packages/**` matches no file, because paths begin at the root of the repository. Use `packages/**`.',
  ],
  [
    'a slash in the filter of a push',
    recipe('monorepo-to-docs.yml'),
    'packages/*/src/**',
    '/packages/**',
    '`paths: /packages/**` matches no file, because paths begin at the root of the repository. Use `packages/**`.',
  ],
  [
    'a glob that matches nothing',
    WEEKLY,
    '            **\n',
    '            src/**\n',
    '`paths: src/**` matches none of the files that changed lately, like packages/core/src/index.ts, README.md, docs/index.md. A glob like `packages/**` does.',
  ],
  [
    'missing permissions',
    COMMENT,
    / {6}issues: write.*\n {6}pull-requests: write.*\n/,
    '      contents: read\n',
    'Add to `permissions:` of the job `docs`: `issues: write` (comments on issues), `pull-requests: write` (comments on pull requests).',
  ],
  [
    'no permission to comment on a merged pull request, with another token for that of the agent',
    recipe('monorepo-to-docs.yml'),
    / {6}pull-requests: write.*\n/,
    '',
    'Add to `permissions:` of the job `docs`: `pull-requests: write` (comments on pull requests).',
  ],
  [
    'no permission to find merged pull requests',
    recipe('monorepo-to-docs.yml').replace('comment: when-changed', 'comment: never'),
    / {6}pull-requests: write.*\n/,
    '',
    'Add to `permissions:` of the job `docs`: `pull-requests: read` (the merged pull requests).',
  ],
  [
    'no permissions at all',
    WEEKLY.replace('permissions: {}\n', ''),
    / {4}permissions:\n(?: {6}.*\n)*/,
    '',
    "Add to `permissions:` of the job `digest`: `pull-requests: write` (the mark on the agent's pull request).",
  ],
  [
    'secrets for branches',
    COMMENT,
    'issue_comment:\n    types: [created]',
    'pull_request_review:\n    types: [submitted]',
    /^`pull_request_review` runs the workflow file of the branch, .* SECURITY\.md/,
  ],
  [
    'a folder in the filter of a push',
    recipe('monorepo-to-docs.yml'),
    'packages/*/src/**',
    'packages',
    '`paths: packages` matches only a file with this name. For the files of the folder, use `packages/**`.',
  ],
];

describe('a mistake gets one line', () => {
  test.each(ROWS)('%s', (_rule, text, before, after, line) => {
    expect(advise(text)).toEqual([]);
    const wrong = text.replace(before, () => after);
    expect(wrong).not.toBe(text);
    expect(advise(wrong)).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)]);
  });
});
