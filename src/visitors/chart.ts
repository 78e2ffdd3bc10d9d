import type { ExportRow } from './rows.ts';

/** More bars than this cannot be told apart. */
const MOST_BARS = 20;

/** Colours that can be told apart on a light and on a dark page, whose own background shows through. */
const LOOK = {
  xyChart: { width: 900, height: 380 },
  themeVariables: {
    xyChart: { backgroundColor: 'transparent', plotColorPalette: '#4c8bf5, #f2a33a, #d1495b' },
  },
} as const;

const LEGEND = 'Bars: all visitors, the orange part AI.';
const LINE_LEGEND = 'Red line: all visitors in the period before.';

/**
 * A chart of the top pages in Mermaid, which GitHub renders. Pages are named by their rank in the table: a path is
 * foreign text, and Mermaid has a language of its own that it could speak. Bars of one chart stand one before the
 * other, so AI's bar covers the lower part of all visitors' bar; what is not known has no height. The line of the period
 * before is drawn when all of it is known: a gap would look like pages that nobody read.
 */
export function renderChart(rows: readonly ExportRow[]): string {
  const shown = rows.slice(0, MOST_BARS);
  const before = shown.map(totalBefore).filter((total) => total !== undefined);
  const compared = before.length === shown.length;
  const totals = shown.map(({ total }) => total ?? 0);
  const highest = Math.max(1, ...totals, ...before);
  const series = [
    `  bar [${totals.join(', ')}]`,
    `  bar [${shown.map(({ ai, total }) => Math.min(ai ?? 0, total ?? 0)).join(', ')}]`,
    ...(compared ? [`  line [${before.join(', ')}]`] : []),
  ];
  return [
    '```mermaid',
    `%%{init: ${JSON.stringify(LOOK)}}%%`,
    'xychart-beta',
    `  x-axis "Rank of the page" [${shown.map((_, rank) => `"${rank + 1}"`).join(', ')}]`,
    `  y-axis "Unique visitors" 0 --> ${highest}`,
    ...series,
    '```',
    '',
    compared ? `${LEGEND} ${LINE_LEGEND}` : LEGEND,
  ].join('\n');
}

function totalBefore({ total, totalChange }: ExportRow): number | undefined {
  return typeof totalChange === 'number' && total !== null ? total - totalChange : undefined;
}
