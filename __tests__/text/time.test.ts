import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { clockTime, formatDuration, parseDuration } from '../../src/text/time.ts';

describe('a duration', () => {
  test.each([
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['2h', 7_200_000],
    ['3d', 259_200_000],
    [' 5s ', 5_000],
    ['0s', 0],
  ])('of %j is %d ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(['', '30', 'm', '1.5h', '-5m', '1h30m', '30 m', '1H', '0x10s', '1e3s', '９０s', '9999999999s'])(
    'is not %j',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );

  test('is never NaN or negative, whatever the text is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{1,12}[smhd]?$/)), (text) => {
        const ms = parseDuration(text);
        expect(ms === undefined || (Number.isSafeInteger(ms) && ms >= 0)).toBe(true);
      }),
      { seed: 1 },
    );
  });

  test.each([
    [0, '0 s'],
    [1_400, '1 s'],
    [59_600, '1 min'],
    [125_000, '2 min 5 s'],
    [1_800_000, '30 min'],
    [4_200_000, '1 h 10 min'],
    [7_200_000, '2 h'],
  ])('of %d ms is shown as %j', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

test('a time is shown in UTC', () => {
  expect(clockTime(Date.UTC(2026, 0, 31, 9, 30, 5, 999))).toBe('2026-01-31 09:30:05 UTC');
});
