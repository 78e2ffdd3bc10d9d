import pLimit from 'p-limit';
import type { Sent } from '../job/job-status.ts';
import { isResult, type RequestResult } from '../job/request-result.ts';
import { send } from '../job/send.ts';
import { stopped } from '../job/to-result.ts';
import { findJob, type JobTools, watchJob } from '../job/watch.ts';
import type { MarkerContext } from '../pull-request/marker.ts';
import { checkOpen, type OpenRule } from '../pull-request/open-pull-requests.ts';
import type { JobOrigin } from '../pull-request/ownership.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { slept } from '../runner/clock.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import {
  ENTRY_RESULTS,
  hasFailed,
  isToAsk,
  isToWatch,
  type JobRecord,
  type openEntryTable,
} from './entry.ts';
import { type BatchInputs, MOST_OPEN } from './inputs.ts';
import type { Progress } from './progress.ts';

/** The limit of `skip-if-open`, and how open pull requests are recognized. */
export type OpenPullLimit = OpenRule & MarkerContext;

export interface BatchTools extends JobTools {
  readonly table: ReturnType<typeof openEntryTable>;
  readonly progress: Pick<Progress, 'saved'>;
  readonly inputs: Pick<BatchInputs, 'compose' | 'maxParallel' | 'maxJobs' | 'onFailure'>;
  readonly openLimit: OpenPullLimit | undefined;
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
  readonly asking: {
    /** Creates in a row whose fate is not known. */
    doubts: number;
    /** Why no further job is asked for; the first reason counts. */
    halted?: string;
  };
}

/** A batch as one entry has its turn; the log puts the entry's name in front. */
interface Turn extends Batch {
  readonly entry: JobRecord;
}

/** Asks for jobs and watches them until all have ended or the step has to. */
export async function runEntries(tools: BatchTools): Promise<void> {
  const { table, inputs, openLimit } = tools;
  const batch: Batch = { ...tools, lane: pLimit(1), warned: new Set(), asking: { doubts: 0 } };
  const asks = keepWithinBudget(table, inputs.maxJobs);
  const pool = pLimit(MOST_OPEN);
  async function take(entry: JobRecord): Promise<void> {
    try {
      const end = await pool(() => workOn({ ...batch, entry, log: namedLog(batch, entry) }));
      // Nobody has to wait for the notes at a pull request but the end of the step.
      if (end !== undefined) await batch.finishPullRequest(end.result, end.origin);
    } catch (defect) {
      batch.asking.halted ??= 'the run met a defect';
      throw defect;
    }
  }
  // Jobs that are there are at work, whatever `max-parallel` says: they come first, and all are watched that can be.
  const watched = table.entries.filter(isToWatch).map(take);
  const asked = pool(() => {
    pool.concurrency = Math.min(inputs.maxParallel, openLimit?.most ?? MOST_OPEN);
  }).then(() => Promise.all(asks.map(take)));
  await Promise.all([...watched, asked]);
  leaveRest(batch);
}

/** The entries to ask for; those beyond the budget are left out. */
export function keepWithinBudget(table: BatchTools['table'], maxJobs: number) {
  const asks = table.entries.filter(isToAsk);
  const reason = `Not asked: the budget of this run is ${maxJobs}.`;
  table.set(asks.slice(maxJobs), { result: 'remaining', reason });
  return asks.slice(0, maxJobs);
}

/** What had no turn is said of all such entries at once. */
function leaveRest({ table, deadline: { stop }, asking }: Batch): void {
  const rest = table.entries.filter(({ result }) => result === '');
  const end = stop.aborted ? stopped(stop.reason, ' before it was its turn.') : undefined;
  const reason = end?.reason ?? `Not asked: ${asking.halted}.`;
  table.set(rest.filter(isToAsk), { result: 'remaining', reason });
  if (end !== undefined) table.set(rest.filter(isToWatch), { result: end.result, reason });
}

/** Asks for the entry's job, unless there is one, and watches it to its end. */
async function workOn(turn: Turn) {
  const { clock, deadline, entry, lane, table } = turn;
  if (deadline.stop.aborted) return undefined;
  if (isToAsk(entry)) {
    const created = await lane(() => createJob(turn, entry.prompt));
    return created && follow(turn, created.job, created.sent);
  }
  table.set([entry], { result: 'working' });
  return follow(turn, await findJob({ jobId: entry.jobId, sentAt: undefined }, clock, turn));
}

