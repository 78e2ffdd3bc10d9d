import { byId, type GitHubContext, type RepositoryRoutes, readableIn, refuse, threadIn } from './access.ts';
import { chosenComments } from './comment-routes.ts';
import type { Urls } from './json.ts';
import { answerPage } from './paging.ts';
import { pullFiles } from './pull-facts.ts';
import type { Pull, Store, Thread } from './store.ts';
import { commentJson, openFileJson, pullJson, reviewJson, simplePullJson } from './thread-json.ts';

type PullThread = Thread & { readonly pull: Pull };

function isPull(thread: Thread): thread is PullThread {
  return thread.pull !== undefined;
}

/** The pull request in the path. */
export function pullIn(context: GitHubContext): PullThread {
  const thread = threadIn(context);
  return isPull(thread) ? thread : refuse(404, 'Not Found');
}

/** The most files of a pull request that GitHub lists. */
const MOST_FILES = 3000;

/** Pull requests with their files, reviews and comments on lines. */
export function pullRoutes(app: RepositoryRoutes, store: Store, urls: Urls): void {
  app.get('/pulls', async (context) => {
    const repository = readableIn(context, 'pull_requests');
    const { state = 'open', head, base, sort = 'created', direction } = context.req.query();
    const found = [...repository.threads.values()].filter(
      (thread) =>
        isPull(thread) &&
        (state === 'all' || thread.state === state) &&
        (head === undefined || head === `${repository.owner.login}:${thread.pull.head}`) &&
        (base === undefined || base === thread.pull.base),
    );
    const field = sort === 'updated' ? 'updatedAt' : 'createdAt';
    found.sort((one, other) => one[field] - other[field]);
    // By default, only those sorted by their creation begin with the newest one.
    const isDescending = (direction ?? (sort === 'created' ? 'desc' : 'asc')) === 'desc';
    return answerPage(context, isDescending ? found.toReversed() : found, (thread) =>
      simplePullJson(urls, repository, thread),
    );
  });

  app.get('/pulls/:number{[0-9]+}', async (context) => {
    const repository = readableIn(context, 'pull_requests');
    const thread = pullIn(context);
    const json = await pullJson(urls, repository, thread);
    const { stale } = thread.pull;
    if (stale && store.time.now() < stale.until) json.head.sha = stale.sha ?? '';
    return context.json(json);
  });

  app.get('/pulls/:number{[0-9]+}/comments', (context) => {
    const repository = readableIn(context, 'pull_requests');
    const pull = pullIn(context);
    const listed = repository.reviewComments
      .filter(({ thread }) => thread === pull.number)
      .map((comment) => ({ comment, text: comment.text }));
    return answerPage(context, chosenComments(context, listed), ({ comment, text }) =>
      commentJson(urls, repository, comment, text),
    );
  });

  app.get('/pulls/comments/:id{[0-9]+}', (context) => {
    const repository = readableIn(context, 'pull_requests');
    const comment = byId(context, repository.reviewComments);
    return context.json(commentJson(urls, repository, comment, comment.text));
  });

  app.get('/pulls/:number{[0-9]+}/reviews/:id{[0-9]+}', (context) => {
    const repository = readableIn(context, 'pull_requests');
    const pull = pullIn(context);
    const ofPull = repository.reviews.filter(({ thread }) => thread === pull.number);
    return context.json(reviewJson(byId(context, ofPull)));
  });

  app.get('/pulls/:number{[0-9]+}/files', async (context) => {
    const repository = readableIn(context, 'pull_requests');
    const pull = pullIn(context);
    const files = await pullFiles(repository, pull);
    return answerPage(context, files.slice(0, MOST_FILES), openFileJson());
  });
}
