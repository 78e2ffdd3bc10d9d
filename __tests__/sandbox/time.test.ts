import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { virtualTime } from '../../sandbox/virtual-time.ts';

const START = Date.UTC(2026, 0, 5, 9);

test('sleeps end in the order of their times, then of their starts', async () => {
  const time = virtualTime();
  const seen: string[] = [];
  const note = (name: string, ms: number, ref = true) =>
    time.sleep(ms, { ref }).then(() => seen.push(`${name} ${time.now() - START}`));
  await Promise.all([note('c', 3), note('a', 1), note('background', 2, false), note('d', 3)]);
  expect(seen).toEqual(['a 1', 'background 2', 'c 3', 'd 3']);
});

test('time stands still while it is held', async () => {
  const time = virtualTime();
  const release = time.hold();
  let ended = false;
  const sleep = time.sleep(1).then(() => {
    ended = true;
  });
  for (let turns = 0; turns < 9; turns += 1) await setImmediate();
  expect(ended).toBe(false);
  release();
  release();
  await sleep;
  expect(time.now()).toBe(START + 1);
});
