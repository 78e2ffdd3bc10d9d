/** A span of time that is asked for: from `from` up to, but not including, `to`. Epoch milliseconds. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** A moment as it was asked for: fixed, or so many units back from the day that it is. */
export type Moment =
  | { readonly kind: 'at'; readonly at: number }
  | { readonly kind: 'back'; readonly count: number; readonly unit: keyof typeof BACK };

/** How far back from midnight a day, a week or a calendar month is. */
const BACK = {
  d: (today: Date, count: number) => daysBefore(today, count),
  w: (today: Date, count: number) => daysBefore(today, 7 * count),
  mo: (today: Date, count: number) => monthsBefore(today, count),
} as const;

/** The first moment and the one after the last that are taken: four digits must do for a year. */
const EARLIEST = 0;
const TOO_LATE = Date.UTC(10_000, 0, 1);

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * Reads `YYYY-MM-DD`, a date and time in ISO 8601, `today`, or a span back from today like `7d`, `4w` or `3mo`;
 * undefined when it is none of them or does not exist. Without an offset a time is in UTC.
 */
export function readMoment(text: string): Moment | undefined {
  if (text === 'today') return { kind: 'back', count: 0, unit: 'd' };
  const back = /^(\d{1,4})(d|w|mo)$/.exec(text);
  if (back !== null) return { kind: 'back', count: Number(back[1]), unit: back[2] as keyof typeof BACK };
  const at = readFixed(text);
  return at === undefined || !isInRange(at) ? undefined : { kind: 'at', at };
}

/** The moment in epoch milliseconds, as seen from `now`; days begin at midnight UTC. */
export function resolveMoment(moment: Moment, now: number): number {
  return moment.kind === 'at' ? moment.at : BACK[moment.unit](new Date(now), moment.count);
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

function readFixed(text: string): number | undefined {
  const [date = '', time, ...rest] = text.split(/T/i);
  const day = readDay(date);
  if (day === undefined || rest.length > 0) return undefined;
  if (time === undefined) return day;
  const span = readTime(time);
  return span === undefined ? undefined : day + span;
}

function readDay(text: string): number | undefined {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const at = Date.UTC(year, month - 1, day);
  // Date.UTC carries what is too much into the next month; a date that moved does not exist.
  return new Date(at).toISOString().startsWith(text) ? at : undefined;
}

/** Milliseconds since midnight UTC of a time of day with an offset. */
function readTime(text: string): number | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [, hour, minute, second = '0', fraction = '', offset = 'Z'] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const east = readOffset(offset);
  if (east === undefined) return undefined;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  return toSpan(Number(hour), Number(minute)) + Number(second) * 1000 + milliseconds - east;
}

function readOffset(text: string): number | undefined {
  if (/^z$/i.test(text)) return 0;
  const [hour, minute] = [Number(text.slice(1, 3)), Number(text.slice(3).replace(':', ''))];
  if (hour > 23 || minute > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * toSpan(hour, minute);
}

function toSpan(hours: number, minutes: number): number {
  return hours * 3_600_000 + minutes * 60_000;
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
