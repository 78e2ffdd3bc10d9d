import type { GitHub } from '../github/github.ts';
import type { TokenInput } from '../github/github-errors.ts';
import type { Reviewer } from '../github/pull-requests.ts';
import type { Answer, Failure } from '../http/failure.ts';
import type { changeFields } from '../inputs/change-fields.ts';
import type { FieldsOf } from '../inputs/fields.ts';
import type { Log } from '../runner/runner.ts';
import type { Account } from '../text/json.ts';

/** What a new pull request gets. People are logins, `asker` or `author`; a reviewer may be `org/team`. */
export type OwnerWishes = Pick<FieldsOf<typeof changeFields>, 'prLabels' | 'prReviewers' | 'prAssignees'>;

/** Somebody on GitHub, and GitHub's word for what that is. */
type Person = Pick<Account, 'login' | 'type'>;

/** Who is meant by the words that stand for people. */
export interface Stakeholders {
  /** Who caused the event. */
  readonly asker?: Person | undefined;
  /** Who wrote the pull request that was merged last. */
  readonly author?: Person | undefined;
}

/** What giving an owner needs. */
export interface Giving {
  /** GitHub for the repository of the pull request. */
  readonly github: GitHub;
  /** The input that holds the token, for advice. */
  readonly token: TokenInput;
  /** Whether the pull request is in the repository of this run. */
  readonly own: boolean;
  readonly log: Log;
}

/** Whether there is anything to give. */
export function wishesAnything({ prLabels, prReviewers, prAssignees }: OwnerWishes): boolean {
  return [prLabels, prReviewers, prAssignees].some((names) => names.length > 0);
}

/** Labels the pull request, assigns it, and asks for reviews; what GitHub refuses is a warning. */
export async function giveOwner(
  pull: number,
  { prLabels, prReviewers, prAssignees }: OwnerWishes,
  people: Stakeholders,
  giving: Giving,
): Promise<void> {
  const { github, log } = giving;
  if (prLabels.length > 0) {
    const answer = await github.addLabels(pull, prLabels);
    warn(answer, 'The pull request could not be labelled', EITHER, giving);
  }
  const assignees = resolve(prAssignees, people, log);
  if (assignees.length > 0) await assign(pull, assignees, giving);
  // One by one: GitHub refuses all of them when it refuses one.
  for (const name of resolve(prReviewers, people, log)) {
    const answer = await github.requestReview(pull, toReviewer(name));
    warn(answer, `A review by ${name} could not be asked for`, REVIEWS, giving, reviewAdvice(name));
  }
}

const EITHER = '`issues: write` or `pull-requests: write`';
const REVIEWS = '`pull-requests: write`';

async function assign(pull: number, logins: readonly string[], giving: Giving): Promise<void> {
  const answer = await giving.github.assign(pull, logins);
  warn(answer, 'The pull request could not be assigned', EITHER, giving);
  if (!answer.ok) return;
  const assigned = new Set(answer.value.map((login) => login.toLowerCase()));
  for (const login of logins.filter((name) => !assigned.has(name.toLowerCase()))) {
    giving.log.warning(
      `The pull request could not be assigned to ${login}: GitHub assigns only existing people who can read the repository, when the token may write there (${EITHER}).`,
    );
  }
}

function reviewAdvice(name: string): string {
  return name.includes('/')
    ? "The team must have access to the repository, and the token must be allowed to read the members of the organization (the workflow's own token is not)."
    : 'Only existing people with access to the repository can be asked, and not the author of the pull request.';
}

function toReviewer(name: string): Reviewer {
  const [, slug] = name.split('/');
  return slug === undefined ? { reviewers: [name] } : { team_reviewers: [slug] };
}

/** The names, with the words that stand for people replaced; each once. Bots neither review nor are assigned. */
function resolve(names: readonly string[], { asker, author }: Stakeholders, log: Log): string[] {
  const meant = names.flatMap((name) => {
    if (name !== 'asker' && name !== 'author') return name;
    const account = name === 'asker' ? asker : author;
    if (account?.type === 'User') return account.login;
    log.info(`No person is known who is meant by \`${name}\`.${account ? ` ${account.login} is none.` : ''}`);
    return [];
  });
  return [...new Map(meant.map((name) => [name.toLowerCase(), name])).values()];
}

function warn(answer: Answer<unknown>, what: string, permission: string, giving: Giving, invalid = ''): void {
  if (answer.ok) return;
  const { failure } = answer;
  const advice = failure.status === 422 ? invalid : adviseAccess(failure, permission, giving);
  giving.log.warning(`${what}: ${failure.message} ${advice}`.trim());
}

/** What a token lacks that was refused; empty when it was refused for something else. */
export function adviseAccess(
  { status }: Failure,
  permission: string,
  { token, own }: Pick<Giving, 'token' | 'own'>,
): string {
  if (status !== 403 && status !== 404) return '';
  const other = own || token === 'pr-token' ? '' : ' For another repository, give a token in `pr-token`.';
  return `The token in \`${token}\` needs the permission ${permission} there.${other}`;
}
