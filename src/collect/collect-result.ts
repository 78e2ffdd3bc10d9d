import type { Result } from '../job/request-result.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';
import type { FinishReport } from '../thread/finish-requests.ts';

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
  /** How many requests are left that nobody watches. */
  readonly open: number;
}

/** The result of a collect that read the notes. What nobody could look at is not passed over in a dry run either. */
export function toCollectResult(
  { finished: ended, open, failure }: FinishReport,
  how: { readonly interrupted: boolean; readonly dryRun: boolean },
): CollectResult {
  const finished = ended.map(({ request: { place, note }, result }) => ({
    thread: place.thread,
    jobId: note.jobId ?? '',
    result: result.result,
    prLink: result.pullRequest?.link ?? '',
  }));
  const many = finished.length === 1 ? '1 request' : `${finished.length} requests`;
  const verb = how.dryRun ? 'would be' : finished.length === 1 ? 'was' : 'were';
  const words = `${many} ${verb} brought to an end, ${open} ${open === 1 ? 'is' : 'are'} still open.`;
  const end = (result: CollectResult['result'], reasonCode: ReasonCode, reason = words) => ({
    finished,
    open,
    result,
    reasonCode,
    reason,
  });
  if (how.interrupted) return end('interrupted', 'interrupted', `Interrupted: ${words}`);
  if (failure !== undefined) return end('error', failure.code, `${failure.reason} ${words}`);
  if (how.dryRun) return end('dry-run', 'dry-run', `Dry run, nothing was written: ${words}`);
  return finished.length === 0 ? end('nothing', 'nothing-to-collect') : end('collected', 'collected');
}

/** A collect that came to nothing. */
export function failed(reasonCode: ReasonCode, reason: string): CollectResult {
  return { finished: [], open: 0, result: 'error', reasonCode, reason };
}

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
