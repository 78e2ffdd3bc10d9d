const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads a duration like `90s`, `30m`, `2h` or `7d`, in milliseconds. Undefined for other texts. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,7})(s|m|h|d)$/.exec(text.trim()) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
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
