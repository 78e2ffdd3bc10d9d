import { processPool } from '../../sandbox/runner/process-pool.ts';

/**
 * The processes in which the built action runs, one step after the other, for all tests of a file. With `OWN_PROCESSES`
 * in the environment, and in scripts that use what is beside this file to measure, each step has one of its own.
 */
export const processes =
  process.env['JEST_WORKER_ID'] === undefined || process.env['OWN_PROCESSES'] ? undefined : processPool();

if (processes !== undefined) {
  // It can be loaded within a test only.
  const { afterAll } = await import('@jest/globals');
  afterAll(() => processes.close());
}
