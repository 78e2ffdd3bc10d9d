import type { Time } from '../time.ts';

const HOUR = 3_600_000;

/** Counts the uses of the last hour. */
export interface HourlyLimit {
  /** Counts a use. Returns `undefined` if it is allowed, otherwise when the limit resets (milliseconds since 1970). */
  use(key: string): number | undefined;
}

export function hourlyLimit(time: Time, most: () => number): HourlyLimit {
  const uses = new Map<string, number[]>();
  return {
    use(key) {
      const now = time.now();
      const recent = (uses.get(key) ?? []).filter((at) => at > now - HOUR);
      uses.set(key, recent);
      if (recent.length >= most()) return (recent[recent.length - most()] ?? now) + HOUR;
      recent.push(now);
      return undefined;
    },
  };
}
