import type { Membership, Reaction, Repository, Role, User } from './store.ts';

/**
 * People, repositories and reactions in the JSON of GitHub's REST API. It has the fields that the actions or tests read. The server adds the
 * others that GitHub always sends.
 */

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

export function userJson({ id, login, type }: User) {
  return { id, login, type };
}

export function repositoryJson({ id, name, fullName, owner, defaultBranch, private: isPrivate }: Repository) {
  const names = { id, name, full_name: fullName, owner: userJson(owner), default_branch: defaultBranch };
  return { ...names, private: isPrivate };
}

export function reactionJson({ id, user, content, createdAt }: Reaction) {
  return { id, user: userJson(user), content, created_at: date(createdAt) };
}

const LEVELS: readonly Role[] = ['read', 'triage', 'write', 'maintain', 'admin'];

/** The answer to `GET .../collaborators/{login}/permission`. */
export function permissionJson(user: User, { role, customName }: Membership) {
  const level = LEVELS.indexOf(role);
  const coarse = role === 'maintain' ? 'write' : role === 'triage' ? 'read' : role;
  const roleName = customName ?? (role === 'none' ? '' : role);
  const names = ['pull', 'triage', 'push', 'maintain', 'admin'];
  const permissions = Object.fromEntries(names.map((name, least) => [name, level >= least]));
  return { permission: coarse, role_name: roleName, user: { ...userJson(user), permissions } };
}
