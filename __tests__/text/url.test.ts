import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readUrl } from '../../src/text/url.ts';

describe('a foreign URL', () => {
  test.each([
    ['https://github.com/acme/docs/pull/7', 'https://github.com/acme/docs/pull/7'],
    ['http://[::1]:3000/a?b=c#d', 'http://[::1]:3000/a?b=c#d'],
    ['HTTPS://GitHub.com/Acme', 'https://github.com/Acme'],
    ['https://dev.azure.com/a/My%20Project/1', 'https://dev.azure.com/a/My%20Project/1'],
    ['https://a.example/bücher', 'https://a.example/b%C3%BCcher'],
    // A URL can contain these only encoded.
    ['https://a.example/`id`|b?{curl,evil}', 'https://a.example/%60id%60%7Cb?%7Bcurl,evil%7D'],
  ])('becomes a safe one: %s, %s', (text, url) => {
    expect(readUrl(text)).toBe(url);
  });

  test.each([
    ['a user that looks like a host', 'https://github.com@evil.example/acme/docs/pull/7'],
    ['a user and a password', 'https://a:b@evil.example/'],
    ['a password alone', 'https://:b@evil.example/'],
    ['a backslash before the host', 'https://evil.example\\@github.com/'],
    ['no slashes', 'https:github.com'],
    ['another scheme', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['a line break', 'https://a.example/\n::error::b'],
    ['a tab', 'https://a.exa\tmple/'],
    ['a space', 'https://a.example/a b'],
    ['an escape', 'https://a.example/\u001b[31m'],
    ['a change of direction', 'https://a.example/\u202egnp'],
    ['a zero-width character', 'https://a.exa\u200bmple/'],
    ['a lone surrogate', 'https://a.example/\ud800'],
    ['over 2,048 characters', `https://a.example/${'x'.repeat(2_031)}`],
    ['over 2,048 encoded characters', `https://a.example/${'ü'.repeat(400)}`],
    // Encoded, these would be part of a value.
    ['a second parameter', 'https://a.example/?branch=a&token=b'],
    ['a command', 'https://a.example/$(id)'],
    ['a quote', "https://a.example/'1'"],
    ['a semicolon', 'https://a.example/a;b'],
    ['nothing', ''],
  ])('with %s is invalid', (_name, text) => {
    expect(readUrl(text)).toBeUndefined();
  });

  test('of 2,048 characters is valid', () => {
    const longest = `https://a.example/${'x'.repeat(2_030)}`;
    expect(readUrl(longest)).toBe(longest);
  });

  test('stays the same when it is read again', () => {
    // Not `fc.webUrl`, which makes a table of all characters of Unicode.
    const rests = fc.string({
      unit: fc.constantFrom('a', '/', '?', '&', '=', '#', '%20', '%F0%9F%98%80', 'ü', '😀'),
    });
    const urls = fc.oneof(
      fc.tuple(fc.webAuthority(), rests).map(([host, rest]) => `https://${host}/${rest}`),
      fc.string().map((path) => `https://a.example/${path}`),
      fc.string().map((rest) => `https://${rest}`),
    );
    fc.assert(
      fc.property(urls, (text) => {
        const url = readUrl(text);
        if (url === undefined) return;
        expect(readUrl(url)).toBe(url);
        expect(url).toMatch(/^https?:\/\/[\w.:[\]-]+[\w.~:/?#@=+,%[\]-]*$/);
      }),
      { seed: 21 },
    );
  });
});
