import { visibleText } from '../text/comment-text.ts';
import type { Merge } from './merged-pull-requests.ts';

/** GitHub's sentence in the pull request of a revert, and git's after the subject of a commit. */
const REVERTS_PULL = /^Reverts (\S+)(#\d+)$/gm;
const REVERTS_COMMIT = /^.*\n+This reverts commit ([0-9a-f]{7,64})\b/;

/**
 * Merges that a later one reverts, with why. A revert is among them if all that it reverts is. `merges` begin with the newest,
 * because a revert that was itself reverted reverts nothing. Files don't decide: moved ones would look like reverts.
 */
export function findReverted(merges: readonly Merge[], repository: string): ReadonlyMap<Merge, string> {
  const found = new Map<Merge, string>();
  for (const [index, merge] of merges.entries()) {
    if (found.has(merge)) continue;
    const targets = targetsOf(merge, repository);
    const isTarget = (id: string) => targets.some((target) => isSame(id, target));
    const reverted = merges
      .slice(index + 1)
      .filter((one) => !found.has(one) && (isTarget(one.name) || one.line.every(({ sha }) => isTarget(sha))));
    for (const one of reverted) found.set(one, `reverted by ${merge.name}`);
    const ids = reverted.flatMap(({ name, line }) => [name, ...line.map(({ sha }) => sha)]);
    if (reverted.length > 0 && targets.every((target) => ids.some((id) => isSame(id, target))))
      found.set(merge, `reverts ${reverted.map(({ name }) => name).join(', ')}`);
  }
  return found;
}

/** Messages may shorten the ID of a commit, but not the number of a pull request. */
const isSame = (id: string, target: string) =>
  id === target || (!id.startsWith('#') && id.startsWith(target));

/** The numbers or commits. A pull request with another commit than reverts is none. */
function targetsOf({ pull, commits }: Merge, repository: string): readonly string[] {
  const sentences = [...visibleText(pull?.body ?? '').matchAll(REVERTS_PULL)];
  const own = sentences.filter(([, name]) => name?.toLowerCase() === repository.toLowerCase());
  if (own.length > 0) return own.map(([, , number = '']) => number);
  const shas = commits.map(({ commit }) => REVERTS_COMMIT.exec(commit.message)?.[1]);
  return shas.every((sha) => sha !== undefined) ? shas : [];
}
