import { expect, test } from '@jest/globals';
import { commentAdvice } from '../../src/github/github-errors.ts';
import type { Failure } from '../../src/model/answer-or-failure.ts';

const refusal: Failure = {
  kind: 'refused',
  code: 'github-refused',
  message: 'GitHub refused the request.',
  outcome: 'not processed',
  transient: false,
  status: 403,
};
const MISSING = 'The job needs the permission `issues: write`, on a pull request `pull-requests: write`.';

test.each<[string, Partial<Failure>, string]>([
  ['a missing permission', {}, MISSING],
  ['a locked conversation', { message: 'because issue is locked' }, 'The conversation is locked: unlock it.'],
  ['too many comments', { message: 'Commenting is disabled on issues with more than 2500 comments' }, ''],
  ['a token without single sign-on', { message: 'Resource protected by organization SAML enforcement.' }, ''],
  ['an IP address', { message: 'the `acme` organization has an IP allow list enabled, and your IP' }, ''],
  [
    'a token that lives too long',
    { message: "forbids access via a fine-grained personal access tokens if the token's lifetime" },
    '',
  ],
  ['a suspended account', { message: 'Sorry. Your account was suspended.' }, ''],
  ['an archived repository', { message: 'Repository was archived so is read-only.' }, ''],
  ['a deleted comment', { status: 404 }, ''],
  ['a rate limit', { kind: 'limited' }, ''],
])('the advice about %s', (_case, change, advice) => {
  expect(commentAdvice({ ...refusal, ...change })).toBe(advice);
});
