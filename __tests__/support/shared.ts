import type { ProcessPool } from '../../sandbox/runner/process-pool.ts';

/** What `environment.ts` shares between test files. Scripts have none. */
export const { processes } = globalThis as { readonly processes?: ProcessPool | undefined };
