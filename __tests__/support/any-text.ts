import fc, { type StringConstraints } from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

const character = fc
  .nat(0x10ffff - SURROGATES.count)
  .map((code) => String.fromCodePoint(code < SURROGATES.first ? code : code + SURROGATES.count));

/** A text of any characters. The unit `binary` does the same, but loads for a second in each test file. */
export function anyText(constraints: Omit<StringConstraints, 'unit'> = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}
