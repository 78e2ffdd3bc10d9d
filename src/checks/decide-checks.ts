import { isPerson } from '../github/account.ts';
import { type GitHubPullRequest, isOwnBranch } from '../github/pull-requests.ts';
import type { ReportedCheck } from '../github/reported-checks.ts';
import { type GitHubRun, isOpen, isRed } from '../github/workflow-runs.ts';
import { CHECKS_SPAN, MARKER_SPAN, PULL_SPAN, TURN_GRACE } from '../model/intervals.ts';
import { isResult, type RequestResult, skipped } from '../model/request-result.ts';
import type { ThreadRequest } from '../thread/choose-next.ts';
import type { NoteComment } from '../thread/note.ts';
import { skipShared, type ThreadView, threadJob } from '../thread/thread.ts';

/** A checked commit, and what was read about it so far. Times are epoch milliseconds by GitHub's clock. */
export interface ChecksView {
  readonly sha: string;
  /** The workflow run that ended, or the check by an app, or the status of the event. */
  readonly run?: GitHubRun | undefined;
  readonly check?: ReportedCheck | undefined;
  /** Which checks by apps and statuses count, besides that of the event. */
  readonly counts?: ((check: ReportedCheck) => boolean) | undefined;
  /** The input with the name of the action's own status. */
  readonly commitStatus?: string | undefined;
  readonly own: Pick<ThreadRequest, 'request' | 'shared' | 'since'>;
  readonly now: number;
  /** The pull requests that contain the commit. */
  readonly pulls?: readonly GitHubPullRequest[] | undefined;
  /** The thread of the one that counts. */
  readonly thread?: ThreadView | undefined;
  /** All runs for the commit, the newest first. */
  readonly runs?: readonly GitHubRun[] | undefined;
  /** All checks by apps and statuses of the commit. */
  readonly reported?: readonly ReportedCheck[] | undefined;
  /** The workflows that count, besides that of the event. */
  readonly names?: readonly unknown[] | undefined;
  /** When the agent's job was seen to have ended. */
  readonly endedAt?: number | undefined;
  readonly waitsSince?: number | undefined;
}

export type ChecksNeed =
  | { readonly kind: 'read'; readonly what: 'pulls' | 'runs' | 'reported' | 'names' }
  | { readonly kind: 'read'; readonly what: 'thread'; readonly pull: number };

export type ChecksNext =
  | ChecksNeed
  /** Read everything again later; with an ID, after the job has ended. */
  | { readonly kind: 'wait'; readonly jobId?: string | undefined }
  | { readonly kind: 'stop'; readonly result: RequestResult }
  | { readonly kind: 'send'; readonly pull: number; readonly jobId: string; readonly red: RedChecks };

export interface RedChecks {
  readonly kind: 'red';
  readonly runs: readonly GitHubRun[];
  readonly reported: readonly ReportedCheck[];
}

/**
 * Decides without I/O what happens with a checked commit. Red checks of the agent's last commit are sent to its job. The signed
 * marker takes the place of the permission check, since no person sends this event.
 */
export function decideChecks(view: ChecksView): ChecksNext {
  const { check, own, now, pulls, run, sha, thread, waitsSince = now } = view;
  if (pulls === undefined) return { kind: 'read', what: 'pulls' };
  const pull = findPull(pulls, sha);
  // The agent pushes its branch before it opens the pull request.
  const mayCome =
    pulls.length === 0 && now - waitsSince < PULL_SPAN && [run, check].some((one) => one && isRed(one));
  if (isResult(pull)) return mayCome ? { kind: 'wait' } : stop(pull);
  if (thread === undefined) return { kind: 'read', what: 'thread', pull: pull.number };
  const mayGetMarker = !isPerson(pull.user) && now - pull.created_at < MARKER_SPAN;
  if (thread.marker === undefined && !mayGetMarker) return stop(FOREIGN);
  const handled = skipShared(thread, own, now);
  if (handled !== undefined) return stop(handled);
  const red = findRed(view, pull.head.repo?.full_name);
  if (red.kind !== 'red') return red;
  // Older markers have no head: the commit counts as the agent's.
  const { jobId, head = sha } = thread.marker ?? {};
  if (jobId === undefined || head !== sha) return waitForMarker(thread, view);
  const refusal = refuseFix(thread, sha);
  return refusal === undefined ? { kind: 'send', pull: pull.number, jobId, red } : stop(refusal);
}

/** The red ones of the checks that count, or why there is nothing to fix. */
function findRed(view: ChecksView, home: string | undefined): RedChecks | ChecksNext {
  const { check, counts, names, now, reported, run, runs, waitsSince = now } = view;
  if (runs === undefined) return { kind: 'read', what: 'runs' };
  if (reported === undefined && (check ?? counts) !== undefined) return { kind: 'read', what: 'reported' };
  // A fork can have the same commit, in a pull request of a stranger.
  const own = runs.filter(({ head_repository: of }) => of?.full_name === home);
  const newest = newestRuns(own, run);
  const isNamed = ({ workflow_id: id, name }: GitHubRun) => id === run?.workflow_id || names?.includes(name);
  const matters = (one: GitHubRun) => isOpen(one) || isRed(one);
  if (names === undefined && newest.some((one) => !isNamed(one) && matters(one)))
    return { kind: 'read', what: 'names' };
  const named = newest.filter(isNamed);
  const others = newestReported(reported, check).filter(
    (one) => !isOwnStatus(one, view) && ((check && keyOf(check)) === keyOf(one) || counts?.(one)),
  );
  // The event of a run's end counts no check that only this event names.
  const continues = check === undefined || counts?.(check);
  if (continues && named.some(isOpen)) return stop(RUNNING);
  const isLate = now - waitsSince >= CHECKS_SPAN;
  if (!isLate && [...named, ...others].some(isOpen)) return { kind: 'wait' };
  const red = { kind: 'red' as const, runs: named.filter(isRed), reported: others.filter(isRed) };
  return red.runs.length + red.reported.length === 0 ? stop(GREEN) : red;
}

