import { type EntryResult, isRefused, isRemaining, type JobRecord } from './batch-result.ts';
import type { Entry } from './entry.ts';

/** An entry, and what is known of it now. */
export interface Row {
  readonly entry: Entry;
  readonly state: RowState;
}

/** Moments are epoch milliseconds. */
export interface RowState {
  readonly result: EntryResult | '';
  readonly reason: string;
  readonly jobId: string;
  readonly prLink: string;
  /** When its job was created, or first looked at by this run. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** Seconds, of a job that an earlier run saw end. */
  readonly duration?: number | undefined;
}

/** The state of all entries: the one place that knows it. */
export interface EntryTable {
  readonly rows: readonly Row[];
  set(row: Row, change: Partial<RowState>): void;
  /** The same for many rows, as one change: each change writes all of them. */
  setAll(rows: readonly Row[], change: Partial<RowState>): void;
  records(): JobRecord[];
}

/** Sets up the table; `changed` is called after each change. */
export function openEntryTable(entries: readonly Entry[], changed: () => void): EntryTable {
  const rows = entries.map((entry): { entry: Entry; state: RowState } => ({ entry, state: initial(entry) }));
  function setAll(some: readonly Row[], change: Partial<RowState>): void {
    const chosen = new Set(some);
    for (const row of rows) if (chosen.has(row)) row.state = { ...row.state, ...change };
    if (some.length > 0) changed();
  }
  return {
    rows,
    set: (row, change) => setAll([row], change),
    setAll,
    records: () => rows.map(toRecord),
  };
}

function initial({ task }: Entry): RowState {
  const blank = { result: '', reason: '', jobId: '', prLink: '' } as const;
  if (task.kind === 'closed') return { ...blank, ...task.as };
  return task.kind === 'watch' ? { ...blank, jobId: task.jobId } : blank;
}

function toRecord({ entry, state }: Row): JobRecord {
  const { name, promptFile = '', task } = entry;
  const { result, reason, jobId, prLink } = state;
  const unsent = isRemaining({ result, jobId }) || isRefused({ result, jobId });
  return {
    name,
    promptFile,
    jobId,
    result,
    reason,
    prLink,
    duration: durationOf(state),
    ...(unsent && task.kind === 'ask' && promptFile === '' && { prompt: task.words }),
  };
}

function durationOf({ startedAt, endedAt, duration }: RowState): number | null {
  if (startedAt === undefined || endedAt === undefined) return duration ?? null;
  return Math.round((endedAt - startedAt) / 1000);
}
