import { createHash } from 'node:crypto';

export type Chance = ReturnType<typeof chanceOf>;

/** Random decisions. The same seed gives the same decisions. */
export function chanceOf(seed: string) {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();
  // mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    /** At least 0, and less than 1. */
    next,
    /** A whole number, including both ends. */
    whole,
    happens: (probability: number) => next() < probability,
    pick: <T>(choices: readonly [T, ...T[]]): T => choices[whole(0, choices.length - 1)] ?? choices[0],
  };
}
