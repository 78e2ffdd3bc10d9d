import { expect, test } from '@jest/globals';
import { readGitHubPull, readGitHubRepository } from '../../src/pull-request/link.ts';

const SERVER = 'https://github.com';

test.each([
  ['acme/docs', { owner: 'acme', repo: 'docs' }],
  ['https://github.com/acme/.github.git/', { owner: 'acme', repo: '.github' }],
  ['acme/..', undefined],
  ['./.', undefined],
  ['../docs', undefined],
  ['acme/.git', undefined],
  ['acme/docs/issues', undefined],
  ['https://evil.example/acme/docs', undefined],
])('a repository that the service names %s', (text, repository) => {
  expect(readGitHubRepository(text, SERVER)).toEqual(repository);
});

test.each([
  ['https://github.com/acme/docs/pull/7', { owner: 'acme', repo: 'docs', number: 7 }],
  ['https://github.com/acme/../pull/7', undefined],
  ['https://github.com/acme/%2E%2E/pull/7', undefined],
  ['https://github.com/acme/docs/pull/7?x', undefined],
  ['https://github.com/acme/docs/x/pull/7', undefined],
  ['https://evil.example/acme/docs/pull/7', undefined],
])('a pull request that the service names %s', (link, pull) => {
  expect(readGitHubPull(link, SERVER)).toEqual(pull);
});
