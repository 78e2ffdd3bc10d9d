import { type Role, userOf } from '../github/store.ts';
import type { Workflow } from '../workflow/file.ts';
import type { Stage } from './stage.ts';
import { peopleIn } from './workflow-names.ts';

/** The people of a workflow: one for each role, those that the workflow names, and strangers. */

/** Who wrote the merged code. */
export const AUTHOR = 'kim';
const LOGINS: Readonly<Record<string, string>> = {
  read: 'rob',
  triage: 'tom',
  write: 'ann',
  maintain: 'max',
  admin: 'amy',
};
const ROLES: readonly Role[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];

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
  const { reviewers, requesters } = peopleIn(workflow);
  const named = [...reviewers, ...requesters.map((name) => name.replace(/:.*/, ''))];
  const login =
    LOGINS[as] ??
    (as === 'stranger' ? 'eve' : undefined) ??
    named.find((name) => name.toLowerCase() === as.toLowerCase());
  if (login === undefined) {
    const known = [...ROLES.slice(1), 'stranger', ...named].join(', ');
    throw new Error(`--as must be one of ${known}.`);
  }
  const { role = 'none' } = repository.members.get(login.toLowerCase()) ?? {};
  // On GitHub, others can't write in a private repository.
  repository.private = role !== 'none';
  const words = role === 'none' ? 'who has no role' : `with the role ${role}`;
  return { login, role, description: `${login}, ${words}` };
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
