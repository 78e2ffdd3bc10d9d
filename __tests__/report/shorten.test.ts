import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shorten } from '../../src/report/own-comment.ts';
import { anyText } from '../support/any-text.ts';

describe('Markdown that is too long', () => {
  test('what fits is untouched', () => {
    expect(shorten('short', 1000)).toBe('short');
  });

  test('a cut is said, at a whole character', () => {
    const text = shorten('😀'.repeat(1000), 1001);
    expect(text).toMatch(/^(😀)+\n\n… cut here/u);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1001);
  });

  test('any Markdown ends up within the limit', () => {
    fc.assert(
      fc.property(anyText({ minLength: 400, maxLength: 2000 }), (text) => {
        expect(Buffer.byteLength(shorten(text, 1000))).toBeLessThanOrEqual(1000);
      }),
      { seed: 11 },
    );
  });
});
