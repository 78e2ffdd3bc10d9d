import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { getPath } from 'hono/utils/url';
import { type GitHubEnv, readToken, repositoryIn } from './access.ts';
import { changeRoutes } from './change-routes.ts';
import { commentRoutes } from './comment-routes.ts';
import { deploymentRoutes } from './deployment-routes.ts';
import { issueRoutes, teamAccess } from './issue-routes.ts';
import type { Urls } from './json.ts';
import { hourlyLimit, writeLimit } from './limits.ts';
import { pullRoutes } from './pull-routes.ts';
import { runRoutes } from './run-routes.ts';
import type { Store } from './store.ts';

/** The part of GitHub's REST API that the actions need, under `/api/v3` like on GitHub Enterprise Server. */
export function githubRoutes(store: Store, urls: Urls) {
  const app = new Hono<GitHubEnv>({ getPath: (request) => namedPath(store, getPath(request)) });
  const countRequest = hourlyLimit(store);
  const limitWrites = writeLimit(store);

  app.use('/api/v3/*', async (context, next) => {
    const token = readToken(store, context.req.header('authorization'));
    context.set('token', token);
    const headers = countRequest(token);
    await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  });
  app.use('/api/v3/*', async (context, next) => {
    limitWrites(context);
    await next();
  });
  app.get('/api/v3/orgs/:org/teams/:slug/repos/:owner/:repo', teamAccess(store));
  const repository = app.basePath('/api/v3/repos/:owner/:repo');
  repository.use(async (context, next) => {
    context.set('repository', repositoryIn(store, context));
    await next();
  });
  for (const add of [issueRoutes, pullRoutes, commentRoutes, changeRoutes, deploymentRoutes])
    add(repository, store, urls);
  runRoutes(repository, store, urls);
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
