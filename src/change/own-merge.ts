import type { KnownPull } from '../github/changes.ts';
import type { Merged } from './merged-pull-requests.ts';

/**
 * Whether a pull request was made by one of our jobs, by something that only we can have signed: `ours` and `not ours`
 * were read there, `unknown` says that it could not be read.
 */
export type Evidence = 'ours' | 'not ours' | 'unknown';

/** A push that merged more than this is never taken for our own doing. */
const MOST_PULLS = 30;

/**
 * Whether a change came by nothing but pull requests of our own jobs, so that documenting it would be a loop. Any doubt
 * is a no: a job too many costs less than documentation that never came. Who wrote them plays no part.
 *
 * @param evidence of one pull request; asked for from the last to the first, until one is not ours
 */
export async function isOurDoing(
  { pulls, direct, complete }: Merged,
  evidence: (pull: KnownPull) => Promise<Evidence>,
): Promise<boolean> {
  if (!complete || direct > 0 || pulls.length === 0 || pulls.length > MOST_PULLS) return false;
  for (const pull of pulls.toReversed()) if ((await evidence(pull)) !== 'ours') return false;
  return true;
}
