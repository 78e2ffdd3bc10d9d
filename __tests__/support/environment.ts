import * as expressions from '@actions/expressions';
import { TestEnvironment } from 'jest-environment-node';
import * as undici from 'undici';
import * as yaml from 'yaml';
import * as mini from 'zod/mini';
import { gitShare } from '../../sandbox/git.ts';
import * as gitHubContract from '../../sandbox/github/contract.ts';
import * as webhooks from '../../sandbox/github/webhooks.ts';
import { recordCoverage } from './coverage.ts';

// A worker loads this module and its imports once for all test files. GitHub's descriptions are large, and the libraries have
// a hundred modules.

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

const { ACTION_COVERAGE } = process.env;
/** A worker can end at any time, so each test file writes its own. */
const writeCoverage = ACTION_COVERAGE === undefined ? undefined : recordCoverage(ACTION_COVERAGE);

/** Runs test files in Node, with what they share. */
export default class extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, {
      importShared: (url: string) => import(url),
      gitHubContract,
      webhooks,
      gitShare,
      libraries: { expressions, mini, undici, yaml },
    });
  }

  override async teardown(): Promise<void> {
    writeCoverage?.();
    await super.teardown();
  }

  /** If both a test and the closing of its scene fail, shows both errors and not only that there were two. */
  handleTestEvent({ name, test }: TestEvent): void {
    if (name !== 'test_done' || test === undefined) return;
    test.errors = test.errors.flatMap(unwrap);
  }
}
