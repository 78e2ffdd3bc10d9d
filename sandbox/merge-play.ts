import { eventsOf } from './github/events.ts';
import { commitFiles } from './github/history.ts';
import { mergePull } from './github/merging.ts';
import type { WebhookEvent } from './github/payloads.ts';
import { type Repository, type Thread, userOf } from './github/store.ts';
import { addThread } from './github/threads.ts';
import type { Sandbox } from './sandbox.ts';

/** A merged pull request, and the event of its push. */
export interface Merge {
  readonly repository: Repository;
  readonly pull: Thread;
  /** The last commit of the branch, before and after the merge. */
  readonly before: string;
  readonly after: string;
  readonly event: WebhookEvent;
}

/** Merges a pull request of a fork into `main` with one commit. The repository needs files. */
export async function mergeSomething({ github, time }: Sandbox, repository: Repository, by: string) {
  const { store } = github;
  await commitFiles(repository, 'longer-retries', {
    files: { 'src/webhooks.ts': 'export const retries = 5;\nexport const backoff = 2;\n' },
    message: 'Try webhooks five times',
    at: time.now(),
    from: 'refs/heads/main',
  });
  const pull = addThread(store, repository, {
    user: userOf(store, 'contributor'),
    title: 'Try webhooks five times',
    body: 'They wait longer each time.',
    pull: { head: 'longer-retries', base: 'main', fork: 'contributor/product' },
  });
  return merge({ github }, repository, { pull, method: 'squash', by });
}

export async function merge(
  { github }: Pick<Sandbox, 'github'>,
  repository: Repository,
  { pull, method, by }: { readonly pull: Thread; readonly method: 'squash' | 'merge'; readonly by: string },
): Promise<Merge> {
  const moved = await mergePull(github.store, repository, pull.number, method);
  const { push } = eventsOf({ github, repository: repository.fullName });
  return { repository, pull, ...moved, event: push({ ref: 'refs/heads/main', by, ...moved }) };
}
