import { countOpen } from '../change/open-pull-requests.ts';
import type { GitHub } from '../github/github.ts';
import type { Ports } from '../ports.ts';
import { admit } from '../request/admission.ts';
import { loginToLookUp } from '../request/gate.ts';
import type { Asked } from '../request/request.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { StepResult } from '../runner/step-result.ts';
import { formatDuration } from '../text/time.ts';
import { type Settling, settlePullRequest } from '../thread/settle-pull-request.ts';
import {
  type BatchOutcome,
  type BatchResult,
  hasFailed,
  isFailedBatch,
  isLeftOpen,
  isRemaining,
  type JobRecord,
  toBatchOutputs,
} from './batch-result.ts';
import { openEntryTable } from './entry-table.ts';
import { type BatchInputs, readBatchInputs } from './inputs.ts';
import type { OpenPullLimit } from './open-pull-limit.ts';
import { openProgress } from './progress.ts';
import { countWords, renderBatchSummary, titleOf } from './report.ts';
import { printResume } from './resume.ts';
import { runEntries } from './run-entries.ts';

/** The main phase of the batch action. */
export async function runBatch(ports: Ports, asked: Asked): Promise<StepResult> {
  const outcome = await run(ports, asked);
  return {
    outputs: toBatchOutputs(outcome),
    warnings: outcome.warnings,
    word: { level: isFailedBatch(outcome) ? 'error' : 'info', text: outcome.reason },
    summary: renderBatchSummary(outcome, ports.clock.now() - ports.startedAt),
  };
}

/** Runs a batch: inputs, gate, jobs, outcome. */
async function run(ports: Ports, asked: Asked): Promise<BatchOutcome> {
  const read = await readBatchInputs(ports);
  if (!read.ok) return nothing('error', `not sent: ${read.problems.join(' ')}`);
  const { inputs } = read;
  ports.runner.group('Request');
  const deadline = ports.startDeadline(inputs.timeout);
  const github = openGitHub(ports, asked, inputs, deadline);

  const decision = await admit(asked, inputs.gate, github);
  if (!decision.allowed) return nothing('denied', decision.reason);
  ports.runner.log.info(decision.reason);
  ports.runner.log.info(announce(inputs));
  return inputs.dryRun ? rehearse(ports, inputs, deadline) : perform(ports, inputs, deadline, github);
}

/** Undefined where nothing is asked of GitHub, or without a token to ask with. */
function openGitHub(
  ports: Ports,
  asked: Asked,
  { githubToken, issueNumber, gate }: BatchInputs,
  deadline: Deadline,
): GitHub | undefined {
  const asksGitHub = issueNumber !== undefined || loginToLookUp(asked, gate) !== undefined;
  if (githubToken === undefined || !asksGitHub) return undefined;
  return ports.openGitHub(githubToken, deadline);
}

async function perform(
  ports: Ports,
  inputs: BatchInputs,
  deadline: Deadline,
  github: GitHub | undefined,
): Promise<BatchOutcome> {
  const { clock, random, runner } = ports;
  const { log } = runner;
  const table = openEntryTable(inputs.entries, () => progress.changed());
  const { issueNumber: thread } = inputs;
  const speaks = inputs.comment === 'auto' && github !== undefined && thread !== undefined;
  const progress = openProgress(ports, {
    file: inputs.file,
    records: table.records,
    audience: speaks ? { github, thread } : undefined,
  });

  runner.group('Jobs');
  runner.state.stage('watching');
  progress.changed();
  await progress.open();
  const done = new AbortController();
  const shown = progress.keepShown(done.signal);
  const spaced = ports.spaceRequests();
  const settling = settlingOf(ports, inputs, deadline);
  await runEntries({
    ...{ clock, random, deadline, log, table, progress, inputs },
    openService: (until) => spaced({ ...inputs, deadline: until }),
    openPulls: openPullLimit(ports, inputs, deadline),
    settle: (result, origin) => settlePullRequest(result, origin, settling),
  }).finally(() => done.abort());
  await shown;

  const records = table.records();
  await progress.saved();
  // What is left is to be copied from the log, so it stands in no group.
  runner.group();
  printResume(records, inputs.file, runner);
  const result = resultOf(records, deadline);
  const commentUrl = await progress.close(titleOf(result));
  const reason = `${countWords(records)}${deadline.stop.aborted ? ` The step ended before all jobs did.` : ''}`;
  return {
    result,
    reason,
    records,
    file: inputs.file,
    warnings: [...inputs.warnings, ...remainWarnings(records)],
    commentUrl,
  };
}

