import type { ReasonCode } from '../reason-codes.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';
import { type JobRecord, standingOf } from './entry.ts';

/**
 * The closed list of results of a batch: the words of its title, the cause for workflows, and whether the step fails. One
 * more, `skipped`, is reported before anything is loaded (`src/index.ts`).
 */
export const RESULTS = {
  completed: { title: 'all jobs ended', reasonCode: 'batch-completed', fails: false },
  incomplete: { title: 'jobs remain', reasonCode: 'batch-incomplete', fails: false },
  failed: { title: 'a job failed', reasonCode: 'batch-failed', fails: true },
  timeout: { title: 'the deadline passed', reasonCode: 'deadline', fails: true },
  interrupted: { title: 'interrupted', reasonCode: 'interrupted', fails: true },
  denied: { title: 'denied', reasonCode: 'not-permitted', fails: false },
  'dry-run': { title: 'dry run, nothing was sent', reasonCode: 'dry-run', fails: false },
  error: { title: 'error', reasonCode: 'input-invalid', fails: true },
} as const satisfies Readonly<Record<string, { title: string; reasonCode: ReasonCode; fails: boolean }>>;
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
