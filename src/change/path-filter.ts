import picomatch from 'picomatch/posix.js';
import type { ChangedFile } from '../github/pull-requests.ts';
import { list } from '../inputs/fields.ts';
import { PATH_MATCHING } from '../intervals.ts';
import { finishWithin } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import { formatDuration } from '../text/time.ts';
import type { Compared } from './compare.ts';

/** Says whether a path fits one of the globs. */
type Matcher = (path: string) => boolean;

/** Which files make a change count. */
export interface PathRules {
  /** Undefined when every file does. */
  readonly paths: Matcher | undefined;
  /** Undefined when none is left out. */
  readonly ignorePaths: Matcher | undefined;
}

/** What begins with a dot is a file like others; a bracket without its partner is an error. */
const OPTIONS = { dot: true, nonegate: true, strictBrackets: true } as const;

/**
 * Reads the globs of the input `name`: one on each line, or separated by commas; commas within braces belong to the glob.
 * The answer is a matcher when there are any, or what is wrong with one of them, as a sentence.
 */
export function readGlobs(
  name: string,
  text: string,
): { readonly fits?: Matcher | undefined; readonly problem?: string | undefined } {
  const globs = list(text, /\n|,(?![^{\n]*\})/);
  const problem = globs.map(problemOf).find((words) => words !== undefined);
  if (problem !== undefined) return { problem: `\`${name}\`: ${problem}.` };
  return globs.length === 0 ? {} : { fits: picomatch(globs, OPTIONS) };
}

function problemOf(glob: string): string | undefined {
  if (glob.startsWith('!'))
    return `\`${glob}\` begins with \`!\`. What does not count goes into \`ignore-paths\``;
  if (/^\.{0,2}\//.test(glob)) return `\`${glob}\` is no glob for paths of the repository, like \`src/**\``;
  if (glob.endsWith('/')) return `\`${glob}\` is a folder. Its files are \`${glob}**\``;
  try {
    picomatch(glob, OPTIONS);
    return undefined;
  } catch {
    return `\`${glob}\` is no glob: a bracket has no partner`;
  }
}

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
