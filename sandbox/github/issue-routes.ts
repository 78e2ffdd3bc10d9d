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
import { answerPage } from './paging.ts';
import { pullIn } from './pull-routes.ts';
import type { Repository, Store, Token, User } from './store.ts';
import { labelJson, optionalDate, simplePullJson, threadJson } from './thread-json.ts';
import { addThread, closeThread } from './threads.ts';

/** Repositories with their settings, single issues, permissions, labels and reviewers. */
export function issueRoutes(app: RepositoryRoutes, store: Store, urls: Urls): void {
  app.get('/', (context) => {
    return context.json(repositoryJson(context.var.repository));
  });

  app.get('/environments/:name', (context) => {
    const name = context.req.param('name');
    const { environments } = readableIn(context, 'actions');
    return environments.has(name) ? context.json({ name }) : refuse(404, 'Not Found');
  });

  app.get('/issues', (context) => {
    const repository = readableIn(context, 'issues');
    const { state = 'open', labels = '' } = context.req.query();
    const wanted = labels.toLowerCase().split(',').filter(Boolean);
    const found = [...repository.threads.values()].filter((thread) => {
      const own = [...thread.labels].map((label) => label.toLowerCase());
      return (state === 'all' || state === thread.state) && wanted.every((label) => own.includes(label));
    });
    return answerPage(context, found.toReversed(), (thread) => {
      const pull = thread.pull && { pull_request: { merged_at: optionalDate(thread.pull.mergedAt) } };
      return { ...threadJson(urls, repository, thread), ...pull };
    });
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

  app.post('/issues/:number{[0-9]+}/labels', async (context) => {
    const { repository } = context.var;
    const { thread, token } = writableThreadIn(context);
    const labels = listIn(await readBody(context), 'labels');
    addLabels(repository, labels, token);
    for (const label of labels) thread.labels.add(label);
    return context.json([...thread.labels].map(labelJson));
  });

  app.get('/labels/:name', (context) => {
    const { labels } = readableIn(context, 'issues');
    const name = context.req.param('name');
    return labels.has(name.toLowerCase()) ? context.json(labelJson(name)) : refuse(404, 'Not Found');
  });

  app.post('/labels', async (context) => {
    const { repository } = context.var;
    needWrite(context, 'issues');
    const { name } = await readBody(context);
    const errors = [{ resource: 'Label', code: 'already_exists', field: 'name' }];
    if (repository.labels.has(String(name).toLowerCase())) refuse(422, 'Validation Failed', { errors });
    repository.labels.add(String(name).toLowerCase());
    return context.json(labelJson(String(name)), 201);
  });

  app.post('/pulls/:number{[0-9]+}/requested_reviewers', async (context) => {
    const { repository } = context.var;
    const thread = pullIn(context);
    const token = needWrite(context, 'pull_requests');
    const body = await readBody(context);
    const logins = listIn(body, 'reviewers');
    const slugs = listIn(body, 'team_reviewers');
    if (logins.some((login) => login.toLowerCase() === thread.user.login.toLowerCase())) {
      refuse(422, 'Review cannot be requested from pull request author.');
    }
    const users = logins.map(
      (login) => memberOf(store, repository, login) ?? strangers(repository, 'users or teams'),
    );
    // A token that can't read the organization's members can't see teams.
    const seesTeams = token.permissions.members !== undefined;
    if (slugs.some((slug) => !seesTeams || !repository.teams.has(slug))) strangers(repository, 'teams');
    for (const user of users) thread.pull.reviewers.add(user);
    for (const slug of slugs) thread.pull.teams.add(slug);
    return context.json(simplePullJson(urls, repository, thread), 201);
  });
}

/** Whether a team can use a repository. */
export const teamAccess = (store: Store) => (context: GitHubContext) => {
  if (!grantsAny(context.get('token'), 'read', 'members'))
    refuse(403, 'Resource not accessible by integration');
  const { teams } = repositoryIn(store, context);
  return teams.has(context.req.param('slug') ?? '') ? context.body(null, 204) : refuse(404, 'Not Found');
};

/** A label that doesn't exist is created, with the permission for it. */
function addLabels({ labels: existing }: Repository, names: readonly string[], token: Token): void {
  const missing = names.map((name) => name.toLowerCase()).filter((name) => !existing.has(name));
  if (missing.length > 0 && !grantsAny(token, 'write', 'issues')) {
    const errors = [{ resource: 'Repository', field: 'label', code: 'unauthorized' }];
    refuse(403, 'You do not have permission to create labels on this repository.', { errors });
  }
  for (const name of missing) existing.add(name);
}

function strangers({ fullName }: Repository, whom: string): never {
  refuse(
    422,
    `Reviews may only be requested from collaborators. One or more of the ${whom} you specified is not a collaborator of the ${fullName} repository.`,
  );
}

function memberOf(store: Store, { members }: Repository, login: string): User | undefined {
  const name = login.toLowerCase();
  return members.has(name) ? store.users.get(name) : undefined;
}

function listIn(body: Record<string, unknown>, name: string): string[] {
  const list = body[name];
  return Array.isArray(list) ? list.map(String) : [];
}
