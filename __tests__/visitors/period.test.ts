import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { datesBefore, formatDate, readDate } from '../../src/visitors/period.ts';

const NOW = Date.UTC(2026, 4, 31, 23, 59, 59);

const read = (text: string, now = NOW) => {
  const date = readDate(text, now);
  return date === undefined ? undefined : formatDate(date);
};

const dateBetween = (min: string, max: string) =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true });

describe('a date', () => {
  test.each([
    ['2026-01-31', '2026-01-31'],
    ['2024-02-29', '2024-02-29'],
    ['1970-01-01', '1970-01-01'],
    ['2026-01-31T00:00:00Z', '2026-01-31'],
    ['2026-01-31T09:30', '2026-01-31T09:30:00Z'],
    ['2026-01-31t09:30:05z', '2026-01-31T09:30:05Z'],
    ['2026-01-31T09:30:05.25Z', '2026-01-31T09:30:05.250Z'],
    ['2026-01-31T09:30:05,123456789Z', '2026-01-31T09:30:05.123Z'],
    ['2026-01-31T09:30:05+02:00', '2026-01-31T07:30:05Z'],
    ['2026-01-31T22:00:00-0530', '2026-02-01T03:30:00Z'],
    ['2026-01-31T02:00:00+02', '2026-01-31'],
    ['today', '2026-05-31'],
    ['0d', '2026-05-31'],
    ['7d', '2026-05-24'],
    ['4w', '2026-05-03'],
    ['3mo', '2026-02-28'],
    ['1mo', '2026-04-30'],
    ['27mo', '2024-02-29'],
  ])('%s is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    '',
    'yesterday',
    '7',
    '-7d',
    '1y',
    '1.5d',
    '10000d',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '12026-01-01',
    '2026-01',
    '2026-01-31 09:30',
    '2026-01-31T',
    '2026-01-31T24:00:00Z',
    '2026-01-31T09:60Z',
    '2026-01-31T09:30:60Z',
    '2026-01-31T09:30:05+24:00',
    '2026-01-31T09:30:05+02:60',
    '２０２６-01-31',
  ])('must not be %p', (text) => {
    expect(read(text)).toBeUndefined();
  });

  test('months back keep the day, or become the last day of a shorter month', () => {
    fc.assert(
      fc.property(
        dateBetween('1990-01-01', '2090-01-01'),
        fc.integer({ min: 0, max: 200 }),
        (now, months) => {
          const then = new Date(read(`${months}mo`, now.getTime()) ?? '');
          const years = now.getUTCFullYear() - then.getUTCFullYear();
          expect(years * 12 + now.getUTCMonth() - then.getUTCMonth()).toBe(months);
          const dayAfter = new Date(then.getTime() + 86_400_000);
          const isLast = dayAfter.getUTCMonth() !== then.getUTCMonth();
          const [day, today] = [then.getUTCDate(), now.getUTCDate()];
          expect(day === today || (isLast && day < today)).toBe(true);
        },
      ),
    );
  });
});

describe('the period before', () => {
  const at = (text: string) => Date.parse(text);

  test.each([
    ['2026-03-01', '2026-03-31', '2026-01-30'],
    ['2026-03-01T12:00:00Z', '2026-03-01T18:00:00Z', '2026-03-01T06:00:00Z'],
  ])('of %s to %s starts at %s', (from, to, expected) => {
    expect(datesBefore(at(from), at(to))).toEqual({ from: expected, to: from });
  });

  test('must not begin before 1970', () => {
    expect(datesBefore(at('1990-01-01'), at('2026-01-01'))).toBeUndefined();
  });
});
