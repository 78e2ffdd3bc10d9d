import { TestEnvironment } from 'jest-environment-node';
import { processPool } from '../../sandbox/runner/process-pool.ts';
import * as gitHubContract from './github-contract.ts';

// This module is loaded once for all test files of a worker, and so is what it imports: GitHub's description of its API is
// large.

/** The processes in which the built action runs, one step after the other. With `OWN_PROCESSES` each step has its own. */
const processes = process.env['OWN_PROCESSES'] ? undefined : processPool();

/** Where a test file runs: Node, and what it shares with other files. */
export default class extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { processes, gitHubContract });
  }

  override async teardown(): Promise<void> {
    // What is counted is told when a process ends.
    if (process.env['ACTION_COVERAGE']) await processes?.close();
    await super.teardown();
  }
}
