import type { ReasonCode } from '../reason-codes.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';
import { type Entry, hasFailed, isNotRequested, statusOf } from './entry.ts';

/**
 * All results of a batch, with a title, the usual cause for workflows, and whether the step fails. `src/skip-or-start.ts` reports
 * another one, `skipped`, before it loads this file.
 */
export const BATCH_RESULTS = {
  completed: { title: 'completed', reasonCode: 'batch-completed', fails: false },
  incomplete: { title: 'some entries remain', reasonCode: 'batch-incomplete', fails: false },
  failed: { title: 'a job failed', reasonCode: 'batch-failed', fails: true },
  timeout: { title: 'the deadline passed', reasonCode: 'deadline', fails: true },
  interrupted: { title: 'interrupted', reasonCode: 'interrupted', fails: true },
  'dry-run': { title: 'dry run, nothing was sent', reasonCode: 'dry-run', fails: false },
  error: { title: 'error', reasonCode: 'input-invalid', fails: true },
} as const satisfies Readonly<Record<string, { title: string; reasonCode: ReasonCode; fails: boolean }>>;
export type BatchOutcome = keyof typeof BATCH_RESULTS;

export interface BatchResult {
  readonly result: BatchOutcome;
  /** Only if it isn't the usual one of the result. */
  readonly reasonCode?: ReasonCode;
  readonly reason: string;
  readonly entries: readonly Entry[];
  /** A path in the workspace. */
  readonly file?: string;
  readonly commentUrl?: string | undefined;
  /** The intended body of the status comment, if its last edit failed. The post step tries again. */
  readonly unwritten?: string | undefined;
  readonly warnings: readonly string[];
  /** The URL that a dry run would have sent its entries to. */
  readonly url?: string;
}

/** In the order of action.yml. An unknown value is empty. */
export function toBatchOutputs(outcome: BatchResult): Record<string, string> {
  const { entries } = outcome;
  const links = new Set(entries.map(({ prLink }) => prLink).filter((link) => link !== ''));
  return {
    // The file has the prompts.
    jobs: shellSafeJson(entries.map(({ prompt: _, ...entry }) => entry)),
    file: outcome.file ?? '',
    prLinks: shellSafeJson([...links]),
    succeeded: String(entries.filter((entry) => statusOf(entry) === 'succeeded').length),
    failed: String(entries.filter(hasFailed).length),
    remaining: shellSafeJson(entries.filter(isNotRequested).map(({ name }) => name)),
    result: outcome.result,
    reason: shellSafeText(outcome.reason),
    reasonCode: outcome.reasonCode ?? BATCH_RESULTS[outcome.result].reasonCode,
    commentUrl: outcome.commentUrl ?? '',
  };
}
