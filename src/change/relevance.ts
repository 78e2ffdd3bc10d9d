import type { ChangedFile } from '../github/pull-requests.ts';
import { PATH_MATCHING } from '../intervals.ts';
import { type RequestResult, skipped } from '../job/request-result.ts';
import { finishWithin } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import type { Account } from '../text/json.ts';
import { quoteLine } from '../text/line.ts';
import { formatDuration } from '../text/time.ts';
import type { Change } from './read-change.ts';

/** Which changes count; without `paths` every file does. */
interface ChangeRules {
  readonly range?: unknown;
  readonly paths?: ((path: string) => boolean) | undefined;
  readonly ignorePaths?: ((path: string) => boolean) | undefined;
}

/** Skips a change that doesn't count. */
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
 * Why a push to another branch than the default one doesn't count yet: a pull request will bring the same work. The agent
 * pushes such branches too, and a job for each of its pushes would never end. A branch that people push to or merge into
 * counts.
 */
function whyUnmerged({ event, comparison, merged }: Change, sender: Account | undefined): string | undefined {
  if (event?.kind !== 'push' || event.ref.kind !== 'branch') return undefined;
  const { ref, defaultBranch } = event;
  if (defaultBranch === undefined || ref.name === defaultBranch) return undefined;
  const branch = quoteLine(ref.name, 100);
  const open = merged.open.find(({ head }) => head.ref === ref.name);
  if (open !== undefined)
    return `Pull request ${open.number} of the branch ${branch} is open: the push counts when it is merged.`;
  // What could not be read may have been a merge.
  if (comparison === undefined || !merged.complete) return undefined;
  if (sender?.type === 'User' || merged.pulls.length > 0) return undefined;
  return `A bot pushed to the branch ${branch} and merged nothing: the push counts when it is merged.`;
}

/** A cut list, unknown files, and names that take too long to match count: a change must not be lost. */
function whyUnmatched({ comparison }: Change, rules: ChangeRules, log: Log): string | undefined {
  if (rules.paths === undefined && rules.ignorePaths === undefined) return undefined;
  if (comparison === undefined || comparison.filesCut) return undefined;
  const { files } = comparison;
  if (files.length === 0) return 'No file was changed.';
  // A glob becomes a regular expression, and names can be made for it that keep it busy for minutes.
  const matched = finishWithin(PATH_MATCHING, () => ({ why: matchFiles(files, rules) }));
  if (matched !== undefined) return matched.why;
  const span = formatDuration(PATH_MATCHING);
  log.warning(`Matching \`paths\` and \`ignore-paths\` took over ${span}, so the change counts.`);
  return undefined;
}

function matchFiles(files: readonly ChangedFile[], { paths, ignorePaths }: ChangeRules): string | undefined {
  const left = files.filter((file) => ignorePaths === undefined || !namesOf(file).every(ignorePaths));
  if (left.length === 0) return 'Only files in `ignore-paths` were changed.';
  const counts = paths === undefined || left.some((file) => namesOf(file).some(paths));
  return counts ? undefined : 'No file in `paths` was changed.';
}

/** A renamed file counts in both places. */
function namesOf({ filename, previous_filename: before }: ChangedFile): string[] {
  return before === undefined ? [filename] : [filename, before];
}
