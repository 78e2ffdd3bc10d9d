const UNITS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Reads a duration like `90s`, `30m` or `2h` into milliseconds; undefined when it is none. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})([smh])$/.exec(text.trim());
  const unit = UNITS[match?.[2] as keyof typeof UNITS];
  return match === null ? undefined : Number(match[1]) * unit;
}

/** Reads a span back in time like `12h` or `7d` into milliseconds; undefined when it is none. */
export function parseSpan(text: string): number | undefined {
  const match = /^(\d{1,4})([hd])$/.exec(text.trim());
  return match === null ? undefined : Number(match[1]) * UNITS.h * (match[2] === 'd' ? 24 : 1);
}

/** A span in words of at most two units: `45 s`, `2 min 5 s`, `1 h 10 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const [large, small, size, names] =
    seconds < 3600 ? [60, 1, 60, ['min', 's']] : [3600, 60, 60, ['h', 'min']];
  const rest = Math.floor((seconds % large) / small) % size;
  return `${Math.floor(seconds / large)} ${names[0]}${rest > 0 ? ` ${rest} ${names[1]}` : ''}`;
}

/** A moment in UTC as logs and errors show it, like `2026-01-31 09:30:00 UTC`. */
export function clockTime(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
