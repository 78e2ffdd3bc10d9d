import type { ReasonCode } from '../reason-codes.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';
import { type Entry, hasFailed, isNotRequested, statusOf } from './entry.ts';

/**
 * The closed list of results of a batch: the words of its title, the cause for workflows, and whether the step fails. One
 * more, `skipped`, is reported before anything is loaded (`src/index.ts`).
 */
export const RESULTS = {
  completed: { title: 'completed', reasonCode: 'batch-completed', fails: false },
  incomplete: { title: 'some entries remain', reasonCode: 'batch-incomplete', fails: false },
  failed: { title: 'a job failed', reasonCode: 'batch-failed', fails: true },
  timeout: { title: 'the deadline passed', reasonCode: 'deadline', fails: true },
  interrupted: { title: 'interrupted', reasonCode: 'interrupted', fails: true },
  denied: { title: 'denied', reasonCode: 'not-permitted', fails: false },
  'dry-run': { title: 'dry run, nothing was sent', reasonCode: 'dry-run', fails: false },
  error: { title: 'error', reasonCode: 'input-invalid', fails: true },
} as const satisfies Readonly<Record<string, { title: string; reasonCode: ReasonCode; fails: boolean }>>;
export type BatchOutcome = keyof typeof RESULTS;

export interface BatchResult {
  readonly result: BatchOutcome;
  /** The cause, if it isn't the usual one of the result. */
  readonly reasonCode?: ReasonCode;
  readonly reason: string;
  readonly entries: readonly Entry[];
  /** Path below the workspace. */
  readonly file?: string;
  readonly commentUrl?: string | undefined;
  /** The whole body that the status comment should have, if its last edit failed: the post step tries again. */
  readonly unwritten?: string | undefined;
  readonly warnings: readonly string[];
  /** Where a dry run would have sent its entries. */
  readonly url?: string;
}

/** Every output of the step, in the order of its action.yml; an unknown value is the empty string. */
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
    reasonCode: outcome.reasonCode ?? RESULTS[outcome.result].reasonCode,
    commentUrl: outcome.commentUrl ?? '',
  };
}
