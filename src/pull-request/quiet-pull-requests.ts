import * as z from 'zod/mini';
import type { Answer, Failure } from '../answer.ts';
import { isLogin, isPerson } from '../github/account.ts';
import type { ThreadComment } from '../github/comments.ts';
import type { Check, GitHubPullRequest, PullCommit, Review } from '../github/pull-requests.ts';
import { isRed } from '../github/workflow-runs.ts';
import { REMINDER_NOTICE } from '../intervals.ts';
import { carriesOwnMarker } from '../text/comment-text.ts';
import { type NotePlace, type SigningKey, signNote, verifyNote } from '../text/signed-note.ts';
import type { RepositoryAccess } from './access.ts';
import { type MarkerContext, openMarker } from './marker.ts';

/** An open pull request of the agent, as GitHub's lists show it. Times are epoch milliseconds by GitHub's clock. */
export interface AgentPull {
  readonly pull: GitHubPullRequest;
  readonly place: NotePlace;
  /** The login of the requester, if the marker has it. */
  readonly requester: string | undefined;
  /** The time of the newest commit, of the newest comment or review by a person, or of its last closing by this action. */
  readonly lastActivity: number;
  readonly reviews: 'approved' | 'changes-requested' | 'none';
  readonly checks: 'green' | 'red' | 'running' | 'none' | 'unknown';
  /** Why the checks are unknown. */
  readonly unreadChecks: Failure | undefined;
  /** Whether the action never closes it. */
  readonly isKept: boolean;
  /** Whether one of its lists is longer than what was read, so that the newest activity is unknown. */
  readonly isLong: boolean;
  /** The time of the newest reminder of the current quiet time. */
  readonly remindedAt: number | undefined;
  /** Whether a run was cut off between the comment that closes it and the closing. */
  readonly isClosing: boolean;
}

/** Reads a pull request in four requests, and only its comments if it has no marker of a job: then it is undefined. */
export async function readAgentPull(
  pull: GitHubPullRequest,
  { github }: Pick<RepositoryAccess, 'github'>,
  { service, key }: Pick<MarkerContext, 'service' | 'key'>,
): Promise<Answer<AgentPull | undefined>> {
  const { number, base, head } = pull;
  const place = { service, repositoryId: base.repo.id, thread: number };
  const comments = await github.firstComments(number);
  if (!comments.ok) return comments;
  const written = comments.value.items;
  const creator = written.flatMap((comment) => openMarker(comment, place, key) ?? []).at(-1);
  if (creator === undefined) return { ok: true, value: undefined };
  const reviews = await github.reviews(number);
  if (!reviews.ok) return reviews;
  const commits = await github.commits(number);
  if (!commits.ok) return commits;
  const checks = await github.checks(head.sha);
  const timesOf = (closes: boolean, some = written) =>
    some.flatMap(({ body }) => readReminder(body, closes, place, key));
  const active = findLastActivity(pull, written, reviews.value.items, commits.value.items);
  // After it was closed, a person opened it again. Otherwise, the comment is the last change.
  const earlier = written.filter(({ created_at: at }) => at !== pull.updated_at);
  const closed = timesOf(true, earlier);
  const lastActivity = Math.max(active, ...closed);
  const reminded = Math.max(...timesOf(false));
  return {
    ok: true,
    value: {
      pull,
      place,
      requester: creator.by,
      lastActivity,
      reviews: summarizeReviews(decisionsOf(reviews.value.items.filter(({ user }) => isPerson(user)))),
      checks: checks.ok ? summarizeChecks(checks.value.check_runs) : 'unknown',
      unreadChecks: checks.ok ? undefined : checks.failure,
      isKept:
        !commits.value.items.every(isByAgent) ||
        decisionsOf(reviews.value.items).includes('APPROVED') ||
        pull.labels.some(({ name }) => name.toLowerCase() === KEEP_OPEN),
      isLong: [comments, reviews, commits].some(({ value }) => value.cut),
      remindedAt: reminded > lastActivity ? reminded : undefined,
      isClosing: timesOf(true).length > closed.length,
    },
  };
}

