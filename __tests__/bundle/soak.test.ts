import { expect, test } from '@jest/globals';
import { soak } from '../../sandbox/soak/soak.ts';

test('12 runs with random faults create no job twice, lose no job, and find every pull request', async () => {
  const { runs, requests, findings } = await soak({ seed: 'short', runs: 12, threads: 0, lanes: 4 });
  expect(findings).toEqual([]);
  expect(runs).toHaveLength(12);
  expect(runs.filter(({ result }) => result === 'pull-request').length).toBeGreaterThan(4);
  expect(requests.filter(({ fault }) => fault !== undefined).length).toBeGreaterThan(12);
  expect(requests.length).toBeGreaterThan(100);
});
