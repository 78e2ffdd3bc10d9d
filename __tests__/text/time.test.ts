import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { clockTime, formatDuration, parseDuration } from '../../src/text/time.ts';

describe('a duration', () => {
  test.each([
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['2h', 7_200_000],
    [' 5s ', 5_000],
    ['0s', 0],
  ])('%j is %d ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each([
    '',
    '30',
    'm',
    '1.5h',
    '-5m',
    '1h30m',
    '30 m',
    '1d',
    '1H',
    '0x10s',
    '1e3s',
    '９０s',
    '9999999999s',
  ])('%j is none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  test('any text is a duration or none, and never NaN or negative', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{1,12}[smhd]?$/)), (text) => {
        const ms = parseDuration(text);
        expect(ms === undefined || (Number.isSafeInteger(ms) && ms >= 0)).toBe(true);
      }),
      { seed: 1 },
    );
  });

  test('what is written by people is read back', () => {
    fc.assert(
      fc.property(fc.nat(999_999), fc.constantFrom('s', 'm', 'h'), (count, unit) => {
        const size = { s: 1_000, m: 60_000, h: 3_600_000 }[unit] ?? 0;
        expect(parseDuration(`${count}${unit}`)).toBe(count * size);
      }),
      { seed: 2 },
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
  ])('%d ms reads %j', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

test('a moment is shown in UTC', () => {
  expect(clockTime(Date.UTC(2026, 0, 31, 9, 30, 5, 999))).toBe('2026-01-31 09:30:05 UTC');
});
