import type { Turn } from '../job/job-status.ts';
import { type Delivery, send } from '../job/send.ts';
import { findJob, type JobTools, watchJob } from '../job/watch.ts';
import type { ReasonCode } from '../model/reason-codes.ts';
import { isFailure, isResult, type RequestResult, stopped } from '../model/request-result.ts';
import type { JobOrigin } from '../pull-request/belongs-to-job.ts';
import type { EntryMark } from '../pull-request/marker.ts';
import {
  createLabels,
  findDeclined,
  findMarked,
  listLabeled,
  type OpenContext,
  skipWhileOpen,
} from '../pull-request/when-open.ts';
import { slept } from '../runner/clock.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import { ENTRY_RESULTS, type Entry, isOpen, needsJob, nextStep, type openEntryTable } from './entry.ts';
import { type BatchInputs, MOST_PARALLEL } from './inputs.ts';

export interface BatchTools extends JobTools {
  readonly table: ReturnType<typeof openEntryTable>;
  readonly saved: () => Promise<string | undefined>;
  readonly inputs: Pick<BatchInputs, 'compose' | 'identify' | 'maxParallel' | 'maxJobs' | 'wait'>;
  /** Whether to poll this job until it ends, even if the run doesn't wait. */
  readonly waitsFor?: ((job: Job) => boolean) | undefined;
  readonly openLimit: OpenLimit | undefined;
  readonly finishPullRequest: (result: RequestResult, origin: JobOrigin) => Promise<RequestResult>;
}

interface OpenLimit {
  readonly context: OpenContext;
  readonly most: number | undefined;
}

interface EntryTurn extends BatchTools {
  readonly entry: Entry;
  readonly creating: Creating;
}

interface Creating {
  /** The number of creates in a row with an unknown outcome. */
  unknown: number;
  /** How many jobs were created, perhaps with an unknown outcome. */
  sent: number;
  /** How many pull requests with the labels are open, by the last list and what this run added. */
  listed: number;
  /** Entries whose pull request doesn't have its labels yet. Each may add one to the list. */
  readonly withoutLabels: Set<Entry>;
  /** Why no more jobs are created, as a sentence. The first reason counts. */
  halted?: string;
}

/** After this many creates with an unknown outcome in a row, the next outcome would probably be unknown, too. */
const MOST_UNKNOWN = 3;

/**
 * Creates jobs and watches them until all have ended or the step has to end. Returns the problems of pull requests that
 * are missing, or that later runs can't find.
 */
export async function runEntries(batch: BatchTools): Promise<string[]> {
  const { table, inputs, openLimit, log } = batch;
  const { stop } = batch.deadline;
  const creating: Creating = { unknown: 0, sent: 0, listed: 0, withoutLabels: new Set() };
  const problems: string[] = [];
  const watching = new Set<Promise<unknown>>();
  const finishing: Promise<void>[] = [];
  const turnOf = (entry: Entry) => ({ ...batch, entry, creating, log: namedLog(log, entry) });
  const waitForRoom = async (most: number) => {
    while (watching.size >= most) await Promise.race(watching);
  };
  async function finish(entry: Entry, ended: ReturnType<typeof watchEntry>): Promise<void> {
    watching.add(ended);
    const end = await ended;
    watching.delete(ended);
    if (end === undefined) return;
    // Other jobs don't wait for this.
    const finished = await batch.finishPullRequest(end.result, end.origin);
    creating.withoutLabels.delete(entry);
    if (finished.pullRequest !== undefined) creating.listed += 1;
    if (isFailure(finished) && finished.reasonCode !== end.result.reasonCode)
      problems.push(`${entry.name}: ${finished.warning ?? finished.reason}`);
  }

  // Existing jobs are in progress regardless of `max-parallel`, so they start first, up to 30 at a time.
  for (const entry of table.entries.filter(isOpen)) {
    await waitForRoom(MOST_PARALLEL);
    if (!stop.aborted) finishing.push(finish(entry, resumeEntry(turnOf(entry))));
  }
  // Without `wait`, those that still work count afterwards.
  await waitForRoom(inputs.wait ? MOST_PARALLEL : 1);
  await skipKnown(table.entries.filter(needsJob).map(turnOf));
  // One after the other, because the reason of a refusal may concern the next entry.
  for (const entry of table.entries.filter(needsJob)) {
    await waitForRoom(Math.min(inputs.maxParallel, openLimit?.most ?? MOST_PARALLEL));
    const turn = turnOf(entry);
    const created = await createJob(turn, entry.prompt);
    if (created !== undefined) finishing.push(finish(entry, watchEntry(turn, created.job, created.turn)));
  }
  await Promise.all(finishing);
  leaveRest(batch, creating);
  return problems;
}

