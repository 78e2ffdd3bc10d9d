import * as z from 'zod/mini';
import { DAY } from '../model/intervals.ts';
import { type Files, INPUT_LIMIT } from '../runner/workspace-files.ts';
import { phraseProblem } from '../text/comment-text.ts';
import { matchGlobs } from '../text/glob.ts';
import { isAccountName, isJobId, JOB_ID_RULE } from '../text/identifiers.ts';
import { cut } from '../text/line.ts';
import { formatDuration, parseDuration } from '../text/time.ts';
import { isLoopback } from '../text/url.ts';
import { readList } from './list.ts';

// Messages follow the name of the input, like "must be ...".

export const trimmed = z.string().check(z.trim());

/** A schema whose output goes through `convert`. */
export function converted<Schema extends z.ZodMiniType, Value>(
  schema: Schema,
  convert: (value: z.output<Schema>, payload: z.core.ParsePayload) => Value,
) {
  return z.pipe(schema, z.transform(convert));
}

export const optional = converted(trimmed, (text) => (text === '' ? undefined : text));

export function orUnset<Schema extends z.ZodMiniType<unknown, string>>(schema: Schema) {
  return z.pipe(optional, z.optional(schema));
}

export const required = trimmed.check(z.minLength(1, 'is empty'));

const NO_TOKEN =
  "is empty, and the action can't evaluate its default. Remove the input, so that GitHub fills it in, or pass a token";

/** Its default is an expression of GitHub. */
export const githubToken = trimmed.check(z.minLength(1, NO_TOKEN));

export function refused(findProblem: (text: string) => string | undefined) {
  return z.check<string>(({ value, issues }) => {
    const message = findProblem(value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: value });
  });
}

/** An undefined result of `read` is an error. */
export function readAs<T>(read: (text: string) => T | undefined, message: string) {
  return converted(trimmed, (text, { issues }): T => {
    const value = read(text);
    if (value !== undefined) return value;
    issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  });
}

const word = trimmed.check(z.regex(/^(?:true|false)$/i, 'must be `true` or `false`'));
export const boolean = converted(word, (text) => text.toLowerCase() === 'true');

export function oneOf<const Word extends string>(words: readonly Word[]) {
  const shown = words.map((word) => `\`${word}\``);
  return z.pipe(trimmed, z.enum(words, `must be ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`));
}

export function wholeNumber(most: number, message = `must be a whole number from 1 to ${most}`) {
  return readAs((text) => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    return number >= 1 && number <= most ? number : undefined;
  }, message);
}

export const count = orUnset(wholeNumber(9_999));

export const issueNumber = orUnset(
  wholeNumber(9_999_999_999, 'must be the number of an issue or pull request'),
);

export function listOf(...checks: Parameters<typeof trimmed.check>) {
  return z.pipe(converted(z.string(), readList), z.array(z.string().check(refused(quoteProblem), ...checks)));
}

