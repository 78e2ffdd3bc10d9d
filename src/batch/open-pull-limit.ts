import type { Closed } from './entry.ts';
import type { Floor } from './floor.ts';

/** Whether as many jobs are at work as pull requests may be open: each of them may open one. */
export function isCrowded({ open, inputs: { openRule } }: Floor): boolean {
  return openRule !== undefined && open.size >= openRule.most;
}

/**
 * Whether another pull request is welcome: a pile of them is read by nobody. Asked before each job; the answer is what
 * becomes of the entry when it is not. A search that fails says neither yes nor no, and would not for the next one
 * either.
 */
export async function unwelcome(floor: Floor): Promise<Closed | undefined> {
  const { open, inputs, countOpen } = floor;
  if (inputs.openRule === undefined || countOpen === undefined) return undefined;
  const atWork = open.size;
  const found = await countOpen(Math.max(1, inputs.openRule.most - atWork));
  if (found.kind === 'room') return undefined;
  if (found.kind === 'enough') {
    const beside = atWork === 0 ? '' : `, and ${atWork === 1 ? '1 job is' : `${atWork} jobs are`} at work`;
    return { result: 'skipped', reason: `${found.reason}${beside}` };
  }
  const reason = `not sent: ${found.reason}`;
  if (floor.deadline.stop.aborted) return { result: 'remaining', reason };
  floor.halted ??= 'nobody can tell how many pull requests are open';
  return { result: 'error', reason };
}
