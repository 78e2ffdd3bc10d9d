import { expect, test } from '@jest/globals';
import { soak } from '../../sandbox/soak/soak.ts';

test('20 runs with random faults: no job is created twice, none is lost, and every link is found', async () => {
  const { runs, requests, faults, findings } = await soak({ seed: 'short', runs: 20, lanes: 4 });
  expect(findings).toEqual([]);
  expect(runs).toHaveLength(20);
  expect(runs.filter(({ result }) => result === 'pull-request').length).toBeGreaterThan(4);
  expect(faults).toBeGreaterThan(20);
  expect(requests).toBeGreaterThan(100);
});
