import pLimit from 'p-limit';
import type { Failure } from '../http/failure.ts';
import { isFailure, type RequestResult } from '../job/request-result.ts';
import { runJob, watchToEnd } from '../job/run-job.ts';
import { type Create, type Delivery, deliver, type Ledger } from '../job/send.ts';
import { stopResult, stopWords } from '../job/to-result.ts';
import type { JobTools } from '../job/watch.ts';
import { type Deadline, narrowDeadline } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import type { Service } from '../service/service.ts';
import { formatDuration } from '../text/time.ts';
import type { Origin } from '../thread/settle-pull-request.ts';
import { toEntryResult } from './batch-result.ts';
import type { Closed } from './entry.ts';
import type { EntryTable, Row } from './entry-table.ts';
import type { BatchInputs } from './inputs.ts';
import { findUnwelcome, type OpenPullLimit } from './open-pull-limit.ts';
import type { Progress } from './progress.ts';

/** What the entries of a batch are worked with. */
export interface BatchTools extends Omit<JobTools, 'service' | 'pollInterval'> {
  /** Opens the service, with its requests spaced over all entries. */
  openService(deadline: Deadline): Service;
  readonly table: EntryTable;
  readonly progress: Progress;
  readonly inputs: Pick<BatchInputs, 'compose' | 'maxParallel' | 'maxJobs' | 'onFailure'>;
  readonly openPulls: OpenPullLimit | undefined;
  /** Sees to the pull request of a job that ended. */
  settle(result: RequestResult, origin: Origin): Promise<void>;
}

/** So many jobs are watched at once at most: more would be looked at too rarely. */
export const MOST_OPEN = 30;

/** These refusals say nothing about the one instruction: the next one would meet the same. */
const ABOUT_ALL: ReadonlySet<number> = new Set([401, 402, 403, 404]);

/** After so many creates in a row whose fate is not known, more would only be more doubt. */
const MOST_DOUBTS = 3;

/** A batch as it goes on. */
interface Batch extends BatchTools {
  /** Lets one entry send at a time: whatever refuses one may concern the next. */
  readonly lane: ReturnType<typeof pLimit>;
  /** Jobs at work. */
  open: number;
  /** Creates in a row whose fate is not known. */
  doubts: number;
  /** Why no further job is asked for. */
  halted: string | undefined;
  /** How long the quickest job took, in milliseconds. */
  quickest: number | undefined;
}

/** Asks for jobs and watches them until all have ended or the step has to. */
export async function runEntries(tools: BatchTools): Promise<void> {
  const { table, inputs, openPulls } = tools;
  const batch: Batch = {
    ...{ ...tools, lane: pLimit(1), open: 0, doubts: 0, halted: undefined, quickest: undefined },
  };
  const asks = table.rows.filter(({ entry }) => entry.task.kind === 'ask');
  const watches = table.rows.filter(({ entry }) => entry.task.kind === 'watch');
  table.setAll(asks.slice(inputs.maxJobs), leftOut(`the budget of this run is ${inputs.maxJobs}`));
  // Jobs that are there are at work, whatever `max-parallel` says: they come first, and all are watched that can be.
  const pool = pLimit(MOST_OPEN);
  const watching = watches.map((row) => pool(() => watchEntry(batch, row)));
  pool.concurrency = Math.min(inputs.maxParallel, openPulls?.most ?? MOST_OPEN);
  const asking = asks.slice(0, inputs.maxJobs).map((row) => pool(() => askEntry(batch, row)));
  await Promise.all([...watching, ...asking]);
}

/** Watches a job that is there. */
async function watchEntry(batch: Batch, row: Row): Promise<void> {
  const { table, deadline } = batch;
  const { task } = row.entry;
  if (task.kind !== 'watch') return;
  if (deadline.stop.aborted) {
    const reason = `${stopWords(deadline.stop.reason)} before it was its turn.`;
    return table.set(row, { result: stopResult(deadline.stop.reason), reason });
  }
  const tools = toolsFor(batch, row, deadline);
  await runJob({ kind: 'watch', jobId: task.jobId }, tools, openLedger(batch, row), true);
}

/** Asks for one job when it is its turn, and watches it from then on. */
async function askEntry(batch: Batch, row: Row): Promise<void> {
  const { table, inputs, lane, deadline, clock } = batch;
  const { task } = row.entry;
  if (task.kind !== 'ask') return;
  const ledger = openLedger(batch, row);
  const send: Create = { kind: 'create', text: inputs.compose(task.words) };
  const delivery = await lane(async () => {
    const held = findHeld(batch);
    if (held !== undefined) return table.set(row, held);
    const delivered = await deliver(send, toolsFor(batch, row, deadline), ledger);
    if (delivered.kind === 'job') batch.doubts = 0;
    else giveUp(batch, row, delivered, ledger.held);
    return delivered;
  });
  if (delivery?.kind !== 'job') return;
  const own = task.timeout === undefined ? deadline : narrowDeadline(deadline, task.timeout, clock);
  await watchToEnd(delivery, toolsFor(batch, row, own), ledger, true);
}

function toolsFor(batch: Batch, { entry }: Row, deadline: Deadline): JobTools {
  const { clock, random, openService } = batch;
  return {
    ...{ clock, random, deadline, pollInterval: 'auto', log: named(batch.log, entry.name) },
    service: openService(deadline),
  };
}