function openPullLimit(
  ports: Ports,
  { openRule }: BatchInputs,
  deadline: Deadline,
): OpenPullLimit | undefined {
  if (openRule === undefined) return undefined;
  const { search, token, most } = openRule;
  const github = ports.openGitHub(token, deadline);
  return { most, countOpen: (enough) => countOpen({ search, most: enough }, github) };
}

/** Each job's pull request is tied to it, so that requests there are messages to the job. */
function settlingOf(ports: Ports, inputs: BatchInputs, deadline: Deadline): Settling {
  const { githubToken, key, phrase, comment } = inputs;
  return {
    openGitHub: (token) => ports.openGitHub(token, deadline),
    ...{ githubToken, prToken: undefined, service: inputs, key, phrase },
    workflowRun: ports.workflowRun,
    marks: comment === 'auto',
    wishes: { labels: [], reviewers: [], assignees: [] },
    people: {},
    log: ports.runner.log,
  };
}

function resultOf(records: readonly JobRecord[], { stop }: Deadline): BatchResult {
  if (stop.aborted && stop.reason.by === 'interrupt') return 'interrupted';
  if (stop.aborted && records.some((record) => isLeftOpen(record))) return 'timeout';
  if (records.some(hasFailed)) return 'failed';
  return records.some(isRemaining) ? 'incomplete' : 'completed';
}

function remainWarnings(records: readonly JobRecord[]): string[] {
  const remaining = records.filter(isRemaining);
  const [first] = remaining;
  if (first === undefined) return [];
  const count = remaining.length === 1 ? '1 entry was' : `${remaining.length} entries were`;
  return [`${count} not asked, the first of them for this reason: ${first.reason}`];
}

/** Everything up to the first request. */
function rehearse(ports: Ports, inputs: BatchInputs, deadline: Deadline): BatchOutcome {
  const { entries, compose, maxJobs } = inputs;
  const table = openEntryTable(entries, () => {
    // Nothing is handed on: nothing happens.
  });
  let budget = maxJobs;
  const texts = table.rows.flatMap((row) => {
    const { name, task } = row.entry;
    if (task.kind !== 'ask') return [];
    budget -= 1;
    const reason = `Not asked: the budget of this run is ${maxJobs}.`;
    table.set(row, budget >= 0 ? { result: 'dry-run' } : { result: 'remaining', reason });
    return budget >= 0 ? [{ name, text: compose(task.words) }] : [];
  });
  const service = ports.openService({ ...inputs, deadline });
  return {
    result: 'dry-run',
    reason: `Dry run: nothing was sent; the summary shows ${texts.length === 1 ? 'the instruction' : `the ${texts.length} instructions`} and the address.`,
    records: table.records(),
    warnings: inputs.warnings,
    drafts: { address: service.createAddress.href, texts },
  };
}

function nothing(result: BatchResult, reason: string): BatchOutcome {
  return { result, reason, records: [], warnings: [] };
}

function announce({ entries, maxParallel, maxJobs, timeout }: BatchInputs): string {
  const count = (kind: string) => entries.filter(({ task }) => task.kind === kind).length;
  return (
    `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}: ${count('ask')} to ask (at most ${maxJobs} in this run), ${count('watch')} to watch; ` +
    `${maxParallel} at a time (deadline after ${formatDuration(timeout)}).`
  );
}
