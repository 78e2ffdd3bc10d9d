import { load } from 'js-yaml';
import type { GitHub } from '../github/github.ts';
import { type GitHubRun, isRed } from '../github/workflow-runs.ts';
import {
  isResult,
  type RequestResult,
  skipped,
  tokenMissing,
  unsent,
  unsentByRead,
} from '../job/request-result.ts';
import { pullUrl } from '../pull-request/link.ts';
import type { OpenPull } from '../pull-request/open-pull-requests.ts';
import { COMMIT_OUTDATED } from '../request/checks.ts';
import type { CheckedCommit } from '../request/request.ts';
import { at } from '../text/json.ts';
import { type Identity, skipShared } from '../thread/choose-next.ts';
import { refuseFix, reportStillRed } from '../thread/fixes.ts';
import { type ReadContext, readThread, type ThreadView } from '../thread/read-notes.ts';
import type { Step } from './step.ts';

/** The pull request whose job gets a message, and the runs whose checks failed. */
interface RedChecks {
  /** Its number. */
  readonly pull: number;
  readonly redRuns: readonly GitHubRun[];
  readonly openPull: OpenPull;
}

/**
 * Finds the agent's pull request of a checked commit and the red checks, or skips the request. The signed marker takes the
 * place of the permission check, since no person sends this event.
 */
export async function evaluateChecks(
  checked: CheckedCommit,
  identity: Identity,
  step: Step,
): Promise<RedChecks | RequestResult> {
  const { github, inputs, tools } = step;
  if (github === undefined) return tokenMissing('A message about red checks');
  const own = await findOwnPull(checked, github, step);
  if (isResult(own)) return own;
  const { pull, thread, view, openPull } = own;
  const redRuns = await findRedRuns(checked, github, step);
  if (isResult(redRuns)) return redRuns;
  const refusal =
    skipShared(view, identity, tools.time.now()) ?? refuseFix(view, checked.sha, inputs.maxFixes);
  if (refusal?.reasonCode === 'max-fixes' && !inputs.dryRun) await reportStillRed(view, refusal, thread);
  return refusal ?? { pull, redRuns, openPull };
}

/** The agent's pull request, and what was read of its thread. */
interface OwnPull extends Pick<RedChecks, 'pull' | 'openPull'> {
  readonly thread: ReadContext;
  readonly view: ThreadView;
}

/** Anyone can open another pull request for the agent's branch, which has another base. The agent's own is older. */
const MOST_PULLS = 2;

/** The open pull request whose head is the checked commit and that has the marker of a job. */
async function findOwnPull(
  { sha }: CheckedCommit,
  github: GitHub,
  step: Step,
): Promise<OwnPull | RequestResult> {
  const { inputs, ports, pullRequests, tools } = step;
  const { workflowRun } = ports;
  const pulls = await github.pullsOf(sha);
  if (!pulls.ok) return unsentByRead('The pull request of the checks', pulls.failure);
  const open = pulls.value.filter(
    ({ state, head, base }) => state === 'open' && head.repo?.full_name === base.repo.full_name,
  );
  const current = open.filter(({ head }) => head.sha === sha).map(({ number }) => number);
  if (current.length === 0 && open.length > 0) return COMMIT_OUTDATED;
  for (const pull of current.sort((one, other) => one - other).slice(0, MOST_PULLS)) {
    if (inputs.comment === 'never' || (inputs.issueNumber ?? pull) !== pull) return UNCOUNTED;
    const place = { service: inputs.service, repositoryId: workflowRun.repositoryId, thread: pull };
    const thread = { ...pullRequests, github, tools, place };
    const view = await readThread(thread);
    if (isResult(view)) return view;
    const { jobId } = view.marker ?? {};
    if (jobId !== undefined)
      return { pull, thread, view, openPull: { jobId, url: pullUrl(pull, workflowRun) } };
  }
  return FOREIGN;
}

const FOREIGN = skipped(
  'foreign-pull-request',
  'The checks are not of an open pull request that a job of this action created.',
);
const UNCOUNTED = unsent(
  'input-invalid',
  '`max-fixes` counts messages about red checks by their status comments in the pull request. Remove `comment: never` and `issue-number`.',
);

/** The red runs for the commit, or why there is nothing to mend. */
async function findRedRuns(
  { sha, workflowId, repository }: CheckedCommit,
  github: GitHub,
  step: Step,
): Promise<readonly GitHubRun[] | RequestResult> {
  const listed = await github.runsOf(sha);
  if (!listed.ok) return unsentByRead('The workflow runs of the commit', listed.failure);
  // A fork can have the same commit, in a pull request of a stranger.
  const own = listed.value.workflow_runs.filter(({ head_repository: of }) => of?.full_name === repository);
  // A workflow can run again for the same commit, and for several events. The list begins with the newest run.
  const byWorkflow = Map.groupBy(own, (run) => `${run.workflow_id} ${run.event}`);
  const newest = [...byWorkflow.values()].flatMap(([run]) => run ?? []);
  const isOpen = ({ status }: GitHubRun) => status !== 'completed';
  const isOther = (run: GitHubRun) => run.workflow_id !== workflowId && (isOpen(run) || isRed(run));
  const names = newest.some(isOther) ? await readNames(github, step) : [];
  const named = newest.filter((run) => run.workflow_id === workflowId || names.includes(run.name));
  if (named.some(isOpen))
    return skipped(
      'checks-running',
      'A named workflow still checks the commit. The end of its run continues here.',
    );
  const red = named.filter(isRed);
  return red.length > 0 ? red : skipped('checks-green', 'No check of the commit failed.');
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
