import type { Failure } from '../answer.ts';
import type { GitHub } from '../github/github.ts';
import type { gateFields } from '../inputs/fields.ts';
import type { FieldsOf } from '../inputs/read-inputs.ts';
import { type Account, at, idAt, textAt } from '../text/json.ts';

/** What an account may do in the repository, from the most to the least. */
export const LEVELS = ['admin', 'maintain', 'write', 'triage', 'read', 'none'] as const;
export type Level = (typeof LEVELS)[number];

/** Letters of names match in either case, as on GitHub. */
export type GateRules = FieldsOf<typeof gateFields>;

export interface Requester {
  readonly event: string;
  /** Who caused the event. */
  readonly sender?: Account | undefined;
  /** Who wrote the text of the request, if there is one. */
  readonly author?: Account | undefined;
}

/** What GitHub says about an account's level. `why` completes "the permission of ... is not known:". */
export type Lookup =
  | { readonly kind: 'level'; readonly level: Level }
  | { readonly kind: 'unknown'; readonly why: string; readonly limited?: boolean | undefined };

export interface Decision {
  readonly allowed: boolean;
  /** A sentence for the log and, if `mayHearWhy`, for a reply. */
  readonly reason: string;
  readonly mayHearWhy: boolean;
  /** GitHub's usage limit kept the answer back: nothing was decided, so the step fails. */
  readonly limited: boolean;
}

/** Only people who can write or start workflows cause these, or GitHub itself. */
const WITHOUT_GATE: ReadonlySet<string> = new Set([
  'push',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'release',
  'merge_group',
]);

/** The account to look up before {@link decide}; undefined when the answer would change nothing. */
export function accountToLookUp(requester: Requester, rules: GateRules): Account | undefined {
  const { sender } = requester;
  if (WITHOUT_GATE.has(requester.event) || sender === undefined || !isPerson(sender)) return undefined;
  return isSame(requester) && isNamed(sender, rules.allowUsers) ? undefined : sender;
}

/** Any doubt is a refusal that says why. */
export function decide(requester: Requester, rules: GateRules, lookup?: Lookup): Decision {
  const { event, sender } = requester;
  if (WITHOUT_GATE.has(event)) return allow(`The event \`${event}\` needs no permission check.`);
  if (sender === undefined) return deny('The event does not say who caused it.', lookup);
  if (!isSame(requester)) {
    return deny(`\`${sender.login}\` caused the event, but somebody else wrote the text.`, lookup);
  }
  if (!isPerson(sender)) return decideBot(sender, rules);
  if (isNamed(sender, rules.allowUsers)) return allow(`\`${sender.login}\` is named in \`allow-users\`.`);
  return decideLevel(sender, rules, lookup);
}

/**
 * Reads GitHub's answer about the permission of `account`. `permission` alone is too coarse: `maintain` shows there as
 * `write`, and `triage` as `read`.
 * https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 */
export function readLevel(answer: unknown, account: Account): Lookup {
  // Logins can change hands: the answer must be about the requester's account, not about the name.
  const id = idAt(answer, 'user', 'id');
  if (id !== undefined && id !== account.id) return { kind: 'unknown', why: 'the login has changed hands' };
  // A custom role has a name of its own, which says nothing; then the next field counts.
  const words = [textAt(answer, 'role_name'), textAt(answer, 'permission')];
  const named = words.map((word) => LEVELS.find((level) => level === word));
  const level = heldLevel(at(answer, 'user', 'permissions')) ?? named.find((known) => known !== undefined);
  return level === undefined
    ? { kind: 'unknown', why: "GitHub's answer names no known level" }
    : { kind: 'level', level };
}

/** GitHub's flags for the levels, in their order. */
const PERMISSION_FLAGS = ['admin', 'maintain', 'push', 'triage', 'pull'];

function heldLevel(permissions: unknown): Level | undefined {
  const flags = PERMISSION_FLAGS.map((flag) => at(permissions, flag));
  const held = flags.indexOf(true);
  if (held !== -1) return LEVELS[held];
  return flags.includes(false) ? 'none' : undefined;
}

function decideBot(bot: Account, { allowBots }: GateRules): Decision {
  const { login, id, type } = bot;
  if (type !== 'Bot') return deny(`\`${login}\` is neither a user nor a bot.`);
  if (isNamed(bot, allowBots)) return allow(`\`${login}\` is named in \`allow-bots\`.`);
  const another = allowBots.some((name) => name.toLowerCase().startsWith(`${login.toLowerCase()}:`));
  const how = another
    ? `named in \`allow-bots\` with another id than its own, ${id}`
    : 'not named in `allow-bots`';
  return deny(`The bot \`${login}\` is ${how}.`);
}

function decideLevel({ login }: Account, { permission }: GateRules, lookup: Lookup | undefined): Decision {
  if (lookup?.kind !== 'level') {
    const why = lookup?.why ?? 'it was not looked up';
    const reason = `The permission of \`${login}\` is not known: ${why.replace(/\.$/, '')}.`;
    return { ...deny(reason), limited: lookup?.limited ?? false };
  }
  const { level } = lookup;
  if (isAtLeast(level, permission)) return allow(`\`${login}\` holds \`${level}\`.`);
  const held = level === 'none' ? 'no permission' : `\`${level}\``;
  return deny(
    `\`${login}\` holds ${held} in this repository, but a request takes \`${permission}\`. The inputs \`permission\` and \`allow-users\` set who may.`,
    lookup,
  );
}

function isPerson({ login, type }: Account): boolean {
  return type === 'User' && !login.endsWith('[bot]');
}

function isSame({ sender, author }: Requester): boolean {
  return author === undefined || author.id === sender?.id;
}

function isNamed({ login, id }: Account, names: readonly string[]): boolean {
  const own = [login.toLowerCase(), `${login.toLowerCase()}:${id}`];
  return names.some((name) => own.includes(name.toLowerCase()));
}

function isAtLeast(level: Level, required: Level): boolean {
  return LEVELS.indexOf(level) <= LEVELS.indexOf(required);
}

function allow(reason: string): Decision {
  return { allowed: true, reason, mayHearWhy: false, limited: false };
}

/** Who works on the repository hears why; to everybody else a reply would only be noise that they can cause. */
function deny(reason: string, lookup?: Lookup): Decision {
  const mayHearWhy = lookup?.kind === 'level' && isAtLeast(lookup.level, 'triage');
  return { allowed: false, reason, mayHearWhy, limited: false };
}

/** Looks up the requester's permission, if it matters, and decides whether the request may go on. */
export async function checkPermission(
  requester: Requester,
  rules: GateRules,
  github: GitHub | undefined,
): Promise<Decision> {
  const account = accountToLookUp(requester, rules);
  return decide(requester, rules, account && (await lookUpLevel(account, github)));
}

async function lookUpLevel(account: Account, github: GitHub | undefined): Promise<Lookup> {
  if (github === undefined) return { kind: 'unknown', why: '`github-token` is empty' };
  const answer = await github.permission(account.login);
  if (answer.ok) return readLevel(answer.value, account);
  const { failure } = answer;
  return { kind: 'unknown', why: whyNot(failure), limited: failure.kind === 'limited' };
}

function whyNot({ kind, status, message }: Failure): string {
  if (status === 404) return 'GitHub knows no such account in this repository';
  return status === 403 && kind === 'refused' ? `the token may not ask for it (${message})` : message;
}
