import pLimit from 'p-limit';
import type { Sent } from '../job/job-status.ts';
import { isResult, type RequestResult } from '../job/request-result.ts';
import { send } from '../job/send.ts';
import { stopped } from '../job/to-result.ts';
import { findJob, type JobTools, watchJob } from '../job/watch.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { slept } from '../runner/clock.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import type { JobOrigin } from '../thread/note.ts';
import { ENTRY_RESULTS, type Entry, hasFailed, isToAsk, isToWatch, type JobRecord } from './entry.ts';
import type { EntryTable } from './entry-table.ts';
import { type BatchInputs, MOST_OPEN } from './inputs.ts';
import { findUnwelcome, type Held, type OpenPullLimit } from './open-pull-limit.ts';
import type { Progress } from './progress.ts';

/** What the entries of a batch are worked with. */
export interface BatchTools extends JobTools {
  readonly table: EntryTable;
  readonly progress: Pick<Progress, 'saved'>;
  readonly inputs: Pick<BatchInputs, 'compose' | 'maxParallel' | 'maxJobs' | 'onFailure'>;
  readonly openLimit: OpenPullLimit | undefined;
  /** Sees to the pull request of a job that ended. */
  finishPullRequest(result: RequestResult, origin: JobOrigin): Promise<void>;
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
    if (end !== undefined) await guard(batch, batch.finishPullRequest(end.result, end.origin));
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

/** What came of an entry's job, and how the job came about. */
interface EntryEnd {
  readonly result: RequestResult;
  readonly origin: JobOrigin;
}

/** Has an entry's turn: asks for its job, unless there is one, and watches it to its end. */
async function workOn(batch: Batch, entry: Entry): Promise<EntryEnd | undefined> {
  const { deadline, lane } = batch;
  if (deadline.stop.aborted) return undefined;
  const tools = { ...batch, log: named(batch, entry) };
  if (!isToAsk(entry)) {
    const { jobId } = entry.record;
    batch.table.set([entry], { result: 'working' });
    return follow(batch, entry, tools, await findJob({ jobId, sentAt: undefined }, batch.clock, tools));
  }
  const created = await lane(() => createJob(batch, entry, tools));
  return created && follow(batch, entry, tools, created.job, created.sent);
}

/** Creates the job of an entry; undefined when there is none, which is told by then. */
async function createJob(
  batch: Batch,
  entry: Entry & { readonly words: string },
  tools: JobTools,
): Promise<{ readonly job: Job; readonly sent: Sent } | undefined> {
  const { table, progress, clock, deadline, inputs } = batch;
  for (let limits = 0; ; limits += 1) {
    if (deadline.stop.aborted || batch.halted !== undefined) return undefined;
    const held = await findHeld(batch);
    if (held !== undefined) {
      close(batch, entry, tools.log, held);
      return undefined;
    }
    // Written down before it leaves: after a kill nobody could say whether there is a job.
    table.set([entry], { result: 'asking', reason: '' });
    await progress.saved();
    tools.log.info('asked.');
    const delivery = await send({ kind: 'create', text: inputs.compose(entry.words) }, limits, tools);
    if (delivery.kind === 'sent') {
      batch.doubts = 0;
      table.set([entry], { result: 'working', jobId: delivery.job.id });
      return delivery;
    }
    if (delivery.kind === 'over') {
      giveUp(batch, entry, tools.log, delivery.result);
      return undefined;
    }
    table.set([entry], { result: '', reason: delivery.reason });
    await slept(delivery.until - clock.now(), clock, deadline.stop);
  }
}

/** Watches the job of an entry to its end. */
async function follow(
  batch: Batch,
  entry: Entry,
  tools: JobTools,
  job: Job | RequestResult,
  sent?: Sent,
): Promise<EntryEnd> {
  const startedAt = batch.clock.now();
  const ended = isResult(job) ? job : await watchJob(job, sent, tools, { wait: true });
  const { reason, pullRequest, warning } = ended;
  const result = ENTRY_RESULTS.find((known) => known === ended.result) ?? 'error';
  const duration = Math.round((batch.clock.now() - startedAt) / 1000);
  close(batch, entry, tools.log, { result, reason, prLink: pullRequest?.link ?? '', duration });
  if (warning !== undefined && warning !== reason) tools.log.warning(warning);
  return { result: ended, origin: { since: sent?.at, isNew: sent !== undefined } };
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
}

/** What becomes of an entry instead of being asked for, if anything does. */
async function findHeld(batch: Batch): Promise<Held | undefined> {
  const { openLimit, table, deadline } = batch;
  const atWork = table.entries.filter(({ record }) => record.result === 'working').length;
  const unwelcome = openLimit && (await findUnwelcome(openLimit, atWork, deadline.stop));
  // A search that fails would fail for the next entry, too.
  if (unwelcome?.result === 'error') halt(batch, 'nobody can tell how many pull requests are open');
  if (unwelcome !== undefined) return unwelcome;
  // A search takes its time: a job may have failed meanwhile.
  return batch.halted === undefined ? undefined : leftOut(batch.halted);
}

function leftOut(why: string): Held {
  return { result: 'remaining', reason: `Not asked: ${why}.` };
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
