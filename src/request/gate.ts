import { hasTrait } from '../event/events.ts';
import type { Request } from '../event/request.ts';
import type { Account } from '../github/account.ts';
import type { GitHub } from '../github/github.ts';
import type { gateFields } from '../inputs/fields.ts';
import type { FieldsOf } from '../inputs/read-inputs.ts';
import type { ReasonCode } from '../model/reason-codes.ts';
import { type RequestResult, stopped, unsentReason } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { isNamed } from '../text/identifiers.ts';
import { at, idAt, textAt } from '../text/json.ts';

/** Roles in the repository, from the most to the least access. */
export const LEVELS = ['admin', 'maintain', 'write', 'triage', 'read', 'none'] as const;
type Level = (typeof LEVELS)[number];

/** Names are case-insensitive, as on GitHub. */
export type GateRules = FieldsOf<typeof gateFields>;

export type Requester = Pick<Request, 'event' | 'sender' | 'author' | 'checks' | 'isMerge'>;

/** The role of an account, or why it is unknown, to complete "the permission of ... is unknown: ...". */
type Lookup = Level | { readonly why: string; readonly failed?: ReasonCode };

interface Decision {
  readonly allowed: boolean;
  /** A sentence for the log and, if `mayHearWhy`, for a reply. */
  readonly reason: string;
  readonly mayHearWhy: boolean;
  /** GitHub didn't answer the question, so nothing was decided and the step fails. */
  readonly failed?: ReasonCode | undefined;
}

/** Returns a decision, or the account whose role has to decide. In doubt, it refuses the request with a reason. */
export function decide(request: Requester, rules: GateRules): Decision | Account {
  const { event, sender, author, checks, isMerge } = request;
  if (checks !== undefined) return allow('A marker decides whether the checks count.');
  if (isMerge)
    return allow(
      'A merge needs no permission check, since only people and apps with write access can merge.',
    );
  if (hasTrait(event, 'trusted') || hasTrait(event, 'trusted-merge'))
    return allow(`The event \`${event}\` needs no permission check.`);
  if (sender === undefined) return deny('The event has no sender.');
  const { id, login, type } = sender;
  const isIn = (names: readonly string[]) => names.some((name) => isNamed(sender, name));
  if (author !== undefined && author.id !== id)
    return deny(`\`${login}\` caused the event, but another person wrote the text.`);
  if (type === 'Bot')
    return isIn(rules.allowBots)
      ? allow(`\`${login}\` is named in \`allow-bots\`.`)
      : deny(`The bot \`${login}\` (ID ${id}) is not named in \`allow-bots\`.`);
  if (type !== 'User' || login.endsWith('[bot]')) return deny(`\`${login}\` is neither a user nor a bot.`);
  if (isIn(rules.allowUsers)) return allow(`\`${login}\` is named in \`allow-users\`.`);
  return rules.permission === 'listed' ? deny(`\`${login}\` is not named in \`allow-users\`.`) : sender;
}

/**
 * Reads GitHub's response about the permission of `account`. `permission` alone is too coarse: it is `write` for `maintain`,
 * and `read` for `triage`.
 * https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 */
export function readLevel(response: unknown, account: Account): Lookup {
  // A login can move to another account, so the response must be about the requester's account.
  const id = idAt(response, 'user', 'id');
  if (id !== undefined && id !== account.id) return { why: 'the login now belongs to another account' };
  // The name of a custom role is no known level, so the next field counts.
  const names = [textAt(response, 'role_name'), textAt(response, 'permission')];
  const known = names.map((name) => LEVELS.find((level) => level === name));
  const level = highestLevel(at(response, 'user', 'permissions')) ?? known.find((each) => each !== undefined);
  return level ?? { why: "GitHub's response contains no known role" };
}

/** GitHub's flags for the levels, in the same order. */
const PERMISSION_FLAGS = ['admin', 'maintain', 'push', 'triage', 'pull'];