/** Skips the entries whose pull request, of an earlier run, is open, or was declined for the same instruction. */
async function skipKnown(turns: readonly EntryTurn[]): Promise<void> {
  const [first] = turns;
  if (first?.openLimit === undefined) return;
  const { context } = first.openLimit;
  const { identify } = first.inputs;
  const withoutLabels = await createLabels(context);
  const open = withoutLabels ?? (await listLabeled(context));
  if (isResult(open)) return close(first, haltBy(open, first));
  first.creating.listed += open.length;
  const marked = await findMarked(open, context);
  if (isResult(marked)) return close(first, haltBy(marked, first));
  const left = new Map(turns.map((turn) => [identify(turn.entry.name), turn]));
  const skip = (name = '', prLink: string, reason: string) => {
    const turn = left.get(name);
    left.delete(name);
    return turn && close(turn, { result: 'skipped', reason, prLink, prompt: undefined });
  };
  for (const { entry, url } of marked) skip(entry?.name, url, 'Its pull request is still open.');
  const [next] = left.values();
  if (next === undefined) return;
  const isSame = ({ name, prompt }: EntryMark) => prompt === identify(left.get(name)?.entry.prompt ?? '');
  const declined = await findDeclined(isSame, context);
  if (isResult(declined)) return close(next, haltBy(declined, next));
  for (const { entry, url, number } of declined)
    skip(entry?.name, url, `Declined in #${number}. Change the instruction to send it again.`);
}

/** Reports the entries that were not started, as one change. */
function leaveRest({ table, deadline: { stop } }: BatchTools, { halted }: Creating): void {
  const rest = table.entries.filter(({ result }) => result === '');
  const end = stop.aborted ? stopped(stop.reason, ' before this entry had its turn.') : undefined;
  const { create = [], watch = [] } = Object.groupBy(rest, nextStep);
  table.set(create, { result: 'remaining', reason: halted ?? end?.reason ?? '' });
  if (end !== undefined) table.set(watch, { result: end.result, reason: end.reason });
}

async function resumeEntry(turn: EntryTurn) {
  const { creating, entry, table } = turn;
  table.set([entry], { result: 'working' });
  creating.withoutLabels.add(entry);
  return watchEntry(turn, await findJob(entry, turn));
}

/** Undefined if no job was created. */
async function createJob(turn: EntryTurn, prompt: string) {
  const { clock, creating, deadline, entry, inputs, log, saved, table } = turn;
  const isOver = () => deadline.stop.aborted || creating.halted !== undefined;
  const { maxJobs, maxParallel } = inputs;
  // More than `max-parallel` are at work only if nothing waits for them.
  const working = table.entries.filter(({ result }) => result === 'working');
  if (deadline.stop.aborted) return undefined;
  if (creating.sent >= maxJobs) return close(turn, overLimit('max-jobs', maxJobs));
  if (working.length >= maxParallel) return close(turn, overLimit('max-parallel', maxParallel));
  for (let limits = 0; !isOver(); limits += 1) {
    const enough = await findEnoughOpen(turn);
    if (enough !== undefined) return close(turn, enough);
    // Stored before sending, so that no later run sends it again.
    table.set([entry], { result: 'asking', reason: '', promptHash: inputs.identify(prompt) });
    const problem = await saved();
    if (problem !== undefined) {
      creating.halted ??= problem;
      return close(turn, { result: 'error', reason: problem });
    }
    log.info('Sending the instruction.');
    const delivery = await send(inputs.compose(prompt), {}, limits, turn);
    countSend(delivery, creating);
    if (isResult(delivery)) return reportRefusal(turn, delivery);
    if (delivery.kind === 'sent') {
      table.set([entry], { result: 'working', jobId: delivery.job.id, sentAt: delivery.turn.sentAt });
      creating.withoutLabels.add(entry);
      return delivery;
    }
    table.set([entry], { result: '', reason: delivery.reason });
    await slept(delivery.until - clock.now(), clock, deadline.stop);
  }
  return undefined;
}

