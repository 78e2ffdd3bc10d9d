import { type Entry, type JobRecord, leftToDo } from './entry.ts';

export type EntryTable = Readonly<ReturnType<typeof openEntryTable>>;

/** The state of all entries: the one place that changes it. `changed` is called after each change. */
export function openEntryTable(given: readonly Entry[], changed?: () => void) {
  const entries = given.map((entry) => ({ ...entry }));
  return {
    entries: entries as readonly Entry[],
    /** The same for all of `some`, as one change: each change writes all entries. */
    set(some: readonly Entry[], change: Partial<JobRecord>): void {
      for (const entry of some) entry.record = { ...entry.record, ...change };
      if (some.length > 0) changed?.();
    },
    records: (): JobRecord[] =>
      entries.map(({ record }) => (leftToDo(record) === 'ask' ? record : { ...record, prompt: undefined })),
  };
}
