import * as z from 'zod/mini';
import type { Answer } from '../answer.ts';
import type { Account } from '../github/account.ts';
import type { ThreadComment } from '../github/comments.ts';
import type { Check, ListedPull, PullCommit, SubmittedReview } from '../github/pull-requests.ts';
import { REMINDER_NOTICE } from '../intervals.ts';
import { carriesOwnMarker } from '../text/comment-text.ts';
import { type NotePlace, type SigningKey, signNote, verifyNote } from '../text/signed-note.ts';
import type { RepositoryAccess } from './access.ts';
import { type MarkerContext, openMarker } from './marker.ts';

/** An open pull request of the agent, as GitHub's lists show it. */
export interface AgentPull {
  readonly pull: ListedPull;
  readonly place: NotePlace;
  /** The login of the requester, if the marker has it. */
  readonly requester: string | undefined;
  /** The time of the newest commit, of the newest comment or review by a person, or of its last closing by this action. */
  readonly lastActivity: number;
  readonly reviews: 'approved' | 'changes-requested' | 'none';
  readonly checks: 'green' | 'red' | 'running' | 'none' | 'unknown';
  /** Whether an author of a commit isn't known to be a bot. */
  readonly isPushedTo: boolean;
  readonly isApproved: boolean;
  /** Whether one of its lists is longer than what was read, so that the newest activity is unknown. */
  readonly isLong: boolean;
  /** The time of the reminder of the current quiet time. */
  readonly remindedAt: number | undefined;
}

/**
 * Reads a pull request in at most four requests, and only its comments if it has no marker of a job: then it is undefined.
 * `warn` gets why its checks are unknown.
 */
export async function readAgentPull(
  pull: ListedPull,
  { github }: Pick<RepositoryAccess, 'github'>,
  { service, key }: Pick<MarkerContext, 'service' | 'key'>,
  warn: (answer: Answer<unknown>) => void,
): Promise<Answer<AgentPull | undefined>> {
  const { number, base, head } = pull;
  const place = { service, repositoryId: base.repo.id, thread: number };
  const comments = await github.firstComments(number);
  if (!comments.ok) return comments;
  const all = comments.value.items;
  const creator = all.flatMap((comment) => openMarker(comment, place, key) ?? []).at(-1);
  if (creator === undefined) return { ok: true, value: undefined };
  const reviews = await github.reviews(number);
  const commits = reviews.ok ? await github.commits(number) : reviews;
  if (!reviews.ok) return reviews;
  if (!commits.ok) return commits;
  const checks = await github.checks(head.sha);
  warn(checks);
  const states = reviewStates(reviews.value.items);
  const notes = readReminders(all, place, key);
  // A person opened it again.
  const closed = notes.flatMap(({ at, closes }) => (closes ? at : []));
  const active = findLastActivity(pull, all, reviews.value.items, commits.value.items);
  const lastActivity = Math.max(active, ...closed);
  return {
    ok: true,
    value: {
      pull,
      place,
      requester: creator.by,
      lastActivity,
      reviews: summarizeReviews(states),
      checks: checks.ok ? summarizeChecks(checks.value.check_runs) : 'unknown',
      isPushedTo: commits.value.items.some(({ author }) => author?.type !== 'Bot'),
      isApproved: states.includes('APPROVED'),
      isLong: [comments, reviews, commits].some(({ value }) => value.cut),
      remindedAt: notes.find(({ since, closes }) => since === lastActivity && !closes)?.at,
    },
  };
}

/** Comments and reviews by bots don't count, nor do comments of this action, which a person's token may have written. */
function findLastActivity(
  { created_at: created }: Pick<ListedPull, 'created_at'>,
  comments: readonly Pick<ThreadComment, 'user' | 'body' | 'created_at'>[],
  reviews: readonly SubmittedReview[],
  commits: readonly PullCommit[],
): number {
  const written = comments.filter(({ user, body }) => isPerson(user) && !carriesOwnMarker(body));
  return Math.max(
    created,
    // An edit is no activity.
    ...written.map(({ created_at: at }) => at),
    ...reviews.map(({ user, submitted_at: at = 0 }) => (isPerson(user) ? at : 0)),
    ...commits.map(({ commit }) => commit.committer?.date ?? 0),
  );
}

