import { Hono } from 'hono';
import { type GitHubContext, type GitHubEnv, readableIn, refuse, threadIn } from './access.ts';
import type { Urls } from './json.ts';
import { answerPage } from './paging.ts';
import { pullSides } from './pull-facts.ts';
import { pullJson, simplePullJson } from './pull-json.ts';
import { findRepository, type Pull, type Repository, type Store, type Thread } from './store.ts';
import { threadJson } from './thread-json.ts';

type PullThread = Thread & { readonly pull: Pull };

function isPull(thread: Thread): thread is PullThread {
  return thread.pull !== undefined;
}

/** The pull request in the path. */
export function pullIn(context: GitHubContext, repository: Repository): PullThread {
  const thread = threadIn(context, repository);
  return isPull(thread) ? thread : refuse(404, 'Not Found');
}

/** Pull requests. */
export function pullRoutes(store: Store, urls: Urls) {
  const app = new Hono<GitHubEnv>();
  /** Searches open pull requests by the result of the checks of their heads. GitHub's index can be late. */
  app.get('/search/issues', async (context) => {
    const { q = '' } = context.req.query();
    const [, name = '', wanted] = /^repo:(\S+) is:pr is:open status:(success|failure)$/.exec(q) ?? [];
    const repository = findRepository(store, name) ?? refuse(422, 'Validation Failed');
    const open = [...repository.threads.values()].filter(
      (thread) => isPull(thread) && thread.state === 'open',
    );
    const items = open.filter((thread) => {
      const { sha } = pullSides(repository, thread).head;
      const own = [...repository.checkRuns, ...repository.reported].filter((check) => check.sha === sha);
      const isRed = own.some(({ conclusion }) => conclusion === 'failure' || conclusion === 'error');
      return own.length > 0 && isRed === (wanted === 'failure');
    });
    const found = items.map((thread) => ({ ...threadJson(urls, repository, thread), score: 1 }));
    return context.json({ total_count: items.length, incomplete_results: false, items: found });
  });

  app.get('/repos/:owner/:repo/pulls', async (context) => {
    const repository = readableIn(store, context, 'pull_requests');
    const { state = 'open', head, base, sort = 'created', direction } = context.req.query();
    const found = [...repository.threads.values()].filter(
      (thread) =>
        isPull(thread) &&
        (state === 'all' || thread.state === state) &&
        (head === undefined || head === `${repository.owner.login}:${thread.pull.head}`) &&
        (base === undefined || base === thread.pull.base),
    );
    const time = ({ createdAt, updatedAt, id }: Thread) =>
      [sort === 'updated' ? updatedAt : createdAt, id] as const;
    found.sort((one, other) => {
      const [[oneAt, oneId], [otherAt, otherId]] = [time(one), time(other)];
      return oneAt - otherAt || oneId - otherId;
    });
    // By default, only those sorted by their creation begin with the newest one.
    const isDescending = (direction ?? (sort === 'created' ? 'desc' : 'asc')) === 'desc';
    return answerPage(context, isDescending ? found.toReversed() : found, (thread) =>
      simplePullJson(urls, repository, thread),
    );
  });

  app.get('/repos/:owner/:repo/pulls/:number{[0-9]+}', async (context) => {
    const repository = readableIn(store, context, 'pull_requests');
    const thread = pullIn(context, repository);
    const json = await pullJson(urls, repository, thread);
    const { stale } = thread.pull;
    if (stale && store.time.now() < stale.until) json.head.sha = stale.sha ?? '';
    return context.json(json);
  });

  return app;
}
