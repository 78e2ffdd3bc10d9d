const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads a duration like `90s`, `30m`, `2h` or `7d`, in milliseconds. Undefined for other texts. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,7})(s|m|h|d)$/.exec(text.trim()) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
}

const FIXED =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-]\d\d)(?::?(\d\d))?)?)?$/i;

/** Reads a date, or a date and time, in ISO 8601, in UTC unless it has an offset. Undefined for one that doesn't exist. */
export function parseTime(text: string): number | undefined {
  const [, date, time = '00:00', second = '00', fraction = '0', hours = '+00', minutes = '00'] =
    FIXED.exec(text) ?? [];
  if (date === undefined) return undefined;
  // `Date` reads February 30 as a day in March, and the hour 24 as one of the next day.
  if (new Date(date).getUTCDate() !== Number(date.slice(-2)) || time.startsWith('24')) return undefined;
  const at = Date.parse(`${date}T${time}:${second}.${fraction.slice(0, 3)}${hours}:${minutes}`);
  return Number.isNaN(at) ? undefined : at;
}

/** At most two units: `45 s`, `2 min 5 s`, `1 h 10 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = hours > 0 ? 0 : seconds % 60;
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`, rest && `${rest} s`];
  return parts.filter(Boolean).join(' ') || '0 s';
}

/** Like `2026-01-31 09:30:00 UTC`. */
export function clockTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
