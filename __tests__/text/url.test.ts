import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readUrl } from '../../src/text/url.ts';

describe('a foreign address', () => {
  test.each([
    ['https://github.com/acme/docs/pull/7', 'https://github.com/acme/docs/pull/7'],
    ['http://[::1]:3000/a?b=c#d', 'http://[::1]:3000/a?b=c#d'],
    ['HTTPS://GitHub.com/Acme', 'https://github.com/Acme'],
    ['https://dev.azure.com/a/My Project/1'.replace(' ', '%20'), 'https://dev.azure.com/a/My%20Project/1'],
    ['https://a.example/bücher', 'https://a.example/b%C3%BCcher'],
    // What a shell would carry out means the same to a server.
    [
      "https://a.example/$(id)/`id`/'(1)';a|b&c",
      'https://a.example/%24%28id%29/%60id%60/%27%281%29%27%3Ba%7Cb%26c',
    ],
    ['https://a.example/?x&{curl,evil}', 'https://a.example/?x%26%7Bcurl,evil%7D'],
  ])('%s is %s', (text, address) => {
    expect(readUrl(text)).toBe(address);
  });

  test.each([
    ['a user that looks like a host', 'https://github.com@evil.example/acme/docs/pull/7'],
    ['a user and a password', 'https://a:b@evil.example/'],
    ['a password alone', 'https://:b@evil.example/'],
    ['a backslash before the host', 'https://evil.example\\@github.com/'],
    ['no slashes', 'https:github.com'],
    ['another scheme', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['a line end', 'https://a.example/\n::error::b'],
    ['a tab', 'https://a.exa\tmple/'],
    ['a blank', 'https://a.example/a b'],
    ['an escape', 'https://a.example/\u001b[31m'],
    ['another direction', 'https://a.example/\u202egnp'],
    ['a character of no width', 'https://a.exa\u200bmple/'],
    ['half a character', 'https://a.example/\ud800'],
    ['over 2,048 characters', `https://a.example/${'x'.repeat(2_031)}`],
    ['over 2,048 characters once it is encoded', `https://a.example/${'ü'.repeat(400)}`],
    ['nothing', ''],
  ])('with %s is none', (_name, text) => {
    expect(readUrl(text)).toBeUndefined();
  });

  test('of 2,048 characters is one', () => {
    const longest = `https://a.example/${'x'.repeat(2_030)}`;
    expect(readUrl(longest)).toBe(longest);
  });

  test('is read again as itself', () => {
    const addresses = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string().map((path) => `https://a.example/${path}`),
      fc.string().map((rest) => `https://${rest}`),
    );
    fc.assert(
      fc.property(addresses, (text) => {
        const address = readUrl(text);
        if (address === undefined) return;
        expect(readUrl(address)).toBe(address);
        expect(address).toMatch(/^https?:\/\/[\w.:[\]-]+[\w.~:/?#@=+,%[\]-]*$/);
      }),
      { seed: 21 },
    );
  });
});
