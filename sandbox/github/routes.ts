import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { getPath } from 'hono/utils/url';
import { type GitHubEnv, readToken } from './access.ts';
import { changeRoutes } from './change-routes.ts';
import { commentRoutes } from './comment-routes.ts';
import { deploymentRoutes } from './deployment-routes.ts';
import { issueRoutes } from './issue-routes.ts';
import type { Urls } from './json.ts';
import { ownerRoutes } from './owner-routes.ts';
import { pullRoutes } from './pull-routes.ts';
import { reactionRoutes } from './reaction-routes.ts';
import { reviewRoutes } from './review-routes.ts';
import { runRoutes } from './run-routes.ts';
import { searchRoutes } from './search-routes.ts';
import type { Store } from './store.ts';
import { writeLimit } from './write-limit.ts';

/** The requests per hour of a token. The headers of answers count them, and no request is refused. */
const HOURLY_LIMIT = 5000;
const HOUR = 3_600_000;

/** The part of GitHub's REST API that the actions need, under `/api/v3` like on GitHub Enterprise Server. */
export function githubRoutes(store: Store, urls: Urls) {
  const app = new Hono<GitHubEnv>({ getPath: (request) => namedPath(store, getPath(request)) });
  const limitWrites = writeLimit(store);
  const begin = store.time.now();
  let served = 0;

  app.use('/api/v3/*', async (context, next) => {
    served += 1;
    const used = served;
    const hours = Math.floor((store.time.now() - begin) / HOUR) + 1;
    const headers = {
      'x-ratelimit-limit': HOURLY_LIMIT,
      'x-ratelimit-remaining': Math.max(0, HOURLY_LIMIT - used),
      'x-ratelimit-used': used,
      'x-ratelimit-reset': Math.ceil((begin + hours * HOUR) / 1000),
      'x-ratelimit-resource': 'core',
      'x-github-request-id': `SAND:${used.toString(16).toUpperCase().padStart(4, '0')}`,
      'x-github-media-type': 'github.v3; format=json',
    };
    await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, String(value));
  });
  app.use('/api/v3/*', async (context, next) => {
    context.set('token', readToken(store, context.req.header('authorization')));
    limitWrites(context);
    await next();
  });
  const conversation = [issueRoutes, pullRoutes, commentRoutes, reviewRoutes, reactionRoutes, ownerRoutes];
  for (const routes of [...conversation, changeRoutes, deploymentRoutes, runRoutes, searchRoutes])
    app.route('/api/v3', routes(store, urls));
  const notFound = { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' };
  app.notFound((context) => context.json(notFound, 404));
  app.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse();
    throw error;
  });
  return app;
}

/** Replaces the repository's id in a path with its name. */
function namedPath({ repositories }: Store, path: string): string {
  return path.replace(/(?<=^\/api\/v3)\/repositories\/(\d+)/, (whole, id) => {
    const known = [...repositories.values()].find((repository) => repository.id === Number(id));
    return known ? `/repos/${known.fullName}` : whole;
  });
}
