import type { Failure } from '../http/failure.ts';
import { type Ledger, type Started, start } from '../job/send.ts';
import type { Log } from '../runner/runner.ts';
import type { Permit } from '../service/service.ts';
import { formatDuration } from '../text/time.ts';
import type { Row } from './entry-table.ts';
import type { Ask, Closed } from './entry.ts';
import type { Floor } from './floor.ts';
import { watchFrom } from './looks.ts';
import { unwelcome } from './open-pull-limit.ts';

/** These refusals say nothing about the one instruction: the next one would meet the same. */
const ABOUT_ALL: ReadonlySet<number> = new Set([401, 402, 403, 404]);

/** After so many creates in a row whose fate is not known, more would only be more doubt. */
const MOST_DOUBTS = 3;

/**
 * Asks for one job and watches it from then on. The one place where a job of a batch is created: whatever must be true
 * before each job is checked here, and again before each further try. A usage limit is waited for as long as that fits;
 * meanwhile no other job is asked.
 */
export async function ask(floor: Floor, row: Row, task: Ask): Promise<void> {
  const { board, service, clock, random, deadline, inputs } = floor;
  const log = named(floor.log, row.entry.name);
  let held: Closed | undefined;
  const permit: Permit = {
    async before() {
      held = await hold(floor, row);
      if (held === undefined && !deadline.stop.aborted) log.info('asked.');
      return held?.reason;
    },
    notProcessed({ kind, message }) {
      board.set(row, { result: '', reason: kind === 'limited' ? message : '' });
      floor.bell.ring();
    },
  };
  const ledger: Ledger = {
    sending: () => {
      // The permit writes that down, for each try.
    },
    jobKnown: (jobId) => board.set(row, { result: 'working', jobId }),
  };
  const started = await start(
    { kind: 'create', text: inputs.compose(task.words) },
    {
      service: { ...service, createJob: (prompt) => service.createJob(prompt, permit) },
      ...{ clock, random, deadline, log, pollInterval: 'auto' },
    },
    ledger,
  );
  if (started.kind === 'watching') {
    floor.doubts = 0;
    watchFrom(floor, row, started.job, started.sent);
  } else giveUp(floor, row, started, held);
}

/** Why no further job is asked for, as far as that is known now. */
export function haltedBy(floor: Floor): string | undefined {
  const { deadline, clock, quickest } = floor;
  const left = deadline.at - clock.now();
  if (quickest !== undefined && left < quickest) {
    floor.halted ??= `the deadline is ${formatDuration(left)} away, and no job so far took less than ${formatDuration(quickest)}`;
  }
  return floor.halted;
}

/** Waits until the create may leave, or says what becomes of the entry instead. */
async function hold(floor: Floor, row: Row): Promise<Closed | undefined> {
  const { board, publisher, bell } = floor;
  const before = haltedBy(floor);
  if (before !== undefined) return leftOut(before);
  const closed = await unwelcome(floor);
  if (closed !== undefined) return closed;
  // Written down before it leaves: after a kill nobody could say whether there is a job.
  board.set(row, { result: 'asking', reason: '' });
  // Whoever plans the turns waits for the file as well.
  bell.ring();
  await publisher.saved();
  await turn(floor);
  return floor.halted === undefined ? undefined : leftOut(floor.halted);
}

export function leftOut(why: string): Closed {
  return { result: 'remaining', reason: `Not asked: ${why}.` };
}

/** Resolves when the plan gives the turn, or when the step has to end: whoever sends sees that for himself. */
function turn(floor: Floor): Promise<void> {
  const { stop } = floor.deadline;
  if (stop.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    floor.grant = resolve;
    stop.addEventListener('abort', () => resolve(), { once: true });
    floor.bell.ring();
  });
}

function giveUp(
  floor: Floor,
  row: Row,
  { outcome, failure }: Started & { kind: 'over' },
  held: Closed | undefined,
): void {
  const { board, log, inputs } = floor;
  const { name } = row.entry;
  const { result, reason } = held ?? { result: resultOf(failure), reason: outcome.reason };
  board.set(row, { result, reason });
  log.info(`${name}: ${result}. ${reason}`);
  if (held !== undefined) return;
  floor.doubts += result === 'unknown' ? 1 : 0;
  if (result === 'remaining') floor.halted ??= whyNoFurther(name, failure);
  else if (failure !== undefined && concernsAll(failure)) {
    floor.halted ??= `the service refused \`${name}\` for a reason that holds for every job`;
  } else if (inputs.onFailure === 'stop') {
    floor.halted ??= `\`${name}\` failed, and \`on-failure\` is \`stop\``;
  } else if (floor.doubts >= MOST_DOUBTS) {
    floor.halted ??= `of ${MOST_DOUBTS} creates in a row nobody knows whether there is a job`;
  }
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
