import type { KnownPull } from '../github/changes.ts';
import type { Merged } from './merged-pull-requests.ts';

/** A push that merged more than this is never taken for our own doing. */
const MOST_PULLS = 30;

/**
 * Whether a change came by nothing but pull requests of our own jobs, so that documenting it would be a loop. Any doubt
 * is a no: a job too many costs less than documentation that never came. Who wrote them plays no part.
 *
 * @param isOurs whether a pull request shows something that only we can have signed, which is none where it cannot be read;
 * asked from the last to the first, until one is not ours
 */
export async function isOurDoing(
  { pulls, direct, complete }: Merged,
  isOurs: (pull: KnownPull) => Promise<boolean>,
): Promise<boolean> {
  if (!complete || direct > 0 || pulls.length === 0 || pulls.length > MOST_PULLS) return false;
  for (const pull of pulls.toReversed()) if (!(await isOurs(pull))) return false;
  return true;
}
