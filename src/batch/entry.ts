import { withoutUnseen } from '../text/line.ts';
import type { EntryResult } from './batch-result.ts';

/** One entry of a batch, before anything happens. */
export interface Entry {
  /** Unique in the batch. */
  readonly name: string;
  /** Path below the workspace. */
  readonly promptFile?: string | undefined;
  readonly task: Task;
}

export type Task =
  | Ask
  | { readonly kind: 'watch'; readonly jobId: string }
  /** Nothing is left to do: it is skipped, was ended by an earlier run, or nobody knows whether it has a job. */
  | { readonly kind: 'closed'; readonly as: Closed };

/** A job to create. */
export interface Ask {
  readonly kind: 'ask';
  /** The instruction as it was given, before variables and rules. */
  readonly words: string;
  /** Milliseconds from the job's create. */
  readonly timeout?: number | undefined;
}

/** What is said of an entry that nothing is done for. */
export interface Closed {
  readonly result: EntryResult;
  readonly reason: string;
  readonly jobId?: string;
  readonly prLink?: string;
  readonly duration?: number;
}

/** Entries, or everything that is wrong with where they come from; the problems are sentences. */
export interface ReadEntries {
  readonly entries: readonly Entry[];
  readonly problems: readonly string[];
}

const LONGEST_NAME = 200;

/** What a name should be, when it is not that. */
export function nameProblem(name: string): string | undefined {
  const trimmed = name.trim();
  const fits = trimmed !== '' && trimmed.length <= LONGEST_NAME;
  const plain = withoutUnseen(name) === name && !/[\r\n\t]/.test(name);
  return fits && plain ? undefined : `one line of 1 to ${LONGEST_NAME} characters`;
}

/** Names that more than one entry has, as sentences. */
export function findTwins(entries: readonly Entry[]): string[] {
  const places = Map.groupBy(entries, ({ name }) => name);
  return [...places]
    .filter(([, twins]) => twins.length > 1)
    .map(([name, twins]) => {
      const files = twins.flatMap(({ promptFile }) => promptFile ?? []);
      const where = files.length > 0 ? ` (${files.join(', ')})` : '';
      return `${twins.length} entries have the name \`${name}\`${where}; give each one of its own.`;
    });
}
