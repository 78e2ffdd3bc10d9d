import type { ChangedFile } from '../github/pull-requests.ts';
import { PATH_MATCHING } from '../intervals.ts';
import { type RequestResult, skipped } from '../job/request-result.ts';
import { finishWithin } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import type { Account } from '../text/json.ts';
import { quoteLine } from '../text/line.ts';
import { formatDuration } from '../text/time.ts';
import type { Change } from './read-change.ts';

/** Without `paths`, every file counts. */
interface ChangeRules {
  readonly range?: unknown;
  readonly paths?: ((path: string) => boolean) | undefined;
  readonly ignorePaths?: ((path: string) => boolean) | undefined;
}

export function skipIrrelevant(
  change: Change,
  rules: ChangeRules,
  sender: Account | undefined,
  log: Log,
): RequestResult | undefined {
  const unmerged = rules.range === undefined ? whyUnmerged(change, sender) : undefined;
  if (unmerged !== undefined) return skipped('nothing-changed', unmerged);
  const unmatched = whyUnmatched(change, rules, log);
  return unmatched === undefined ? undefined : skipped('paths-unmatched', unmatched);
}

/**
 * Why a push to a branch other than the default one doesn't count yet: a pull request will merge the same work. The agent also
 * pushes such branches, and a job for each of its pushes would be a loop. A branch counts if people push to it or merge into
 * it.
 */
function whyUnmerged({ event, comparison, merged }: Change, sender: Account | undefined): string | undefined {
  if (event?.kind !== 'push' || event.ref.kind !== 'branch') return undefined;
  const { ref, defaultBranch } = event;
  if (defaultBranch === undefined || ref.name === defaultBranch) return undefined;
  const branch = quoteLine(ref.name, 100);
  const open = merged.open.find(({ head }) => head.ref === ref.name);
  if (open !== undefined)
    return `Pull request ${open.number} of the branch ${branch} is open: the push counts after the merge.`;
  // An unknown commit may have been a merge.
  if (comparison === undefined || !merged.complete) return undefined;
  if (sender?.type === 'User' || merged.pulls.length > 0) return undefined;
  return `A bot pushed to the branch ${branch} and merged nothing: the push counts after the merge.`;
}

/** In doubt, a change counts: if files are unknown, the list is cut, or names take too long to match. */
function whyUnmatched({ comparison }: Change, rules: ChangeRules, log: Log): string | undefined {
  if (rules.paths === undefined && rules.ignorePaths === undefined) return undefined;
  if (comparison === undefined || comparison.filesCut) return undefined;
  const { files } = comparison;
  if (files.length === 0) return 'No file was changed.';
  // A glob becomes a regular expression, which crafted names can keep busy for minutes.
  const matched = finishWithin(PATH_MATCHING, () => ({ why: matchFiles(files, rules) }));
  if (matched !== undefined) return matched.why;
  const span = formatDuration(PATH_MATCHING);
  log.warning(`Matching \`paths\` and \`ignore-paths\` took over ${span}, so the change counts.`);
  return undefined;
}

function matchFiles(files: readonly ChangedFile[], { paths, ignorePaths }: ChangeRules): string | undefined {
  const names = files.flatMap(namesOf).filter((name) => !ignorePaths?.(name));
  if (names.length === 0) return 'Only files in `ignore-paths` were changed.';
  return paths === undefined || names.some((name) => paths(name))
    ? undefined
    : 'No file in `paths` was changed.';
}

/** A renamed file counts in both places. */
function namesOf({ filename, previous_filename: before }: ChangedFile): string[] {
  return before === undefined ? [filename] : [filename, before];
}
