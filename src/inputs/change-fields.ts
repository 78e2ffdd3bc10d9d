import picomatch from 'picomatch/posix.js';
import * as z from 'zod/mini';
import { parseSpan } from '../text/time.ts';
import { readRepositoryName } from '../text/url.ts';
import { listOf, names, oneOf, optional, orUnset, readAs, refused, wholeNumber } from './fields.ts';

const REF = /^[^\s~^:?*[\\\p{Cc}]{1,250}$/u;

/** How far the first run of `last-success` goes back. */
const FIRST_SPAN = '7d';

/** What to compare: two sides, or what was added in a span (milliseconds), or since the last success. */
export type RangeInput =
  | { readonly base: string; readonly head: string }
  | { readonly span: number; readonly sinceSuccess: boolean };

function readRange(text: string): RangeInput | undefined {
  const [, since, first = FIRST_SPAN] = /^(last-success)(?:\s*,\s*(\S+))?$/.exec(text) ?? [];
  const duration = since === undefined ? text : first;
  const span = /^[1-9]\d{0,2}[hd]$/.test(duration) ? parseSpan(duration) : undefined;
  if (span !== undefined) return { span, sinceSuccess: since !== undefined };
  const [base = '', head = '', ...more] = text.split('...');
  const fits = more.length === 0 && [base, head].every((ref) => REF.test(ref) && !ref.includes('..'));
  return fits ? { base, head } : undefined;
}

const range = readAs(
  readRange,
  'must be two commits, branches or tags with three dots between them, like `v1.0...main`, a time back from now, like `7d` or `12h`, or `last-success`',
);

/** Files whose names begin with a dot count, too. An unmatched bracket is an error. */
const GLOB_OPTIONS = { dot: true, nonegate: true, strictBrackets: true } as const;

/** Undefined without globs. */
const globs = z.pipe(
  listOf(refused(globProblem)).check(
    z.refine(
      (globs) => globs.length === 0 || !globs.every(excludes),
      'must also contain a glob without `!`, like `**`',
    ),
  ),
  z.transform((globs) => (globs.length === 0 ? undefined : toMatcher(globs))),
);

const excludes = (glob: string) => glob.startsWith('!');

/** As in the filters of GitHub's events, the last glob that matches a path counts. */
function toMatcher(globs: readonly string[]): (path: string) => boolean {
  const rules = globs.map((glob) => ({
    includes: !excludes(glob),
    fits: picomatch(glob.replace('!', ''), GLOB_OPTIONS),
  }));
  return (path) => rules.findLast(({ fits }) => fits(path))?.includes === true;
}

function globProblem(rule: string): string | undefined {
  const glob = excludes(rule) ? rule.slice(1) : rule;
  if (/^\.{0,2}\//.test(glob))
    return `contains \`${glob}\`. Paths begin at the root of the repository, like \`src/**\``;
  if (glob.endsWith('/')) return `contains the folder \`${glob}\`. For its files, use \`${glob}**\``;
  try {
    picomatch(glob, GLOB_OPTIONS);
    return undefined;
  } catch {
    return `contains \`${glob}\`, which has an unmatched bracket`;
  }
}

/** A label may contain a colon. */
const PULL_RULE = /^(label|author|title):\s*(.+)$/s;

/** Rules for merged pull requests, in lower case. Undefined without rules. */
const ignorePulls = z.pipe(
  listOf(
    refused((rule) =>
      PULL_RULE.test(rule)
        ? undefined
        : `must be rules like \`label:internal\`, \`author:dependabot[bot]\` or \`title:[skip docs]\`, but \`${rule}\` is not one`,
    ),
  ),
  z.transform((rules) => {
    if (rules.length === 0) return undefined;
    const read = (rule: string) => PULL_RULE.exec(rule.toLowerCase()) ?? [];
    return rules.map(read).map(([, kind = '', value = '']) => ({ kind, value }));
  }),
);

function labelProblem(label: string): string | undefined {
  return label.length > 50
    ? `must be labels of at most 50 characters, but \`${label}\` is longer`
    : undefined;
}

export const count = wholeNumber(9_999);

export const changeFields = {
  range: orUnset(range),
  paths: globs,
  ignorePulls,
  whenOpen: oneOf(['create', 'skip', 'message']),
  prLabels: listOf(refused(labelProblem)),
  prRepository: orUnset(readAs(readRepositoryName, 'must be a repository, like `acme/docs`')),
  prReviewers: names(
    /^[A-Za-z0-9][A-Za-z0-9_-]*(\/[A-Za-z0-9][\w.-]*)?$/,
    'logins, `org/team`, `asker` or `author`',
  ),
  prPaths: globs,
  prToken: optional,
} as const;

export const PR_TOKEN_MISSING =
  '`pr-repository` needs `pr-token`, with the permissions `pull_requests: write` and `issues: write` there.';
