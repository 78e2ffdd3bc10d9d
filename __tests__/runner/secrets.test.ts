import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hiderOf } from '../../src/runner/secrets.ts';
import { cut } from '../../src/text/line.ts';

const KEY = `mint_a/b+c&d<e>"f'g\\h`;

function hide(text: string, ...secrets: string[]): string {
  return hiderOf(secrets)(text);
}

describe('a secret', () => {
  test.each([
    ['as it is', KEY],
    ['in an address', encodeURIComponent(KEY)],
    [
      'in an address with small letters',
      encodeURIComponent(KEY).replace(/%../g, (code) => code.toLowerCase()),
    ],
    ['in JSON', JSON.stringify(KEY).slice(1, -1)],
    ['in JSON with escaped slashes', JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')],
    ['in HTML', 'mint_a/b+c&amp;d&lt;e&gt;&quot;f&#39;g\\h'],
  ])('is hidden %s', (_name, form) => {
    expect(hide(`key=${form}, again ${form}`, KEY)).toBe('key=***, again ***');
  });

  test('is hidden where a text was cut in the middle of it', () => {
    expect(hide('echo: mint_a/b+c…', KEY)).toBe('echo: ***…');
    expect(hide('echo: mint_…', KEY)).toBe('echo: mint_…');
  });

  test('that begins with another one is hidden whole', () => {
    expect(hide('abcdef', 'abc', 'abcdef')).toBe('***');
  });

  test('never shows more than its first characters, wherever a text with it is cut', () => {
    const key = fc.stringMatching(/^[a-z0-9_]{12,40}$/);
    fc.assert(
      fc.property(key, fc.nat(300), fc.integer({ min: 20, max: 300 }), (secret, before, limit) => {
        const text = cut(`${'-'.repeat(before)}${secret}${'-'.repeat(300)}`, limit);
        expect(hide(text, secret)).not.toContain(secret.slice(0, 7));
      }),
      { seed: 6 },
    );
  });
});
