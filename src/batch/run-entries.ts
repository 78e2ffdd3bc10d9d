import pLimit from 'p-limit';
import type { RequestResult } from '../job/request-result.ts';
import { resultOf, runJob, watchToEnd } from '../job/run-job.ts';
import { type Delivery, deliver, type Ledger } from '../job/send.ts';
import { stopped, toResult } from '../job/to-result.ts';
import { type JobTools, watch } from '../job/watch.ts';
import type { ReasonCode } from '../reason-codes.ts';
import type { Clock } from '../runner/clock.ts';
import { abortAfter, type Deadline } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import type { Service } from '../service/service.ts';
import { formatDuration } from '../text/time.ts';
import type { Origin } from '../thread/origin.ts';
import { ENTRY_RESULTS, type Entry, hasFailed, isToAsk, isToWatch, type JobRecord } from './entry.ts';
import type { EntryTable } from './entry-table.ts';
import { type BatchInputs, MOST_OPEN } from './inputs.ts';
import { findUnwelcome, type Held, type OpenPullLimit } from './open-pull-limit.ts';
import type { Progress } from './progress.ts';

/** What the entries of a batch are worked with. */
export interface BatchTools extends Omit<JobTools, 'service' | 'pollInterval'> {
  /** Opens the service, with its requests spaced over all entries. */
  openService(deadline: Deadline): Service;
  readonly table: EntryTable;
  readonly progress: Pick<Progress, 'saved'>;
  readonly inputs: Pick<BatchInputs, 'compose' | 'maxParallel' | 'maxJobs' | 'onFailure'>;
  readonly openLimit: OpenPullLimit | undefined;
  /** Sees to the pull request of a job that ended. */
  settle(result: RequestResult, origin: Origin): Promise<void>;
}

/** What surely was not processed for want of time can be asked later; what may have been is never asked again. */
const WITHOUT_JOB: Readonly<Partial<Record<ReasonCode, 'remaining' | 'unknown'>>> = {
  'usage-limit': 'remaining',
  deadline: 'remaining',
  interrupted: 'remaining',
  'fate-unknown': 'unknown',
};

/** These refusals say nothing about the one instruction: the next one would meet the same. */
const ABOUT_ALL: ReadonlySet<ReasonCode> = new Set([
  'key-rejected',
  'key-not-allowed',
  'plan-exhausted',
  'not-found',
  'redirected',
  'service-unreachable',
]);

/** After so many creates in a row whose fate is not known, more would only be more doubt. */
const MOST_DOUBTS = 3;

type Delivered = Extract<Delivery, { readonly kind: 'job' }>;

/** A batch as it goes on. */
interface Batch extends BatchTools {
  /** Lets one entry ask at a time: whatever refuses one may concern the next. */
  readonly lane: ReturnType<typeof pLimit>;
  /** Warnings that were given: the same about a hundred jobs is told once. */
  readonly warned: Set<string>;
  /** Creates in a row whose fate is not known. */
  doubts: number;
  /** Why no further job is asked for. */
  halted?: string | undefined;
  /** Entries whose turn to be asked for is yet to come, or goes on. */
  unasked: number;
  /** Aborts when no further job is asked for, for whatever reason. */
  readonly allAsked: AbortController;
  /** Jobs that go on although their own timeout has passed. */
  outlived: number;
  /** How long the quickest job took, in milliseconds. */
  quickest?: number | undefined;
}

/** Asks for jobs and watches them until all have ended or the step has to. */
export async function runEntries(tools: BatchTools): Promise<void> {
  const { table, inputs, openLimit } = tools;
  const asks = keepWithinBudget(table, inputs.maxJobs);
  const batch: Batch = {
    ...tools,
    lane: pLimit(1),
    warned: new Set<string>(),
    doubts: 0,
    unasked: asks.length,
    allAsked: new AbortController(),
    outlived: 0,
  };
  const watches = table.entries.filter(isToWatch);

  // Jobs that are there are at work, whatever `max-parallel` says: they come first, and all are watched that can be.
  const pool = pLimit(MOST_OPEN);
  const narrow = () => {
    pool.concurrency = Math.min(inputs.maxParallel, openLimit?.most ?? MOST_OPEN);
  };
  async function take(entry: Entry): Promise<void> {
    const end = await pool(() => guard(batch, workOn(batch, entry)));
    // Nobody has to wait for the notes at a pull request but the end of the step.
    if (end !== undefined) await guard(batch, batch.settle(end.result, end));
  }
  await Promise.all([...watches.map(take), pool(narrow).then(() => Promise.all(asks.map(take)))]);
  leaveRest(batch);
}

