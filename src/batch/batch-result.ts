import type { ReasonCode } from '../model/reason-codes.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';
import { type Entry, hasFailed, isNotRequested, isOpen, statusOf } from './entry.ts';

/**
 * All results of a batch, with a title and the usual cause for workflows. `src/skip-or-start.ts` reports another one, `skipped`,
 * before it loads this file.
 */
export const BATCH_RESULTS = {
  completed: { title: 'completed', reasonCode: 'batch-completed' },
  started: { title: 'jobs are at work', reasonCode: 'job-started' },
  incomplete: { title: 'some entries remain', reasonCode: 'batch-incomplete' },
  failed: { title: 'a job failed', reasonCode: 'batch-failed' },
  timeout: { title: 'the deadline passed', reasonCode: 'deadline' },
  interrupted: { title: 'interrupted', reasonCode: 'interrupted' },
  'dry-run': { title: 'dry run, nothing was sent', reasonCode: 'dry-run' },
  error: { title: 'error', reasonCode: 'input-invalid' },
} as const satisfies Readonly<Record<string, { title: string; reasonCode: ReasonCode }>>;
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

export function outcomeOf(entries: readonly Entry[]): BatchOutcome {
  if (entries.some(hasFailed)) return 'failed';
  if (entries.some(isOpen)) return 'started';
  return entries.some(isNotRequested) ? 'incomplete' : 'completed';
}

/** In the order of action.yml. An unknown value is empty. */
export function toBatchOutputs(outcome: BatchResult): Record<string, string> {
  const { entries } = outcome;
  const links = new Set(entries.map(({ prLink }) => prLink).filter((link) => link !== ''));
  return {
    // The file has the prompts.
    jobs: shellSafeJson(entries.map(({ prompt: _, promptHash: __, sentAt: ___, ...entry }) => entry)),
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
