import picomatch from 'picomatch/posix.js';
import * as z from 'zod/mini';
import { parseSpan } from '../text/time.ts';
import { listOf, names, oneOf, optional, orUnset, readAs, refused, trimmed, wholeNumber } from './fields.ts';

const REF = /^[^\s~^:?*[\\\p{Cc}]{1,250}$/u;

function readRange(text: string) {
  const span = /^[1-9]\d{0,2}[hd]$/.test(text) ? parseSpan(text) : undefined;
  if (span !== undefined) return { span };
  const [base = '', head = '', ...more] = text.split('...');
  const fits = more.length === 0 && [base, head].every((ref) => REF.test(ref) && !ref.includes('..'));
  return fits ? { base, head } : undefined;
}

const range = readAs(
  readRange,
  'must be two commits, branches or tags with three dots between them, like `v1.0...main`, or a time back from now, like `7d` or `12h`',
);

/** Files whose names begin with a dot count, too. An unmatched bracket is an error. */
const GLOB_OPTIONS = { dot: true, nonegate: true, strictBrackets: true } as const;

/** Globs are separated by lines or commas, except commas within braces. Undefined without globs. */
const globs = z.pipe(
  listOf(/\n|,(?![^{\n]*\})/, refused(globProblem)),
  z.transform((globs): ((path: string) => boolean) | undefined =>
    globs.length === 0 ? undefined : picomatch(globs, GLOB_OPTIONS),
  ),
);

function globProblem(glob: string): string | undefined {
  if (glob.startsWith('!')) return `must not contain \`${glob}\`. Exclude files with \`ignore-paths\``;
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

/** A pull request has one repository, with one owner. */
const ONLY_ONE = [/^repo:/i, /^(?:user|org):/i];

function searchProblem(search: string): string | undefined {
  if (search === '') return undefined;
  if (/[\r\n]/.test(search)) return 'must be one line';
  if (search.length > 256) return 'must be at most 256 characters';
  // An unclosed quote lasts to the end.
  const unquoted = search.replace(/"[^"]*(?:"|$)/g, '""');
  const words = wordsOf(unquoted);
  const contains = (pattern: RegExp) => words.some((word) => pattern.test(word));
  if (!contains(/^(?:is:pr|is:pull-request|type:pr)$/i) || !contains(/^(?:is|state):open$/i))
    return 'must be a search that contains `is:pr` and `is:open`, like `repo:acme/docs is:pr is:open head:mintlify/`';
  // Two of these find nothing without OR, because a pull request must match both. Every request would then be sent.
  const isDoubled = ONLY_ONE.some((scope) => words.filter((word) => scope.test(word)).length > 1);
  if (isDoubled && !words.includes('OR'))
    return 'must join several `repo:`, `user:` or `org:` with `OR` in parentheses, like `(repo:acme/docs OR repo:acme/api) is:pr is:open`. Without `OR`, the search finds nothing';
  return isLimited(unquoted)
    ? undefined
    : 'must limit the search by `repo:`, `org:` or `user:` in small letters, without quotes, and on both sides of each `OR`. Otherwise, pull requests in repositories of strangers would count';
}

function wordsOf(search: string): string[] {
  return search.match(/[^\s()]+/g) ?? [];
}

const SCOPE = /^(?:repo:[\w.-]+\/[\w.-]+|(?:org|user):[\w.@-]+)$/;

/** Whether a search without quotes finds only pull requests of certain owners. What it excludes doesn't limit it. */
function isLimited(search: string): boolean {
  const grouped = search.replace(/(-|NOT\s*)?\(([^()]*)\)/g, (_, not, group) =>
    not === undefined && isLimited(group) ? ' repo:the/group ' : ' group ',
  );
  if (grouped !== search) return isLimited(grouped);
  const sides = search.replace(/(?<!\S)NOT\s+\S+/g, '').split(/(?<!\S)OR(?!\S)/);
  return sides.every((side) => wordsOf(side).some((word) => SCOPE.test(word)));
}

export const count = wholeNumber(9_999);

const person = '[A-Za-z0-9][A-Za-z0-9_-]*';

export const changeFields = {
  range: orUnset(range),
  paths: globs,
  ignorePaths: globs,
  skipIfOpen: trimmed.check(refused(searchProblem)),
  maxOpen: count,
  whenOpen: oneOf(['skip', 'message']),
  // A label may contain spaces.
  prLabels: listOf(/[\n,]/, z.maxLength(50, 'must be labels of at most 50 characters')),
  prReviewers: names(
    new RegExp(`^${person}(/[A-Za-z0-9][\\w.-]*)?$`),
    'logins, `org/team`, `asker` or `author`',
  ),
  prAssignees: names(new RegExp(`^${person}$`), 'logins, `asker` or `author`'),
  prPaths: globs,
  prToken: optional,
} as const;

/** `pr-token` goes first, because it may have access to another repository. */
export function searchToken({ prToken, githubToken }: Tokens) {
  if (prToken !== undefined) return { token: prToken, tokenInput: 'pr-token' } as const;
  return githubToken === undefined
    ? undefined
    : ({ token: githubToken, tokenInput: 'github-token' } as const);
}

interface Tokens {
  readonly prToken?: string | undefined;
  readonly githubToken?: string | undefined;
}
