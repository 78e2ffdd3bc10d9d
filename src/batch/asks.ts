import { type Ledger, type Started, start } from '../job/start.ts';
import type { Failure, Log } from '../world/world.ts';
import type { Row } from './board.ts';
import type { Ask } from './entry.ts';
import type { Floor } from './floor.ts';
import { watchFrom } from './looks.ts';
import { isWelcome } from './welcome.ts';

/** These refusals say nothing about the one instruction: the next one would meet the same. */
const ABOUT_ALL: ReadonlySet<number> = new Set([401, 402, 403, 404]);

/**
 * Asks for one job and watches it from then on. The one place where a job of a batch is created: whatever must be true
 * before each job is checked here. A usage limit is waited for as long as that fits; meanwhile no other job is asked.
 */
export async function ask(floor: Floor, row: Row, task: Ask): Promise<void> {
  const { board, publisher, service, clock, random, deadline, inputs } = floor;
  const { name } = row.entry;
  if (!(await isWelcome(floor, row))) return;
  // Written down before it leaves: after a kill nobody could say whether there is a job.
  board.set(row, { result: 'asking' });
  await publisher.saved();
  const log = named(floor.log, name);
  const ledger: Ledger = {
    sending: () => log.info('asked.'),
    jobKnown: (jobId) => board.set(row, { result: 'working', jobId }),
  };
  const request = { kind: 'create', text: inputs.compose(task.words) } as const;
  const started = await start(
    request,
    { service, clock, random, deadline, log, pollInterval: 'auto' },
    ledger,
  );
  if (started.kind === 'watching') watchFrom(floor, row, started.job, started.sent);
  else giveUp(floor, row, started);
}

function giveUp(floor: Floor, row: Row, { outcome, failure }: Started & { kind: 'over' }): void {
  const { board, log, inputs } = floor;
  const { name } = row.entry;
  const { reason } = outcome;
  const result = resultOf(failure);
  board.set(row, { result, reason });
  log.info(`${name}: ${result}. ${reason}`);
  if (result === 'remaining') floor.halted ??= `\`${name}\` could not be asked`;
  else if (failure !== undefined && concernsAll(failure)) {
    floor.halted ??= `the service refused \`${name}\` for a reason that holds for every job`;
  } else if (inputs.onFailure === 'stop')
    floor.halted ??= `\`${name}\` failed, and \`on-failure\` is \`stop\``;
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
    error: prefix('error'),
    debug: prefix('debug'),
  };
}
