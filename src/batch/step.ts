import type { GitHub } from '../github/github.ts';
import { isResult } from '../job/request-result.ts';
import type { Ports, StepResult } from '../ports.ts';
import { finishPullRequest, type PullRequestContext } from '../pull-request/finish-pull-request.ts';
import { checkPermission } from '../request/gate.ts';
import type { Request } from '../request/request.ts';
import type { Deadline } from '../runner/deadline.ts';
import { formatDuration } from '../text/time.ts';
import { type BatchResult, RESULTS, type Result, toBatchOutputs } from './batch-result.ts';
import { isToAsk, isToWatch, type JobRecord, leftToDo, openEntryTable, standingOf } from './entry.ts';
import { type BatchInputs, readBatchInputs } from './inputs.ts';
import { openProgress } from './progress.ts';
import { countEntries, countWords, printResume, renderBatchSummary } from './report.ts';
import { keepWithinBudget, type OpenPullLimit, runEntries } from './run-entries.ts';

// Both phases are loaded as one part, or what they share would be in `dist/` twice.
export { closeBatch } from './post.ts';

/** The main phase of the batch action. */
export async function runBatch(ports: Ports, request: Request): Promise<StepResult> {
  const outcome = await run(ports, request);
  return {
    outputs: toBatchOutputs(outcome),
    lastWord: outcome.unwritten,
    warnings: outcome.warnings,
    word: { level: RESULTS[outcome.result].fails ? 'error' : 'info', text: outcome.reason },
    summary: renderBatchSummary(outcome, ports.clock.now() - ports.startedAt),
  };
}

async function run(ports: Ports, request: Request): Promise<BatchResult> {
  const inputs = await readBatchInputs(ports);
  if (isResult(inputs)) return nothing('error', inputs.reason);
  const { log } = ports.runner;
  ports.runner.group('Request');
  const deadline = ports.startDeadline(inputs.timeout);
  const { githubToken } = inputs;
  const github = githubToken === undefined ? undefined : ports.openGitHub(githubToken, deadline);

  const decision = await checkPermission(request, inputs, github);
  if (!decision.allowed) {
    const { limited, reason } = decision;
    if (limited) return { ...nothing('error', `not sent: ${reason}`), reasonCode: 'github-limit' };
    return nothing('denied', reason);
  }
  log.info(decision.reason);
  log.info(announce(inputs));
  return inputs.dryRun ? dryRun(ports, inputs, deadline) : perform(ports, inputs, deadline, github);
}

async function perform(
  ports: Ports,
  inputs: BatchInputs,
  deadline: Deadline,
  github: GitHub | undefined,
): Promise<BatchResult> {
  const { clock, random, runner } = ports;
  const { file, issueNumber: thread } = inputs;
  const table = openEntryTable(inputs.entries, () => progress.changed());
  const progress = openProgress(ports, file, table.records);

  runner.group('Jobs');
  runner.saveState('stage', 'watching');
  // A step that is killed has no other outputs.
  runner.output('file', file);
  progress.changed();
  if (inputs.comment === 'auto' && github && thread) await progress.openComment(github, thread, deadline);
  const context = pullRequestContext(ports, inputs, deadline);
  await progress.during(
    runEntries({
      clock,
      random,
      deadline,
      log: runner.log,
      table,
      progress,
      inputs,
      service: ports.spaceRequests()({ ...inputs, deadline }),
      pollInterval: 'auto',
      openLimit: openLimitOf(ports, inputs, deadline),
      finishPullRequest: (result, origin) => finishPullRequest(result, origin, context),
    }),
  );

  const records = table.records();
  await progress.saved();
  // What is left is to be copied from the log, so it stands in no group.
  runner.group();
  printResume(records, file, runner);
  const result = resultOf(records, deadline);
  const told = await progress.close(RESULTS[result].title);
  const end = deadline.stop.aborted ? ' The step ended before all jobs did.' : '';
  const warnings = [...inputs.warnings, ...remainWarnings(records)];
  return { result, reason: `${countWords(records)}${end}`, records, file, warnings, ...told };
}

function openLimitOf(ports: Ports, inputs: BatchInputs, deadline: Deadline): OpenPullLimit | undefined {
  const { openRule } = inputs;
  if (openRule === undefined) return undefined;
  const github = ports.openGitHub(openRule.token, deadline, openRule.tokenInput);
  return { ...openRule, key: inputs.key, service: inputs, workflowRun: ports.workflowRun, github };
}

/** Each job's pull request is tied to it, so that requests there are messages to the job. */
function pullRequestContext(ports: Ports, inputs: BatchInputs, deadline: Deadline): PullRequestContext {
  return {
    ...inputs,
    openGitHub: (token, tokenInput) => ports.openGitHub(token, deadline, tokenInput),
    prToken: undefined,
    service: inputs,
    workflowRun: ports.workflowRun,
    marks: inputs.comment === 'auto',
    owners: { prLabels: [], prReviewers: [], prAssignees: [] },
    people: {},
    log: ports.runner.log,
  };
}

function resultOf(records: readonly JobRecord[], { stop }: Deadline): Result {
  if (stop.aborted && stop.reason.by === 'interrupt') return 'interrupted';
  if (stop.aborted && records.some((record) => leftToDo(record) === 'watch')) return 'timeout';
  const { failed, 'not asked': remaining } = Object.groupBy(records, standingOf);
  return failed ? 'failed' : remaining ? 'incomplete' : 'completed';
}

function remainWarnings(records: readonly JobRecord[]): string[] {
  const [first, ...more] = records.filter((record) => standingOf(record) === 'not asked');
  if (first === undefined) return [];
  const count = more.length === 0 ? '1 entry was' : `${more.length + 1} entries were`;
  return [`${count} not asked, the first of them for this reason: ${first.reason}`];
}

/** Everything up to the first request. */
function dryRun(ports: Ports, inputs: BatchInputs, deadline: Deadline): BatchResult {
  const { entries, compose, maxJobs, warnings } = inputs;
  const table = openEntryTable(entries);
  const asks = keepWithinBudget(table, maxJobs);
  for (const ask of asks) table.set([ask], { result: 'dry-run', prompt: compose(ask.prompt) });
  const shown = asks.length === 1 ? 'the instruction' : `the ${asks.length} instructions`;
  return {
    result: 'dry-run',
    reason: `Dry run: nothing was sent. The summary shows ${shown} and the address.`,
    records: table.entries,
    warnings,
    address: ports.openService({ ...inputs, deadline }).sendAddress().href,
  };
}

function nothing(result: Result, reason: string): BatchResult {
  return { result, reason, records: [], warnings: [] };
}

function announce({ entries, maxParallel, maxJobs, timeout }: BatchInputs): string {
  const asks = entries.filter(isToAsk).length;
  const watches = entries.filter(isToWatch).length;
  return (
    `${countEntries(entries)}: ${asks} to ask (at most ${maxJobs} in this run), ` +
    `${watches} to watch, ${maxParallel} at a time (deadline after ${formatDuration(timeout)}).`
  );
}
