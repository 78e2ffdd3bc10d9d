import type { ChangedFile } from '../github/pull-requests.ts';
import type { changeFields } from '../inputs/change-fields.ts';
import type { FieldsOf } from '../inputs/fields.ts';
import { PATH_MATCHING } from '../intervals.ts';
import { finishWithin } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import { formatDuration } from '../text/time.ts';
import type { Compared } from './compare.ts';

/** Which files make a change count; without `paths` every file does. */
type PathRules = Pick<FieldsOf<typeof changeFields>, 'paths' | 'ignorePaths'>;

/**
 * Why a change does not count, as a sentence; undefined when a file is left that does. A list that GitHub cut, files that are
 * not known, and names that take too long to match are given the benefit of the doubt: a change must not be lost.
 */
export function whyIrrelevant(
  { comparison }: Compared,
  rules: PathRules,
  log: Pick<Log, 'warning'>,
): string | undefined {
  if (rules.paths === undefined && rules.ignorePaths === undefined) return undefined;
  if (comparison === undefined || comparison.filesCut) return undefined;
  const { files } = comparison;
  if (files.length === 0) return 'No file was changed.';
  // A glob becomes a regular expression, and names can be made for it that keep it busy for minutes.
  const matched = finishWithin(PATH_MATCHING, () => ({ why: whyUnmatched(files, rules) }));
  if (matched !== undefined) return matched.why;
  const span = formatDuration(PATH_MATCHING);
  log.warning(`Matching \`paths\` and \`ignore-paths\` took over ${span}, so the change counts.`);
  return undefined;
}

function whyUnmatched(files: readonly ChangedFile[], { paths, ignorePaths }: PathRules): string | undefined {
  const noticed = files.filter((file) => ignorePaths === undefined || !namesOf(file).every(ignorePaths));
  if (noticed.length === 0) return 'Only files in `ignore-paths` were changed.';
  const counts = paths === undefined || noticed.some((file) => namesOf(file).some(paths));
  return counts ? undefined : 'No file in `paths` was changed.';
}

/** A renamed file counts in both places. */
function namesOf({ filename, previous_filename: before }: ChangedFile): string[] {
  return before === undefined ? [filename] : [filename, before];
}
