/**
 * Random requests in one thread, of which some are cut off or run again, while GitHub and the service fail at random.
 * `SCHEDULES=200 npm test -- threads-random` plays more of them.
 */
import { expect, test } from '@jest/globals';
import { soakThread } from '../../sandbox/soak/thread.ts';

const count = Number(process.env['SCHEDULES'] ?? 0);
const all = Array.from({ length: count }, (_, index) => index + 1);

/** By default two threads, one of which notices a note that a lagging list hides, and one whose requests overlap. */
test.each(count > 0 ? all : [2, 10])(
  'thread %i sends each request once, loses no job, and ends each request',
  async (seed) => {
    expect(await soakThread(`thread ${seed}`)).toEqual([]);
  },
);

test.each(count > 0 ? all : [2])('so does thread %i without the queue', async (seed) => {
  expect(await soakThread(`thread ${seed}`, { atOnce: true })).toEqual([]);
});
