import { type Account, isPerson } from '../github/account.ts';
import type { Reviewer } from '../github/pull-requests.ts';
import type { changeFields } from '../inputs/change-fields.ts';
import type { FieldsOf } from '../inputs/read-inputs.ts';
import type { Log } from '../runner/runner.ts';
import { logFailure, PULL_REQUESTS, type PullRequestAccess } from './access.ts';

/** People are logins, `asker` or `author`. A reviewer may also be `org/team`. */
export type Metadata = Pick<FieldsOf<typeof changeFields>, 'prLabels' | 'prReviewers'>;

type Person = Pick<Account, 'login' | 'type'>;

export interface People {
  readonly requester?: Person | undefined;
  /** The URL of the request. */
  readonly requestUrl?: string | undefined;
  /** The author of the pull request that was merged last. */
  readonly author?: Person | undefined;
  /** The author of the review that was the request. The action requests another review. */
  readonly reviewer?: string | undefined;
  /** Another attempt requests the reviews, or did: people may have approved since. */
  readonly isReviewed?: boolean;
}

/** Labels the pull request, and requests reviews. Failures are warnings. Returns whether it has the labels. */
export async function labelAndReview(
  target: PullRequestAccess,
  { prLabels, prReviewers }: Metadata,
  people: People,
): Promise<boolean> {
  const { github, number, log } = target;
  let isLabeled = true;
  if (prLabels.length > 0) {
    const answer = await github.addLabels(number, prLabels);
    isLabeled = answer.ok;
    if (!answer.ok) logFailure('The pull request could not be labeled', answer.failure, target, true, LABELS);
  }
  // One by one, because GitHub refuses all of them if it refuses one.
  for (const name of resolve(prReviewers.concat(people.reviewer ?? []), people, log)) {
    const [, slug] = name.split('/');
    const reviewer: Reviewer = slug === undefined ? { reviewers: [name] } : { team_reviewers: [slug] };
    const answer = await github.requestReview(number, reviewer);
    if (answer.ok) continue;
    const what = `A review by ${name} could not be requested`;
    logFailure(what, answer.failure, target, true, PULL_REQUESTS, name.includes('/') ? TEAM : REVIEWERS);
  }
  return isLabeled;
}

/** GitHub returns the same 403 for a missing permission and for a label that the token can't create. */
const LABELS = '`issues: write` or, if all labels exist, `pull-requests: write`';

const REVIEWERS =
  'Only people with access to the repository can review, except the author of the pull request.';

const TEAM =
  "The team needs access to the repository. The workflow's own token can't request teams: set `pr-token` to a GitHub App's token with `pull-requests: write` and the organization permission `members: read`.";

/** Replaces `asker` and `author` with logins, and removes duplicates. Bots can't review. */
function resolve(names: readonly string[], { requester, author }: People, log: Log): string[] {
  const logins = names.flatMap((name) => {
    if (name !== 'asker' && name !== 'author') return name;
    const account = name === 'asker' ? requester : author;
    if (account !== undefined && isPerson(account)) return account.login;
    log.info(`\`${name}\` is ${account ? `${account.login}, which is not a person` : 'unknown'}.`);
    return [];
  });
  return [...new Map(logins.map((name) => [name.toLowerCase(), name])).values()];
}
