import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { limitDelay, readReset } from '../../src/http/usage-limit.ts';

const NOW = Date.UTC(2026, 4, 1, 12, 0, 0);
const SECOND = 1_000;
const httpDate = (moment: number) => new Date(moment).toUTCString();

describe('when a limit resets', () => {
  test.each<[string, Record<string, string>, number | undefined]>([
    ['Retry-After in seconds', { 'retry-after': '120' }, NOW + 120 * SECOND],
    ['Retry-After as a date', { 'retry-after': httpDate(NOW + 90 * SECOND) }, NOW + 90 * SECOND],
    [
      'Retry-After as a date of a server whose clock is an hour ahead',
      { 'retry-after': httpDate(NOW + 3690 * SECOND), date: httpDate(NOW + 3600 * SECOND) },
      NOW + 90 * SECOND,
    ],
    ['RateLimit-Reset in seconds from now', { 'ratelimit-reset': '45' }, NOW + 45 * SECOND],
    ['RateLimit-Reset as epoch seconds', { 'ratelimit-reset': String(NOW / 1000 + 45) }, NOW + 45 * SECOND],
    [
      'X-RateLimit-Reset as epoch seconds',
      { 'x-ratelimit-reset': String(NOW / 1000 + 60) },
      NOW + 60 * SECOND,
    ],
    ['X-RateLimit-Reset in seconds from now', { 'x-ratelimit-reset': '60' }, NOW + 60 * SECOND],
    [
      'X-RateLimit-Reset of a server whose clock is ten minutes behind',
      { 'x-ratelimit-reset': String(NOW / 1000 - 540), date: httpDate(NOW - 600 * SECOND) },
      NOW + 60 * SECOND,
    ],
    [
      'the first of all three',
      { 'retry-after': '10', 'ratelimit-reset': '20', 'x-ratelimit-reset': '30' },
      NOW + 10 * SECOND,
    ],
    [
      'the next one when the first cannot be read',
      { 'retry-after': 'soon', 'ratelimit-reset': '20' },
      NOW + 20 * SECOND,
    ],
    [
      'the next one when the first is beyond belief',
      { 'retry-after': '9'.repeat(30), 'ratelimit-reset': '20' },
      NOW + 20 * SECOND,
    ],
    ['nothing when epoch milliseconds are given', { 'x-ratelimit-reset': String(NOW) }, undefined],
    [
      'nothing when a clock was never set',
      { 'x-ratelimit-reset': String(NOW / 1000 + 60), date: httpDate(0) },
      undefined,
    ],
    [
      'Retry-After as a date that has passed',
      { 'retry-after': httpDate(NOW - 5 * SECOND) },
      NOW - 5 * SECOND,
    ],
    ['nothing when nothing is said', {}, undefined],
    ['nothing when it is no number', { 'ratelimit-reset': '-5', 'x-ratelimit-reset': 'NaN' }, undefined],
  ])('%s', (_name, headers, expected) => {
    expect(readReset(headers, NOW)).toBe(expected);
  });

  test('any headers give a finite moment or none', () => {
    const value = fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.bigInt({ min: 0n }).map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    const headers = fc.record(
      { 'retry-after': value, 'ratelimit-reset': value, 'x-ratelimit-reset': value, date: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(headers, (given) => {
        const reset = readReset(given as Record<string, string>, NOW);
        // A moment that can be shown.
        if (reset !== undefined) expect(() => new Date(reset).toISOString()).not.toThrow();
      }),
      { seed: 3 },
    );
  });
});

describe('how long a limit is waited for', () => {
  test('without a hint 30 s, doubling up to 5 min', () => {
    expect([1, 2, 3, 4, 5, 6].map((count) => limitDelay(undefined, NOW, count) / SECOND)).toEqual([
      30, 60, 120, 240, 300, 300,
    ]);
  });

  test('with a hint until the reset', () => {
    expect(limitDelay(NOW + 600 * SECOND, NOW, 1)).toBe(600 * SECOND);
  });

  test('hints that lie in the past are believed less and less', () => {
    expect([1, 2, 3, 9].map((count) => limitDelay(NOW - 5, NOW, count) / SECOND)).toEqual([1, 2, 4, 30]);
  });
});
