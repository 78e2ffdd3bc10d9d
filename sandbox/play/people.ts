import { type Role, userOf } from '../github/store.ts';
import { expressionsIn } from '../workflow/expressions.ts';
import type { Workflow } from '../workflow/file.ts';
import type { Stage } from './stage.ts';
import { listsOf, type Names } from './workflow-names.ts';

/** Who wrote the merged code, and who merges what others wrote. */
export const AUTHOR = 'kim';
export const MERGER = 'ann';
const LOGINS: Readonly<Record<string, string>> = {
  read: 'rob',
  triage: 'tom',
  write: 'ann',
  maintain: 'max',
  admin: 'amy',
  collaborator: 'cal',
  stranger: 'eve',
};
const ROLES: readonly Role[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];
/** They merge: with the token of a workflow, or from a queue. */
const MERGERS = /^(?:github-actions|.*merge.*)\[bot\]$/;

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** Who inputs and conditions name. */
export function peopleIn(workflow: Workflow, names: Names) {
  const named = (input: string) => listsOf(names, input).map((name) => name.replace('@', ''));
  const reviewers = named('pr-reviewers').filter((name) => !/^(?:asker|author)$/.test(name));
  const conditions = expressionsIn(workflow).filter((one) => /login|actor/.test(one));
  const compared =
    conditions.join('\n').match(/(?<=(?:login|actor)\s*[!=]=\s*')[^']+|(?<=")[^",]+(?=")/g) ?? [];
  return {
    /** `login` or `login:id`. */
    requesters: named('allow-users'),
    /** `org/team`, which can review. */
    teams: reviewers.filter((name) => name.includes('/')),
    members: [AUTHOR, ...reviewers, ...compared].filter((name) => !/\/|\[bot\]$/.test(name)),
  };
}

/** The person of `--as`: a role, whose person becomes a member of the repository, or a login. */
export function addPerson({ sandbox, repository }: Stage, as: string) {
  const login = LOGINS[as] ?? as;
  if (as in LOGINS && as !== 'stranger') {
    const isOutside = as === 'collaborator';
    sandbox.github.addMember(repository.fullName, login, isOutside ? 'write' : (as as Role));
    if (isOutside) repository.members.set(login, { role: 'write', isOutside });
  }
  const { role = MERGERS.test(login) ? 'write' : 'none' } = repository.members.get(login.toLowerCase()) ?? {};
  const bot = login.endsWith('[bot]');
  // On GitHub, others can't write in a private repository.
  if (role === 'none' && !bot) repository.private = false;
  const words = role === 'none' ? 'who has no role' : `with the role ${role}`;
  return { login, role, description: bot ? login : `${login}, ${words}` };
}

/** Adds the people and teams that the workflow names, and the author of the merged code. */
export function addPeople(
  { sandbox: { github }, repository, documentation }: Stage,
  people: ReturnType<typeof peopleIn>,
): void {
  for (const { fullName, teams } of [repository, documentation]) {
    for (const login of people.members) github.addMember(fullName, login, 'write');
    for (const team of people.teams) teams.add(team.split('/')[1] ?? '');
  }
  for (const requester of people.requesters) {
    const [login = '', id] = requester.split(':');
    const user = userOf(github.store, login);
    if (id !== undefined) github.store.users.set(login.toLowerCase(), { ...user, id: Number(id) });
  }
}