function countSend(delivery: Delivery | RequestResult, creating: Creating): void {
  const isUnknown = isResult(delivery) && delivery.outcome === 'unknown';
  creating.unknown = isUnknown ? creating.unknown + 1 : 0;
  if (isUnknown || (!isResult(delivery) && delivery.kind === 'sent')) creating.sent += 1;
}

/** The change of an entry beyond a limit of the run. */
export function overLimit(name: 'max-jobs' | 'max-parallel', most: number) {
  return { result: 'remaining', reason: `\`${name}\` is ${most}.` } as const;
}

/** Returns why the entry gets no job, if enough pull requests are open. Each job without its labels may open another one. */
async function findEnoughOpen(turn: EntryTurn) {
  const { creating, openLimit } = turn;
  const { withoutLabels } = creating;
  const isEnough = () =>
    creating.listed + withoutLabels.size >= (openLimit?.most ?? Number.POSITIVE_INFINITY);
  if (openLimit === undefined || !isEnough()) return undefined;
  // Some may have been merged meanwhile.
  const open = await listLabeled(openLimit.context);
  if (isResult(open)) return haltBy(open, turn);
  creating.listed = open.length;
  if (!isEnough()) return undefined;
  const { reason } = skipWhileOpen(open, openLimit.context);
  return { result: 'skipped', reason: `${reason} (jobs in progress: ${withoutLabels.size})` } as const;
}

/** What GitHub didn't answer for one entry concerns all of them. */
function haltBy({ reason }: RequestResult, { creating, deadline, entry }: EntryTurn) {
  if (deadline.stop.aborted) return { result: 'remaining', reason } as const;
  creating.halted ??= concernsAll(entry);
  return { result: 'error', reason } as const;
}

async function watchEntry(turn: EntryTurn, job: Job | RequestResult, sent: Turn = {}) {
  const { entry, inputs, log, time } = turn;
  const startedAt = entry.sentAt ?? time.now();
  const wait = inputs.wait || (!isResult(job) && turn.waitsFor?.(job) === true);
  const end = isResult(job) ? job : await watchJob(job, sent, turn, { wait });
  if (end.result === 'started') return undefined;
  const { reason, pullRequest, warning } = end;
  const isGone = end.reasonCode === 'job-unknown';
  const result = isGone ? 'failed' : (ENTRY_RESULTS.find((known) => known === end.result) ?? 'error');
  const duration = Math.round((time.now() - startedAt) / 1000);
  close(turn, { result, reason, prLink: pullRequest?.link ?? '', duration });
  if (warning !== undefined && warning !== reason) log.warning(warning);
  const mark = { name: inputs.identify(entry.name), prompt: entry.promptHash };
  const origin = { since: entry.sentAt, isNew: sent.created, entry: mark };
  return { result: end, origin };
}

function namedLog(log: Log, { name }: Entry): Log {
  const named = (level: keyof Log) => (text: string) => log[level](`${name}: ${text}`);
  return { info: named('info'), notice: named('notice'), debug: named('debug'), warning: named('warning') };
}

/** A request that failed for lack of time was certainly not processed. */
const LATER: ReadonlySet<ReasonCode> = new Set(['usage-limit', 'deadline', 'interrupted']);

/** After one of these, the next create may succeed. */
const ABOUT_ONE: ReadonlySet<ReasonCode> = new Set(['request-rejected', 'service-failed']);

function reportRefusal(turn: EntryTurn, { reason, reasonCode, outcome }: RequestResult): void {
  const { creating, entry } = turn;
  const isUnknown = outcome === 'unknown';
  if (isUnknown) {
    if (creating.unknown >= MOST_UNKNOWN)
      creating.halted ??= `The outcome of ${MOST_UNKNOWN} creates in a row is unknown.`;
  } else if (!ABOUT_ONE.has(reasonCode)) {
    creating.halted ??= concernsAll(entry);
  }
  close(turn, { result: isUnknown ? 'unknown' : LATER.has(reasonCode) ? 'remaining' : 'error', reason });
}

function concernsAll({ name }: Entry): string {
  return `\`${name}\` had a problem that concerns every job.`;
}

function close({ entry, log, table }: EntryTurn, known: Partial<Entry>): undefined {
  table.set([entry], known);
  const { result, reason, prLink } = entry;
  log.info(`${result}. ${reason} ${prLink}`);
}
