import type { OpenPulls } from '../change/open-pull-requests.ts';
import type { Closed } from './entry.ts';

/** The limit of `skip-if-open`: so many pull requests may be open, and each job at work may open one. */
export interface OpenPullLimit {
  readonly most: number;
  /** Whether so many are open already. */
  countOpen(most: number): Promise<OpenPulls>;
}

/** What becomes of an entry when no further pull request is welcome. */
export type Unwelcome = Closed & {
  /** Why no other entry is asked for either: a search that fails would fail for them, too. */
  readonly halt?: string | undefined;
};

/** Whether another pull request is welcome: a pile of them is read by nobody. Asked before each job. */
export async function findUnwelcome(
  { most, countOpen }: OpenPullLimit,
  atWork: number,
  stopped: boolean,
): Promise<Unwelcome | undefined> {
  const found = await countOpen(Math.max(1, most - atWork));
  if (found.kind === 'room') return undefined;
  if (found.kind === 'enough') {
    const beside = atWork === 0 ? '' : `, and ${atWork === 1 ? '1 job is' : `${atWork} jobs are`} at work`;
    return { result: 'skipped', reason: `${found.reason}${beside}` };
  }
  const reason = `not sent: ${found.reason}`;
  if (stopped) return { result: 'remaining', reason };
  return { result: 'error', reason, halt: 'nobody can tell how many pull requests are open' };
}
