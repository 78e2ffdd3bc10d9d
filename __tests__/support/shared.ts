import type { ProcessPool } from '../../sandbox/runner/process-pool.ts';

/** What `environment.ts` shares among test files; a script that uses what is beside this file has none. */
export const { processes } = globalThis as { readonly processes?: ProcessPool | undefined };
