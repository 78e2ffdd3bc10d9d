import type { Clock } from '../runner/clock.ts';

/** The least time between two requests of a batch, in milliseconds. */
export const SPACING = 500;

/** The turns to send a request, evenly spaced. Who gets one is the plan's to say. */
export interface Pacer {
  /** When the next turn can be had. */
  readonly freeAt: number;
  /** Takes the turn that has come. */
  take(): void;
}

export function openPacer(clock: Clock): Pacer {
  let last = Number.NEGATIVE_INFINITY;
  return {
    get freeAt() {
      return last + SPACING;
    },
    take() {
      last = clock.now();
    },
  };
}
