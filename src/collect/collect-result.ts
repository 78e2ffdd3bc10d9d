import type { Result } from '../job/request-result.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';

/** The closed list of what came of a collect. */
export const COLLECT_RESULTS = [
  'collected',
  'nothing',
  'dry-run',
  'skipped',
  'interrupted',
  'error',
] as const;

/** The outputs of the collect action, in the order of its action.yml. */
export const COLLECT_OUTPUT_NAMES = [
  'finished',
  'open',
  'prLinks',
  'result',
  'reason',
  'reasonCode',
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
  /** How many requests wait for their jobs, and are watched by nobody. */
  readonly open: number;
}

/** The result of a collect that came to its end, or was stopped on its way, or wrote nothing. */
export function toCollectResult(
  finished: readonly Finished[],
  open: number,
  besides: 'interrupted' | 'dry-run' | undefined,
): CollectResult {
  const many = finished.length === 1 ? '1 request was' : `${finished.length} requests were`;
  const words = `${many} brought to an end, ${open} ${open === 1 ? 'is' : 'are'} still at work.`;
  if (besides !== undefined)
    return { finished, open, result: besides, reasonCode: besides, reason: `${BESIDES[besides]}: ${words}` };
  return finished.length === 0
    ? { finished, open, result: 'nothing', reasonCode: 'nothing-to-collect', reason: words }
    : { finished, open, result: 'collected', reasonCode: 'collected', reason: words };
}

const BESIDES = { interrupted: 'Interrupted', 'dry-run': 'Dry run, nothing was written' } as const;

export function failed(reasonCode: ReasonCode, reason: string): CollectResult {
  return { result: 'error', reasonCode, reason, finished: [], open: 0 };
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
