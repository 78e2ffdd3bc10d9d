import type { Clock } from '../world/world.ts';

/** The least time between two requests of a batch, in milliseconds. */
export const SPACING = 500;

/** Hands out turns to send a request, evenly spaced. */
export interface Pacer {
  /** When the next turn can be had. */
  readonly freeAt: number;
  /** Takes the next turn and resolves when it has come, or when `stop` aborts. */
  turn(): Promise<void>;
}

export function openPacer(clock: Clock, stop: AbortSignal): Pacer {
  let last = Number.NEGATIVE_INFINITY;
  return {
    get freeAt() {
      return last + SPACING;
    },
    async turn() {
      // Counted from the turn and not from when a timer fired: late timers do not add up.
      last = Math.max(last + SPACING, clock.now());
      const wait = last - clock.now();
      if (wait <= 0) return;
      await clock.sleep(wait, stop).catch(() => {
        // Stopped: whoever sends sees that for himself.
      });
    },
  };
}
