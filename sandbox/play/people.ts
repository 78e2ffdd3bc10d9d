import { type Role, userOf } from '../github/store.ts';
import { expressionsIn } from '../workflow/expressions.ts';
import type { Workflow } from '../workflow/file.ts';
import type { Stage } from './stage.ts';
import { listsOf, type Names } from './workflow-names.ts';
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
  collaborator: 'cal',
  stranger: 'eve',
};
const ROLES: readonly Role[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];
/** They merge: with the token of a workflow, or from a queue. */
const MERGERS = /^(?:github-actions|.*merge.*)\[bot\]$/;

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

type People = ReturnType<typeof peopleIn>;

/** Who inputs and conditions name. */
export function peopleIn(workflow: Workflow, names: Names) {
  const named = (input: string) => listsOf(names, input).map((name) => name.replace('@', ''));
  const reviewers = named('pr-reviewers');
  const conditions = expressionsIn(workflow).filter((one) => /login|actor/.test(one));
  const lists = conditions.flatMap((one) => one.match(/(?<=fromJSON\(')\[[^']*\](?='\))/gi) ?? []);
  const compared = [
    ...(conditions.join('\n').match(/(?<=(?:login|actor)\s*[!=]=\s*')[^']+/g) ?? []),
    ...lists.flatMap((list) => list.match(/(?<=")[^"]+/g) ?? []),
  ];
  return {
    reviewers: reviewers.filter((name) => !/\/|^(?:asker|author)$/.test(name)),
    /** `login` or `login:id`. */
    requesters: named('allow-users'),
    /** `org/team`, which can review. */
    teams: reviewers.filter((name) => name.includes('/')),
    /** The bots of `allow-bots`, and who conditions name. */
    others: [
      ...named('allow-bots').map((name) => `${name.replace(/^(?:app\/)?|\[bot\]|:.*/g, '')}[bot]`),
      ...compared,
    ],
  };
}

/** The person of `--as`, who becomes a member of the repository. */
export function addPerson({ sandbox, repository }: Stage, people: People, as: string) {
  const login = LOGINS[as] ?? namedLogin(people, as);
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

/** A person that the workflow names, or a bot, unless it is nearly a named one. */
function namedLogin({ reviewers, requesters, others }: People, as: string): string {
  const named = [...reviewers, ...requesters.map((name) => name.replace(/:.*/, '')), ...others];
  const found = named.find((name) => name.toLowerCase() === as.toLowerCase());
  if (found !== undefined) return found;
  if (as.endsWith('[bot]') && !named.some((name) => isNear(as, name))) return as;
  const known = [...new Set([...Object.keys(LOGINS), ...named])].join(', ');
  throw new Error(`--as must be one of ${known}, or a bot like dependabot[bot].`);
}

/** Adds the people and teams that the workflow names, and the author of the merged code. */
export function addPeople({ sandbox: { github }, repository, documentation }: Stage, people: People): void {
  for (const { fullName, teams } of [repository, documentation]) {
    const named = people.others.filter((login) => !login.endsWith('[bot]'));
    for (const login of [AUTHOR, ...people.reviewers, ...named]) github.addMember(fullName, login, 'write');
    for (const team of people.teams) teams.add(team.split('/')[1] ?? '');
  }
  for (const requester of people.requesters) {
    const [login = '', id] = requester.split(':');
    const user = userOf(github.store, login);
    if (id !== undefined) github.store.users.set(login.toLowerCase(), { ...user, id: Number(id) });
  }
}
