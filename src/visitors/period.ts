/** A span of time that is asked for: from `from` up to, but not including, `to`. Epoch milliseconds. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The first moment and the one after the last that are taken: four digits must do for a year. */
const EARLIEST = 0;
const TOO_LATE = Date.UTC(10_000, 0, 1);

/** A date alone, or with a time of day that may have seconds, parts of them, and an offset. */
const FIXED =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-]\d\d)(?::?(\d\d))?)?)?$/i;

/**
 * Reads `YYYY-MM-DD`, a date and time in ISO 8601, `today`, or a span back from today like `7d`, `4w` or `3mo`, into epoch
 * milliseconds; undefined when it is none of them or does not exist. Days begin at midnight UTC, and without an offset a
 * time is in UTC.
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

/** The period of equal length that ends where `period` begins; undefined when it would begin before 1970. */
export function periodBefore({ from, to }: Period): Period | undefined {
  const before = { from: from - (to - from), to: from };
  return isInRange(before.from) ? before : undefined;
}

/** The moment in UTC as the service takes it: a date when it is a midnight, otherwise a date and time. */
export function formatMoment(moment: number): string {
  const [date = '', time = ''] = new Date(moment).toISOString().split('T');
  return time === '00:00:00.000Z' ? date : `${date}T${time.replace('.000Z', 'Z')}`;
}

function isInRange(at: number): boolean {
  return at >= EARLIEST && at < TOO_LATE;
}

/** Not a number when the time does not exist. */
function readFixed(text: string): number | undefined {
  const [, date, time = '00:00', second = '00', fraction = '0', hours = '+00', minutes = '00'] =
    FIXED.exec(text) ?? [];
  if (date === undefined) return undefined;
  // The platform reads a day that a month lacks as one of the next month, and the hour 24 as one of the next day.
  if (new Date(date).getUTCDate() !== Number(date.slice(-2)) || time.startsWith('24')) return undefined;
  return Date.parse(`${date}T${time}:${second}.${fraction.slice(0, 3)}${hours}:${minutes}`);
}

function daysBefore(today: Date, days: number): number {
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - days);
}

/** The same day of an earlier month, or that month's last day where it is shorter. */
function monthsBefore(today: Date, months: number): number {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(today.getUTCDate(), lastDay));
}
