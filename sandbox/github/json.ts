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

export function userJson({ api, server }: Urls, { id, login, type }: User) {
  const name = login.replace('[bot]', '');
  const url = `${api}/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: `U_${id}`,
    type,
    site_admin: false,
    gravatar_id: '',
    avatar_url: `${server}/avatars/u/${id}`,
    html_url: type === 'Bot' ? `${server}/apps/${name}` : `${server}/${login}`,
    url,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
  };
}

export function repositoryJson(urls: Urls, repository: Repository) {
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
