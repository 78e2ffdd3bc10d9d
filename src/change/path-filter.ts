import picomatch from 'picomatch/posix.js';
import type { ChangedFile } from '../github/pull-requests.ts';
import type { Change } from './load-change.ts';

/** Says whether a path fits one of the globs. */
export type Matcher = (path: string) => boolean;

/** Which files make a change count. */
export interface PathRules {
  /** Undefined when every file does. */
  readonly paths?: Matcher | undefined;
  /** Undefined when none is left out. */
  readonly ignored?: Matcher | undefined;
}

/** Whether a change counts; the reason is a sentence. */
export type Relevance = { readonly counts: true } | { readonly counts: false; readonly reason: string };

/** The rules that two inputs give, or what is wrong with them. */
export interface Globs extends PathRules {
  readonly problems: readonly string[];
}

/** Reads globs: one on each line, or separated by commas; commas within braces belong to the glob. */
export function readGlobs(given: { readonly paths: string; readonly ignored: string }): Globs {
  const paths = compile(given.paths);
  const ignored = compile(given.ignored);
  return {
    paths: paths.fits,
    ignored: ignored.fits,
    problems: [
      ...(paths.problem === undefined ? [] : [`\`paths\`: ${paths.problem}.`]),
      ...(ignored.problem === undefined ? [] : [`\`ignore-paths\`: ${ignored.problem}.`]),
    ],
  };
}

/** What begins with a dot is a file like others; a bracket without its partner is an error. */
const OPTIONS = { dot: true, nonegate: true, strictBrackets: true } as const;

/** A matcher when there are globs, or what is wrong with one of them. */
function compile(text: string): {
  readonly fits?: Matcher | undefined;
  readonly problem?: string | undefined;
} {
  const globs = text
    .split(/\n|,(?![^{\n]*\})/)
    .map((glob) => glob.trim())
    .filter((glob) => glob !== '');
  const problem = globs.map(problemOf).find((words) => words !== undefined);
  if (problem !== undefined || globs.length === 0) return { problem };
  return { fits: picomatch(globs, OPTIONS) };
}

function problemOf(glob: string): string | undefined {
  if (glob.startsWith('!'))
    return `\`${glob}\` begins with \`!\`; what does not count goes into \`ignore-paths\``;
  if (/^\.{0,2}\//.test(glob)) return `\`${glob}\` is no glob for paths of the repository, like \`src/**\``;
  if (glob.endsWith('/')) return `\`${glob}\` is a folder; its files are \`${glob}**\``;
  try {
    picomatch(glob, OPTIONS);
    return undefined;
  } catch {
    return `\`${glob}\` is no glob: a bracket has no partner`;
  }
}

/**
 * Whether a file is left that counts. A list that GitHub cut, and files that are not known, are given the benefit of the
 * doubt: a change must not be lost.
 */
export function judgePaths({ comparison }: Change, { paths, ignored }: PathRules): Relevance {
  if (paths === undefined && ignored === undefined) return { counts: true };
  if (comparison === undefined || comparison.filesCut) return { counts: true };
  const { files } = comparison;
  if (files.length === 0) return { counts: false, reason: 'No file was changed.' };
  const noticed = files.filter((file) => ignored === undefined || !namesOf(file).every(ignored));
  if (noticed.length === 0) return { counts: false, reason: 'Only files in `ignore-paths` were changed.' };
  if (paths === undefined || noticed.some((file) => namesOf(file).some(paths))) return { counts: true };
  return { counts: false, reason: 'No file in `paths` was changed.' };
}

/** A renamed file counts in both places. */
function namesOf({ filename, previous_filename: before }: ChangedFile): string[] {
  return before === undefined ? [filename] : [filename, before];
}
