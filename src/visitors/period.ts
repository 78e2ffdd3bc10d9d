import { parseTime } from '../text/time.ts';

/**
 * Reads `YYYY-MM-DD`, a date and time in ISO 8601, `today`, or a span back from today like `7d`, `4w` or `3mo`, in UTC unless
 * it has an offset. Undefined for other texts and for dates that don't exist.
 */
export function readDate(text: string, now: number): number | undefined {
  const [relative, count = 0, unit] = /^(?:today|(\d{1,4})(d|w|mo))$/.exec(text) ?? [];
  if (relative !== undefined) return before(new Date(now), Number(count), unit);
  return parseTime(text);
}

/** In the service's format; `to` is exclusive. */
export interface Dates {
  readonly from: string;
  readonly to: string;
}

export function toDates(from: number, to: number): Dates {
  return { from: formatDate(from), to: formatDate(to) };
}

/** The period of equal length right before another one. Undefined if it would begin before 1970. */
export function datesBefore(from: number, to: number): Dates | undefined {
  const start = from - (to - from);
  return start < 0 ? undefined : toDates(start, from);
}

/** In the service's format: a date for midnight UTC, otherwise a date and time. */
export function formatDate(at: number): string {
  const [date = '', time = ''] = new Date(at).toISOString().split('T');
  return time === '00:00:00.000Z' ? date : `${date}T${time.replace('.000Z', 'Z')}`;
}

function before(today: Date, count: number, unit: string | undefined): number {
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  if (unit !== 'mo') return Date.UTC(year, month, day - count * (unit === 'w' ? 7 : 1));
  // The same day of an earlier month, or its last day if that month is shorter.
  const lastDay = new Date(Date.UTC(year, month - count + 1, 0)).getUTCDate();
  return Date.UTC(year, month - count, Math.min(day, lastDay));
}
