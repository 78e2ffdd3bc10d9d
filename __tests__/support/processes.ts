import type { ProcessPool } from '../../sandbox/runner/process-pool.ts';

/** What `environment.ts` shares among test files; nothing in a script that uses what is beside this file to measure. */
export const { processes } = globalThis as { processes?: ProcessPool | undefined };
