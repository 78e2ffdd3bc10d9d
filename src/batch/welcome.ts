import type { Row } from './board.ts';
import type { Floor } from './floor.ts';

/** Whether as many jobs are at work as pull requests may be open: each of them may open one. */
export function isCrowded({ open, inputs: { openRule } }: Floor): boolean {
  return openRule !== undefined && open.size >= openRule.most;
}

/**
 * Whether another pull request is welcome: a pile of them is read by nobody. Asked before each job; when it is not, the
 * row is skipped. A search that fails says neither yes nor no, and would not for the next one either.
 */
export async function isWelcome(floor: Floor, row: Row): Promise<boolean> {
  const { board, log, open, inputs, countOpen } = floor;
  if (inputs.openRule === undefined || countOpen === undefined) return true;
  const atWork = open.size;
  const found = await countOpen(inputs.openRule.most - atWork);
  if (found.kind === 'room') return true;
  const { name } = row.entry;
  if (found.kind === 'enough') {
    const beside = atWork === 0 ? '' : `, and ${atWork === 1 ? '1 job is' : `${atWork} jobs are`} at work`;
    board.set(row, { result: 'skipped', reason: `${found.reason}${beside}` });
  } else if (floor.deadline.stop.aborted) {
    board.set(row, { result: 'remaining', reason: `not sent: ${found.reason}` });
  } else {
    board.set(row, { result: 'error', reason: `not sent: ${found.reason}` });
    floor.halted ??= 'nobody can tell how many pull requests are open';
  }
  log.info(`${name}: ${row.state.result}. ${row.state.reason}`);
  return false;
}
