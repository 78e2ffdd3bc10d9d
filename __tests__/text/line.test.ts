import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cut, replaceCutOff } from '../../src/text/line.ts';

/** The meaning, one length after the other, the longest first. */
function replaceEach(text: string, whole: string, least: number): string {
  let replaced = text;
  for (let length = whole.length - 1; length >= least; length -= 1)
    replaced = replaced.replaceAll(`${whole.slice(0, length)}…`, '***…');
  return replaced;
}

/** Of few letters, so that what is left of a text holds its beginning once more. */
const letters = (signs: readonly string[], minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...signs), minLength, maxLength });

describe('what was cut off', () => {
  test.each([
    ['one abcdefg… two', 'one ***… two'],
    ['abcd… abc… ab…', '***… ***… ab…'],
    ['ababcd… abcabc… abcdefgh…', 'ab***… abc***… abcdefgh…'],
    ['abcdefgh', 'abcdefgh'],
    ['…abcdefg', '…abcdefg'],
  ])('of `abcdefgh` in %j', (text, shown) => {
    expect(replaceCutOff(text, 'abcdefgh', 3, '***')).toBe(shown);
  });

  test('is replaced as far as it is left, also where its beginning comes again and again', () => {
    let found = 0;
    const parts = fc.array(fc.record({ length: fc.nat(12), end: fc.constantFrom('…', '…', 'x', '') }));
    fc.assert(
      fc.property(letters(['x', 'y'], 3, 12), parts, (whole, lengths) => {
        const text = lengths.map(({ length, end }) => `${whole.slice(0, length)}${end}`).join('');
        const expected = replaceEach(text, whole, 3);
        expect(replaceCutOff(text, whole, 3, '***')).toBe(expected);
        found += Number(expected !== text);
      }),
      { seed: 31, numRuns: 500 },
    );
    expect(found).toBeGreaterThan(200);
  });

  test('leaves no more of a text with an ellipsis of its own, wherever that is cut', () => {
    fc.assert(
      fc.property(
        letters(['x', 'y', '…'], 8, 30),
        fc.nat(20),
        fc.integer({ min: 8, max: 40 }),
        (whole, before, limit) => {
          const text = cut(`${'-'.repeat(before)}${whole}${'-'.repeat(40)}`, limit);
          if (!text.includes(whole))
            expect(replaceCutOff(text, whole, 3, '***')).not.toContain(whole.slice(0, 4));
        },
      ),
      { seed: 32 },
    );
  });

  test('is looked for in a large text with many ellipses, and that takes no time however long it is', () => {
    const whole = `ghs_${'0123456789abcdef'.repeat(4_000)}`;
    const text = `${whole.slice(0, 60)} … no end of words. `.repeat(80_000);
    expect(replaceCutOff(text, whole, 7, '***')).toBe(text);
  });
});