/** The entries to ask for; those beyond the budget are left out. */
export function keepWithinBudget(table: EntryTable, maxJobs: number) {
  const asks = table.entries.filter(isToAsk);
  table.set(asks.slice(maxJobs), leftOut(`the budget of this run is ${maxJobs}`));
  return asks.slice(0, maxJobs);
}

/** A defect ends the step; until it has ended, nothing more is asked. */
async function guard<T>(batch: Batch, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (defect) {
    halt(batch, 'the run met a defect');
    throw defect;
  }
}

/** What had no turn is said of all such entries at once. */
function leaveRest({ table, deadline: { stop }, halted }: Batch): void {
  const rest = table.entries.filter(({ record }) => record.result === '');
  const end = stop.aborted ? stopped(stop.reason, ' before it was its turn.') : undefined;
  const reason = end?.reason ?? `Not asked: ${halted}.`;
  table.set(rest.filter(isToAsk), { result: 'remaining', reason });
  if (end !== undefined) table.set(rest.filter(isToWatch), { result: end.result, reason });
}

/** Has an entry's turn: asks for its job, unless there is one, and watches it to its end, which it returns. */
async function workOn(
  batch: Batch,
  entry: Entry,
): Promise<(Origin & { readonly result: RequestResult }) | undefined> {
  const { deadline, clock, lane, inputs } = batch;
  const { record, words, timeout } = entry;
  if (deadline.stop.aborted) return undefined;
  const tools = toolsFor(batch, entry, deadline);
  const ledger = openLedger(batch, entry, tools.log);
  if (words === undefined)
    return { result: resultOf(await runJob({ kind: 'watch', jobId: record.jobId }, tools, ledger, true)) };
  const delivery = await lane(async () => {
    if (deadline.stop.aborted || findHalt(batch) !== undefined) return undefined;
    const create = { kind: 'create', text: inputs.compose(words) } as const;
    const delivered = await deliver(create, tools, ledger);
    if (delivered.kind === 'job') batch.doubts = 0;
    if (delivered.kind === 'over') giveUp(batch, entry, tools.log, delivered.result);
    return delivered;
  });
  batch.unasked -= 1;
  if (batch.unasked === 0) batch.allAsked.abort();
  if (delivery?.kind !== 'job') return undefined;
  const { job, sent } = delivery;
  const own =
    timeout === undefined ? tools : toolsFor(batch, entry, narrowDeadline(deadline, timeout, clock));
  const result = await watchToEnd(delivery, own, ledger, true);
  const late = result.result === 'timeout' && (await outlive(batch, entry, { job: result.job ?? job, sent }));
  return { result: late || result, since: sent.at };
}

/**
 * A job that goes on after its own timeout is at work, and may open a pull request: until it ends it keeps its place. What
 * became of the entry is told by then, but for its link; this is for those that are to be asked for.
 *
 * @returns what came of the job, where that was seen
 */
async function outlive(
  batch: Batch,
  entry: Entry,
  { job, sent }: Pick<Delivered, 'job' | 'sent'>,
): Promise<RequestResult | undefined> {
  const { deadline, allAsked, table } = batch;
  const stop = AbortSignal.any([deadline.stop, allAsked.signal]);
  if (stop.aborted) return undefined;
  batch.outlived += 1;
  const tools = toolsFor(batch, entry, { ...deadline, stop });
  tools.log.info('is at work still, and keeps its place until it ends.');
  // When there is no time left for another job, nobody has to wait.
  const watched = await watch(job, sent, tools, async () => void findHalt(batch));
  batch.outlived -= 1;
  if (watched.kind !== 'ended') return undefined;
  const result = toResult(watched, sent);
  table.set([entry], { prLink: result.pullRequest?.link ?? '' });
  return result;
}

/** The batch's deadline for one job of it, which ends after `span` at the latest. */
function narrowDeadline(deadline: Deadline, span: number, clock: Clock): Deadline {
  const own = abortAfter(span, { by: 'timeout', span }, clock);
  return {
    ...deadline,
    at: Math.min(deadline.at, clock.now() + span),
    stop: AbortSignal.any([deadline.stop, own]),
  };
}

function toolsFor(batch: Batch, entry: Entry, deadline: Deadline): JobTools {
  const { clock, random, openService } = batch;
  const service = openService(deadline);
  return { clock, random, deadline, pollInterval: 'auto', log: named(batch, entry), service };
}

