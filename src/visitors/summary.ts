import type { Counts } from '../service/visitors-page.ts';
import { type Column, code, grid, plain } from '../text/markdown.ts';
import { formatDuration } from '../text/time.ts';
import { compareCounts, type ExportRow } from './rows.ts';
import { type Exported, pluralize, VISITORS_RESULTS, type VisitorsResult } from './visitors-result.ts';

const PATH_LIMIT = 100;

const NOTE =
  'Counts are approximate. A visitor who came both as a human and as AI counts once in the total, so the shares may add up to more than 100 %.';

/** `duration` is that of the step, in milliseconds. */
export function renderVisitorsSummary(outcome: VisitorsResult, duration: number): string {
  const { dates, totals, exported, requests } = outcome;
  const parts = [`### ${VISITORS_RESULTS[outcome.result]}`];
  if (dates === undefined || totals === undefined || exported === undefined) {
    parts.push(plain(outcome.reason));
  } else {
    const { dates: others } = exported.before ?? {};
    const compared = others && `, compared with ${code(others.from)} up to ${code(others.to)}`;
    const period = `From ${code(dates.from)} up to, but not including, ${code(dates.to)}`;
    parts.push(`${period}${compared ?? ''}.`);
    if (exported.gaps.length > 0)
      parts.push(['> [!WARNING]', ...exported.gaps.map((gap) => `> - ${plain(gap)}`)].join('\n'));
    parts.push(totalsTable(totals, exported), NOTE, ...topPages(exported));
  }
  const file = exported === undefined ? [] : [`File ${code(exported.file)}`];
  parts.push([...file, pluralize(requests, 'request'), formatDuration(duration)].join(' · '));
  return `${parts.join('\n\n')}\n`;
}

function totalsTable(totals: Counts, { before }: Exported): string {
  const { human, ai, total } = totals;
  const { humanChange, aiChange, totalChange } = compareCounts(totals, before?.totals);
  const numbers = ['Unique visitors', 'Share', ...(before === undefined ? [] : ['Change'])];
  const columns = [{ head: 'Whole site' }, ...numbers.map((head) => ({ head, align: 'right' }) as const)];
  const rows = [
    ['Human', formatCount(human), formatShare(human, total), formatChange(humanChange, human)],
    ['AI', formatCount(ai), formatShare(ai, total), formatChange(aiChange, ai)],
    ['**Total**', formatCount(total), '', formatChange(totalChange, total)],
  ];
  return grid(
    columns,
    rows.map((cells) => cells.slice(0, columns.length)),
  );
}

function topPages({ top, pages, prefix, before }: Exported): string[] {
  const below = prefix === undefined ? '' : ` below ${code(prefix, PATH_LIMIT)}`;
  if (top.length === 0) return [`No page${below} had visitors.`];
  const title = `#### Top ${formatCount(top.length)} of ${formatCount(pages)} ${pages === 1 ? 'page' : 'pages'}${below}`;
  return [title, topTable(top, before !== undefined)];
}

function topTable(top: readonly ExportRow[], compared: boolean): string {
  const longest = Math.max(0, ...top.map(({ total }) => total ?? 0));
  const columns: (Column & { cell(row: ExportRow, rank: number): string })[] = [
    { head: '#', align: 'right', cell: (_row, rank) => String(rank + 1) },
    { head: 'Page', cell: ({ path }) => code(path, PATH_LIMIT) },
    { head: 'Human', align: 'right', cell: ({ human }) => formatCount(human) },
    { head: 'AI', align: 'right', cell: ({ ai }) => formatCount(ai) },
    { head: 'Total', align: 'right', cell: ({ total }) => formatCount(total) },
    { head: 'Change', align: 'right', cell: ({ totalChange, total }) => formatChange(totalChange, total) },
    { head: '█ human ▒ AI', cell: (row) => renderBar(row, longest) },
  ];
  const shown = columns.filter(({ head }) => compared || head !== 'Change');
  const rows = top.map((row, rank) => shown.map(({ cell }) => cell(row, rank)));
  return grid(shown, rows);
}

/** A no-break space keeps a number and its unit on one line. */
const GAP = '\u00a0';

const UNKNOWN = '–';

/** `12,345`, or a dash. */
function formatCount(count: number | null): string {
  return count === null ? UNKNOWN : count.toLocaleString('en');
}

/** `73 %`, or a dash. */
function formatShare(part: number | null, whole: number | null): string {
  if (part === null || whole === null || whole === 0) return UNKNOWN;
  const percent = (part / whole) * 100;
  return part > 0 && percent < 1 ? `<${GAP}1${GAP}%` : `${Math.round(percent)}${GAP}%`;
}

/** `+120 (+4.2 %)`, `±0`, or a dash. */
function formatChange(change: number | null | undefined, now: number | null): string {
  if (change === null || change === undefined || now === null) return UNKNOWN;
  if (change === 0) return '±0';
  const sign = change < 0 ? '−' : '+';
  const before = now - change;
  const percent = Math.round((Math.abs(change) / before) * 1000) / 10;
  const share = before > 0 ? `${sign}${formatCount(percent)}${GAP}%` : 'new';
  return `${sign}${formatCount(Math.abs(change))}${GAP}(${share})`;
}

const BAR_CELLS = 16;

/** The light end of the bar is the share of AI. */
function renderBar({ human, ai, total }: Counts, longest: number): string {
  if (!total || longest === 0) return '';
  const length = Math.max(1, Math.round((total / longest) * BAR_CELLS));
  const known = human !== null && ai !== null && human + ai > 0;
  const light = known ? Math.round((length * ai) / (human + ai)) : 0;
  return '█'.repeat(length - light) + '▒'.repeat(light);
}
