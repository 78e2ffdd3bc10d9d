import type { Result } from '../job/request-result.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';
import type { JobEnd } from '../thread/job-end.ts';

/** The closed list of what came of a collect. */
export const COLLECT_RESULTS = [
  'collected',
  'nothing',
  'dry-run',
  'skipped',
  'interrupted',
  'error',
] as const;

/** A request that was brought to its end. */
export interface Finished {
  /** The number of its issue or pull request. */
  readonly thread: number;
  readonly jobId: string;
  readonly result: Result;
  /** Empty when there is none. */
  readonly prLink: string;
}

/** What became of a collect. */
export interface CollectResult {
  readonly result: (typeof COLLECT_RESULTS)[number];
  readonly reasonCode: ReasonCode;
  /** One sentence for a person. */
  readonly reason: string;
  readonly finished: readonly Finished[];
  /** How many requests are left whose jobs nobody watches. */
  readonly open: number;
}

/** What a collect came to so far. */
export interface Tally {
  readonly finished: Finished[];
  open: number;
  /** The first look that failed. */
  failure: Extract<JobEnd, { readonly kind: 'unseen' }> | undefined;
}

/** The result of a collect that read the notes; `besides` is why it did less than bring to an end what has ended. */
export function toCollectResult(
  { finished, open, failure }: Tally,
  besides: 'interrupted' | 'dry-run' | undefined,
): CollectResult {
  const many = finished.length === 1 ? '1 request was' : `${finished.length} requests were`;
  const words = `${many} brought to an end, ${open} ${open === 1 ? 'is' : 'are'} still open.`;
  const told = { finished, open, reason: words };
  if (besides !== undefined)
    return { ...told, result: besides, reasonCode: besides, reason: `${BESIDES[besides]}: ${words}` };
  if (failure !== undefined) return failed(failure.failure.code, `${failure.reason} ${words}`, told);
  return finished.length === 0
    ? { ...told, result: 'nothing', reasonCode: 'nothing-to-collect' }
    : { ...told, result: 'collected', reasonCode: 'collected' };
}

const BESIDES = { interrupted: 'Interrupted', 'dry-run': 'Dry run, nothing was written' } as const;

/** What a failure makes of a collect; without `tally` it came to nothing. */
export function failed(reasonCode: ReasonCode, reason: string, tally = NOTHING): CollectResult {
  return { ...tally, result: 'error', reasonCode, reason };
}

const NOTHING: Pick<CollectResult, 'finished' | 'open'> = { finished: [], open: 0 };

/** Every output of the step. */
export function toCollectOutputs({ finished, open, result, reason, reasonCode }: CollectResult) {
  const links = new Set(finished.map(({ prLink }) => prLink).filter((link) => link !== ''));
  return {
    finished: shellSafeJson(finished),
    open: String(open),
    prLinks: shellSafeJson([...links]),
    result,
    reason: shellSafeText(reason),
    reasonCode,
  };
}
