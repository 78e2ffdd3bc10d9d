import picomatch from 'picomatch/posix.js';
import { parseSpan } from '../text/time.ts';
import { Complaint, field, list, names, oneOf, optional } from './fields.ts';

const REF = /^[^\s~^:?*[\\\p{Cc}]{1,250}$/u;

const range = field((text) => {
  if (text === '') return undefined;
  const span = /^[1-9]\d{0,2}[hd]$/.test(text) ? parseSpan(text) : undefined;
  if (span !== undefined) return { span };
  const [base = '', head = '', ...more] = text.split('...');
  const fits = more.length === 0 && [base, head].every((ref) => REF.test(ref) && !ref.includes('..'));
  return fits
    ? { base, head }
    : new Complaint(
        'must be two commits, branches or tags with three dots between them, like `v1.0...main`, or a time back from now, like `7d` or `12h`',
      );
});

/** What begins with a dot is a file like others; a bracket without its partner is an error. */
const GLOB_OPTIONS = { dot: true, nonegate: true, strictBrackets: true } as const;

/** One glob on each line, or separated by commas; commas within braces belong to the glob. Undefined without any. */
const globs = field((text) => {
  const given = list(text, /\n|,(?![^{\n]*\})/);
  const problem = given.map(globProblem).find((words) => words !== undefined);
  if (problem !== undefined) return new Complaint(problem);
  const fits: (path: string) => boolean = picomatch(given, GLOB_OPTIONS);
  return given.length === 0 ? undefined : fits;
});

function globProblem(glob: string): string | undefined {
  if (glob.startsWith('!'))
    return `must not hold \`${glob}\`: what does not count goes into \`ignore-paths\``;
  if (/^\.{0,2}\//.test(glob))
    return `holds \`${glob}\`, which is no glob for paths of the repository, like \`src/**\``;
  if (glob.endsWith('/')) return `holds the folder \`${glob}\`. Its files are \`${glob}**\``;
  try {
    picomatch(glob, GLOB_OPTIONS);
    return undefined;
  } catch {
    return `holds \`${glob}\`, in which a bracket has no partner`;
  }
}

const search = field((text) => {
  const problem = text === '' ? undefined : searchProblem(text);
  return problem === undefined ? text : new Complaint(problem);
});

export function readCount(text: string): number | Complaint {
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : new Complaint('must be a number from 1 to 9999');
}

/** A label may contain spaces, so only commas and line ends separate labels. */
const labels = field((text) => {
  const given = list(text, /[\n,]/);
  return given.every((label) => label.length <= 50)
    ? given
    : new Complaint('must be labels of at most 50 characters');
});

const people = names(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'logins, `asker` or `author`');

const reviewers = names(
  /^[A-Za-z0-9][A-Za-z0-9_-]*(\/[A-Za-z0-9][\w.-]*)?$/,
  'logins, `org/team`, `asker` or `author`',
);

export const changeFields = {
  range,
  paths: globs,
  'ignore-paths': globs,
  'skip-if-open': search,
  'max-open': field(readCount),
  'when-open': oneOf(['skip', 'message']),
  'pr-labels': labels,
  'pr-reviewers': reviewers,
  'pr-assignees': people,
  'pr-token': optional,
} as const;

/** In words that follow the input's name. */
function searchProblem(search: string): string | undefined {
  if (/[\r\n]/.test(search)) return 'must be one line';
  if (search.length > 256) return 'must be at most 256 characters';
  const words: string[] = search.replace(/"[^"]*"/g, '""').match(/[^\s()]+/g) ?? [];
  const asks = (...qualifiers: string[]) =>
    qualifiers.some((qualifier) => words.some((word) => word.toLowerCase() === qualifier));
  if (!asks('is:pr', 'is:pull-request', 'type:pr') || !asks('is:open', 'state:open')) {
    return 'must be a search that holds `is:pr` and `is:open`, like `repo:acme/docs is:pr is:open head:mintlify/`';
  }
  // A pull request must match all qualifiers at once; a search that never finds anything would let every request through.
  if (
    !words.includes('OR') &&
    ONLY_ONE.some((scope) => words.filter((word) => scope.test(word)).length > 1)
  ) {
    return 'must join several `repo:`, `user:` or `org:` by `OR` in brackets, like `(repo:acme/docs OR repo:acme/api) is:pr is:open`: side by side they find nothing';
  }
  return words.length > 2
    ? undefined
    : 'must say which pull requests are meant, by `repo:`, `author:` or the like';
}

/** A pull request has one repository, with one owner. */
const ONLY_ONE = [/^repo:/i, /^(?:user|org):/i];

/** `pr-token` goes first, since it can see another repository. */
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
