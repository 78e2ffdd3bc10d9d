import { example, type Json } from './payloads.ts';
import type { Membership, Reaction, Repository, Role, User } from './store.ts';

/** People, repositories and reactions in the JSON of GitHub's REST API. */

/** The URLs of the API and of the pages. */
export interface Urls {
  /** The REST API: `http://127.0.0.1:port/api/v3` */
  readonly api: string;
  /** The pages: `http://127.0.0.1:port` */
  readonly server: string;
}

/** A time as GitHub shows it, in whole seconds. An immediate edit has the same time as its comment. */
export function date(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

const { repo, user: USER } = example('pull_request', 'opened').pull_request.base;
// The REST API has no such field here.
const { custom_properties: _, ...REPOSITORY } = repo;

/** The fields of GitHub's example, with other URLs. */
function fieldsLike(one: Json, urls: { readonly url: string; readonly html_url: string }): Json {
  const fields = Object.entries(one).map(([name, value]) => [
    name,
    String(value).startsWith(one.url) ? urls.url + String(value).slice(one.url.length) : value,
  ]);
  return { ...Object.fromEntries(fields), ...urls };
}

export function userJson({ api, server }: Urls, { id, login, type }: User) {
  const page = type === 'Bot' ? `${server}/apps/${login.replace('[bot]', '')}` : `${server}/${login}`;
  const urls = { url: `${api}/users/${encodeURIComponent(login)}`, html_url: page };
  const own = { login, id, node_id: `U_${id}`, type, avatar_url: `${server}/avatars/u/${id}` };
  return { ...fieldsLike(USER, urls), ...own };
}

/** A repository in the JSON of pull requests. */
export function repositoryInPullJson(urls: Urls, repository: Repository) {
  const short = repositoryJson(urls, repository);
  const clone = `${short.html_url}.git`;
  const open = [...repository.threads.values()].filter(({ state }) => state === 'open').length;
  return {
    ...fieldsLike(REPOSITORY, short),
    ...short,
    clone_url: clone,
    git_url: clone,
    ssh_url: clone,
    svn_url: short.html_url,
    visibility: repository.private ? 'private' : 'public',
    open_issues: open,
    open_issues_count: open,
    has_discussions: false,
  };
}

/** A repository alone. */
export function fullRepositoryJson(urls: Urls, repository: Repository) {
  return { ...repositoryInPullJson(urls, repository), network_count: 0, subscribers_count: 0 };
}

function repositoryJson(urls: Urls, repository: Repository) {
  const { id, name, fullName, owner, defaultBranch } = repository;
  return {
    id,
    node_id: `R_${id}`,
    name,
    full_name: fullName,
    private: repository.private,
    fork: false,
    owner: userJson(urls, owner),
    html_url: `${urls.server}/${fullName}`,
    url: `${urls.api}/repos/${fullName}`,
    default_branch: defaultBranch,
  };
}

export function reactionJson(urls: Urls, { id, user, content, createdAt }: Reaction) {
  return { id, node_id: `REA_${id}`, user: userJson(urls, user), content, created_at: date(createdAt) };
}

export const REACTIONS = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'] as const;

export function isReaction(content: unknown): content is (typeof REACTIONS)[number] {
  return REACTIONS.some((known) => known === content);
}

const LEVELS: readonly Role[] = ['read', 'triage', 'write', 'maintain', 'admin'];

/** The answer to `GET .../collaborators/{login}/permission`. */
export function permissionJson(urls: Urls, user: User, { role, customName }: Membership) {
  const level = LEVELS.indexOf(role);
  const coarse = role === 'maintain' ? 'write' : role === 'triage' ? 'read' : role;
  const roleName = customName ?? (role === 'none' ? '' : role);
  const permissions = {
    pull: level >= 0,
    triage: level >= 1,
    push: level >= 2,
    maintain: level >= 3,
    admin: level >= 4,
  };
  return {
    permission: coarse,
    role_name: roleName,
    user: { ...userJson(urls, user), permissions, role_name: roleName },
  };
}
