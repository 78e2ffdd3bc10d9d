import { fill, readValue } from './expressions.ts';
import type { ConcurrencySetting } from './file.ts';

/** `concurrency:` of a workflow or a job, evaluated. */
type Concurrency = NonNullable<ReturnType<typeof readConcurrency>>;
type Leave = () => void;

interface Member {
  readonly cancellation: AbortController;
  begin(leave: Leave): void;
}

interface Group {
  running: Member | undefined;
  pending: Member[];
}

export type ConcurrencyGroups = ReturnType<typeof concurrencyGroups>;

/**
 * The concurrency groups of a repository.
 *
 * @see https://docs.github.com/en/actions/how-tos/write-workflows/choose-when-workflows-run/control-workflow-concurrency
 */
export function concurrencyGroups() {
  const groups = new Map<string, Group>();

  function begin(group: Group, member: Member | undefined): void {
    group.running = member;
    member?.begin(() => begin(group, group.pending.shift()));
  }

  return {
    /**
     * Waits for the group, first in, first out. Returns a function to leave it, or `undefined` if `cancellation` is aborted
     * before. The group aborts what GitHub cancels.
     */
    enter(concurrency: Concurrency, cancellation: AbortController): Promise<Leave | undefined> {
      // Names of groups are case-insensitive.
      const name = concurrency.group.toLowerCase();
      const group = groups.get(name) ?? { running: undefined, pending: [] };
      groups.set(name, group);
      if (concurrency.cancelInProgress) group.running?.cancellation.abort();
      if (concurrency.queue === 'single')
        for (const waiting of [...group.pending]) waiting.cancellation.abort();
      if (cancellation.signal.aborted) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const member: Member = { cancellation, begin: resolve };
        if (group.running === undefined) return begin(group, member);
        group.pending.push(member);
        cancellation.signal.addEventListener('abort', () => {
          group.pending = group.pending.filter((other) => other !== member);
          // Has no effect on a run that has started.
          resolve(undefined);
        });
      });
    },
  };
}

/** Reads `concurrency:` of a workflow or a job. Returns `undefined` without one. */
export function readConcurrency(setting: ConcurrencySetting | undefined, context: object) {
  if (setting === undefined) return undefined;
  const { group, queue = 'single', ...rest } = typeof setting === 'string' ? { group: setting } : setting;
  const cancelInProgress = readValue(rest['cancel-in-progress'], context) === true;
  return { group: fill(group, context), queue, cancelInProgress };
}
