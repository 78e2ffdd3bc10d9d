import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readNumber } from '../../src/job/pull-request-link.ts';
import { readUrl } from '../../src/text/url.ts';

describe('the link to a pull request', () => {
  test.each([
    ['https://github.com/acme/docs/pull/7', 7],
    ['https://github.example.com/acme/docs/pull/7/', 7],
    ['https://gitlab.com/group/sub/docs/-/merge_requests/12', 12],
    ['https://bitbucket.org/acme/docs/pull-requests/3', 3],
    ['https://codeberg.org/acme/docs/pulls/44', 44],
    ['https://dev.azure.com/acme/docs/_git/docs/pullrequest/9', 9],
    ['https://example.com/changes/99', undefined],
  ])('%s has number %p', (address, number) => {
    const link = readUrl(address);
    expect(link).toBe(address);
    expect(readNumber(link ?? '')).toBe(number);
  });

  test.each([
    '',
    'acme/docs#7',
    'javascript:alert(1)',
    'ftp://example.com/7',
    'https://',
    'file:///etc/passwd',
  ])('%p is none', (address) => {
    expect(readUrl(address)).toBeUndefined();
  });

  test('any text is an http(s) address on one line, or none', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((path) => `https://a.b/${path}`),
        ),
        (text) => {
          const link = readUrl(text);
          if (link === undefined) return;
          expect(link).toMatch(/^https?:\/\/[^\s<>"]+$/);
          readNumber(link);
        },
      ),
      { seed: 6 },
    );
  });
});
