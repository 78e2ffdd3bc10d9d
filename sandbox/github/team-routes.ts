import { Hono } from 'hono';
import { type GitHubEnv, refuse } from './access.ts';
import type { Store } from './store.ts';

/** The members of an organization's teams. */
export function teamRoutes(store: Store) {
  const app = new Hono<GitHubEnv>();

  app.get('/orgs/:org/teams/:slug/memberships/:login', (context) => {
    const { org, slug, login } = context.req.param();
    const token = context.get('token') ?? refuse(401, 'Requires authentication');
    if (token.permissions.members === undefined) refuse(403, 'Resource not accessible by integration');
    const team = store.teams.get(`${org}/${slug}`.toLowerCase());
    const isOwn = token.repositories.some((name) => name.toLowerCase().startsWith(`${org.toLowerCase()}/`));
    // 404 for a secret team of another organization, and for an account that is not in the team.
    const state = team?.secret && !isOwn ? undefined : team?.members.get(login.toLowerCase());
    if (state === undefined) refuse(404, 'Not Found');
    return context.json({ role: 'member', state });
  });

  return app;
}
