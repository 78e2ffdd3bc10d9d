import type { Comparison } from '../github/commits-and-releases.ts';
import type { Log } from '../runner/runner.ts';
import { type Globs, matchGlobs, matchWords } from '../text/glob.ts';
import type { Merge } from './merged-pull-requests.ts';

/** Like a regular expression, or with a `!` in front. But a title or label may be like this, and a file's name begin with a dot. */
const [DOUBTFUL_WORDS, DOUBTFUL_GLOB] = [/(?<!\d)\.\*|[|\\]|\$$|^[!^]|^\/.*\/$/, /^(?!!).*(?<![^/(])\.\*/];

interface Rules {
  readonly ignorePulls?: { readonly rules: readonly { kind: string; value: string }[] } | undefined;
  readonly paths: Globs | undefined;
}

/** Warns of rules that people may have meant as regular expressions, and that nothing of a change fits. */
export function warnUnmatched(
  { files, filesCut }: Comparison,
  merges: readonly Merge[],
  { ignorePulls, paths }: Rules,
  log: Log,
): void {
  const known = filesCut ? [] : files;
  const names = known.flatMap(({ filename, previous_filename: old = '' }) => [filename, old]);
  const texts = merges.flatMap(({ title, pull }) => [title, ...(pull?.labels ?? []).map(({ name }) => name)]);
  const globs = (paths?.globs ?? []).map((value) => ({ kind: 'files', value }));
  for (const { kind, value } of [...globs, ...(ignorePulls?.rules ?? [])]) {
    const [doubtful, found, fits] =
      kind === 'files'
        ? [DOUBTFUL_GLOB, names, matchGlobs([value])]
        : [DOUBTFUL_WORDS, texts, matchWords(`*${value}*`)];
    if (doubtful.test(value) && found.length > 0 && !found.some(fits))
      log.warning(`Nothing fits \`${value}\`, ${ADVICE}`);
  }
}

const ADVICE =
  'which is no regular expression. Use `*` for any characters, `**` for any part of a path, and a rule or glob for each choice.';
