import { clockOf } from '../../sandbox/time.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';
import type { Clock } from '../../src/runner/clock.ts';

/** A clock in virtual time: it moves to the next end of a sleep when everything sleeps. */
export const fakeClock = (): Clock => clockOf(virtualTime());
