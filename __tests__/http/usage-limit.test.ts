import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { limitDelay, readReset } from '../../src/http/usage-limit.ts';

const NOW = Date.UTC(2026, 4, 1, 12, 0, 0);
const SECOND = 1_000;
const httpDate = (moment: number) => new Date(moment).toUTCString();
const epoch = (seconds: number) => String(NOW / SECOND + seconds);

describe('a limit resets', () => {
  test.each<[string, Record<string, string>, seconds: number]>([
    ['Retry-After in seconds', { 'retry-after': '120' }, 120],
    ['Retry-After as a date', { 'retry-after': httpDate(NOW + 90 * SECOND) }, 90],
    ['Retry-After as a past date', { 'retry-after': httpDate(NOW - 5 * SECOND) }, -5],
    ['RateLimit-Reset in seconds', { 'ratelimit-reset': '45' }, 45],
    ['RateLimit-Reset as epoch seconds', { 'ratelimit-reset': epoch(45) }, 45],
    ['X-RateLimit-Reset as epoch seconds', { 'x-ratelimit-reset': epoch(60) }, 60],
    ['the first of three', { 'retry-after': '10', 'ratelimit-reset': '20', 'x-ratelimit-reset': '30' }, 10],
    ['the next header if the first is unreadable', { 'retry-after': 'soon', 'ratelimit-reset': '20' }, 20],
    ['the next if the first is implausible', { 'retry-after': '9'.repeat(30), 'ratelimit-reset': '20' }, 20],
  ])('by %s', (_name, headers, seconds) => {
    expect(readReset(headers, NOW)).toBe(NOW + seconds * SECOND);
  });

  test.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['epoch milliseconds', { 'x-ratelimit-reset': String(NOW) }],
    ['no number', { 'ratelimit-reset': '-5', 'x-ratelimit-reset': 'NaN' }],
  ])('at an unknown time by %s', (_name, headers) => {
    expect(readReset(headers, NOW)).toBeUndefined();
  });

  test('at a valid date or an unknown time, whatever the headers are', () => {
    const value = fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.bigInt({ min: 0n }).map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    const headers = fc.record(
      { 'retry-after': value, 'ratelimit-reset': value, 'x-ratelimit-reset': value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(headers, (given) => {
        const reset = readReset(given as Record<string, string>, NOW);
        if (reset !== undefined) expect(() => new Date(reset).toISOString()).not.toThrow();
      }),
      { seed: 3 },
    );
  });
});

describe('the action waits for a limit', () => {
  const seconds = (resetAt: number | undefined, ...counts: number[]) =>
    counts.map((count) => limitDelay(resetAt, NOW, count) / SECOND);

  test('at first 30 s without a reset, then twice as long up to 5 min', () => {
    expect(seconds(undefined, 1, 2, 3, 4, 5, 6)).toEqual([30, 60, 120, 240, 300, 300]);
  });

  test('until its reset', () => {
    expect(seconds(NOW + 600 * SECOND, 1)).toEqual([600]);
  });

  test('longer each time if the reset has passed', () => {
    expect(seconds(NOW - 5, 1, 2, 3, 9)).toEqual([1, 2, 4, 30]);
  });
});
