import type { ProcessPool } from '../../sandbox/runner/process-pool.ts';
import type * as contract from './github-contract.ts';

interface Shared {
  readonly processes?: ProcessPool | undefined;
  readonly gitHubContract?: typeof contract;
}

/** What `environment.ts` shares among test files; a script that uses what is beside this file has its own. */
const { processes, gitHubContract } = globalThis as Shared;

export { processes };
export const { requestFaults, answerFaults } = gitHubContract ?? (await import('./github-contract.ts'));
