import type { Action, ActionResult } from '../action.ts';
import { DAY } from '../intervals.ts';
import type { Ports } from '../ports.ts';
import type { AccessContext } from '../pull-request/access.ts';
import { finishPullRequest } from '../pull-request/finish-pull-request.ts';
import { failUnseen } from '../pull-request/missing-pull-request.ts';
import { refuseEvent } from '../request/trusted-event.ts';
import { isResult, type RequestResult, unsentByRead } from '../request-result.ts';
import type { Deadline } from '../runner/deadline.ts';
import { formatDuration } from '../text/time.ts';
import { readBatch } from './batch-note.ts';
import {
  BATCH_RESULTS,
  type BatchOutcome,
  type BatchResult,
  outcomeOf,
  toBatchOutputs,
} from './batch-result.ts';
import { type Entry, isNotRequested, isOpen, needsJob, openEntryTable } from './entry.ts';
import { type BatchInputs, readBatchInputs } from './inputs.ts';
import { closeBatch } from './post.ts';
import { openProgress } from './progress.ts';
import { overLimit, runEntries } from './run-entries.ts';
import { countByStatus, countEntries, printResume, renderBatchSummary } from './summary.ts';

/** Both phases are one part of the bundle, because otherwise their common code would be in `dist/` twice. */
export const batchAction: Action = { main: runBatch, post: closeBatch };

async function runBatch(ports: Ports): Promise<ActionResult> {
  const outcome = await decideBatch(ports);
  return {
    outputs: toBatchOutputs(outcome),
    unwritten: outcome.unwritten,
    warnings: outcome.warnings,
    reason: outcome.reason,
    summary: renderBatchSummary(outcome, ports.clock.now() - ports.startedAt),
  };
}

async function decideBatch(ports: Ports): Promise<BatchResult> {
  const inputs = await readBatchInputs(ports);
  if (isResult(inputs)) return { result: 'error', reason: inputs.reason, ...NOTHING };
  const refusal = refuseEvent(ports.event);
  if (refusal !== undefined) return { ...refusal, ...NOTHING };
  const { dryRun, entries, maxParallel, timeout } = inputs;
  if (ports.workflowRun.attempt > 1 && !dryRun && entries.some(needsJob)) return { ...REPEATED, ...NOTHING };
  const deadline = ports.startDeadline(timeout);
  ports.runner.log.info(
    `${countEntries(entries)}, ${maxParallel} at a time. The deadline is ${formatDuration(timeout)} after the start.`,
  );
  return dryRun ? dryRunBatch(ports, inputs, deadline) : performBatch(ports, inputs, deadline);
}

async function performBatch(ports: Ports, inputs: BatchInputs, deadline: Deadline): Promise<BatchResult> {
  const { runner } = ports;
  const { credentials, file, issueNumber: thread, openRule } = inputs;
  const table = openEntryTable(inputs.entries, () => progress.changed());
  const progress = openProgress(ports, file, table.records);

  runner.group('Jobs');
  runner.saveState('stage', 'job');
  // A killed step sets no other output.
  runner.output('file', file);
  progress.changed();
  const tools = ports.openJobTools(credentials, deadline);
  const access = ports.openAccess(inputs, tools);
  if (!inputs.wait && thread !== undefined) {
    const problem = await skipAtWork(table, thread, inputs, access);
    if (problem !== undefined) return { ...problem, ...NOTHING, result: 'error' };
  }
  const isNoted =
    inputs.comment !== 'auto' || !thread || (await progress.openComment(access, thread, inputs.prLabels));
  if (!isNoted && !inputs.wait) return { ...UNREPORTED, ...NOTHING };
  // A marker associates each pull request with its job, so that requests there become messages to the job.
  const context = {
    ...access,
    marks: inputs.comment === 'auto',
    metadata: { prLabels: inputs.prLabels, prReviewers: [] },
    openRule,
  };
  const problems = await progress.during(
    runEntries({
      ...tools,
      table,
      saved: progress.saved,
      inputs,
      openLimit: openRule && { context: { ...context, openRule }, most: inputs.maxOpen },
      finishPullRequest: async (result, origin) =>
        failUnseen(await finishPullRequest(result, origin, {}, context), ports.workflowRun),
    }),
  );

  const entries = table.records();
  await progress.saved();
  // People copy the rest from the log, so it isn't in a group.
  runner.group();
  printResume(entries, file, runner);
  const result = batchOutcome(entries, problems, deadline);
  const comment = await progress.close(BATCH_RESULTS[result].title);
  const end = deadline.stop.aborted ? ' The step ended before all jobs did.' : '';
  const warnings = [...problems];
  const rest = entries.filter(isNotRequested);
  if (rest[0])
    warnings.push(`Not requested: ${countEntries(rest)}. Reason of the first one: ${rest[0].reason}`);
  return { result, reason: `${countByStatus(entries)}${end}`, entries, file, warnings, ...comment };
}

