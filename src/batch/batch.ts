import type { Action, ActionResult } from '../action.ts';
import { isResult } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { finishPullRequest, type PullRequestContext } from '../pull-request/finish-pull-request.ts';
import { NO_OWNERS } from '../pull-request/labels-and-reviewers.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { refuseRequester } from '../request/gate.ts';
import type { Request } from '../request/request.ts';
import { githubTime } from '../runner/clock.ts';
import type { Deadline } from '../runner/deadline.ts';
import { formatDuration } from '../text/time.ts';
import { type BatchOutcome, type BatchResult, RESULTS, toBatchOutputs } from './batch-result.ts';
import { type Entry, hasFailed, isNotRequested, nextStep, openEntryTable } from './entry.ts';
import { type BatchInputs, readBatchInputs } from './inputs.ts';
import { closeBatch } from './post.ts';
import { openProgress } from './progress.ts';
import { countByStatus, countEntries, printResume, renderBatchSummary } from './report.ts';
import { keepWithinBudget, type OpenPullLimit, runEntries } from './run-entries.ts';

/** Both phases are one part of the bundle, because otherwise their common code would be in `dist/` twice. */
export const batchAction: Action = { needsRun: true, main: runBatch, post: closeBatch };

async function runBatch(ports: Ports, request: Request): Promise<ActionResult> {
  const outcome = await decideBatch(ports, request);
  return {
    outputs: toBatchOutputs(outcome),
    unwritten: outcome.unwritten,
    warnings: outcome.warnings,
    conclusion: { level: RESULTS[outcome.result].fails ? 'error' : 'info', text: outcome.reason },
    summary: renderBatchSummary(outcome, ports.clock.now() - ports.startedAt),
  };
}

async function decideBatch(ports: Ports, request: Request): Promise<BatchResult> {
  const inputs = await readBatchInputs(ports);
  if (isResult(inputs)) return nothingSent('error', inputs.reason, inputs.reasonCode);
  const { log, group } = ports.runner;
  group('Request');
  const deadline = ports.startDeadline(inputs.timeout);
  const gate = { openGitHub: ports.openGitHub, deadline, log };
  const refusal = await refuseRequester(request, inputs, gate);
  if (refusal !== undefined) return nothingSent(refusal.result, refusal.reason, refusal.reasonCode);
  const { entries, maxParallel, timeout } = inputs;
  log.info(
    `${countEntries(entries)}, ${maxParallel} at a time. The deadline is ${formatDuration(timeout)} after the start.`,
  );
  return inputs.dryRun ? dryRunBatch(ports, inputs, deadline) : performBatch(ports, inputs, deadline);
}

async function performBatch(ports: Ports, inputs: BatchInputs, deadline: Deadline): Promise<BatchResult> {
  const { clock, random, runner } = ports;
  const { file, githubToken, issueNumber: thread } = inputs;
  const table = openEntryTable(inputs.entries, () => progress.changed());
  const progress = openProgress(ports, file, table.records);

  runner.group('Jobs');
  runner.saveState('stage', 'watching');
  // A killed step sets no other output.
  runner.output('file', file);
  progress.changed();
  if (inputs.comment === 'auto' && githubToken && thread)
    await progress.openComment(ports.openGitHub(githubToken, deadline), thread, deadline);
  const context = pullRequestContext(ports, inputs, deadline);
  await progress.during(
    runEntries({
      clock,
      time: githubTime(clock),
      random,
      deadline,
      log: runner.log,
      table,
      saved: progress.saved,
      inputs,
      service: ports.spaceRequests()({ ...inputs, deadline }),
      pollInterval: 'auto',
      openLimit: openLimitOf(ports, inputs, deadline),
      finishPullRequest: (result, origin) => finishPullRequest(result, origin, context),
    }),
  );

  const entries = table.records();
  await progress.saved();
  // People copy the rest from the log, so it isn't in a group.
  runner.group();
  printResume(entries, file, runner);
  const result = batchOutcome(entries, deadline);
  const comment = await progress.close(RESULTS[result].title);
  const end = deadline.stop.aborted ? ' The step ended before all jobs did.' : '';
  const warnings = [...inputs.warnings];
  const rest = entries.filter(isNotRequested);
  if (rest[0])
    warnings.push(`Not requested: ${countEntries(rest)}. Reason of the first one: ${rest[0].reason}`);
  return { result, reason: `${countByStatus(entries)}${end}`, entries, file, warnings, ...comment };
}

function openLimitOf(ports: Ports, inputs: BatchInputs, deadline: Deadline): OpenPullLimit | undefined {
  const { openRule } = inputs;
  if (openRule === undefined) return undefined;
  const github = ports.openGitHub(openRule.token, deadline, openRule.tokenInput);
  return { ...openRule, key: inputs.key, service: inputs, workflowRun: ports.workflowRun, github };
}

/** A marker associates each pull request with its job, so that requests there become messages to the job. */
function pullRequestContext(ports: Ports, inputs: BatchInputs, deadline: Deadline): PullRequestContext {
  return {
    ...inputs,
    openGitHub: ports.openGitHub,
    clock: ports.clock,
    deadline,
    prToken: undefined,
    service: inputs,
    workflowRun: ports.workflowRun,
    marks: inputs.comment === 'auto',
    owners: NO_OWNERS,
    people: {},
    log: ports.runner.log,
  };
}

function batchOutcome(entries: readonly Entry[], { stop }: Deadline): BatchOutcome {
  if (stop.aborted && stop.reason.by === 'interrupt') return 'interrupted';
  if (stop.aborted && entries.some((entry) => nextStep(entry) === 'watch')) return 'timeout';
  if (entries.some(hasFailed)) return 'failed';
  return entries.some(isNotRequested) ? 'incomplete' : 'completed';
}

function dryRunBatch(ports: Ports, inputs: BatchInputs, deadline: Deadline): BatchResult {
  const { entries, compose, maxJobs, warnings } = inputs;
  const table = openEntryTable(entries);
  for (const entry of keepWithinBudget(table, maxJobs))
    table.set([entry], { result: 'dry-run', prompt: compose(entry.prompt) });
  return {
    result: 'dry-run',
    reason: 'Dry run: nothing was sent. The summary shows what would be sent.',
    entries: table.entries,
    warnings,
    url: ports.openService({ ...inputs, deadline }).sendUrl().href,
  };
}

function nothingSent(result: BatchOutcome, reason: string, reasonCode: ReasonCode): BatchResult {
  return { result, reasonCode, reason, entries: [], warnings: [] };
}
