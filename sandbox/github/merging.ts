import { type MergeMethod, mergeInto } from './history.ts';
import { headOf } from './pull-facts.ts';
import type { Repository, Store } from './store.ts';
import { closeThread } from './threads.ts';

/** Merges a pull request, and returns the branch's commits before and after. */
export async function mergePull(
  store: Store,
  repository: Repository,
  number: number,
  method: MergeMethod,
): Promise<{ readonly before: string; readonly after: string }> {
  const thread = repository.threads.get(number);
  const pull = thread?.pull;
  const head = await headOf(repository, pull);
  if (thread === undefined || pull === undefined || head === undefined)
    throw new Error(`no pull request ${number}`);
  const message =
    method === 'merge' ? `Merge pull request #${number} from ${pull.head}` : `${thread.title} (#${number})`;
  const at = store.time.now();
  const merge = await mergeInto(repository, method, { branch: pull.base, head, message, at });
  pull.headSha = head;
  pull.merge = merge;
  closeThread(store, thread, { merged: true });
  return { before: merge.onto, after: merge.sha };
}

/** A push to a branch or tag. */
export interface Moved {
  /** Like `refs/heads/main`. */
  readonly ref: string;
  readonly before?: string;
  readonly after?: string;
  readonly forced?: boolean;
  /** The account that pushed. A person unless the name ends in `[bot]`. */
  readonly by: string;
}
