import { stopped } from '../job/to-result.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { ExportCost } from '../service/visitors.ts';
import type { VisitorsInputs } from './inputs.ts';
import type { BrokenRead, FinishedRead } from './pages.ts';
import { formatMoment, type Period } from './period.ts';
import type { Dates, VisitorsResult } from './visitors-result.ts';

/** What is known of an export however it ends. */
export type Known = Pick<VisitorsResult, 'dates' | 'requests' | 'totals'>;

/** An export that broke off: no file, and the reason says how far it came. */
export function failedExport(
  { code, message }: BrokenRead,
  { pages }: ExportCost,
  known: Known,
  { stop }: Deadline,
): VisitorsResult {
  const reason = `${countWords(pages, 'page')} read, no file written. ${message}`;
  const end = stop.aborted
    ? stopped(stop.reason, `. ${reason}`)
    : ({ result: 'error', reasonCode: code, reason } as const);
  return { ...known, ...end };
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
    namelessWords(main, ''),
    asked && !before && `The period before was not read: ${limit} was reached.`,
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
export function countWords(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function movedWords({ repeated }: FinishedRead, whose: string): string | undefined {
  if (repeated === 0) return undefined;
  return `${countWords(repeated, 'row')}${whose} came twice: rows moved between pages while they were read, so others may be missing.`;
}

function namelessWords({ nameless }: FinishedRead, whose: string): string | undefined {
  if (nameless === 0) return undefined;
  return `${countWords(nameless, 'row')}${whose} came without a path and ${nameless === 1 ? 'was' : 'were'} left out.`;
}
