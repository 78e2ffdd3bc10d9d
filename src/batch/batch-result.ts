import type { ReasonCode } from '../reason-codes.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';
import { hasFailed, isRemaining, type JobRecord, standingOf } from './entry.ts';

/** The closed list of what came of a batch, each with its words for a title. */
export const TITLES = {
  completed: 'all jobs ended',
  incomplete: 'jobs remain',
  failed: 'a job failed',
  timeout: 'the deadline passed',
  interrupted: 'interrupted',
  denied: 'denied',
  skipped: 'skipped',
  'dry-run': 'dry run, nothing was sent',
  error: 'error',
} as const;
export type Result = keyof typeof TITLES;

/** What became of a batch. */
export interface BatchResult {
  readonly result: Result;
  /** The cause, for workflows. */
  readonly reasonCode: ReasonCode;
  /** One sentence for a person. */
  readonly reason: string;
  readonly records: readonly JobRecord[];
  /** Path of the file below the workspace. */
  readonly file?: string | undefined;
  readonly commentUrl?: string | undefined;
  readonly warnings: readonly string[];
  /** What a dry run would have sent, and where. */
  readonly drafts?: { readonly address: string; readonly texts: readonly Draft[] } | undefined;
}

/** An instruction that a dry run would have sent. */
export interface Draft {
  readonly name: string;
  readonly text: string;
}

/** Whether the step fails. */
export function isFailedBatch({ result, records }: BatchResult): boolean {
  return result === 'error' || result === 'interrupted' || records.some(hasFailed);
}

/** Every output of the step, in the order of its action.yml; a value that is not known is the empty string. */
export function toBatchOutputs(outcome: BatchResult): Record<string, string> {
  const { records } = outcome;
  const links = new Set(records.map(({ prLink }) => prLink).filter((link) => link !== ''));
  return {
    jobs: shellSafeJson(records),
    file: outcome.file ?? '',
    prLinks: shellSafeJson([...links]),
    succeeded: String(records.filter((record) => standingOf(record) === 'succeeded').length),
    failed: String(records.filter(hasFailed).length),
    remaining: shellSafeJson(records.filter(isRemaining).map(({ name }) => name)),
    result: outcome.result,
    reason: shellSafeText(outcome.reason),
    reasonCode: outcome.reasonCode,
    commentUrl: outcome.commentUrl ?? '',
  };
}
