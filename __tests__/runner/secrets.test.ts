import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor, secretForms } from '../../src/runner/secrets.ts';

const KEY = `mint_a/b+c&d<e>"f'g\\h`;

function redact(text: string, ...secrets: string[]): string {
  return createRedactor(secrets)(text);
}

describe('a secret is redacted', () => {
  test.each([
    ['as it is', KEY],
    ['in base64', 'bWludF9hL2IrYyZkPGU+ImYnZ1xo'],
    ['in a URL', "mint_a%2Fb%2Bc%26d%3Ce%3E%22f'g%5Ch"],
    ['in JSON', `mint_a/b+c&d<e>\\"f'g\\\\h`],
    ['in HTML', 'mint_a/b+c&amp;d&lt;e&gt;&quot;f&#39;g\\h'],
  ])('%s', (_name, form) => {
    expect(redact(`key=${form}, again ${form}`, KEY)).toBe('key=***, again ***');
  });

  test.each([0, 1, 2])('in base64 with and without its padding (%i)', (more) => {
    const key = KEY + 'x'.repeat(more);
    const base64 = Buffer.from(key).toString('base64');
    expect(redact(base64, key)).toMatch(/^\*{3}=*$/);
    expect(redact(base64.replaceAll('=', ''), key)).toBe('***');
  });

  test('as a whole if it begins with another secret', () => {
    expect(redact('abcdef', 'abc', 'abcdef')).toBe('***');
  });

  test('in any text', () => {
    const secret = fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 60 });
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (key, before, after) => {
        fc.pre(!/^[* ]*$/.test(key));
        for (const form of secretForms(key))
          expect(redact(`${before}${form}${after}`, key)).not.toContain(form);
      }),
      { seed: 21, numRuns: 500 },
    );
  });

  test('if it is short, but not in base64, which other texts contain', () => {
    const base64 = Buffer.from('}').toString('base64');
    expect(redact(`a } ${base64}`, '}')).toBe(`a *** ${base64}`);
  });
});
