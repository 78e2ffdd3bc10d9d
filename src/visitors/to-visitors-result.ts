import { stopCode, stopResult } from '../job/to-result.ts';
import type { Deadline, Stop } from '../runner/deadline.ts';
import type { VisitorsInputs } from './inputs.ts';
import type { Cost, FinishedRead, PeriodRead } from './pages.ts';
import { formatMoment, type Period } from './period.ts';
import type { Dates, VisitorsResult } from './visitors-result.ts';

/** What was read; `before` is missing when it was not asked for or no request was left for it. */
export interface Reads {
  readonly main: PeriodRead;
  readonly before?: PeriodRead | undefined;
}

/** What is known of an export however it ends. */
export function knownOf(
  reads: Reads,
  { period }: VisitorsInputs,
): Pick<VisitorsResult, 'dates' | 'requests' | 'totals'> {
  const { totals } = reads.main;
  return { dates: toDates(period), requests: requestsOf(reads), totals };
}

/** An export that broke off: no file, and the reason says how far it came. */
export function failedExport(reads: Reads, inputs: VisitorsInputs, { stop }: Deadline): VisitorsResult {
  const broken = reads.before ?? reads.main;
  const progress = `${countWords(sum(reads, 'pages'), 'page')} read, no file written.`;
  const words = [progress, wordsOf(broken)];
  if (!stop.aborted) {
    const reasonCode = broken.kind === 'failed' ? broken.failure.code : 'answer-unreadable';
    return { ...knownOf(reads, inputs), result: 'error', reasonCode, reason: words.join(' ') };
  }
  const why: Stop = stop.reason;
  return {
    ...knownOf(reads, inputs),
    result: stopResult(why),
    reasonCode: stopCode(why),
    reason: [stopWords(why), ...words].join(' '),
  };
}

/** Why the export is not all that was asked for, in one sentence each. */
export function findGaps(
  main: FinishedRead,
  before: FinishedRead | undefined,
  { before: asked, maxRequests }: VisitorsInputs,
): string[] {
  const limit = `\`max-requests\` (${maxRequests})`;
  const gaps = [
    main.cut &&
      `${limit} was reached and there is more: only ${countWords(main.rows.size, 'row')} were read.`,
    movedWords(main, ''),
    asked && !before && `The period before was not read: ${limit} was reached.`,
    before?.cut && `The period before was read in part only: ${limit} was reached.`,
    before && movedWords(before, ' of the period before'),
  ];
  return gaps.filter((gap) => typeof gap === 'string');
}

/** Requests that left for the service. */
export function requestsOf(reads: Reads): number {
  return sum(reads, 'requests');
}

export function toDates({ from, to }: Period): Dates {
  return { from: formatMoment(from), to: formatMoment(to) };
}

/** `1 page`, `2 pages`. */
export function countWords(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function sum({ main, before }: Reads, name: keyof Cost): number {
  return main.cost[name] + (before?.cost[name] ?? 0);
}

function movedWords({ repeated }: FinishedRead, whose: string): string | undefined {
  if (repeated === 0) return undefined;
  return `${countWords(repeated, 'row')}${whose} came twice: rows moved between pages while they were read, so others may be missing.`;
}

function wordsOf(read: PeriodRead): string {
  if (read.kind === 'failed') return read.failure.message;
  return read.kind === 'contradiction' ? read.problem : '';
}

function stopWords(stop: Stop): string {
  return stop.by === 'interrupt'
    ? `The step was interrupted (${stop.signal}).`
    : "The step's deadline passed.";
}