/** The log with the entry's name in front. */
function named({ log, warned }: Batch, { record }: Entry): Log {
  const tell = (level: keyof Log) => (text: string) => log[level](`${record.name}: ${text}`);
  const warning = (text: string) => {
    tell(warned.has(text) ? 'info' : 'warning')(text);
    warned.add(text);
  };
  return { info: tell('info'), notice: tell('notice'), debug: tell('debug'), warning };
}

/** No further job is asked for; the first reason counts. */
function halt(batch: Batch, why: string): void {
  batch.halted ??= why;
  batch.allAsked.abort();
}

/** Why no further job is asked for, as far as that is known now. */
function findHalt(batch: Batch): string | undefined {
  const { deadline, clock, quickest } = batch;
  const left = deadline.at - clock.now();
  if (quickest !== undefined && left < quickest) {
    halt(
      batch,
      `the deadline is ${formatDuration(left)} away, and no job so far took less than ${formatDuration(quickest)}`,
    );
  }
  return batch.halted;
}

/** What becomes of an entry instead of being asked for, if anything does. */
async function findHeld(batch: Batch): Promise<Held | undefined> {
  const { openLimit, table, deadline, outlived } = batch;
  const atWork = outlived + table.entries.filter(({ record }) => record.result === 'working').length;
  const unwelcome = openLimit && (await findUnwelcome(openLimit, atWork, deadline.stop));
  // A search that fails would fail for the next entry, too.
  if (unwelcome?.result === 'error') halt(batch, 'nobody can tell how many pull requests are open');
  if (unwelcome !== undefined) return unwelcome;
  // A search takes its time, so what else there is to say is asked after it.
  const why = findHalt(batch);
  return why === undefined ? undefined : leftOut(why);
}

function leftOut(why: string): Held {
  return { result: 'remaining', reason: `Not asked: ${why}.` };
}

/** The ledger of a batch: its table, which outputs, file and comment follow. */
function openLedger(batch: Batch, entry: Entry, log: Log): Ledger {
  const { table, progress, clock } = batch;
  let startedAt = clock.now();
  return {
    async beforeSend() {
      const held = await findHeld(batch);
      if (held !== undefined) {
        close(batch, entry, log, held);
        return { kind: 'held', reason: held.reason };
      }
      // Written down before it leaves: after a kill nobody could say whether there is a job.
      table.set([entry], { result: 'asking', reason: '' });
      await progress.saved();
      log.info('asked.');
      return { kind: 'go' };
    },
    async notTaken({ kind, message }) {
      table.set([entry], { result: '', reason: kind === 'limited' ? message : '' });
    },
    async sent(job) {
      startedAt = clock.now();
      table.set([entry], { result: 'working', jobId: job.id });
    },
    async ended({ result: word, reason, pullRequest, warning }) {
      const took = clock.now() - startedAt;
      const result = ENTRY_RESULTS.find((known) => known === word) ?? 'error';
      const prLink = pullRequest?.link ?? '';
      close(batch, entry, log, { result, reason, prLink, duration: Math.round(took / 1000) });
      if (warning !== undefined && warning !== reason) log.warning(warning);
      if (isToAsk(entry)) batch.quickest = Math.min(batch.quickest ?? took, took);
    },
  };
}

/** A create that brought no job, and what that means for the others. */
function giveUp(batch: Batch, entry: Entry, log: Log, { reason, reasonCode }: RequestResult): void {
  if (reasonCode === 'fate-unknown') batch.doubts += 1;
  if (reasonCode === 'usage-limit') halt(batch, 'the usage limit does not reset before the deadline');
  else if (ABOUT_ALL.has(reasonCode))
    halt(batch, `the service refused \`${entry.record.name}\` for a reason that holds for every job`);
  else if (batch.doubts >= MOST_DOUBTS)
    halt(batch, `of ${MOST_DOUBTS} creates in a row nobody knows whether there is a job`);
  close(batch, entry, log, { result: WITHOUT_JOB[reasonCode] ?? 'error', reason });
}

/** Tells what became of an entry; after a failure there may be nothing more to ask. */
function close(batch: Batch, entry: Entry, log: Log, known: Partial<JobRecord>): void {
  batch.table.set([entry], known);
  const { name, result, reason, prLink } = entry.record;
  log.info(`${result}. ${reason} ${prLink}`);
  if (batch.inputs.onFailure === 'stop' && hasFailed(entry.record))
    halt(batch, `\`${name}\` failed, and \`on-failure\` is \`stop\``);
}
