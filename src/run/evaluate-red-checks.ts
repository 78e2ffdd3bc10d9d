import { load } from 'js-yaml';
import { isPerson } from '../github/account.ts';
import type { KnownPull } from '../github/commits-and-releases.ts';
import type { GitHub } from '../github/github.ts';
import { isOwnBranch } from '../github/pull-requests.ts';
import { type GitHubRun, isRed, parseRun } from '../github/workflow-runs.ts';
import { MARKER_SPAN, TURN_GRACE } from '../intervals.ts';
import { unsentByStop } from '../job/to-result.ts';
import { findJob, type JobTools, watchJob } from '../job/watch.ts';
import { pullUrl } from '../pull-request/link.ts';
import { COMMIT_OUTDATED } from '../request/red-checks.ts';
import type { CheckedCommit } from '../request/request.ts';
import {
  isJobEnd,
  isResult,
  type RequestResult,
  skipped,
  unsent,
  unsentByRead,
  unsentReason,
} from '../request-result.ts';
import { slept } from '../runner/clock.ts';
import { at } from '../text/json.ts';
import { skipShared, threadJob } from '../thread/choose-next.ts';
import { type ReadContext, readThread, type ThreadView } from '../thread/read-notes.ts';
import { refuseFix, reportStillRed } from '../thread/red-checks-limit.ts';
import { longerPause } from '../thread/wait-for-turn.ts';
import type { ChangeDetails } from './evaluate-change.ts';
import type { Step } from './step.ts';

/**
 * Finds the agent's pull request of a checked commit and the red checks, or ends the request. The signed marker takes the
 * place of the permission check, since no person sends this event.
 */
export async function evaluateChecks(
  { sha, run }: CheckedCommit,
  step: Step,
): Promise<ChangeDetails | RequestResult> {
  const { github, identity, inputs, tools } = step;
  const event = parseRun(run);
  if (event === undefined) return UNREADABLE;
  let names: Promise<readonly unknown[]> | undefined;
  const named = () => (names ??= readNames(github, step));
  const own = await waitForMarker({ sha, event, github, named }, step);
  if (isResult(own)) return own;
  const { thread, view, ...details } = own;
  const end = skipShared(view, identity, tools.time.now()) ?? refuseFix(view, sha);
  if (end?.reasonCode === 'fix-limit' && !inputs.dryRun) await reportStillRed(view, end, thread);
  return end ?? details;
}

const UNREADABLE = skipped('payload-unreadable', 'The event lacks data of the workflow run.');

/** The checked commit, and the run that ended. */
interface Checks {
  readonly sha: string;
  readonly event: GitHubRun;
  readonly github: GitHub;
  /** The names of the workflows that count, which are read once. */
  named(): Promise<readonly unknown[]>;
}

/** A pull request, and what was read of its thread. */
interface OwnPull {
  readonly pull: number;
  readonly thread: ReadContext;
  readonly view: ThreadView;
}

/**
 * Finds the red checks of the agent's last commit. Checks can end before the job that pushed the commit, and before the run
 * that watches this job has marked the pull request with the commit. After each pause, everything is read again.
 */
async function waitForMarker(checks: Checks, step: Step): Promise<(OwnPull & ChangeDetails) | RequestResult> {
  const wait = openMarkerWait(step.tools);
  for (;;) {
    const own = await findOwnPull(checks, step);
    if (isResult(own)) return own;
    const redRuns = await findRedRuns(checks);
    if (isResult(redRuns)) return redRuns;
    // Older markers have no head: the commit counts as the agent's.
    const { jobId, head = checks.sha } = own.view.marker ?? {};
    if (jobId !== undefined && head === checks.sha)
      return { ...own, redRuns, openPull: { jobId, url: pullUrl(own.pull, step.ports.workflowRun) } };
    // Another job that continues the pull request has no marker yet.
    const over = await wait(jobId && threadJob(own.view)?.jobId);
    if (over !== undefined) return over;
  }
}

/** Waits while the job works, and then for its run to move the marker. Returns why it waits no longer, if so. */
function openMarkerWait(tools: JobTools) {
  const { clock, deadline, log, time } = tools;
  let pause = 0;
  let endedAt: number | undefined;
  return async (jobId: string | undefined): Promise<RequestResult | undefined> => {
    if (pause === 0) log.info(WAITING);
    if (jobId !== undefined && endedAt === undefined) {
      const unread = await waitForJob(jobId, tools);
      if (unread !== undefined) return unread;
      endedAt = time.now();
    }
    if (endedAt !== undefined && time.now() - endedAt >= TURN_GRACE) return PUSHED_BY_PERSON;
    pause = longerPause(pause);
    if (await slept(pause, clock, deadline.stop)) return undefined;
    return unsentByStop(deadline.stop.reason, 'the pull request was marked with the commit.');
  };
}

const WAITING =
  "Waiting: the agent's job may be at work, or its run has not marked the pull request with this commit yet.";

const PUSHED_BY_PERSON = skipped(
  'commit-outdated',
  'The checked commit was pushed after the last request ended, so the agent waits for the next request of a person.',
);

