import type { Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { findRepository, type Kind, type Repository, type Store, type Thread, type Token } from './store.ts';

/** The store and the token of a request, for the routes. */
export type GitHubEnv = { Variables: { token: Token | undefined; repository: Repository } };
export type GitHubContext = Context<GitHubEnv>;
/** The routes under `/repos/:owner/:repo`. */
export type RepositoryRoutes = Hono<GitHubEnv, Record<never, never>, '/api/v3/repos/:owner/:repo'>;

const DOCS = 'https://docs.github.com/rest';

/** Ends the request with an error in GitHub's shape. */
export function refuse(
  status: 401 | 403 | 404 | 410 | 422,
  message: string,
  extra: object = {},
  headers: Readonly<Record<string, string>> = {},
): never {
  const body = { message, ...extra, documentation_url: DOCS, status: String(status) };
  throw new HTTPException(status, { res: Response.json(body, { status, headers }) });
}

/** A 422 that names a field, like for a body that is too long. */
export function invalid(resource: string, field: string, message: string): never {
  refuse(422, 'Validation Failed', { errors: [{ resource, code: 'unprocessable', field, message }] });
}

/** The token of a request. `undefined` without one. An unknown token ends the request. */
export function readToken(store: Store, header: string | undefined): Token | undefined {
  if (header === undefined) return undefined;
  if (store.time.now() < store.tokensKnownAt) refuse(401, 'Bad credentials');
  return (
    store.tokens.get(/^(?:bearer|token) (.+)$/i.exec(header)?.[1] ?? '') ?? refuse(401, 'Bad credentials')
  );
}

function reaches(token: Token | undefined, { fullName }: Repository): token is Token {
  return token?.repositories.some((name) => name.toLowerCase() === fullName.toLowerCase()) ?? false;
}

/** The repository in the path. 404 if the token can't read it. */
export function repositoryIn(store: Store, { req, var: { token } }: GitHubContext): Repository {
  const repository = findRepository(store, `${req.param('owner')}/${req.param('repo')}`);
  if (!repository || (repository.private && !reaches(token, repository))) refuse(404, 'Not Found');
  return repository;
}

/** The repository in the path, if the token can read one of these kinds there. */
export function readableIn(context: GitHubContext, ...kinds: Kind[]): Repository {
  needRead(context, ...kinds);
  return context.var.repository;
}

/** Whether a token has one of these permissions. Records the only one that fits. */
export function grantsAny(
  token: Token | undefined,
  level: 'read' | 'write',
  ...kinds: Kind[]
): token is Token {
  const granted = token?.permissions ?? {};
  const [fitting, another] = kinds.filter((kind) => granted[kind] === 'write' || granted[kind] === level);
  if (fitting !== undefined && another === undefined) token?.used.add(`${fitting}: ${level}`);
  return fitting !== undefined;
}

/** Ends the request if its token can read none of these kinds here. A public repository needs no permission. */
function needRead(context: GitHubContext, ...kinds: Kind[]): void {
  const { repository, token } = context.var;
  if (repository.private && !grantsAny(token, 'read', ...kinds))
    refuse(403, 'Resource not accessible by integration');
}

/** The token, if it can write this kind here. Otherwise, ends the request. */
export function needWrite(context: GitHubContext, kind: Kind): Token {
  const { repository, token } = context.var;
  if (!token) refuse(401, 'Requires authentication');
  const may = reaches(token, repository) && grantsAny(token, 'write', kind);
  return may ? token : refuse(403, 'Resource not accessible by integration');
}

/** The issue or pull request in the path. */
export function threadIn(context: GitHubContext): Thread {
  return context.var.repository.threads.get(Number(context.req.param('number'))) ?? refuse(404, 'Not Found');
}

/** What the path names by its ID. */
export function byId<T extends { readonly id: number }>(context: GitHubContext, all: readonly T[]): T {
  return all.find(({ id }) => id === Number(context.req.param('id'))) ?? refuse(404, 'Not Found');
}

/** The issue or pull request in the path, if the token can read it. For a pull request, either permission is enough. */
export function readableThreadIn(context: GitHubContext): Thread {
  const thread = threadIn(context);
  needRead(context, 'issues', ...(thread.pull ? (['pull_requests'] as const) : []));
  return thread;
}

/**
 * Ends the request if its token can't write to this thread. According to GitHub's description, either permission is enough
 * for a pull request. Users report that `issues: write` alone isn't.
 */
export function needThreadWrite(context: GitHubContext, thread: Thread): Token {
  return needWrite(context, thread.pull ? 'pull_requests' : 'issues');
}

/** The issue or pull request in the path, if the token can write to it. */
export function writableThreadIn(context: GitHubContext) {
  const thread = threadIn(context);
  return { thread, token: needThreadWrite(context, thread) };
}

/** The JSON body of a request. */
export const readBody = (context: GitHubContext) => context.req.json<Record<string, unknown>>();
