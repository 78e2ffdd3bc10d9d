import * as z from 'zod/mini';
import { matchGlobs } from '../text/glob.ts';
import { ALL_BOTS, isAccountName, readRepositoryName } from '../text/identifiers.ts';
import { parseDuration, parseTime } from '../text/time.ts';
import * as fields from './fields.ts';
import { readList, unquote } from './list.ts';

const REF = /^[^\s~^:?*[\\\p{Cc}]{1,250}$/u;

/** What to compare: two sides, or what was added since a time, in a span (milliseconds), or since the last success. */
export type RangeInput =
  | { readonly kind: 'sides'; readonly base: string; readonly head: string }
  | { readonly kind: 'since'; readonly since: number }
  | { readonly kind: 'span'; readonly span: number; readonly sinceSuccess: boolean };

/** By default, the first run of `last-success` goes back a week. */
function readRange(text: string): RangeInput | undefined {
  const [, success, first = '7d'] = /^(last-success)(?:\s*,\s*(\S+))?$/.exec(text) ?? [];
  const duration = success === undefined ? text : first;
  const span = /^[1-9]\d{0,2}[hd]$/.test(duration) ? parseDuration(duration) : undefined;
  if (span !== undefined) return { kind: 'span', span, sinceSuccess: success !== undefined };
  const since = parseTime(text);
  if (since !== undefined) return { kind: 'since', since };
  const [base = '', head = '', ...more] = text.split('...');
  const fits = more.length === 0 && [base, head].every((ref) => REF.test(ref) && !ref.includes('..'));
  return fits ? { kind: 'sides', base, head } : undefined;
}

const range = fields.readAs(
  readRange,
  'must be two commits, branches or tags with three dots between them, like `v1.0...main`, a time back from now, like `7d` or `12h`, a date, like `2026-01-31`, or `last-success`',
);

/** Undefined without globs. */
const globList = z.pipe(
  z
    .array(z.string().check(fields.refused(globProblem)))
    .check(
      z.refine(
        (globs) => globs.length === 0 || !globs.every((glob) => glob.startsWith('!')),
        'must also contain a glob without `!`, like `**`',
      ),
    ),
  z.transform((globs) => (globs.length === 0 ? undefined : matchGlobs(globs))),
);
const globs = z.pipe(z.pipe(z.string().check(fields.refused(listProblem)), fields.listOf()), globList);

/** An empty list, which a workflow computes, must not mean all files. */
function listProblem(text: string): string | undefined {
  const isEmpty = text.trim() !== '' && readList(text).length === 0;
  return isEmpty ? 'contains no glob. List one, like `**`, or leave the input empty' : undefined;
}

/** One of the characters in brackets. GitHub refuses an empty list, and a range without an end. */
const CHARACTERS = /\[(?![\]!^])-?(?:[^\]-](?:-[^\]])?)*\]/g;

/** A name like `[id]`, as frameworks have it, that fills a folder's name or the start of a file's. */
const NAMED = /(?:^|\/)\[[a-z_]{2,}\](?=[./]|$)/i;

/** A character that is listed twice shows that people mean a name, like `[...slug]`. */
const isName = (list: string) => /([^-]).*\1/.test(list);

