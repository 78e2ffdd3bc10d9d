import { commitFiles } from './github/history.ts';
import { mergePull, pushPayload } from './github/merging.ts';
import { type Repository, type Thread, userOf } from './github/store.ts';
import { addThread } from './github/threads.ts';
import type { Sandbox } from './sandbox.ts';
import { heading, print, table } from './terminal.ts';

/** A pull request of a fork is squashed into the product's main branch; answers the push event of it. */
export async function mergeSomething({ github, time }: Sandbox) {
  const { store } = github;
  const repository = await github.withFiles('acme/product', {
    'src/webhooks.ts': 'export const retries = 3;\n',
  });
  await commitFiles(repository, 'longer-retries', {
    files: { 'src/webhooks.ts': 'export const retries = 5;\nexport const backoff = 2;\n' },
    message: 'Try webhooks five times',
    at: time.now(),
    from: 'refs/heads/main',
  });
  const { number, title } = addThread(store, repository, {
    ...{
      user: userOf(store, 'contributor'),
      title: 'Try webhooks five times',
      body: 'They wait longer each time.',
    },
    pull: { head: 'longer-retries', base: 'main', fork: 'contributor/product' },
  });
  const moved = await mergePull(store, repository, number, 'squash');
  return tellMerge({ github }, repository, { number, title }, moved);
}

/** The draft that the job opened is merged; answers the push event of it, and where its workflow runs. */
export async function mergeDraft({ github }: Sandbox, prLink: string) {
  const [, name = '', digits] = /([\w.-]+\/[\w.-]+)\/pull\/(\d+)$/.exec(prLink) ?? [];
  const repository = github.repository(name);
  const draft = repository.threads.get(Number(digits));
  if (draft === undefined) return undefined;
  const moved = await mergePull(github.store, repository, draft.number, 'merge');
  const event = tellMerge({ github }, repository, draft, moved);
  return { event, context: { repository: name, repositoryId: String(repository.id) } };
}

function tellMerge(
  { github }: Pick<Sandbox, 'github'>,
  repository: Repository,
  { number, title }: Pick<Thread, 'number' | 'title'>,
  moved: { readonly before: string; readonly after: string },
) {
  print(heading('The merge'));
  print(
    table([
      [`${repository.fullName} #${number}`, title],
      ['push', `${moved.before.slice(0, 12)}...${moved.after.slice(0, 12)}`],
    ]),
  );
  const all = { ref: 'refs/heads/main', by: 'octo-writer', ...moved };
  return { name: 'push', payload: pushPayload(github.store, github, repository, all) };
}