/**
 * Checks can end before the job that pushed the commit, and before the run that watches this job has marked the pull request
 * with the commit.
 */
function waitForMarker(thread: ThreadView, { endedAt, now }: ChecksView): ChecksNext {
  if (endedAt !== undefined && now - endedAt >= TURN_GRACE) return stop(PUSHED_BY_PERSON);
  // A job that continues the pull request of another one has no marker yet.
  const isWatched = endedAt === undefined && thread.marker !== undefined;
  return { kind: 'wait', jobId: isWatched ? threadJob(thread)?.jobId : undefined };
}

/** The open pull request of a branch of this repository whose head is the commit. */
function findPull(pulls: readonly GitHubPullRequest[], sha: string): GitHubPullRequest | RequestResult {
  const open = pulls.filter((pull) => pull.state === 'open' && isOwnBranch(pull));
  const [own, other] = open.filter(({ head }) => head.sha === sha);
  if (own === undefined) return open.length > 0 ? COMMIT_OUTDATED : FOREIGN;
  if (other === undefined) return own;
  // Anyone with write access can open another pull request for the agent's branch, to another base.
  const reason = `The pull requests ${own.number} and ${other.number} are open with the same commit, so the checks may be of either. Close one of them.`;
  return skipped('foreign-pull-request', reason);
}

/** The newest run of each workflow and event. GitHub's list can lag behind the run of the event. */
function newestRuns(listed: readonly GitHubRun[], event: GitHubRun | undefined): GitHubRun[] {
  const isKnown = listed.some(({ id }) => id === event?.id);
  const isLate = ({ id, run_attempt: attempt }: GitHubRun) =>
    id === event?.id && attempt <= event.run_attempt;
  const runs = isKnown || event === undefined ? listed : [event, ...listed];
  // A workflow can run again for the same commit, and for several events. The list begins with the newest run.
  const byWorkflow = Map.groupBy(runs, (run) => `${run.workflow_id} ${run.event}`);
  return [...byWorkflow.values()].flatMap(([run]) => (run && event && isLate(run) ? event : (run ?? [])));
}

/** The newest check of each reporter and name. */
export function newestReported(listed: readonly ReportedCheck[] = [], event?: ReportedCheck) {
  const isKnown = ({ id, kind }: ReportedCheck) => id === event?.id && kind === event.kind;
  const checks = event === undefined || listed.some(isKnown) ? listed : [event, ...listed];
  const sorted = checks.toSorted((one, other) => other.id - one.id);
  return [...Map.groupBy(sorted, keyOf).values()].flatMap(([check]) => check ?? []);
}

/** As on GitHub, a status replaces one of the same name by any account. */
const keyOf = ({ kind, by, name }: ReportedCheck) =>
  JSON.stringify(kind === 'status' ? [kind, name.toLowerCase()] : [kind, by, name]);

/** The action's own status is about documentation of this commit, not about the agent's work. */
function isOwnStatus({ kind, name }: ReportedCheck, { commitStatus, sha, thread }: ChecksView): boolean {
  const own =
    thread?.notes.flatMap(({ note: { commit } }) => (commit?.sha === sha ? commit.status : [])) ?? [];
  return kind === 'status' && [commitStatus, ...own].some((one) => one?.toLowerCase() === name.toLowerCase());
}

/**
 * Refuses a message about the red checks of a commit, without I/O, if enough were sent since the last request of a person.
 */
function refuseFix({ notes, marker }: ThreadView, commit: string): RequestResult | undefined {
  const sent = notes.filter(isSent);
  const byPerson = sent.findLastIndex(({ note: { checks, requester } }) => !checks && requester.person);
  // A person may also have requested something in another thread of the same job.
  const { personAt = 0 } = marker ?? {};
  // A re-run doesn't count what it sent itself.
  const others = sent
    .slice(byPerson + 1)
    .filter(({ note: { checks = commit, sentAt = 0 } }) => checks !== commit && sentAt > personAt);
  return others.length < MOST_FIXES ? undefined : STILL_RED;
}

const MOST_FIXES = 2;
const STILL_RED = skipped(
  'fix-limit',
  `The checks still fail after ${MOST_FIXES} messages about red checks. The next request of a person allows more.`,
);

const stop = (result: RequestResult): ChecksNext => ({ kind: 'stop', result });

export const isSent = ({ note }: NoteComment) => note.sentAt !== undefined;

export const COMMIT_OUTDATED = skipped(
  'commit-outdated',
  'The pull request has other commits than the one that was checked.',
);
const FOREIGN = skipped(
  'foreign-pull-request',
  'The checks are not of an open pull request that a job of this action created.',
);
const RUNNING = skipped(
  'checks-running',
  'A named workflow still checks the commit. The end of its run continues here.',
);
const GREEN = skipped('checks-green', 'No check of the commit failed.');
const PUSHED_BY_PERSON = skipped(
  'commit-outdated',
  'The checked commit was pushed after the last request ended, so the agent waits for the next request of a person.',
);
