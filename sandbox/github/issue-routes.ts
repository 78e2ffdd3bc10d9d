import {
  type GitHubContext,
  grantsAny,
  needWrite,
  type RepositoryRoutes,
  readableIn,
  readableThreadIn,
  readBody,
  refuse,
  repositoryIn,
  writableThreadIn,
} from './access.ts';
import { permissionJson, repositoryJson, type Urls, userJson } from './json.ts';
import type { Store } from './store.ts';
import { threadJson } from './thread-json.ts';
import { addThread, closeThread } from './threads.ts';

/** Repositories with their settings, single issues, and permissions. */
export function issueRoutes(app: RepositoryRoutes, store: Store, urls: Urls): void {
  app.get('/', (context) => {
    const { repository } = context.var;
    // GitHub shows settings of merges only with this permission.
    const sees = context.get('token')?.permissions.contents === 'write';
    const settings = { allow_auto_merge: repository.allowsAutoMerge, allow_squash_merge: true };
    return context.json({ ...repositoryJson(repository), ...(sees && settings) });
  });

  app.get('/environments/:name', (context) => {
    const name = context.req.param('name');
    const { environments } = readableIn(context, 'actions');
    return environments.has(name) ? context.json({ name }) : refuse(404, 'Not Found');
  });

  app.get('/rules/branches/:branch', (context) => {
    const { defaultBranch, requiredChecks } = repositoryIn(store, context);
    if (requiredChecks.size === 0 || context.req.param('branch') !== defaultBranch) return context.json([]);
    const required_status_checks = [...requiredChecks].map((check) => ({ context: check }));
    const parameters = { required_status_checks, strict_required_status_checks_policy: false };
    return context.json([{ type: 'required_status_checks', parameters }]);
  });

  app.get('/issues/:number{[0-9]+}', (context) => {
    const { repository } = context.var;
    const thread = readableThreadIn(context);
    const { closedBy } = thread;
    return context.json({
      ...threadJson(urls, repository, thread),
      closed_by: closedBy ? userJson(closedBy) : null,
    });
  });

  app.post('/issues', async (context) => {
    const { repository } = context.var;
    const { user } = needWrite(context, 'issues');
    const { title, body } = await readBody(context);
    const thread = addThread(store, repository, { user, title: String(title), body: String(body ?? '') });
    return context.json(threadJson(urls, repository, thread), 201);
  });

  app.patch('/issues/:number{[0-9]+}', async (context) => {
    const { repository } = context.var;
    const { thread, token } = writableThreadIn(context);
    if ((await readBody(context))['state'] === 'closed') closeThread(store, thread, { by: token.user });
    return context.json(threadJson(urls, repository, thread));
  });

  app.get('/collaborators/:login/permission', (context) => {
    const { repository } = context.var;
    if (!context.get('token')) refuse(401, 'Requires authentication');
    const login = context.req.param('login');
    const user = store.users.get(login.toLowerCase());
    if (user?.type !== 'User') refuse(404, `${login} is not a user`);
    const stranger = { role: repository.private ? 'none' : 'read' } as const;
    const membership = repository.members.get(login.toLowerCase()) ?? stranger;
    return context.json(permissionJson(user, membership));
  });
}

/** Whether a team can use a repository. */
export const teamAccess = (store: Store) => (context: GitHubContext) => {
  if (!grantsAny(context.get('token'), 'read', 'members'))
    refuse(403, 'Resource not accessible by integration');
  const { teams } = repositoryIn(store, context);
  return teams.has(context.req.param('slug') ?? '') ? context.body(null, 204) : refuse(404, 'Not Found');
};
