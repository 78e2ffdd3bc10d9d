import { stopped } from '../job/to-result.ts';
import type { ReasonCode } from '../reason-codes.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Counts, ExportCost } from '../service/visitors.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';
import type { VisitorsInputs } from './inputs.ts';
import type { BrokenRead, FinishedRead } from './pages.ts';
import { formatMoment, type Period } from './period.ts';
import type { ExportRow } from './rows.ts';

/** The title of each result. One more, `skipped`, is reported before this file is loaded (`src/index.ts`). */
export const TITLES = {
  exported: 'Unique visitors',
  incomplete: 'Unique visitors: incomplete',
  denied: 'Unique visitors: denied',
  timeout: 'Unique visitors: the deadline passed',
  interrupted: 'Unique visitors: interrupted',
  error: 'Unique visitors: error',
} as const;

export interface VisitorsResult {
  readonly result: keyof typeof TITLES;
  readonly reasonCode: ReasonCode;
  readonly reason: string;
  /** Requests that were sent to the service. */
  readonly requests: number;
  /** As sent to the service; undefined when an input was wrong. */
  readonly dates?: Dates | undefined;
  /** Of the whole site; undefined before the first page was read. */
  readonly totals?: Counts | undefined;
  /** Undefined unless a file was written. */
  readonly exported?: Exported | undefined;
}

export interface Dates {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

export interface Exported {
  /** Path below the workspace. */
  readonly file: string;
  readonly pages: number;
  /** Pages of the whole site, before `prefix`. */
  readonly sitePages: number;
  readonly prefix?: string | undefined;
  readonly top: readonly ExportRow[];
  /** Why the export is incomplete, in one sentence each. */
  readonly gaps: readonly string[];
  /** The period to compare with; without totals when no request was left for it. */
  readonly before?: { readonly dates: Dates; readonly totals: Counts | undefined } | undefined;
}

export function failedExport(
  { code, message }: BrokenRead,
  { pages }: ExportCost,
  known: Pick<VisitorsResult, 'dates' | 'requests' | 'totals'>,
  { stop }: Deadline,
): VisitorsResult {
  const reason = `${pluralize(pages, 'page')} read, no file written. ${message}`;
  const end = stop.aborted
    ? stopped(stop.reason, `. ${reason}`)
    : ({ result: 'error', reasonCode: code, reason } as const);
  return { ...known, ...end };
}

export function findGaps(
  main: FinishedRead,
  before: FinishedRead | undefined,
  { before: periodBefore, maxRequests }: VisitorsInputs,
): string[] {
  const limit = `\`max-requests\` (${maxRequests})`;
  const gaps = [
    main.cut && `${limit} was reached and there is more: only ${pluralize(main.rows.size, 'row')} were read.`,
    movedWords(main, ''),
    namelessWords(main, ''),
    periodBefore && !before && `The period before was not read: ${limit} was reached.`,
    before?.cut && `The period before was read in part only: ${limit} was reached.`,
    before && movedWords(before, ' of the period before'),
    before && namelessWords(before, ' of the period before'),
  ];
  return gaps.filter((gap) => typeof gap === 'string');
}

export function toDates({ from, to }: Period): Dates {
  return { from: formatMoment(from), to: formatMoment(to) };
}

/** `1 page`, `2 pages`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function movedWords({ repeated }: FinishedRead, whose: string): string | undefined {
  if (repeated === 0) return undefined;
  return `${pluralize(repeated, 'row')}${whose} came twice: rows moved between pages while they were read, so others may be missing.`;
}

function namelessWords({ nameless }: FinishedRead, whose: string): string | undefined {
  if (nameless === 0) return undefined;
  return `${pluralize(nameless, 'row')}${whose} came without a path and ${nameless === 1 ? 'was' : 'were'} left out.`;
}

/** Whether the step fails. An incomplete export is usable, and a denied request is no fault of the workflow. */
export function isFailedExport({ result }: VisitorsResult): boolean {
  return result === 'timeout' || result === 'interrupted' || result === 'error';
}

/** In the order of action.yml; an unknown value is the empty string. */
export function toVisitorsOutputs(outcome: VisitorsResult) {
  const { totals, exported, dates } = outcome;
  return {
    human: totals?.human?.toString() ?? '',
    ai: totals?.ai?.toString() ?? '',
    total: totals?.total?.toString() ?? '',
    pages: exported?.pages.toString() ?? '',
    file: exported?.file ?? '',
    topPages: exported === undefined ? '' : shellSafeJson(exported.top),
    topPaths: safePaths(exported?.top ?? []).join('\n'),
    dateFrom: dates?.from ?? '',
    dateTo: dates?.to ?? '',
    complete: String(outcome.result === 'exported'),
    requests: outcome.requests.toString(),
    result: outcome.result,
    reason: shellSafeText(outcome.reason),
    reasonCode: outcome.reasonCode,
  };
}

/** Anybody can put a path into the list by requesting it, so only paths that look like a page's go into prompts. */
const SAFE_PATH = /^\/[A-Za-z0-9._~%/-]{0,199}$/;

export function safePaths(rows: readonly ExportRow[]): string[] {
  return rows.map(({ path }) => path).filter((path) => SAFE_PATH.test(path));
}
