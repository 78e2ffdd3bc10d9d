import { type Role, userOf } from '../github/store.ts';
import type { Workflow } from '../workflow/file.ts';
import type { Stage } from './stage.ts';
import { peopleIn } from './workflow-names.ts';
import { isNear } from './workflow-settings.ts';

/** The people of a workflow: one for each role, those that the workflow names, strangers and bots. */

/** Who wrote the merged code, and who merges what others wrote. */
export const AUTHOR = 'kim';
export const MERGER = 'ann';
const LOGINS: Readonly<Record<string, string>> = {
  read: 'rob',
  triage: 'tom',
  write: 'ann',
  maintain: 'max',
  admin: 'amy',
};
const ROLES: readonly Role[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];
/** They merge: with the token of a workflow, or from a queue. */
const MERGERS = /^(?:github-actions|.*merge.*)\[bot\]$/;

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

export interface Person {
  readonly login: string;
  readonly role: Role;
  readonly description: string;
}

/** The person of `--as`, who becomes a member of the repository. */
export function addPerson({ sandbox, repository }: Stage, workflow: Workflow, as: string): Person {
  const { github } = sandbox;
  if (LOGINS[as] !== undefined) github.addMember(repository.fullName, LOGINS[as], as as Role);
  if (as === 'collaborator') {
    github.addMember(repository.fullName, 'cal', 'write');
    repository.members.set('cal', { role: 'write', isOutside: true });
  }
  const { reviewers, requesters, others } = peopleIn(workflow);
  const named = [...reviewers, ...requesters.map((name) => name.replace(/:.*/, '')), ...others];
  const strangers: Readonly<Record<string, string>> = { stranger: 'eve', collaborator: 'cal' };
  const login =
    LOGINS[as] ??
    strangers[as] ??
    named.find((name) => name.toLowerCase() === as.toLowerCase()) ??
    (as.endsWith('[bot]') && !named.some((name) => isNear(as, name)) ? as : undefined);
  if (login === undefined) {
    const known = [...ROLES.slice(1), 'collaborator', 'stranger', ...new Set(named)].join(', ');
    throw new Error(`--as must be one of ${known}, or a bot like dependabot[bot].`);
  }
  const { role = MERGERS.test(login) ? 'write' : 'none' } = repository.members.get(login.toLowerCase()) ?? {};
  // On GitHub, others can't write in a private repository.
  if (role === 'none' && !login.endsWith('[bot]')) repository.private = false;
  const words = role === 'none' ? 'who has no role' : `with the role ${role}`;
  return { login, role, description: login.endsWith('[bot]') ? login : `${login}, ${words}` };
}

/** Adds the people and teams that the workflow names, and the author of the merged code. */
export function addPeople({ sandbox, repository, documentation }: Stage, workflow: Workflow): void {
  const { github } = sandbox;
  const { reviewers, requesters, teams } = peopleIn(workflow);
  for (const { fullName } of [repository, documentation])
    for (const login of [AUTHOR, ...reviewers]) github.addMember(fullName, login, 'write');
  for (const requester of requesters) {
    const [login = '', id] = requester.split(':');
    const user = userOf(github.store, login);
    if (id !== undefined) github.store.users.set(login.toLowerCase(), { ...user, id: Number(id) });
  }
  for (const team of teams)
    for (const { teams: slugs } of [repository, documentation]) slugs.add(team.split('/')[1] ?? '');
}
