import { grid } from '../../src/text/markdown.ts';

/** One assumption about the service or GitHub, and what a first contact showed. */
export interface Row {
  readonly assumption: string;
  readonly assumed: string;
  readonly measured: string;
  readonly verdict: 'holds' | "doesn't hold" | 'not seen';
}

/** What was measured of an assumption, and whether it holds. Undefined if it wasn't seen. */
export function rowOf(
  assumption: string,
  assumed: string,
  measured: string | undefined,
  holds: boolean,
): Row {
  const verdict = measured === undefined ? 'not seen' : holds ? 'holds' : "doesn't hold";
  return { assumption, assumed, measured: measured ?? '', verdict };
}

/** To a tenth of a second. */
export function seconds(ms: number): string {
  return Number.isFinite(ms) ? `${Math.round(ms / 100) / 10} s` : 'never';
}

const COLUMNS = ['What', 'Assumed', 'Measured', 'Verdict'];

/** The report as Markdown. `notes` come between the counts and the table. */
export function renderReport(title: string, rows: readonly Row[], notes: readonly string[]): string {
  const count = (verdict: Row['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  const counts = `Holds: ${count('holds')}. Doesn't hold: ${count("doesn't hold")}. Not seen: ${count('not seen')}.`;
  const order = ["doesn't hold", 'holds', 'not seen'];
  const sorted = rows.toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
  const cells = sorted.map(({ assumption, assumed, measured, verdict }) => [
    assumption,
    assumed,
    measured,
    verdict,
  ]);
  return [
    `# ${title}`,
    '',
    counts,
    ...notes.flatMap((note) => ['', note]),
    '',
    grid(COLUMNS, cells),
    '',
  ].join('\n');
}
