import * as expressions from '@actions/expressions';
import { TestEnvironment } from 'jest-environment-node';
import * as yaml from 'yaml';
import { runGit } from '../../sandbox/git.ts';
import * as gitHubContract from '../../sandbox/github/contract.ts';
import * as webhooks from '../../sandbox/github/webhooks.ts';
import { processPool } from '../../sandbox/runner/process-pool.ts';

// A worker loads this module and its imports once for all test files. GitHub's descriptions are large, and the libraries have
// a hundred modules.

/**
 * The processes that run the steps, one step after the other. Each step has its own process with `OWN_PROCESSES`, and on
 * Windows, which can't remove a folder that a process works in.
 */
const shared = !process.env['OWN_PROCESSES'] && process.platform !== 'win32';
const processes = shared ? processPool() : undefined;

/** An event of jest about a test. */
interface TestEvent {
  readonly name: string;
  readonly test?: { errors: readonly unknown[] };
}

/** All errors that were thrown. Jest puts some errors into a pair with the place of the test. */
function unwrap(thrown: unknown): unknown[] {
  if (Array.isArray(thrown)) return unwrap(thrown[0]).map((error) => [error, thrown[1]]);
  if ((thrown as Error | undefined)?.name !== 'SuppressedError') return [thrown];
  const { error, suppressed } = thrown as SuppressedError;
  return [...unwrap(suppressed), ...unwrap(error)];
}

/** Runs test files in Node, with what they share. */
export default class extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, {
      processes,
      gitHubContract,
      webhooks,
      runGit,
      libraries: { expressions, yaml },
    });
  }

  /** If both a test and the closing of its scene fail, shows both errors and not only that there were two. */
  handleTestEvent({ name, test }: TestEvent): void {
    if (name !== 'test_done' || test === undefined) return;
    test.errors = test.errors.flatMap(unwrap);
  }

  override async teardown(): Promise<void> {
    // A process writes its coverage when it ends.
    if (process.env['ACTION_COVERAGE']) await processes?.close();
    await super.teardown();
  }
}
