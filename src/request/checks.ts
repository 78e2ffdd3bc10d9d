import { load } from 'js-yaml';
import type { GitHub } from '../github/github.ts';
import type { Annotation, GitHubRun, GitHubRunJob } from '../github/workflow-runs.ts';
import { type RequestResult, skipped, unsentByRead } from '../job/request-result.ts';
import type { Log } from '../runner/runner.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import { visibleCode } from '../text/comment-text.ts';
import { at } from '../text/json.ts';
import { cut, logLine } from '../text/line.ts';
import { markData, type Part } from '../text/marked-data.ts';
import type { CheckedCommit } from './request.ts';

export interface ChecksContext {
  readonly github: GitHub;
  readonly workflowRun: Pick<WorkflowRun, 'workflowPath' | 'workflowSha'>;
  readonly log: Log;
}

/** The number of the open pull request whose head is the checked commit, or why its checks are no request. */
export async function findCheckedPull(
  { sha }: CheckedCommit,
  { github }: Pick<ChecksContext, 'github'>,
): Promise<number | RequestResult> {
  const pulls = await github.pullsOf(sha);
  if (!pulls.ok) return unsentByRead('The pull request of the checks', pulls.failure);
  const open = pulls.value.filter(
    ({ state, head, base }) => state === 'open' && head.repo?.full_name === base.repo.full_name,
  );
  const pull = open.find(({ head }) => head.sha === sha);
  if (pull !== undefined) return pull.number;
  return open.length > 0 ? COMMIT_OUTDATED : FOREIGN;
}

export const COMMIT_OUTDATED = skipped(
  'commit-outdated',
  'The pull request has other commits than the one that was checked.',
);
export const FOREIGN = skipped(
  'foreign-pull-request',
  'The checks are not of an open pull request that a job of this action created.',
);

const RED: ReadonlySet<string | null> = new Set(['failure', 'timed_out', 'startup_failure']);

/** The red runs for the commit, or why there is nothing to mend. */
export async function findRedRuns(
  { sha, workflowId }: CheckedCommit,
  context: ChecksContext,
): Promise<readonly GitHubRun[] | RequestResult> {
  const listed = await context.github.runsOf(sha);
  if (!listed.ok) return unsentByRead('The workflow runs of the commit', listed.failure);
  // A workflow can run again for the same commit, and for several events. The list begins with the newest run.
  const byWorkflow = Map.groupBy(listed.value.workflow_runs, (run) => `${run.workflow_id} ${run.event}`);
  const newest = [...byWorkflow.values()].flatMap(([run]) => run ?? []);
  const isOpen = ({ status }: GitHubRun) => status !== 'completed';
  const isRed = ({ conclusion }: GitHubRun) => RED.has(conclusion);
  const isOther = (run: GitHubRun) => run.workflow_id !== workflowId && (isOpen(run) || isRed(run));
  const names = newest.some(isOther) ? await readNames(context) : undefined;
  const named = newest.filter((run) => run.workflow_id === workflowId || names?.includes(run.name ?? ''));
  if (named.some(isOpen))
    return skipped('checks-running', 'Another workflow still checks the commit. Its run continues here.');
  const red = named.filter(isRed);
  return red.length > 0 ? red : skipped('checks-green', 'No check of the commit failed.');
}

/** The workflows that the running workflow names under `on.workflow_run`, because the event doesn't contain them. */
async function readNames({ github, workflowRun, log }: ChecksContext): Promise<readonly unknown[]> {
  const { workflowPath, workflowSha } = workflowRun;
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

/** What the agent is told about red checks. Everything else about them is data. */
export const CHECKS_FAILED =
  'Checks of the pull request failed. The data below names them. Find out why they failed, and mend it in the same pull request.';

/** The most failed jobs whose annotations and logs are read. */
const MOST_JOBS = 3;

/** The failed jobs of red runs as data for the agent. With `isFull`, with their annotations and the ends of their logs. */
export async function describeRedRuns(
  runs: readonly GitHubRun[],
  isFull: boolean,
  context: Omit<ChecksContext, 'workflowRun'>,
  token: string,
): Promise<string | RequestResult | undefined> {
  const lines: string[] = [];
  const details: Part[] = [];
  for (const run of runs) {
    const listed = await context.github.jobsOf(run.id);
    if (!listed.ok) return unsentByRead('The failed jobs', listed.failure);
    const failed = listed.value.jobs.filter(({ conclusion }) => RED.has(conclusion));
    // A workflow file with a mistake has no jobs.
    lines.push(logLine(`${run.name}: ${run.html_url}`), ...failed.map(describeJob));
    const read = isFull ? failed.slice(0, MOST_JOBS - details.length / 2) : [];
    for (const job of read) details.push(...(await readDetails(job, context)));
  }
  return markData(token, [{ head: 'Failed checks', text: lines.join('\n') }], details);
}

function describeJob({ name, html_url: url, steps }: GitHubRunJob): string {
  const failed = steps.filter(({ conclusion }) => RED.has(conclusion)).map((step) => `, step ${step.name}`);
  return logLine(`- job ${name}${failed.join('')}: ${url}`);
}

/** The annotations of a job, and the end of its log. Empty if they can't be read, since the names may be enough. */
async function readDetails(
  job: GitHubRunJob,
  { github, log }: Omit<ChecksContext, 'workflowRun'>,
): Promise<readonly Part[]> {
  const [annotations, text] = await Promise.all([github.annotations(job.id), github.log(job.id)]);
  const name = logLine(job.name, 100);
  if (!annotations.ok)
    log.info(`The annotations of ${name} could not be read: ${annotations.failure.message}`);
  if (!text.ok) log.info(`The log of ${name} could not be read: ${text.failure}`);
  const lines = annotations.ok ? annotations.value.items.map(describeAnnotation) : [];
  return [
    { head: `Annotations of job ${name}`, text: visibleCode(lines.join('\n')) },
    { head: `End of the log of job ${name}`, text: text.ok ? endOf(text.value) : '', limit: LOG_PART },
  ];
}

function describeAnnotation({ path, start_line: line, message }: Annotation): string {
  return `${path}:${line}: ${message ?? ''}`;
}

/** In lines, in characters of a line, and in characters. */
const LOG_LINES = 100;
const LOG_LINE = 500;
const LOG_PART = 5_500;

/** The lines of a log up to its last error, since later steps only clean up. The newest ones, if all are too long. */
function endOf(log: string): string {
  const lines = log.split('\n');
  const last = lines.findLastIndex((line) => line.includes('##[error]'));
  const shown = lines
    .slice(0, last === -1 ? undefined : last + 1)
    .slice(-LOG_LINES)
    // GitHub puts the time before each line. Colors are for terminals.
    .map((line) => cut(visibleCode(line.replace(/^\S+Z /, '').replace(ANSI, '')), LOG_LINE));
  let size = 0;
  const first = shown.findLastIndex((line) => {
    size += line.length + 1;
    return size > LOG_PART;
  });
  return shown.slice(first + 1).join('\n');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const ANSI = /\u001b\[[\d;]*[A-Za-z]/g;