/** Refuses what GitHub refuses, too, and what can match no file. */
function globProblem(rule: string): string | undefined {
  const glob = rule.replace(/^!\s*/, '');
  const found = `contains \`${rule}\``;
  if (glob === '' || /(?:^|\/)\.{0,2}\/|(?:^|\/)\.{1,2}$/.test(glob))
    return `${found}. Paths begin at the root of the repository, like \`src/**\``;
  if (/^\^|(?<!\\)\$$|(?:^|\/)\.\+/.test(glob))
    return `${found}, a regular expression. Globs fit whole paths, with \`**\` for any characters. For these signs, use \`\\^\` and \`\\$\``;
  // Almost all files have a dot or a capital letter.
  if (/(?:^|\/)(?:[a-z\d_-]*|\.github)$/.test(glob)) {
    const file = glob.endsWith('/') ? '' : `, and for a file of this name, \`${rule.replace(/.$/, '[$&]')}\``;
    return `${found}, a folder. For its files, use \`${rule.replace(/\/?$/, '/**')}\`${file}`;
  }
  if (/\*(?:[,;]|\S*\s)/.test(glob))
    return `${found}. Separate globs with commas or line breaks, outside of quotes`;
  // A dot needs no backslash, and no file has a star in its name: such a backslash separates folders.
  const unescaped = glob.replace(/\\[^\p{L}\p{N}.*]/gu, '-');
  const plain = unescaped.replace(CHARACTERS, '-');
  if (plain.includes('\\')) return `${found}. Separate folders with \`/\``;
  if (plain.includes('[') || unescaped.match(CHARACTERS)?.some(isName) || NAMED.test(unescaped))
    return `${found}. Brackets list characters, like \`[a-z]\`, and match one. For themselves, use \`\\[\` and \`\\]\`, and for several names, several globs`;
  if (/[!?]\(/.test(plain))
    return `${found}, but GitHub's globs have no \`!(a)\` or \`?(a)\`. List several globs. One with \`!\` in front excludes files`;
  if (/[{|]/.test(plain))
    return `${found}, but GitHub's globs have no \`{a,b}\` or \`(a|b)\`. List several globs. For themselves, use \`\\{\` and \`\\|\``;
  if (/(?:^|[*?+/])[?+]/.test(plain))
    return `${found}, but \`?\` and \`+\` repeat the character before them. For themselves, use \`\\?\` and \`\\+\``;
  return undefined;
}

export const PULL_RULES = ['label', 'author', 'title', 'files'] as const;

/** A label may contain a colon. Searches on GitHub have spaces between such rules, but mean another thing. */
const ANY_RULE = PULL_RULES.join('|');
const PULL_RULE = new RegExp(`^(${ANY_RULE}):\\s*((?:(?!\\s(?:${ANY_RULE}):).)+)$`, 'is');

/** Rules for merged pull requests. Undefined without rules. */
const ignorePulls = z.pipe(
  z.pipe(fields.converted(z.string(), readList), z.array(z.string().check(fields.refused(pullRuleProblem)))),
  z.pipe(
    z.transform(readPullRules),
    z.optional(
      z.object({
        rules: z.array(z.object({ kind: z.enum(PULL_RULES), value: z.string() })),
        files: globList,
      }),
    ),
  ),
);

/** Globs keep their letter case. */
function readPullRules(texts: string[]) {
  const rules = texts.map(readPullRule);
  const files = rules.flatMap(({ kind, value }) => (kind === 'files' ? value : []));
  return rules.length === 0 ? undefined : { rules, files };
}

function readPullRule(rule: string) {
  const [, kind = '', given = ''] = PULL_RULE.exec(rule) ?? [];
  const value = unquote(given);
  return { kind: kind.toLowerCase(), value: /^files$/i.test(kind) ? value : value.toLowerCase() };
}

function pullRuleProblem(rule: string): string | undefined {
  const { kind, value } = readPullRule(rule);
  if (/^(?:label|title)$/.test(kind) && /^\/?\^\D|^\/.*\/[gi]{1,2}$/.test(value))
    return `contains \`${rule}\`, a regular expression. \`*\` stands for any characters, like in \`title:chore*\``;
  if (kind !== '' && (kind !== 'author' || isAccountName(value) || value === ALL_BOTS))
    return fields.quoteProblem(value);
  return `must be rules like \`label:internal\`, \`author:dependabot[bot]\`, \`author:${ALL_BOTS}\` for all bots, \`title:chore*\` or \`files:docs/**\`, separated by commas, but \`${rule}\` is not one`;
}

const REVIEWER = /^@?[A-Za-z0-9][A-Za-z0-9_-]*(\/[A-Za-z0-9][\w.-]*)?$/;

export const changeFields = {
  range: fields.orUnset(range),
  paths: globs,
  ignorePulls,
  whenOpen: fields.oneOf(['create', 'skip', 'message']),
  prLabels: fields.listOf(),
  prRepository: fields.orUnset(fields.readAs(readRepositoryName, 'must be a repository, like `acme/docs`')),
  prReviewers: z.pipe(
    fields.names((name) => REVIEWER.test(name), 'logins, `org/team`, `asker` or `author`'),
    z.transform((reviewers) => reviewers.map((name) => name.replace('@', ''))),
  ),
  prPaths: globs,
  prToken: fields.optional,
} as const;

export const PR_TOKEN_MISSING =
  '`pr-repository` needs `pr-token`, with the permissions `pull_requests: write` and `issues: write` there.';
