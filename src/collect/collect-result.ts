import type { Result } from '../job/request-result.ts';
import type { ReasonCode } from '../reason-codes.ts';

/** The closed list of what came of a collect. */
export const COLLECT_RESULTS = [
  'collected',
  'nothing',
  'dry-run',
  'skipped',
  'interrupted',
  'error',
] as const;
export type CollectResultWord = (typeof COLLECT_RESULTS)[number];

/** The outputs of the collect action, in the order of its action.yml. */
export const COLLECT_OUTPUT_NAMES = [
  'finished',
  'open',
  'prLinks',
  'result',
  'reason',
  'reasonCode',
] as const;
export type CollectOutputName = (typeof COLLECT_OUTPUT_NAMES)[number];

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
  readonly result: CollectResultWord;
  readonly reasonCode: ReasonCode;
  /** One sentence for a person. */
  readonly reason: string;
  readonly finished: readonly Finished[];
  /** How many requests still wait for their jobs. */
  readonly open: number;
}

/** Every output of the step. */
export function toCollectOutputs({
  result,
  reason,
  reasonCode,
  finished,
  open,
}: CollectResult): Record<CollectOutputName, string> {
  const links = new Set(finished.map(({ prLink }) => prLink).filter((link) => link !== ''));
  return {
    finished: JSON.stringify(finished),
    open: String(open),
    prLinks: JSON.stringify([...links]),
    result,
    reason,
    reasonCode,
  };
}