export function quoteProblem(item: string): string | undefined {
  return /^!?["'`]|[*/]["'`]$|["`]$/.test(item)
    ? `contains \`${item}\`, which has a quote without its pair`
    : undefined;
}

/** Names are also separated by spaces. `kinds` describes them in the message. */
export function names(isName: (name: string) => boolean, kinds: string) {
  const findProblem = (name: string) =>
    isName(name) ? undefined : `must be ${kinds}, but \`${name}\` is not one`;
  const read = (text: string) => readList(text).flatMap((item) => item.split(/\s+/));
  return z.pipe(converted(z.string(), read), z.array(z.string().check(refused(findProblem))));
}

const reporter = refused((item) =>
  /^[\w-]+(?:\[bot\])?\/./.test(item)
    ? undefined
    : `must be like \`app-slug/name\` or \`creator/context\`, with globs only behind the \`/\`, but is \`${item}\``,
);

/** Which checks by apps and statuses count. Globs are for names only, since its reporter chooses the name. */
export const checks = orUnset(
  converted(listOf(reporter), (items) => {
    const rules = items.map((item) => ({
      reporter: item.replace(/\/.*/s, '').toLowerCase(),
      fits: matchGlobs([item.replace(/.*?\//s, '')]),
    }));
    return ({ by, name }: { readonly by?: string | null | undefined; readonly name: string }) =>
      rules.some(({ reporter, fits }) => reporter === by?.toLowerCase() && fits(name));
  }),
);

export const CONTEXTS = ['link', 'none', 'full'] as const;
export type ContextMode = (typeof CONTEXTS)[number];

/** A login that its owner gives up can be registered by someone else; `login:id` names one account only. */
export const gateFields = {
  permission: oneOf(['admin', 'maintain', 'write', 'triage', 'listed']),
  allowUsers: names(
    (name) => isAccountName(name) && !/[/[]/.test(name),
    'logins of people, each alone or as `login:id` (apps go to `allow-bots`)',
  ),
  allowBots: names(isAccountName, 'logins, each alone or as `login:id`'),
} as const;

export const phrase = trimmed.check(refused(phraseProblem));

export const threadSecret = orUnset(z.string().check(z.minLength(16, 'must have at least 16 characters')));

/** GitHub ends every job after 5 days. */
const LONGEST_TIMEOUT = 5 * DAY;

/** In milliseconds. */
export function duration(least: number, message: string) {
  return readAs((text) => {
    const span = parseDuration(text) ?? 0;
    return span >= least ? span : undefined;
  }, message).check(z.maximum(LONGEST_TIMEOUT, `must be at most ${formatDuration(LONGEST_TIMEOUT)}`));
}

export const timeout = duration(1, 'must be a duration like `90s`, `30m` or `2h`');

export const id = orUnset(z.string().check(z.refine(isJobId, `must be ${JOB_ID_RULE}`)));

export const statusWord = trimmed.check(
  z.regex(/^[^\p{Cc}]{1,100}$/u, 'must be one line of at most 100 characters'),
);
export const statusName = orUnset(statusWord);

const UNSET =
  "is empty. Its secret or variable isn't set here or in the job's `environment`, or isn't passed on: a reusable workflow needs `secrets: inherit`, and runs by Dependabot or for forks get no secrets";

export const serviceFields = {
  baseUrl: converted(trimmed.check(refused(baseUrlProblem)), (text) => new URL(text)),
  apiKey: trimmed.check(refused(apiKeyProblem)),
  projectId: trimmed.check(
    z.minLength(1, { error: UNSET, abort: true }),
    z.regex(/^\S{1,500}$/, 'must be at most 500 characters without spaces or line breaks'),
  ),
} as const;

/** The vendor's dashboard, documentation and API, with or without a path. */
const OF_VENDOR = /^(?:https?:\/\/)?(?:[\w-]+\.)*mintlify\.(?:com|app)(?=[/:?#]|$)/i;

/** People copy these paths, which the action adds, from a working request. */
const ADDED_PATH = /\/(?:discovery\/)?v[12](?:\/(?:agent|analytics|assistant|project|search)(?:\/.*)?)?\/*$/;

function baseUrlProblem(text: string): string | undefined {
  if (text === '') return UNSET;
  if (OF_VENDOR.test(text) && !/^https:\/\/api\.mintlify\.com\/*$/i.test(text))
    return `must be \`https://api.mintlify.com\`, but is \`${cut(text, 200)}\``;
  const url = URL.parse(text);
  if (url === null) return 'must be a URL like `https://api.example.com`';
  if (url.username !== '' || url.password !== '') return 'must not contain a user or password';
  if (/[?#]/.test(text)) return 'must not contain a query or fragment';
  const [added] = ADDED_PATH.exec(url.pathname) ?? [];
  if (added !== undefined)
    return `must not end in \`${cut(added, 100)}\`, which the action adds. Use \`${url.href.slice(0, -added.length)}\``;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe ? undefined : 'must begin with `https://` (plain http is for loopback addresses only)';
}

function apiKeyProblem(text: string): string | undefined {
  if (text === '') return UNSET;
  const otherKind = /^mint_(dsc|us)_/.exec(text)?.[0];
  if (otherKind !== undefined) return `is another kind of key (\`${otherKind}...\`). Use an admin key`;
  // Other characters are not allowed in a header.
  return /^[\x21-\x7e]+$/.test(text) ? undefined : 'must be printable ASCII characters without spaces';
}

/** Reads the file whose path is the input, without its front matter. */
export function textFile(files: Files) {
  return converted(optional, async (path, { issues }) => {
    if (path === undefined) return undefined;
    const read = cutFrontMatter(await readText(path, files, issues));
    if (typeof read === 'object') return read.body;
    issues.push({ code: 'custom', message: read, input: path, path: [path] });
    return z.NEVER;
  });
}

/** The lines between two lines of `---` at the top of a file. The second group is the second of these lines. */
const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?\r?\n)?(---[ \t]*(?:\r?\n|$)))?/;

/** A string is a problem, to follow the path of the file. */
function cutFrontMatter(text: string): { readonly body: string } | string {
  const [head = '', yaml = '', end] = FRONT_MATTER.exec(text) ?? [];
  if (head !== '' && end === undefined) return 'has front matter that does not end';
  // Text between two horizontal rules must not be left out.
  const [first = 'none:'] = yaml.match(/^[^\s#].*/m) ?? [];
  if (!/^(?:\{|["']?[\w-]+["']?[ \t]*:(?:\s|$))/.test(first))
    return 'has front matter that is not a list of keys';
  const body = text.slice(head.length);
  return yaml !== '' && body.trim() === '' ? 'has only front matter' : { body };
}

/** Reads a file for each item, at most {@link INPUT_LIMIT} together, because all of them go into one prompt. */
export function textFiles(files: Files) {
  const isSmall = (read: readonly { readonly text: string }[]) =>
    read.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) <= INPUT_LIMIT;
  const error = `are larger than ${INPUT_LIMIT / 1024} KiB together`;
  const read = converted(listOf(), (paths, { issues }) =>
    Promise.all(paths.map(async (path) => ({ path, text: await readText(path, files, issues) }))),
  );
  return read.check(z.refine(isSmall, { error, path: ['the files'] }));
}

async function readText(path: string, files: Files, issues: z.core.$ZodRawIssue[]): Promise<string> {
  const file = await files.readInput(path);
  const text = file.ok ? file.value : '';
  const problem = file.ok ? text.trim() === '' && 'is empty' : file.failure;
  if (problem) issues.push({ code: 'custom', message: problem, input: path, path: [path] });
  return text;
}