/** Undefined when no job was created. */
async function createJob(turn: Turn, prompt: string) {
  const { asking, clock, deadline, entry, inputs, log, progress, table } = turn;
  const isOver = () => deadline.stop.aborted || asking.halted !== undefined;
  for (let limits = 0; !isOver(); limits += 1) {
    const held = await findHeld(turn);
    if (held !== undefined) return close(turn, held);
    // The search takes its time: a job may have failed meanwhile.
    if (isOver()) return undefined;
    // Written down before it leaves: after a kill nobody could say whether there is a job.
    table.set([entry], { result: 'asking', reason: '' });
    await progress.saved();
    log.info('asked.');
    const delivery = await send({ kind: 'create', text: inputs.compose(prompt) }, limits, turn);
    if (isResult(delivery)) return giveUp(turn, delivery);
    if (delivery.kind === 'sent') {
      asking.doubts = 0;
      table.set([entry], { result: 'working', jobId: delivery.job.id });
      return delivery;
    }
    table.set([entry], { result: '', reason: delivery.reason });
    await slept(delivery.until - clock.now(), clock, deadline.stop);
  }
  return undefined;
}

/** What becomes of an entry if enough pull requests are open. Each job at work may open one, too. */
async function findHeld({ asking, deadline, openLimit, table }: Batch) {
  if (openLimit === undefined) return undefined;
  const { search, most } = openLimit;
  const atWork = table.entries.filter(({ result }) => result === 'working').length;
  const found = await checkOpen({ search, most: Math.max(1, most - atWork) }, openLimit);
  if (found === undefined) return undefined;
  const { reason } = found;
  if (found.result === 'skipped') {
    const jobs = atWork === 1 ? '1 job is' : `${atWork} jobs are`;
    return { result: 'skipped', reason: atWork === 0 ? reason : `${reason}, and ${jobs} at work` } as const;
  }
  if (deadline.stop.aborted) return { result: 'remaining', reason } as const;
  // The search would fail for the next entry, too.
  asking.halted ??= 'nobody can tell how many pull requests are open';
  return { result: 'error', reason } as const;
}

/** Watches the job of an entry to its end. */
async function follow(turn: Turn, job: Job | RequestResult, sent?: Sent) {
  const { clock, log } = turn;
  const startedAt = clock.now();
  const end = isResult(job) ? job : await watchJob(job, sent, turn, { wait: true });
  const { reason, pullRequest, warning } = end;
  const result = ENTRY_RESULTS.find((known) => known === end.result) ?? 'error';
  const duration = Math.round((clock.now() - startedAt) / 1000);
  close(turn, { result, reason, prLink: pullRequest?.link ?? '', duration });
  if (warning !== undefined && warning !== reason) log.warning(warning);
  return { result: end, origin: { since: sent?.at, isNew: sent !== undefined } };
}

function namedLog({ log, warned }: Batch, { name }: JobRecord): Log {
  const tell = (level: keyof Log) => (text: string) => log[level](`${name}: ${text}`);
  const warning = (text: string) => {
    tell(warned.has(text) ? 'info' : 'warning')(text);
    warned.add(text);
  };
  return { info: tell('info'), notice: tell('notice'), debug: tell('debug'), warning };
}

/** A create that brought no job, and what that means for the others. */
function giveUp(turn: Turn, { reason, reasonCode }: RequestResult): void {
  const { asking, entry } = turn;
  if (reasonCode === 'fate-unknown') asking.doubts += 1;
  if (reasonCode === 'usage-limit') asking.halted ??= 'the usage limit does not reset before the deadline';
  else if (ABOUT_ALL.has(reasonCode))
    asking.halted ??= `the service refused \`${entry.name}\` for a reason that holds for every job`;
  else if (asking.doubts >= MOST_DOUBTS)
    asking.halted ??= `of ${MOST_DOUBTS} creates in a row nobody knows whether there is a job`;
  close(turn, { result: WITHOUT_JOB[reasonCode] ?? 'error', reason });
}

/** Tells what became of an entry; after a failure there may be nothing more to ask. */
function close({ asking, entry, inputs, log, table }: Turn, known: Partial<JobRecord>): void {
  table.set([entry], known);
  const { name, result, reason, prLink } = entry;
  log.info(`${result}. ${reason} ${prLink}`);
  if (inputs.onFailure === 'stop' && hasFailed(entry))
    asking.halted ??= `\`${name}\` failed, and \`on-failure\` is \`stop\``;
}
