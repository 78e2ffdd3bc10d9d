import { describe, expect, test } from '@jest/globals';
import { changeFields } from '../../src/inputs/change-fields.ts';

/** Undefined if the search is accepted. */
function problemOf(search: string): string | undefined {
  return changeFields.skipIfOpen.safeParse(search).error?.issues[0]?.message;
}

describe('`skip-if-open`', () => {
  test.each([
    '',
    'repo:acme/docs is:pr is:open head:mintlify/',
    'repo:acme/docs type:pr state:open',
    'user:@me IS:PR is:open',
    'repo:acme/docs is:pr is:open NOT label:a (head:a OR head:b)',
    'org:acme repo:acme/docs is:pr is:open',
    'org:acme -repo:acme/old -repo:acme/older is:pr is:open',
    '(repo:acme/docs OR repo:acme/api) is:pr is:open',
    'is:pr is:open ( repo:acme/docs OR repo:acme/api OR repo:acme/web ) head:mintlify/',
    'is:pr is:open ((repo:acme/docs label:docs) OR (repo:acme/api head:mintlify/))',
    'is:pr is:open (user:octocat OR org:acme) (label:a OR label:b)',
    'repo:acme/docs is:pr is:open OR repo:acme/api is:pr is:open',
    '(repo:acme/docs is:pr is:open) OR (repo:acme/api is:pr is:open)',
    'repo:acme/docs is:pr is:open label:"repo:x (OR repo:y"',
    'repo:acme/docs is:pr is:open head:repo:x',
  ])('accepts %j', (search) => {
    expect(problemOf(search)).toBeUndefined();
  });

  test.each([
    'repo:acme/docs repo:acme/api is:pr is:open',
    'repo:acme/docs is:pr is:open Repo:acme/api',
    'repo:acme/docs AND repo:acme/api is:pr is:open',
    'user:octocat user:acme is:pr is:open',
    'org:acme user:octocat is:pr is:open',
    '(repo:acme/docs repo:acme/api) is:pr is:open',
    '(repo:acme/docs or repo:acme/api) is:pr is:open',
    '((repo:acme/docs) (repo:acme/api)) is:pr is:open',
  ])('refuses %j, which GitHub finds nothing for', (search) => {
    expect(problemOf(search)).toMatch(
      /^must join several `repo:`, `user:` or `org:` with `OR` in parentheses/,
    );
  });

  test.each([
    '(is:pr is:open)',
    'is:pr is:open head:mintlify/ author:app/docs-agent',
    '-repo:acme/docs is:pr is:open head:mintlify/',
    'NOT repo:acme/docs is:pr is:open head:mintlify/',
    '-(repo:acme/docs label:a) is:pr is:open',
    'NOT (repo:acme/docs label:a) is:pr is:open',
    'REPO:acme/docs is:pr is:open',
    'repo:"acme/docs" is:pr is:open',
    'repo: is:pr is:open',
    'repo:acme is:pr is:open',
    'org: is:pr is:open',
    'is:pr is:open "repo:acme/docs"',
    'is:pr is:open label:"a repo:acme/docs b"',
    'is:pr is:open head:"a repo:acme/docs',
    'is:pr is:open head:repo:acme/docs',
    '(repo:acme/docs OR head:mintlify/) is:pr is:open',
    'repo:acme/docs OR is:pr is:open',
    'is:pr is:open (label:a OR (repo:acme/docs (label:b)))',
  ])('refuses %j, which finds pull requests in the repositories of strangers', (search) => {
    expect(problemOf(search)).toMatch(/^must limit the search by `repo:`, `org:` or `user:`/);
  });

  test.each([
    ['repo:acme/docs is:pr', 'must be a search that contains'],
    ['is:pr is:open\nrepo:acme/docs', 'must be one line'],
    [`is:pr is:open ${'('.repeat(250)}`, 'must be at most 256 characters'],
  ])('refuses %j', (search, words) => {
    expect(problemOf(search)).toContain(words);
  });
});
