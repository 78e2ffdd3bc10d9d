import type { PullFacts } from './pull-facts.ts';
import type { Comment, CommentText, Membership, Reaction, Repository, Role, Thread, User } from './store.ts';

/** The store's data as GitHub's REST API shows it: its names and shapes, and the fields that clients look at. */

/** The addresses under which all is to be found. */
export interface Addresses {
  /** The REST API: `http://127.0.0.1:port/api/v3` */
  readonly api: string;
  /** The pages: `http://127.0.0.1:port` */
  readonly server: string;
}

export function date(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

function optionalDate(time: number | undefined): string | null {
  return time === undefined ? null : date(time);
}

export function userJson({ api, server }: Addresses, { id, login, type }: User) {
  const name = login.replace('[bot]', '');
  const url = `${api}/users/${encodeURIComponent(login)}`;
  return {
    ...{ login, id, node_id: `U_${id}`, type, site_admin: false, gravatar_id: '' },
    avatar_url: `${server}/avatars/u/${id}`,
    html_url: type === 'Bot' ? `${server}/apps/${name}` : `${server}/${login}`,
    url,
    ...{ followers_url: `${url}/followers`, following_url: `${url}/following{/other_user}` },
    ...{ gists_url: `${url}/gists{/gist_id}`, starred_url: `${url}/starred{/owner}{/repo}` },
    ...{ subscriptions_url: `${url}/subscriptions`, organizations_url: `${url}/orgs` },
    ...{ repos_url: `${url}/repos`, events_url: `${url}/events{/privacy}` },
    received_events_url: `${url}/received_events`,
  };
}

export function repositoryJson(addresses: Addresses, repository: Repository) {
  const { id, name, fullName, owner, defaultBranch } = repository;
  return {
    ...{ id, node_id: `R_${id}`, name, full_name: fullName, private: repository.private, fork: false },
    owner: userJson(addresses, owner),
    html_url: `${addresses.server}/${fullName}`,
    url: `${addresses.api}/repos/${fullName}`,
    default_branch: defaultBranch,
  };
}

export function reactionJson(addresses: Addresses, { id, user, content, createdAt }: Reaction) {
  return { id, node_id: `REA_${id}`, user: userJson(addresses, user), content, created_at: date(createdAt) };
}

const REACTIONS = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'] as const;

export function isReaction(content: unknown): content is (typeof REACTIONS)[number] {
  return REACTIONS.some((known) => known === content);
}

export function reactionCounts(url: string, reactions: readonly Reaction[]) {
  const counts = REACTIONS.map((content) => [
    content,
    reactions.filter((reaction) => reaction.content === content).length,
  ]);
  return { url: `${url}/reactions`, total_count: reactions.length, ...Object.fromEntries(counts) };
}

export function association({ members, owner }: Repository, user: User): string {
  if (user === owner) return 'OWNER';
  return members.has(user.login.toLowerCase()) ? 'COLLABORATOR' : 'NONE';
}

export function commentJson(
  addresses: Addresses,
  repository: Repository,
  comment: Comment,
  text: CommentText,
) {
  const { id, thread, user, createdAt, reactions } = comment;
  const { api } = addresses;
  const url = `${api}/repos/${repository.fullName}/issues/comments/${id}`;
  return {
    ...{ id, node_id: `IC_${id}`, url, body: text.body, user: userJson(addresses, user) },
    html_url: `${threadPage(addresses, repository, thread)}#issuecomment-${id}`,
    created_at: date(createdAt),
    updated_at: date(text.updatedAt),
    author_association: association(repository, user),
    performed_via_github_app: null,
    reactions: reactionCounts(url, reactions),
    issue_url: `${api}/repos/${repository.fullName}/issues/${thread}`,
  };
}

/** The page of an issue or pull request. */
export function threadPage({ server }: Addresses, { fullName, threads }: Repository, number: number): string {
  const isPull = threads.get(number)?.pull !== undefined;
  return `${server}/${fullName}/${isPull ? 'pull' : 'issues'}/${number}`;
}

export function pullUrl({ api }: Addresses, { fullName }: Repository, number: number): string {
  return `${api}/repos/${fullName}/pulls/${number}`;
}

/** What issues and pull requests have in common. */
function threadJson(addresses: Addresses, repository: Repository, thread: Thread) {
  const { id, number, title, body, state, locked, user, createdAt, updatedAt, closedAt } = thread;
  return {
    ...{ id, number, title, body, state, locked, active_lock_reason: null },
    user: userJson(addresses, user),
    html_url: `${addresses.server}/${repository.fullName}/${thread.pull ? 'pull' : 'issues'}/${number}`,
    ...{ labels: [], assignees: [], assignee: null, milestone: null },
    created_at: date(createdAt),
    updated_at: date(updatedAt),
    closed_at: optionalDate(closedAt),
    author_association: association(repository, user),
  };
}

/** An issue; a pull request shows up as one too. */
export function issueJson(addresses: Addresses, repository: Repository, thread: Thread) {
  const url = `${addresses.api}/repos/${repository.fullName}/issues/${thread.number}`;
  const comments = repository.comments.filter((comment) => comment.thread === thread.number).length;
  return {
    ...threadJson(addresses, repository, thread),
    ...{ node_id: `I_${thread.id}`, url, comments_url: `${url}/comments`, comments },
    reactions: reactionCounts(url, thread.reactions),
    ...(thread.pull && {
      pull_request: {
        url: pullUrl(addresses, repository, thread.number),
        html_url: `${addresses.server}/${repository.fullName}/pull/${thread.number}`,
        merged_at: optionalDate(thread.pull.mergedAt),
      },
    }),
  };
}

export function pullJson(addresses: Addresses, repository: Repository, thread: Thread, facts: PullFacts) {
  const { head = '', base = '', draft = false, mergedAt } = thread.pull ?? {};
  const repo = repositoryJson(addresses, repository);
  const side = (ref: string, sha: string) => ({
    ...{ label: `${repository.owner.login}:${ref}`, ref, sha },
    ...{ user: repo.owner, repo },
  });
  const url = pullUrl(addresses, repository, thread.number);
  return {
    ...threadJson(addresses, repository, thread),
    ...{ node_id: `PR_${thread.id}`, url, draft },
    issue_url: `${addresses.api}/repos/${repository.fullName}/issues/${thread.number}`,
    diff_url: `${addresses.server}/${repository.fullName}/pull/${thread.number}.diff`,
    merged: mergedAt !== undefined,
    merged_at: optionalDate(mergedAt),
    merge_commit_sha: null,
    head: side(head, facts.headSha),
    base: side(base, facts.baseSha),
    ...{ commits: facts.commits, additions: facts.additions, deletions: facts.deletions },
    changed_files: facts.files,
  };
}

const LEVELS: readonly Role[] = ['read', 'triage', 'write', 'maintain', 'admin'];

/** What `GET .../collaborators/{login}/permission` says. */
export function permissionJson(addresses: Addresses, user: User, { role, customName }: Membership) {
  const level = LEVELS.indexOf(role);
  const coarse = role === 'maintain' ? 'write' : role === 'triage' ? 'read' : role;
  const roleName = customName ?? (role === 'none' ? '' : role);
  const permissions = {
    ...{ pull: level >= 0, triage: level >= 1, push: level >= 2, maintain: level >= 3, admin: level >= 4 },
  };
  return {
    permission: coarse,
    role_name: roleName,
    user: { ...userJson(addresses, user), permissions, role_name: roleName },
  };
}
