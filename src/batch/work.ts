import { stopResult, stopWords } from '../job/to-result.ts';
import { ask, haltedBy, leftOut } from './run-entries.ts';
import { hasFailed, hasSucceeded, isRemaining } from './batch-result.ts';
import type { Row } from './entry-table.ts';
import { type Floor, openFloor, type Tools } from './floor.ts';
import { dropAll, dropOverdue, look, watchFrom } from './looks.ts';
import { MOST_OPEN, planTurn } from './plan.ts';
import { isCrowded } from './open-pull-limit.ts';

/** A sign of life in the log this often, in milliseconds. */
const SIGN_OF_LIFE = 60_000;

/** Rows whose turn is yet to come. Jobs that are there already come first: they cost nothing. */
interface Line {
  readonly watches: Row[];
  readonly asks: Row[];
}

/**
 * Asks for jobs and watches them until all have ended or the step has to. One loop does it: each of its turns is one
 * request at most, so that neither their number nor the time between two looks at a job is left to chance.
 */
export async function work(tools: Tools, maxJobs: number): Promise<void> {
  const floor = openFloor(tools);
  const { clock, deadline, pacer, bell, publisher } = floor;
  const line = lineUp(floor, maxJobs);
  const crew = openCrew(bell.ring);
  const sign = signsOfLife(floor);
  while (!deadline.stop.aborted) {
    crew.check();
    dropOverdue(floor);
    // No request leaves before it is written down what the ones before it brought.
    await publisher.saved();
    sign.tell();
    publisher.tick();
    takeUp(floor, line);
    if (mayAsk(floor, line)) {
      crew.add(askNext(floor, line));
      continue;
    }
    if (floor.open.size === 0 && !floor.asking) break;
    const at = Math.max(clock.now(), pacer.freeAt);
    const plan = planTurn([...floor.open], { at, asks: floor.grant !== undefined });
    const until = plan.kind === 'wait' ? plan.until : at;
    if (until > clock.now()) {
      await bell.wait(Math.min(until, soonest(floor, sign.next)) - clock.now());
      continue;
    }
    pacer.take();
    if (plan.kind === 'look') crew.add(look(floor, plan.job, at));
    else grantTurn(floor);
  }
  await crew.gone();
  await Promise.all(floor.marks);
  dropAll(floor);
  leaveRest(floor, line);
}

/** Nothing that happens by itself is slept over. */
function soonest({ open, clock, publisher }: Floor, next: number): number {
  const timeouts = [...open].map(({ timeout }) => timeout?.at ?? Number.POSITIVE_INFINITY);
  return Math.max(clock.now() + 1, Math.min(next, publisher.nextTick, ...timeouts));
}

function grantTurn(floor: Floor): void {
  const { grant } = floor;
  floor.grant = undefined;
  grant?.();
}

/** Entries beyond the budget are out of it from the start. */
function lineUp({ board }: Floor, maxJobs: number): Line {
  const asks = board.rows.filter(({ entry }) => entry.task.kind === 'ask');
  board.setAll(asks.slice(maxJobs), leftOut(`the budget of this run is ${maxJobs}`));
  return {
    watches: board.rows.filter(({ entry }) => entry.task.kind === 'watch'),
    asks: asks.slice(0, maxJobs),
  };
}

function hasRoom({ open, asking }: Floor, most: number): boolean {
  return open.size + Number(asking) < most;
}

/** Jobs that are there are at work, whatever `max-parallel` says: all are watched that can be. */
function takeUp(floor: Floor, line: Line): void {
  while (line.watches.length > 0 && hasRoom(floor, MOST_OPEN)) {
    const row = line.watches.shift();
    if (row?.entry.task.kind !== 'watch') return;
    const { jobId } = row.entry.task;
    watchFrom(floor, row, { id: jobId, raw: { id: jobId } });
  }
}

function mayAsk(floor: Floor, { asks, watches }: Line): boolean {
  const { asking, inputs } = floor;
  if (asks.length === 0 || asking || watches.length > 0) return false;
  return hasRoom(floor, inputs.maxParallel) && !isCrowded(floor) && haltedBy(floor) === undefined;
}

async function askNext(floor: Floor, { asks }: Line): Promise<void> {
  const row = asks.shift();
  if (row?.entry.task.kind !== 'ask') return;
  floor.asking = true;
  await ask(floor, row, row.entry.task);
  floor.asking = false;
}

/** What is left when the loop ends was never sent. */
function leaveRest({ board, deadline, halted }: Floor, { asks, watches }: Line): void {
  const { stop } = deadline;
  const reason = stop.aborted ? `${stopWords(stop.reason)} before it was its turn.` : '';
  const left = stop.aborted ? { result: 'remaining' as const, reason } : leftOut(halted ?? 'the step ended');
  board.setAll(asks, left);
  if (stop.aborted) board.setAll(watches, { result: stopResult(stop.reason), reason });
}

/** Requests that are on their way. A defect in one of them ends the batch. */
function openCrew(ring: () => void) {
  const members = new Set<Promise<void>>();
  let defect: { readonly error: unknown } | undefined;
  function add(member: Promise<void>): void {
    const left = member
      .catch((error: unknown) => {
        defect ??= { error };
      })
      .finally(() => {
        members.delete(left);
        ring();
      });
    members.add(left);
  }
  const check = () => {
    if (defect !== undefined) throw defect.error;
  };
  return {
    add,
    check,
    async gone(): Promise<void> {
      await Promise.all(members);
      check();
    },
  };
}

function signsOfLife({ clock, log, board, open }: Floor) {
  let next = clock.now() + SIGN_OF_LIFE;
  return {
    get next() {
      return next;
    },
    tell(): void {
      if (clock.now() < next) return;
      next = clock.now() + SIGN_OF_LIFE;
      const records = board.records();
      const count = (test: (record: (typeof records)[number]) => boolean) => records.filter(test).length;
      log.info(
        `${open.size} open, ${count(hasSucceeded)} succeeded, ${count(hasFailed)} failed, ${count(isRemaining)} to come.`,
      );
    },
  };
}
