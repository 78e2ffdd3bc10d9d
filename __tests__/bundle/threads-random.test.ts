/**
 * Random requests in one thread, of which some are cut off or run again, while GitHub and the service fail at random.
 * `SCHEDULES=100 SEED=any npm test -- threads-random` plays more of them. The same seed plays the same threads.
 */
import { expect, test } from '@jest/globals';
import { playRandomThread } from '../support/random-thread.ts';

const { SEED: seed = 'thread', SCHEDULES: count = '0' } = process.env;
const all = Array.from({ length: Number(count) }, (_, index) => index + 1);

/** By default two threads, one of which notices a note that a lagging list hides, and one whose requests overlap. */
test.each(all.length > 0 ? all : [2, 10])(
  `${seed} %i sends each request once, loses no job, and ends each request`,
  async (number) => {
    expect(await playRandomThread(`${seed} ${number}`)).toEqual([]);
  },
);

test.each(all.length > 0 ? all : [2])(`so does ${seed} %i without the queue`, async (number) => {
  expect(await playRandomThread(`${seed} ${number}`, { atOnce: true })).toEqual([]);
});