/** The label that keeps a pull request open. */
const KEEP_OPEN = 'keep-open';

/** Comments and reviews by bots don't count, nor do comments of this action, which a person's token may have written. */
function findLastActivity(
  { created_at: created }: Pick<GitHubPullRequest, 'created_at'>,
  comments: readonly Pick<ThreadComment, 'user' | 'body' | 'created_at'>[],
  reviews: readonly Review[],
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

/** Whether no person wrote, amended or rebased a commit. GitHub itself commits what bots change by its API. */
function isByAgent({ author, committer }: PullCommit): boolean {
  return author?.type === 'Bot' && (committer?.type === 'Bot' || committer?.login === 'web-flow');
}

const DECISIONS: ReadonlySet<string> = new Set(['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED']);

/** The last decision of each reviewer. */
function decisionsOf(reviews: readonly Review[]): string[] {
  const decided = reviews.filter(({ state }) => DECISIONS.has(state));
  return [...new Map(decided.map(({ user, state }) => [user?.id, state])).values()];
}

function summarizeReviews(states: readonly string[]): AgentPull['reviews'] {
  if (states.includes('CHANGES_REQUESTED')) return 'changes-requested';
  return states.includes('APPROVED') ? 'approved' : 'none';
}

function summarizeChecks(checks: readonly Check[]): AgentPull['checks'] {
  if (checks.some(isRed)) return 'red';
  if (checks.some(({ status }) => status !== 'completed')) return 'running';
  return checks.length === 0 ? 'none' : 'green';
}

const content = z.strictObject({
  /** When it was written. A copy in an older comment doesn't change that. */
  at: z.number(),
  /** The comment says that the pull request is closed. */
  closes: z.boolean(),
});

/** No comment has this ID. */
const ANY_COMMENT = { commentId: 0 };

/**
 * The hidden note of a reminder. It is valid in every comment of the pull request, so that the comment has it from the start:
 * a copy only repeats when people were reminded.
 */
export function signReminder(note: z.output<typeof content>, place: NotePlace, key: SigningKey): string {
  return signNote('reminder:v2', note, { ...place, ...ANY_COMMENT }, key);
}

function readReminder(body: string, closes: boolean, place: NotePlace, key: SigningKey): number[] {
  const note = verifyNote('reminder:v2', content, body, { ...place, ...ANY_COMMENT }, key);
  return typeof note === 'object' && note.closes === closes ? [note.at] : [];
}

export interface QuietRules {
  readonly remindAfter?: number | undefined;
  readonly closeAfter?: number | undefined;
}

/** What to do with an open pull request now. */
export function chooseCare(
  { isKept, isLong, lastActivity, remindedAt }: AgentPull,
  { remindAfter = Number.POSITIVE_INFINITY, closeAfter = Number.POSITIVE_INFINITY }: QuietRules,
  now: number,
): 'remind' | 'close' | undefined {
  const quiet = now - lastActivity;
  if (isLong || quiet < remindAfter) return undefined;
  if (remindedAt === undefined) return 'remind';
  const isDue = quiet >= closeAfter && now - remindedAt >= REMINDER_NOTICE;
  return isDue && !isKept ? 'close' : undefined;
}

/** Whom a reminder mentions: the requested reviewers, otherwise the requester. Like `ann` or `acme/writers`. */
export function findReminded(
  { pull, requester }: AgentPull,
  { owner }: Pick<RepositoryAccess, 'owner'>,
): string[] {
  const people = pull.requested_reviewers.flatMap((user) =>
    user !== undefined && isPerson(user) ? user.login : [],
  );
  const teams = pull.requested_teams.flatMap(({ slug }) => (isLogin(slug) ? `${owner}/${slug}` : []));
  const reviewers = [...people, ...teams];
  if (reviewers.length > 0) return reviewers;
  return requester === undefined || requester.endsWith('[bot]') ? [] : [requester];
}
