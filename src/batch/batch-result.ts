import type { Result } from '../job/request-result.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';

/** The closed list of what may be said of one entry of a batch; an empty result means that its turn is yet to come. */
export const ENTRY_RESULTS = [
  'pull-request',
  'no-pull-request',
  'archived',
  'failed',
  'timeout',
  'interrupted',
  'error',
  'unknown',
  'asking',
  'working',
  'remaining',
  'skipped',
  'dry-run',
] as const;
export type EntryResult = (typeof ENTRY_RESULTS)[number];

/** How one entry's job ended. */
export function toEntryResult(result: Result): EntryResult {
  return ENTRY_RESULTS.find((word) => word === result) ?? 'error';
}

/** The closed list of what came of a batch. */
export const BATCH_RESULTS = [
  'completed',
  'incomplete',
  'failed',
  'timeout',
  'interrupted',
  'denied',
  'skipped',
  'dry-run',
  'error',
] as const;
export type BatchResult = (typeof BATCH_RESULTS)[number];

/** The outputs of the batch action, in the order of its action.yml. */
export const BATCH_OUTPUT_NAMES = [
  'jobs',
  'file',
  'prLinks',
  'succeeded',
  'failed',
  'remaining',
  'result',
  'reason',
  'commentUrl',
] as const;
export type BatchOutputName = (typeof BATCH_OUTPUT_NAMES)[number];

/** One entry as the output `jobs` and the file show it; a value that is not known is empty. */
export interface JobRecord {
  readonly name: string;
  /** Path of the prompt file below the workspace. */
  readonly promptFile: string;
  readonly jobId: string;
  readonly result: EntryResult | '';
  /** One sentence. */
  readonly reason: string;
  /** An http(s) address. */
  readonly prLink: string;
  /** Seconds from the create, or the first look, to the end; null while there is none. */
  readonly duration: number | null;
  /** The instruction, as long as there surely is no job for it, and it is in no file. */
  readonly prompt?: string | undefined;
}

/** What became of a batch. */
export interface BatchOutcome {
  readonly result: BatchResult;
  /** One sentence for a person. */
  readonly reason: string;
  readonly records: readonly JobRecord[];
  /** Path of the file below the workspace. */
  readonly file?: string | undefined;
  readonly commentUrl?: string | undefined;
  readonly warnings: readonly string[];
  /** What a dry run would have sent, and where. */
  readonly drafts?: { readonly address: string; readonly texts: readonly Draft[] };
}

/** An instruction that a dry run would have sent. */
export interface Draft {
  readonly name: string;
  readonly text: string;
}

const SUCCEEDED: ReadonlySet<string> = new Set<Result>(['pull-request', 'no-pull-request', 'archived']);
const FAILED: ReadonlySet<string> = new Set<EntryResult>([
  'failed',
  'timeout',
  'interrupted',
  'error',
  'unknown',
]);
const ASKED_NEVER: ReadonlySet<string> = new Set<JobRecord['result']>(['remaining', '']);

export function hasSucceeded({ result }: Pick<JobRecord, 'result'>): boolean {
  return SUCCEEDED.has(result);
}

/** Whether the entry makes the step fail. */
export function hasFailed({ result }: Pick<JobRecord, 'result'>): boolean {
  return FAILED.has(result);
}

/** Whether nothing was ever sent for the entry, although something should be. */
export function isRemaining({ result, jobId }: Pick<JobRecord, 'result' | 'jobId'>): boolean {
  return ASKED_NEVER.has(result) && jobId === '';
}

/** Whether this run has begun with it, and has not ended. */
export function isAtWork({ result }: Pick<JobRecord, 'result'>): boolean {
  return result === 'working' || result === 'asking';
}

/** Whether the service or GitHub refused it, so that there surely is no job. */
export function isRefused({ result, jobId }: Pick<JobRecord, 'result' | 'jobId'>): boolean {
  return result === 'error' && jobId === '';
}

/** Whether the job goes on without being watched. */
export function isLeftOpen({ result, jobId }: Pick<JobRecord, 'result' | 'jobId'>): boolean {
  return jobId !== '' && !SUCCEEDED.has(result) && result !== 'failed' && result !== 'skipped';
}

/** Whether a create left whose fate is not known: a job may exist. */
export function isUnknown({ result, jobId }: Pick<JobRecord, 'result' | 'jobId'>): boolean {
  return jobId === '' && (result === 'unknown' || result === 'asking');
}

/** Whether the step fails. */
export function isFailedBatch({ result, records }: BatchOutcome): boolean {
  return result === 'error' || result === 'interrupted' || records.some(hasFailed);
}

/** Every output of the step; a value that is not known is the empty string. */
export function toBatchOutputs(outcome: BatchOutcome): Record<BatchOutputName, string> {
  const { records } = outcome;
  const links = new Set(records.map(({ prLink }) => prLink).filter((link) => link !== ''));
  return {
    jobs: shellSafeJson(records),
    file: outcome.file ?? '',
    prLinks: shellSafeJson([...links]),
    succeeded: String(records.filter(hasSucceeded).length),
    failed: String(records.filter(hasFailed).length),
    remaining: shellSafeJson(records.filter(isRemaining).map(({ name }) => name)),
    result: outcome.result,
    reason: shellSafeText(outcome.reason),
    commentUrl: outcome.commentUrl ?? '',
  };
}
