import { checkOpen, type OpenRule, type Recognition } from '../change/open-pull-requests.ts';
import type { GitHub } from '../github/github.ts';
import type { JobRecord } from './entry.ts';

/** The limit of `skip-if-open`, and GitHub as it is asked for what is open. */
export interface OpenPullLimit extends OpenRule, Recognition {
  readonly github: GitHub;
}

/** What becomes of an entry that is not asked for. */
export type Held = Pick<JobRecord, 'result' | 'reason'>;

/**
 * Whether another pull request is welcome: a pile of them is read by nobody. Each of so many jobs at work may open one,
 * too. Asked before each job.
 */
export async function findUnwelcome(
  { search, most, github, ...recognition }: OpenPullLimit,
  atWork: number,
  stop: AbortSignal,
): Promise<Held | undefined> {
  const found = await checkOpen({ search, most: Math.max(1, most - atWork) }, github, recognition);
  if (found === undefined) return undefined;
  if (found.result === 'skipped') {
    const beside = atWork === 0 ? '' : `, and ${atWork === 1 ? '1 job is' : `${atWork} jobs are`} at work`;
    return { result: 'skipped', reason: `${found.reason}${beside}` };
  }
  return { result: stop.aborted ? 'remaining' : 'error', reason: found.reason };
}
