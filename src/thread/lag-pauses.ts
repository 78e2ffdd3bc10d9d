import { LAG_PAUSE } from '../intervals.ts';
import { type Clock, slept } from '../runner/clock.ts';

/** A pause before each further read of what lags, twice as long each time; tells whether there was one, and all of it passed. */
export function lagPauses(count: number, clock: Clock, signal: AbortSignal): () => Promise<boolean> {
  let paused = 0;
  return async () => {
    paused += 1;
    return paused <= count && slept(LAG_PAUSE * 2 ** (paused - 1), clock, signal);
  };
}
