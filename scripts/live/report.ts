/** One assumption about the service or GitHub, and what a first contact showed. */
export interface Row {
  readonly assumption: string;
  readonly assumed: string;
  readonly measured: string;
  readonly verdict: 'holds' | "doesn't hold" | 'not seen';
}

/** The report as Markdown. `notes` come between the counts and the table. */
export function renderReport(title: string, rows: readonly Row[], notes: readonly string[]): string {
  const count = (verdict: Row['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  const counts = `Holds: ${count('holds')}. Doesn't hold: ${count("doesn't hold")}. Not seen: ${count('not seen')}.`;
  const order = ["doesn't hold", 'holds', 'not seen'];
  const sorted = rows.toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
  const table = sorted.map(
    ({ assumption, assumed, measured, verdict }) =>
      `| ${assumption} | ${assumed} | ${measured} | ${verdict} |`,
  );
  return [
    `# ${title}`,
    '',
    counts,
    ...notes.flatMap((note) => ['', note]),
    '',
    '| What | Assumed | Measured | Verdict |',
    '| --- | --- | --- | --- |',
    ...table,
    '',
  ].join('\n');
}
