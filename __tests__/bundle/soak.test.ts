import { expect, test } from '@jest/globals';
import { soak } from '../../sandbox/soak/soak.ts';

test('six runs with random faults create no job twice, lose no job, and find every pull request', async () => {
  const { runs, requests, findings } = await soak({ seed: 'short', runs: 6, threads: 0, lanes: 4 });
  expect(findings).toEqual([]);
  expect(runs).toHaveLength(6);
  expect(runs.filter(({ result }) => result === 'pull-request').length).toBeGreaterThan(2);
  expect(requests.filter(({ fault }) => fault !== undefined).length).toBeGreaterThan(6);
  expect(requests.length).toBeGreaterThan(50);
});