function highestLevel(permissions: unknown): Level | undefined {
  const flags = PERMISSION_FLAGS.map((flag) => at(permissions, flag));
  const highest = flags.indexOf(true);
  if (highest !== -1) return LEVELS[highest];
  return flags.includes(false) ? 'none' : undefined;
}

/** Only people who work on the repository get a reply with the reason; strangers could use replies to make noise. */
export function decideByLevel({ login }: Account, { permission }: GateRules, lookup: Lookup): Decision {
  if (typeof lookup === 'object') {
    const reason = `The permission of \`${login}\` is unknown: ${lookup.why.replace(/\.$/, '')}.`;
    return { ...deny(reason), failed: lookup.failed };
  }
  if (isAtLeast(lookup, permission)) return allow(`\`${login}\` has the role \`${lookup}\`.`);
  const role = lookup === 'none' ? 'no role' : `the role \`${lookup}\``;
  const reason = `\`${login}\` has ${role} in this repository, but requests need \`${permission}\`. The inputs \`permission\` and \`allow-users\` set who can request.`;
  return { ...deny(reason), mayHearWhy: isAtLeast(lookup, 'triage') };
}

/** No level is at least `listed`. */
function isAtLeast(level: Level, required: Level | GateRules['permission']): boolean {
  return LEVELS.indexOf(level) <= (LEVELS as readonly string[]).indexOf(required);
}

const allow = (reason: string): Decision => ({ allowed: true, reason, mayHearWhy: false });
const deny = (reason: string): Decision => ({ allowed: false, reason, mayHearWhy: false });

/** Decides with GitHub's answer, if it takes one. */
export async function judgeRequester(
  requester: Requester,
  rules: GateRules,
  github: GitHub,
): Promise<Decision> {
  const known = decide(requester, rules);
  return 'allowed' in known ? known : decideByLevel(known, rules, await lookUpLevel(known, github));
}

/** Refuses a request whose requester isn't allowed to send it, or to skip a commit. */
export async function refuseRequest(
  request: Request,
  rules: GateRules,
  access: Access,
): Promise<RequestResult | undefined> {
  const refused = await refuseRequester(request, rules, access);
  if (refused !== undefined || request.command?.kind !== 'skip') return refused;
  const unable = await refuseRequester(request, WRITERS, access);
  return unable?.reasonCode === 'not-permitted' ? { ...unable, reason: WRITERS_ONLY } : unable;
}

/** Roles by `allow-users` don't count. */
const WRITERS: GateRules = { permission: 'write', allowUsers: [], allowBots: [] };
const WRITERS_ONLY =
  '`--skip` needs write access to the repository, whatever `permission` and `allow-users` are.';

/** Refuses a requester, or logs why they are allowed. Without an answer from GitHub, nothing is denied, and nothing is sent. */
async function refuseRequester(
  requester: Requester,
  rules: GateRules,
  { github, deadline, log }: Access,
): Promise<RequestResult | undefined> {
  const { allowed, failed, reason, mayHearWhy } = await judgeRequester(requester, rules, github);
  if (allowed) {
    log.info(reason);
    return undefined;
  }
  const notice = mayHearWhy ? undefined : 'reaction';
  if (failed === undefined) return { result: 'denied', reasonCode: 'not-permitted', reason, notice };
  const { stop } = deadline;
  const end = stop.aborted
    ? stopped(stop.reason, ' before the permission was known. Nothing was sent.')
    : ({ result: 'error', reasonCode: failed, ...unsentReason(reason) } as const);
  return { ...end, notice: 'none' };
}

async function lookUpLevel(account: Account, github: GitHub): Promise<Lookup> {
  const answer = await github.permission(account.login);
  if (answer.ok) return readLevel(answer.value, account);
  const { code, kind, status, message } = answer.failure;
  if (status === 404) return { why: 'GitHub returns 404 for this account' };
  const isRefused = status === 403 && kind === 'refused';
  return { why: isRefused ? `the token isn't allowed to read it (${message})` : message, failed: code };
}
