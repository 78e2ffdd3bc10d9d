import { Hono } from 'hono';
import {
  type GitHubEnv,
  kindsOf,
  needRead,
  needWrite,
  readBody,
  refuse,
  repositoryIn,
  threadIn,
} from './access.ts';
import { type Addresses, permissionJson, userJson } from './json.ts';
import { answerPage } from './paging.ts';
import { fullRepositoryJson } from './repository-json.ts';
import type { Store } from './store.ts';
import { issueJson } from './thread-json.ts';
import { addThread, closeThread } from './threads.ts';

/** Repositories, issues, and who may do what. */
export function issueRoutes(store: Store, addresses: Addresses) {
  const app = new Hono<GitHubEnv>();

  app.get('/user', (context) => {
    const token = context.get('token') ?? refuse(401, 'Requires authentication');
    // An app's token is no user's.
    if (token.user.type === 'Bot') refuse(403, 'Resource not accessible by integration');
    return context.json(userJson(addresses, token.user));
  });

  app.get('/repos/:owner/:repo', (context) =>
    context.json(fullRepositoryJson(addresses, repositoryIn(store, context))),
  );

  app.get('/repos/:owner/:repo/issues', (context) => {
    const repository = repositoryIn(store, context);
    needRead(context, repository, 'issues');
    const { state = 'open' } = context.req.query();
    const found = [...repository.threads.values()].filter(
      (thread) => state === 'all' || thread.state === state,
    );
    return answerPage(
      context,
      found.toReversed().map((thread) => issueJson(addresses, repository, thread)),
    );
  });

  app.post('/repos/:owner/:repo/issues', async (context) => {
    const repository = repositoryIn(store, context);
    const { user } = needWrite(context, repository, 'issues');
    const { title, body } = await readBody(context);
    if (typeof title !== 'string' || title === '') {
      refuse(422, 'Validation Failed', {
        errors: [{ resource: 'Issue', code: 'missing_field', field: 'title' }],
      });
    }
    const thread = addThread(store, repository, {
      user,
      title,
      body: typeof body === 'string' ? body : null,
    });
    return context.json(issueJson(addresses, repository, thread), 201);
  });

  app.get('/repos/:owner/:repo/issues/:number{[0-9]+}', (context) => {
    const repository = repositoryIn(store, context);
    const thread = threadIn(context, repository);
    needRead(context, repository, ...kindsOf(thread));
    return context.json(issueJson(addresses, repository, thread));
  });

  app.patch('/repos/:owner/:repo/issues/:number{[0-9]+}', async (context) => {
    const repository = repositoryIn(store, context);
    const thread = threadIn(context, repository);
    needWrite(context, repository, ...kindsOf(thread));
    const { title, body, state } = await readBody(context);
    if (typeof title === 'string') thread.title = title;
    if (typeof body === 'string') thread.body = body;
    thread.updatedAt = store.time.now();
    if (state === 'closed' && thread.state === 'open') closeThread(store, thread);
    return context.json(issueJson(addresses, repository, thread));
  });

  app.get('/repos/:owner/:repo/collaborators/:login/permission', (context) => {
    const repository = repositoryIn(store, context);
    if (!context.get('token')) refuse(401, 'Requires authentication');
    const login = context.req.param('login');
    const user = store.users.get(login.toLowerCase());
    if (user?.type !== 'User') refuse(404, `${login} is not a user`);
    const stranger = { role: repository.private ? 'none' : 'read' } as const;
    const membership = repository.members.get(login.toLowerCase()) ?? stranger;
    return context.json(permissionJson(addresses, user, membership));
  });

  return app;
}
