import type { ChangedFile } from '../github/pull-requests.ts';
import type { Change } from './load-change.ts';

/** Says whether a path fits one of the globs. */
export type Matcher = (path: string) => boolean;

/** Which files make a change count. */
export interface PathRules {
  /** Undefined when every file does. */
  readonly paths?: Matcher;
  /** Undefined when none is left out. */
  readonly ignored?: Matcher;
}

/** Whether a change counts; the reason is a sentence. */
export type Relevance = { readonly counts: true } | { readonly counts: false; readonly reason: string };

/** The rules that two inputs give, or what is wrong with them. */
export interface Globs extends PathRules {
  readonly problems: readonly string[];
}

/** Reads globs: one on each line, or separated by commas; commas within braces belong to the glob. */
export async function readGlobs(given: { readonly paths: string; readonly ignored: string }): Promise<Globs> {
  const paths = await compile(split(given.paths));
  const ignored = await compile(split(given.ignored));
  return {
    ...(typeof paths === 'function' && { paths }),
    ...(typeof ignored === 'function' && { ignored }),
    problems: [
      ...(typeof paths === 'string' ? [`\`paths\`: ${paths}.`] : []),
      ...(typeof ignored === 'string' ? [`\`ignore-paths\`: ${ignored}.`] : []),
    ],
  };
}

function split(text: string): string[] {
  const globs = text.split(/\n|,(?![^{\n]*\})/).map((glob) => glob.trim());
  return globs.filter((glob) => glob !== '');
}

/** A matcher, or what is wrong with one of the globs. The library is loaded when there are any. */
async function compile(globs: readonly string[]): Promise<Matcher | string | undefined> {
  if (globs.length === 0) return undefined;
  const { default: picomatch } = await import('picomatch/posix.js');
  // What begins with a dot is a file like others; a bracket without its partner is an error.
  const options = { dot: true, nonegate: true, strictBrackets: true };
  for (const glob of globs) {
    const problem = problemOf(glob);
    if (problem !== undefined) return problem;
    try {
      picomatch(glob, options);
    } catch {
      return `\`${glob}\` is no glob: a bracket has no partner`;
    }
  }
  return picomatch([...globs], options);
}

function problemOf(glob: string): string | undefined {
  if (glob.startsWith('!'))
    return `\`${glob}\` begins with \`!\`; what does not count goes into \`ignore-paths\``;
  if (/^\.{0,2}\//.test(glob)) return `\`${glob}\` is no glob for paths of the repository, like \`src/**\``;
  return glob.endsWith('/') ? `\`${glob}\` is a folder; its files are \`${glob}**\`` : undefined;
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
function namesOf({ path, before }: ChangedFile): string[] {
  return before === undefined ? [path] : [path, before];
}