const DECISIONS: ReadonlySet<string> = new Set(['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED']);

/** The last decision of each person. */
function reviewStates(reviews: readonly SubmittedReview[]): string[] {
  const decisions = reviews.flatMap(({ user, state }) =>
    isPerson(user) && DECISIONS.has(state) ? [[user.id, state] as const] : [],
  );
  return [...new Map(decisions).values()];
}

function summarizeReviews(states: readonly string[]): AgentPull['reviews'] {
  if (states.includes('CHANGES_REQUESTED')) return 'changes-requested';
  return states.includes('APPROVED') ? 'approved' : 'none';
}

const RED: ReadonlySet<string | null> = new Set(['failure', 'timed_out', 'startup_failure']);

function summarizeChecks(checks: readonly Check[]): AgentPull['checks'] {
  if (checks.some(({ conclusion }) => RED.has(conclusion))) return 'red';
  if (checks.some(({ status }) => status !== 'completed')) return 'running';
  return checks.length === 0 ? 'none' : 'green';
}

const content = z.strictObject({
  /** The last activity before the quiet time. */
  since: z.number(),
  /** The comment says that the pull request is closed. */
  closes: z.boolean(),
});

/** No comment has this ID. */
const ANY_COMMENT = { commentId: 0 };

/**
 * The hidden note of a reminder. It is valid in every comment of the pull request, so that the comment has it from the start:
 * a copy only repeats that people were reminded of this quiet time.
 */
export function signReminder(since: number, closes: boolean, place: NotePlace, key: SigningKey): string {
  return signNote('reminder:v2', { since, closes }, { ...place, ...ANY_COMMENT }, key);
}

/** The notes of reminders and closings, oldest first. */
function readReminders(comments: readonly ThreadComment[], place: NotePlace, key: SigningKey) {
  return comments.flatMap(({ body, created_at: at }) => {
    const note = verifyNote('reminder:v2', content, body, { ...place, ...ANY_COMMENT }, key);
    return typeof note === 'object' ? [{ at, ...note }] : [];
  });
}

export interface QuietRules {
  readonly remindAfter?: number | undefined;
  readonly closeAfter?: number | undefined;
}

/** The label that keeps a pull request open. */
const KEEP_OPEN = 'keep-open';

/** What to do with an open pull request now. Times are epoch milliseconds by GitHub's clock. */
export function chooseCare(
  known: AgentPull,
  { remindAfter = Number.POSITIVE_INFINITY, closeAfter = Number.POSITIVE_INFINITY }: QuietRules,
  now: number,
): 'remind' | 'close' | undefined {
  const { lastActivity, remindedAt, isLong } = known;
  const quiet = now - lastActivity;
  if (isLong || quiet < remindAfter) return undefined;
  if (remindedAt === undefined) return 'remind';
  const isDue = quiet >= closeAfter && now - remindedAt >= REMINDER_NOTICE;
  return isDue && !isKept(known) ? 'close' : undefined;
}

/** Whether the action never closes a pull request. */
export function isKept({ isPushedTo, isApproved, pull }: AgentPull): boolean {
  return isPushedTo || isApproved || pull.labels.some(({ name }) => name.toLowerCase() === KEEP_OPEN);
}

/** Bots and organizations are none. */
function isPerson(account: Account | undefined): account is Account {
  return account?.type === 'User';
}

/** Whom a reminder mentions: the requested reviewers, otherwise the requester. Like `ann` or `acme/writers`. */
export function findReminded(
  { pull, requester }: AgentPull,
  { owner }: Pick<RepositoryAccess, 'owner'>,
): string[] {
  const people = pull.requested_reviewers.flatMap((user) => (isPerson(user) ? user.login : []));
  const reviewers = [...people, ...pull.requested_teams.map(({ slug }) => `${owner}/${slug}`)];
  if (reviewers.length > 0) return reviewers;
  return requester === undefined || requester.endsWith('[bot]') ? [] : [requester];
}
