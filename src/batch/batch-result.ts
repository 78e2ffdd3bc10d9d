import type { ReasonCode } from '../reason-codes.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';
import { hasFailed, type JobRecord, standingOf } from './entry.ts';

/**
 * The closed list of what came of a batch, each with its words for a title, and its cause for workflows. One more,
 * `skipped`, is said before anything is loaded (`src/index.ts`).
 */
export const RESULTS = {
  completed: { title: 'all jobs ended', reasonCode: 'batch-completed' },
  incomplete: { title: 'jobs remain', reasonCode: 'batch-incomplete' },
  failed: { title: 'a job failed', reasonCode: 'batch-failed' },
  timeout: { title: 'the deadline passed', reasonCode: 'deadline' },
  interrupted: { title: 'interrupted', reasonCode: 'interrupted' },
  denied: { title: 'denied', reasonCode: 'not-permitted' },
  'dry-run': { title: 'dry run, nothing was sent', reasonCode: 'dry-run' },
  error: { title: 'error', reasonCode: 'input-invalid' },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly reasonCode: ReasonCode }>>;
export type Result = keyof typeof RESULTS;

export interface BatchResult {
  readonly result: Result;
  /** The cause, if it isn't the usual one of the result. */
  readonly reasonCode?: ReasonCode;
  readonly reason: string;
  readonly records: readonly JobRecord[];
  /** Path of the file below the workspace. */
  readonly file?: string | undefined;
  readonly commentUrl?: string | undefined;
  /** What the status comment could not be brought to say, as its whole body: the post step tries again. */
  readonly unwritten?: string | undefined;
  readonly warnings: readonly string[];
  /** Where a dry run would have sent the prompts of its records. */
  readonly address?: string | undefined;
}

export function isFailedBatch({ result, records }: BatchResult): boolean {
  return result === 'error' || result === 'interrupted' || records.some(hasFailed);
}

/** Every output of the step, in the order of its action.yml; a value that is not known is the empty string. */
export function toBatchOutputs(outcome: BatchResult): Record<string, string> {
  const { records } = outcome;
  const { succeeded = [], failed = [], 'not asked': remaining = [] } = Object.groupBy(records, standingOf);
  const links = new Set(records.map(({ prLink }) => prLink).filter((link) => link !== ''));
  return {
    // The file has the prompts.
    jobs: shellSafeJson(records.map(({ prompt: _, ...record }) => record)),
    file: outcome.file ?? '',
    prLinks: shellSafeJson([...links]),
    succeeded: String(succeeded.length),
    failed: String(failed.length),
    remaining: shellSafeJson(remaining.map(({ name }) => name)),
    result: outcome.result,
    reason: shellSafeText(outcome.reason),
    reasonCode: outcome.reasonCode ?? RESULTS[outcome.result].reasonCode,
    commentUrl: outcome.commentUrl ?? '',
  };
}