/** Skips the entries whose job an earlier run left to the collect action. Returns why nothing is sent, if that is unknown. */
async function skipAtWork(
  table: ReturnType<typeof openEntryTable>,
  thread: number,
  { identify }: BatchInputs,
  { github, key, service, tools, workflowRun }: AccessContext,
): Promise<RequestResult | undefined> {
  // The collect action leaves out older comments, too. Their entries would be skipped for ever.
  const listed = await github.comments(thread, tools.time.now() - 3 * DAY);
  if (!listed.ok) return unsentByRead('the comments on `issue-number`', listed.failure);
  const place = { service, repositoryId: workflowRun.repositoryId, thread };
  const earlier = listed.value.items.flatMap((comment) => readBatch(comment, place, key));
  const open = earlier.flatMap(({ note }) => note.entries.filter(isOpen));
  for (const entry of table.entries.filter(needsJob)) {
    const hash = identify(entry.prompt);
    const same = open.find(({ name, promptHash }) => name === entry.name && promptHash === hash);
    const reason = `Job ${same?.jobId} of an earlier run has it, and was not collected yet.`;
    if (same !== undefined) table.set([entry], { result: 'skipped', reason, prompt: undefined });
  }
  return undefined;
}

/** `problems` are those of pull requests that are missing, or that later runs can't find. */
function batchOutcome(
  entries: readonly Entry[],
  problems: readonly string[],
  { stop }: Deadline,
): BatchOutcome {
  if (stop.aborted && stop.reason.by === 'interrupt') return 'interrupted';
  if (stop.aborted && entries.some(isOpen)) return 'timeout';
  return problems.length > 0 ? 'failed' : outcomeOf(entries);
}

function dryRunBatch(ports: Ports, inputs: BatchInputs, deadline: Deadline): BatchResult {
  const { entries, compose, credentials, maxJobs } = inputs;
  const table = openEntryTable(entries);
  const toCreate = table.entries.filter(needsJob);
  for (const entry of toCreate.slice(0, maxJobs))
    table.set([entry], { result: 'dry-run', prompt: compose(entry.prompt) });
  table.set(toCreate.slice(maxJobs), overLimit('max-jobs', maxJobs));
  return {
    result: 'dry-run',
    reason: 'Dry run: nothing was sent. The summary shows what would be sent.',
    entries: table.entries,
    warnings: [],
    url: ports.openService(credentials, deadline).sendUrl().href,
  };
}

const REPEATED = {
  result: 'error',
  reasonCode: 're-run-refused',
  reason:
    'Nothing was sent: a re-run would send entries again that have a job. Start a new run with `resume`: the file of the earlier run, or the lines at the end of its log.',
} as const;

const UNREPORTED = {
  result: 'error',
  reasonCode: 'comment-not-written',
  reason:
    'Nothing was sent: the comment on `issue-number` could not be written, so no later run would know of the jobs.',
} as const;

const NOTHING = { entries: [], warnings: [] };