/** What becomes of an entry that is not asked for: the step has to end, or the batch was halted. */
function findHeld({ deadline, clock, quickest, ...batch }: Batch): Closed | undefined {
  const { stop } = deadline;
  if (stop.aborted)
    return { result: 'remaining', reason: `${stopWords(stop.reason)} before it was its turn.` };
  if (batch.halted !== undefined) return leftOut(batch.halted);
  const left = deadline.at - clock.now();
  if (quickest === undefined || left >= quickest) return undefined;
  return leftOut(
    `the deadline is ${formatDuration(left)} away, and no job so far took less than ${formatDuration(quickest)}`,
  );
}

/** The ledger of a batch: its table, which outputs, file and comment follow. */
interface EntryLedger extends Ledger {
  /** Why the entry was held back, where it was. */
  held: Closed | undefined;
}

function openLedger(batch: Batch, row: Row): EntryLedger {
  const { table, progress, clock, deadline, openPulls } = batch;
  const log = named(batch.log, row.entry.name);
  let createdAt: number | undefined;
  const ledger: EntryLedger = {
    held: undefined,
    async beforeSend() {
      const unwelcome = openPulls && (await findUnwelcome(openPulls, batch.open, deadline.stop.aborted));
      batch.halted ??= unwelcome?.halt;
      ledger.held = unwelcome ?? findHeld(batch);
      if (ledger.held !== undefined) return { kind: 'held', reason: ledger.held.reason };
      // Written down before it leaves: after a kill nobody could say whether there is a job.
      table.set(row, { result: 'asking', reason: '' });
      await progress.saved();
      log.info('asked.');
      return { kind: 'go' };
    },
    async notTaken({ kind, message }) {
      table.set(row, { result: '', reason: kind === 'limited' ? message : '' });
    },
    async sent(job, sent) {
      const startedAt = clock.now();
      if (sent !== undefined) createdAt = sent.at;
      batch.open += 1;
      table.set(row, { result: 'working', jobId: job.id, startedAt });
    },
    async seen() {
      // The log tells each change of status; nothing of it matters after a kill.
    },
    async ended(result) {
      batch.open -= 1;
      close(batch, row, result, createdAt);
      if (result.result === 'pull-request') await batch.settle(result, { createdAt });
    },
  };
  return ledger;
}

/** Writes down how an entry's job ended, and what that means for the others. */
function close(batch: Batch, row: Row, outcome: RequestResult, createdAt: number | undefined): void {
  const { table, clock, inputs } = batch;
  const { name } = row.entry;
  const { result, reason, pullRequest, warning } = outcome;
  const endedAt = clock.now();
  table.set(row, { result: toEntryResult(result), reason, endedAt, prLink: pullRequest?.link ?? '' });
  batch.log.info(`${name}: ${result}. ${reason}${pullRequest === undefined ? '' : ` ${pullRequest.link}`}`);
  if (warning !== undefined && warning !== reason) batch.log.warning(`${name}: ${warning}`);
  if (createdAt !== undefined) {
    batch.quickest = Math.min(batch.quickest ?? Number.POSITIVE_INFINITY, endedAt - createdAt);
  }
  if (inputs.onFailure === 'stop' && isFailure(outcome)) batch.halted ??= stoppedBy(name);
}

/** A create that brought no job. */
function giveUp(
  batch: Batch,
  row: Row,
  delivery: Exclude<Delivery, { readonly kind: 'job' }>,
  held: Closed | undefined,
): void {
  const { table, log, inputs } = batch;
  const { name } = row.entry;
  const failure = delivery.kind === 'over' ? delivery.failure : undefined;
  const reason = delivery.kind === 'over' ? delivery.result.reason : delivery.reason;
  const closed = held ?? { result: resultOf(failure), reason };
  table.set(row, closed);
  log.info(`${name}: ${closed.result}. ${closed.reason}`);
  if (held !== undefined) return;
  batch.doubts += closed.result === 'unknown' ? 1 : 0;
  if (closed.result === 'remaining') batch.halted ??= whyNoFurther(name, failure);
  else if (failure !== undefined && concernsAll(failure))
    batch.halted ??= `the service refused \`${name}\` for a reason that holds for every job`;
  else if (inputs.onFailure === 'stop') batch.halted ??= stoppedBy(name);
  else if (batch.doubts >= MOST_DOUBTS)
    batch.halted ??= `of ${MOST_DOUBTS} creates in a row nobody knows whether there is a job`;
}

function stoppedBy(name: string): string {
  return `\`${name}\` failed, and \`on-failure\` is \`stop\``;
}

function leftOut(why: string): Closed {
  return { result: 'remaining', reason: `Not asked: ${why}.` };
}

function whyNoFurther(name: string, failure: Failure | undefined): string {
  return failure?.kind === 'limited'
    ? 'the usage limit does not reset before the deadline'
    : `\`${name}\` could not be asked`;
}

/** What surely was not processed for want of time can be asked later; what may have been is never asked again. */
function resultOf(failure: Failure | undefined): 'remaining' | 'unknown' | 'error' {
  if (failure === undefined) return 'remaining';
  if (failure.fate === 'unknown') return 'unknown';
  return failure.kind === 'limited' || failure.kind === 'stopped' ? 'remaining' : 'error';
}

function concernsAll({ kind, status = 0, fate }: Failure): boolean {
  if (fate === 'unknown') return false;
  return kind === 'unreachable' || ABOUT_ALL.has(status) || (status >= 300 && status < 400);
}

/** The log with the entry's name in front. */
function named(log: Log, name: string): Log {
  const prefix = (level: keyof Log) => (text: string) => log[level](`${name}: ${text}`);
  return {
    info: prefix('info'),
    notice: prefix('notice'),
    warning: prefix('warning'),
    debug: prefix('debug'),
  };
}
