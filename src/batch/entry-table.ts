import { type Entry, type JobRecord, leftToDo } from './entry.ts';

/** An entry, and what is known of it now. */
export interface Row {
  readonly entry: Entry;
  readonly record: JobRecord;
}

export type EntryTable = Readonly<ReturnType<typeof openEntryTable>>;

/** The state of all entries: the one place that knows it. `changed` is called after each change. */
export function openEntryTable(entries: readonly Entry[], changed: () => void) {
  const rows = entries.map((entry): { entry: Entry; record: JobRecord } => ({ entry, record: entry.record }));
  function setAll(some: readonly Row[], change: Partial<JobRecord>): void {
    const chosen = new Set(some);
    for (const row of rows) if (chosen.has(row)) row.record = { ...row.record, ...change };
    if (some.length > 0) changed();
  }
  return {
    rows: rows as readonly Row[],
    set: (row: Row, change: Partial<JobRecord>) => setAll([row], change),
    /** The same for many rows, as one change: each change writes all of them. */
    setAll,
    records: (): JobRecord[] =>
      rows.map(({ record }) => (leftToDo(record) === 'ask' ? record : { ...record, prompt: undefined })),
  };
}
