import type { ReasonCode } from '../model/reason-codes.ts';
import type { Counts } from '../service/visitors-page.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';
import type { Dates } from './period.ts';
import type { ExportRow } from './rows.ts';

/**
 * All results with their titles. An incomplete export is usable. `src/skip-or-start.ts` reports another one,
 * `skipped`, before it loads this file.
 */
export const VISITORS_RESULTS = {
  exported: 'Unique visitors',
  incomplete: 'Unique visitors: incomplete',
  timeout: 'Unique visitors: the deadline passed',
  interrupted: 'Unique visitors: interrupted',
  error: 'Unique visitors: error',
} as const;

export interface VisitorsResult {
  readonly result: keyof typeof VISITORS_RESULTS;
  readonly reasonCode: ReasonCode;
  readonly reason: string;
  readonly requests: number;
  /** As sent to the service. Undefined if an input was wrong. */
  readonly dates?: Dates;
  /** Of the whole site. Undefined before the first page was read. */
  readonly totals?: Counts | undefined;
  /** Undefined unless a file was written. */
  readonly exported?: Exported;
}

export interface Exported {
  /** A path in the workspace. */
  readonly file: string;
  readonly pages: number;
  readonly prefix?: string | undefined;
  readonly top: readonly ExportRow[];
  /** Why the export is incomplete, in one sentence each. */
  readonly gaps: readonly string[];
  /** The period to compare with. It has no totals if no request was left for it. */
  readonly before?: { readonly dates: Dates; readonly totals: Counts | undefined } | undefined;
}

/** In the order of action.yml. An unknown value is empty. */
export function toVisitorsOutputs(outcome: VisitorsResult) {
  const { totals, exported, dates } = outcome;
  return {
    human: totals?.human?.toString() ?? '',
    ai: totals?.ai?.toString() ?? '',
    total: totals?.total?.toString() ?? '',
    pages: exported?.pages.toString() ?? '',
    file: exported?.file ?? '',
    topPages: exported === undefined ? '' : shellSafeJson(exported.top),
    topPaths:
      exported?.top
        .map(({ path }) => path)
        .filter(isSafe)
        .join('\n') ?? '',
    dateFrom: dates?.from ?? '',
    dateTo: dates?.to ?? '',
    complete: String(outcome.result === 'exported'),
    requests: outcome.requests.toString(),
    result: outcome.result,
    reason: shellSafeText(outcome.reason),
    reasonCode: outcome.reasonCode,
  };
}

/** Any request for a URL can put its path into the list, so only harmless paths go into prompts. */
const isSafe = (path: string) => /^\/[A-Za-z0-9._~%/-]{0,199}$/.test(path);

/** `1 page`, `2 pages`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
