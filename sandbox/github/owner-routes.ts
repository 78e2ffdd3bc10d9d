import {
  grantsAny,
  needWrite,
  type RepositoryRoutes,
  readableIn,
  readBody,
  refuse,
  writableThreadIn,
} from './access.ts';
import type { Urls } from './json.ts';
import { simplePullJson } from './pull-json.ts';
import { pullIn } from './pull-routes.ts';
import type { Repository, Store, Token, User } from './store.ts';
import { labelJson } from './thread-json.ts';

/** Labels and reviewers of issues and pull requests. */
export function ownerRoutes(app: RepositoryRoutes, store: Store, urls: Urls): void {
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