/** Waits until the job has ended. Returns why that is unknown, if so. */
async function waitForJob(jobId: string, tools: JobTools): Promise<RequestResult | undefined> {
  const job = await findJob({ jobId }, tools);
  const end = isResult(job) ? job : await watchJob(job, undefined, tools);
  return isJobEnd(end) ? undefined : { ...end, ...unsentReason(end.reason) };
}

/** The open pull request whose head is the checked commit and that has the marker of a job, or may get one. */
async function findOwnPull(checks: Checks, step: Step): Promise<OwnPull | RequestResult> {
  const { inputs, ports, pullRequests, tools } = step;
  const { repositoryId } = ports.workflowRun;
  const found = await findPull(checks);
  if (isResult(found)) return found;
  const { number: pull, user, created_at: openedAt } = found;
  if (inputs.comment === 'never' || (inputs.issueNumber ?? pull) !== pull) return UNCOUNTED;
  const place = { service: inputs.service, repositoryId, thread: pull };
  const thread = { ...pullRequests, tools, place };
  const view = await readThread(thread);
  if (isResult(view)) return view;
  const mayGetMarker = !isPerson(user) && tools.time.now() - openedAt < MARKER_SPAN;
  return view.marker !== undefined || mayGetMarker ? { pull, thread, view } : FOREIGN;
}

/** The open pull request of a branch of this repository whose head is the commit. */
async function findPull({ sha, github }: Checks): Promise<KnownPull | RequestResult> {
  const pulls = await github.pullsOf(sha);
  if (!pulls.ok) return unsentByRead('The pull request of the checks', pulls.failure);
  const open = pulls.value.filter((pull) => pull.state === 'open' && isOwnBranch(pull));
  const [own, other] = open.filter(({ head }) => head.sha === sha);
  if (own === undefined) return open.length > 0 ? COMMIT_OUTDATED : FOREIGN;
  return other === undefined ? own : skipped('foreign-pull-request', describeOther(own, other));
}

/** Anyone with write access can open another pull request for the agent's branch, to another base. */
function describeOther(own: KnownPull, other: KnownPull): string {
  return `The pull requests ${own.number} and ${other.number} are open with the same commit, so the checks may be of either. Close one of them.`;
}

const FOREIGN = skipped(
  'foreign-pull-request',
  'The checks are not of an open pull request that a job of this action created.',
);
const UNCOUNTED = unsent(
  'input-invalid',
  'The action counts messages about red checks by their status comments in the pull request. Remove `comment: never` and `issue-number`.',
);

/** The red runs for the commit, or why there is nothing to mend. */
async function findRedRuns(checks: Checks): Promise<readonly GitHubRun[] | RequestResult> {
  const { sha, event, github } = checks;
  const listed = await github.runsOf(sha);
  if (!listed.ok) return unsentByRead('The workflow runs of the commit', listed.failure);
  const newest = newestRuns(listed.value.workflow_runs, event);
  const isOpen = ({ status }: GitHubRun) => status !== 'completed';
  const isNamed = ({ workflow_id: id }: GitHubRun) => id === event.workflow_id;
  const isOther = (run: GitHubRun) => !isNamed(run) && (isOpen(run) || isRed(run));
  const names = newest.some(isOther) ? await checks.named() : [];
  const named = newest.filter((run) => isNamed(run) || names.includes(run.name));
  if (named.some(isOpen))
    return skipped(
      'checks-running',
      'A named workflow still checks the commit. The end of its run continues here.',
    );
  const red = named.filter(isRed);
  return red.length > 0 ? red : skipped('checks-green', 'No check of the commit failed.');
}

/** The newest run of each workflow and event. GitHub's list can lag behind the run of the event. */
function newestRuns(listed: readonly GitHubRun[], event: GitHubRun): GitHubRun[] {
  const isKnown = listed.some(({ id }) => id === event.id);
  const isLate = ({ id, run_attempt: attempt }: GitHubRun) => id === event.id && attempt <= event.run_attempt;
  const runs = isKnown ? listed.map((run) => (isLate(run) ? event : run)) : [event, ...listed];
  // A fork can have the same commit, in a pull request of a stranger.
  const home = event.head_repository?.full_name;
  const own = runs.filter(({ head_repository: of }) => of?.full_name === home);
  // A workflow can run again for the same commit, and for several events. The list begins with the newest run.
  const byWorkflow = Map.groupBy(own, (run) => `${run.workflow_id} ${run.event}`);
  return [...byWorkflow.values()].flatMap(([run]) => run ?? []);
}

/** The workflows that the running workflow names under `on.workflow_run`, because the event doesn't contain them. */
async function readNames(github: GitHub, { ports, tools: { log } }: Step): Promise<readonly unknown[]> {
  const { workflowPath, workflowSha } = ports.workflowRun;
  const file = await github.fileAt(workflowPath, workflowSha);
  const names = file.ok ? at(parseYaml(file.value), 'on', 'workflow_run', 'workflows') : undefined;
  if (Array.isArray(names)) return names;
  const reason = file.ok ? 'it names none' : file.failure.message;
  log.warning(
    `The workflow file could not be read (${reason}), so only the workflow of this event counts. The step needs \`contents: read\`.`,
  );
  return [];
}

function parseYaml(text: string): unknown {
  try {
    return load(text);
  } catch {
    return undefined;
  }
}
