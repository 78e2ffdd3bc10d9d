import { TestEnvironment } from 'jest-environment-node';
import * as gitHubContract from '../../sandbox/github/contract.ts';
import { processPool } from '../../sandbox/runner/process-pool.ts';

// This module is loaded once for all test files of a worker, and so is what it imports: GitHub's description of its API is
// large.

/**
 * The processes in which the built action runs, one step after the other. With `OWN_PROCESSES` each step has its own, and on
 * Windows, where no folder can be removed that a process works in.
 */
const shared = !process.env['OWN_PROCESSES'] && process.platform !== 'win32';
const processes = shared ? processPool() : undefined;

/** What jest tells of a test. */
interface TestEvent {
  readonly name: string;
  readonly test?: { errors: readonly unknown[] };
}

/** All that was thrown; jest puts some errors into a pair with the place that the test was written at. */
function unwrap(thrown: unknown): unknown[] {
  if (Array.isArray(thrown)) return unwrap(thrown[0]).map((error) => [error, thrown[1]]);
  if ((thrown as Error | undefined)?.name !== 'SuppressedError') return [thrown];
  const { error, suppressed } = thrown as SuppressedError;
  return [...unwrap(suppressed), ...unwrap(error)];
}

/** Where a test file runs: Node, and what it shares with other files. */
export default class extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { processes, gitHubContract });
  }

  /** A test that fails, and then its scene as well, shows both errors and not only that there were two. */
  handleTestEvent({ name, test }: TestEvent): void {
    if (name !== 'test_done' || test === undefined) return;
    test.errors = test.errors.flatMap(unwrap);
  }

  override async teardown(): Promise<void> {
    // What is counted is told when a process ends.
    if (process.env['ACTION_COVERAGE']) await processes?.close();
    await super.teardown();
  }
}
