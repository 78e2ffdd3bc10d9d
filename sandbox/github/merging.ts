import { type MergeMethod, mergeInto } from './history.ts';
import { repositoryJson, type Urls, userJson } from './json.ts';
import { headOf } from './pull-facts.ts';
import { type Repository, type Store, userOf } from './store.ts';
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

const NO_COMMIT = '0'.repeat(40);

/** The payload of the push event. */
export function pushPayload(store: Store, urls: Urls, repository: Repository, moved: Moved) {
  const { ref, before = NO_COMMIT, after = NO_COMMIT, forced = false, by } = moved;
  return {
    ref,
    before,
    after,
    forced,
    created: before === NO_COMMIT,
    deleted: after === NO_COMMIT,
    base_ref: null,
    commits: [],
    head_commit: null,
    pusher: { name: by },
    compare: `${urls.server}/${repository.fullName}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    repository: repositoryJson(urls, repository),
    sender: userJson(urls, userOf(store, by)),
  };
}
