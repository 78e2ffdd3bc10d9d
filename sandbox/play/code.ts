import { eventsOf } from '../github/events.ts';
import { commitFiles, mergePull } from '../github/history.ts';
import type { WebhookEvent } from '../github/payloads.ts';
import { type Repository, type Thread, userOf } from '../github/store.ts';
import { addThread } from '../github/threads.ts';
import type { Stage } from './stage.ts';

/** Code of the workflow's repository: its pull requests, and their merges. */

interface NewCode {
  readonly stage: Stage;
  readonly changes: readonly string[];
  /** A person without write access has a fork. */
  readonly author: string;
}

export async function openCode({ stage, changes, author }: NewCode): Promise<Thread> {
  const { sandbox, repository } = stage;
  const { store } = sandbox.github;
  const number = repository.threads.size + 1;
  const [title, head] = ['Try webhooks five times', `longer-retries-${number}`];
  await commitFiles(repository, head, {
    files: Object.fromEntries(changes.map((name) => [name, versionOf(number)])),
    message: title,
    at: sandbox.time.now(),
    from: 'refs/heads/main',
  });
  const { role = 'none' } = repository.members.get(author.toLowerCase()) ?? {};
  const user = userOf(store, author);
  const isFork = user.type === 'User' && ['none', 'read', 'triage'].includes(role);
  const fork = isFork ? `${author}/${repository.name}` : undefined;
  const body = 'They wait longer each time.';
  const pull = { head, base: 'main', fork };
  return addThread(store, repository, { user, title, body, pull });
}

/** The contents of a file, which each pull request changes. */
export function versionOf(number: number): string {
  return `export const version = ${number};\n`;
}

/** Merges a pull request of a repository, and returns the event of the push. */
export async function mergeCode(
  { sandbox: { github } }: Stage,
  repository: Repository,
  pull: Thread,
  by: string,
): Promise<{ readonly event: WebhookEvent; readonly after: string }> {
  const moved = await mergePull(github.store, repository, pull.number, 'squash');
  const { push } = eventsOf({ github, repository: repository.fullName });
  return { event: push({ ref: 'refs/heads/main', by, ...moved }), after: moved.after };
}
