import { TestEnvironment } from 'jest-environment-node';
import { processPool } from '../../sandbox/runner/process-pool.ts';

/**
 * The processes in which the built action runs, one step after the other, for all test files of a worker: this module is
 * loaded once for them all. With `OWN_PROCESSES` each step has one of its own.
 */
const processes = process.env['OWN_PROCESSES'] ? undefined : processPool();

/** Where a test file runs: Node, and what it shares with other files. */
export default class extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { processes });
  }

  override async teardown(): Promise<void> {
    // What is counted is told when a process ends.
    if (process.env['ACTION_COVERAGE']) await processes?.close();
    await super.teardown();
  }
}
