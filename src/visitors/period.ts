/** In epoch milliseconds; `to` is exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** `TOO_LATE` is exclusive: a year has four digits. */
const EARLIEST = 0;
const TOO_LATE = Date.UTC(10_000, 0, 1);

const FIXED =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-]\d\d)(?::?(\d\d))?)?)?$/i;

/**
 * Reads `YYYY-MM-DD`, a date and time in ISO 8601, `today`, or a span back from today like `7d`, `4w` or `3mo`, in UTC unless
 * it has an offset. Undefined for other texts and for dates that don't exist.
 */
export function readMoment(text: string, now: number): number | undefined {
  const today = new Date(now);
  if (text === 'today') return daysBefore(today, 0);
  const [, count, unit] = /^(\d{1,4})(d|w|mo)$/.exec(text) ?? [];
  if (unit === 'd') return daysBefore(today, Number(count));
  if (unit === 'w') return daysBefore(today, 7 * Number(count));
  if (unit === 'mo') return monthsBefore(today, Number(count));
  const at = readFixed(text);
  return at !== undefined && isInRange(at) ? at : undefined;
}

/** The period of equal length that ends when `period` begins; undefined when it would begin before 1970. */
export function periodBefore({ from, to }: Period): Period | undefined {
  const before = { from: from - (to - from), to: from };
  return isInRange(before.from) ? before : undefined;
}

/** As the service expects it: a date for midnight UTC, otherwise a date and time. */
export function formatMoment(moment: number): string {
  const [date = '', time = ''] = new Date(moment).toISOString().split('T');
  return time === '00:00:00.000Z' ? date : `${date}T${time.replace('.000Z', 'Z')}`;
}

function isInRange(at: number): boolean {
  return at >= EARLIEST && at < TOO_LATE;
}

/** NaN when the time doesn't exist. */
function readFixed(text: string): number | undefined {
  const [, date, time = '00:00', second = '00', fraction = '0', hours = '+00', minutes = '00'] =
    FIXED.exec(text) ?? [];
  if (date === undefined) return undefined;
  // `Date` reads February 30 as a day of March, and the hour 24 as one of the next day.
  if (new Date(date).getUTCDate() !== Number(date.slice(-2)) || time.startsWith('24')) return undefined;
  return Date.parse(`${date}T${time}:${second}.${fraction.slice(0, 3)}${hours}:${minutes}`);
}

function daysBefore(today: Date, days: number): number {
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - days);
}

/** The same day of an earlier month, or its last day if that month is shorter. */
function monthsBefore(today: Date, months: number): number {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(today.getUTCDate(), lastDay));
}
