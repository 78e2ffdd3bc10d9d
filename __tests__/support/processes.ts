import { afterAll } from '@jest/globals';
import { processPool } from '../../sandbox/runner/process-pool.ts';

/**
 * The processes in which the built action runs, one step after the other, for all tests of a file. With `OWN_PROCESSES`
 * in the environment each step gets its own, which takes three times as long.
 */
export const processes = process.env['OWN_PROCESSES'] ? undefined : processPool();

afterAll(() => processes?.close());
