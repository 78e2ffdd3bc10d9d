import type { Counts } from '../service/visitors.ts';
import { type Column, code, grid, plain } from '../text/markdown.ts';
import { formatDuration } from '../text/time.ts';
import { bar, formatChange, formatCount, formatShare } from './figures.ts';
import { compareCounts, type ExportRow } from './rows.ts';
import {
  type Dates,
  type Exported,
  pluralize,
  safePaths,
  TITLES,
  type VisitorsResult,
} from './visitors-result.ts';

const PATH_LIMIT = 100;

const NOTE =
  'Counts are approximate. Somebody who came as a human and as AI counts once in the total, so the shares may add up to more than 100 %.';

/** `duration` is the step's, in milliseconds. */
export function renderVisitorsSummary(outcome: VisitorsResult, duration: number): string {
  const { dates, totals, exported } = outcome;
  const parts = [`### ${TITLES[outcome.result]}`];
  if (dates === undefined || totals === undefined || exported === undefined) {
    parts.push(plain(outcome.reason));
  } else {
    parts.push(periodLine(dates, exported), ...warning(exported), totalsTable(totals, exported), NOTE);
    parts.push(...pages(exported));
  }
  parts.push(footer(outcome, duration));
  return `${parts.join('\n\n')}\n`;
}

function periodLine({ from, to }: Dates, { before }: Exported): string {
  const compared =
    before === undefined ? '' : `, compared with ${code(before.dates.from)} up to ${code(before.dates.to)}`;
  return `From ${code(from)} up to, but not including, ${code(to)}${compared}.`;
}

function warning({ gaps }: Exported): string[] {
  return gaps.length === 0 ? [] : [['> [!WARNING]', ...gaps.map((gap) => `> - ${plain(gap)}`)].join('\n')];
}

const TOTALS_COLUMNS = [
  { head: 'Whole site' },
  { head: 'Unique visitors', align: 'right' },
  { head: 'Share', align: 'right' },
  { head: 'Change', align: 'right' },
] as const;

function totalsTable(totals: Counts, { before }: Exported): string {
  const { human, ai, total } = totals;
  const { humanChange, aiChange, totalChange } = compareCounts(totals, before?.totals);
  const rows = [
    ['Human', formatCount(human), formatShare(human, total), formatChange(humanChange, human)],
    ['AI', formatCount(ai), formatShare(ai, total), formatChange(aiChange, ai)],
    ['**Total**', formatCount(total), '', formatChange(totalChange, total)],
  ];
  // The last column has the changes.
  const shown = rows.map((cells) => (before === undefined ? cells.slice(0, -1) : cells));
  return grid(before === undefined ? TOTALS_COLUMNS.slice(0, -1) : TOTALS_COLUMNS, shown);
}

function pages(exported: Exported): string[] {
  const { top, pages: count, prefix, before } = exported;
  const below = prefix === undefined ? '' : ` below ${code(prefix, PATH_LIMIT)}`;
  if (top.length === 0) return [`No page${below} had visitors.`];
  const title = `#### Top ${formatCount(top.length)} of ${formatCount(count)} ${count === 1 ? 'page' : 'pages'}${below}`;
  return [title, topTable(top, before !== undefined), ...describeLeftOut(top)];
}

function topTable(top: readonly ExportRow[], compared: boolean): string {
  const longest = top[0]?.total ?? 0;
  const columns: (Column & { cell(row: ExportRow, rank: number): string })[] = [
    { head: '#', align: 'right', cell: (_row, rank) => String(rank + 1) },
    { head: 'Page', cell: ({ path }) => code(path, PATH_LIMIT) },
    { head: 'Human', align: 'right', cell: ({ human }) => formatCount(human) },
    { head: 'AI', align: 'right', cell: ({ ai }) => formatCount(ai) },
    { head: 'Total', align: 'right', cell: ({ total }) => formatCount(total) },
    { head: 'Change', align: 'right', cell: ({ totalChange, total }) => formatChange(totalChange, total) },
    { head: '█ human ▒ AI', cell: (row) => bar(row, longest) },
  ];
  const shown = columns.filter(({ head }) => compared || head !== 'Change');
  const rows = top.map((row, rank) => shown.map(({ cell }) => cell(row, rank)));
  return grid(shown, rows);
}

/** A sentence about the top rows that aren't in `topPaths`, if any. */
export function describeLeftOut(top: readonly ExportRow[]): string[] {
  const count = top.length - safePaths(top).length;
  if (count === 0) return [];
  const paths = count === 1 ? '1 path is' : `${count} paths are`;
  return [`${paths} left out of \`topPaths\`: longer or with other characters than a page's address has.`];
}

function footer({ exported, requests }: VisitorsResult, duration: number): string {
  const file = exported === undefined ? [] : [`File ${code(exported.file)}`];
  return [...file, pluralize(requests, 'request'), formatDuration(duration)].join(' · ');
}
