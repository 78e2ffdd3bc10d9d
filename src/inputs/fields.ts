import * as z from 'zod/mini';
import { DAY } from '../intervals.ts';
import type { Runner } from '../runner/runner.ts';
import { isLoopback } from '../text/address.ts';
import { isJobId, JOB_ID_RULE } from '../text/job-id.ts';
import { cut } from '../text/line.ts';
import { phraseProblem } from '../text/phrase.ts';
import { formatDuration, parseDuration } from '../text/time.ts';

/** What is wrong with an input, in words that follow the input's name. */
export class Complaint {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}

/** A field that reads the trimmed text of an input, or complains. */
export function field<T>(read: (text: string) => T | Complaint) {
  // The runner knows no inputs but texts.
  return z.transform((text: string, context) => {
    const value = read(text.trim());
    if (!(value instanceof Complaint)) return value;
    context.issues.push({ code: 'custom', message: value.words, input: text });
    return z.NEVER;
  });
}

export const boolean = field((text) =>
  /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : new Complaint('must be `true` or `false`'),
);

export const optional = field((text) => (text === '' ? undefined : text));

/** One of a closed list of words. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  const shown = words.map((word) => `\`${word}\``);
  const complaint = new Complaint(`must be ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`);
  return field((text) => words.find((word) => word === text) ?? complaint);
}

/** A whole number from 1 up to `most`. */
export function wholeNumber(most: number) {
  return field((text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    return number >= 1 && number <= most
      ? number
      : new Complaint(`must be a whole number from 1 to ${most.toLocaleString('en')}`);
  });
}

/** The number of an issue or pull request; undefined when the input is empty. */
export const issueNumber = field((text) => {
  if (text === '') return undefined;
  return /^[1-9]\d{0,9}$/.test(text)
    ? Number(text)
    : new Complaint('must be the number of an issue or pull request');
});

/** What a text lists: words or lines, trimmed; empty ones are none. */
export function list(text: string, separator: RegExp | string): string[] {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Names separated by commas or white space, each of which fits `pattern`; `kinds` says what they are. */
export function names(pattern: RegExp, kinds: string) {
  return field((text) => {
    const given = list(text, /[\s,]/);
    const wrong = given.find((name) => !pattern.test(name));
    return wrong === undefined ? given : new Complaint(`must be ${kinds}, and \`${wrong}\` is none`);
  });
}

/** Accounts of GitHub. */
const logins = names(
  /^[A-Za-z0-9][A-Za-z0-9_-]*(\[bot\])?(:[1-9]\d{0,14})?$/,
  'logins, each alone or as `login:id`',
);

/** The levels that the input `permission` can ask for. */
export const REQUIRABLE = ['admin', 'maintain', 'write', 'triage'] as const;

/** Who may ask. A name is a login, or `login:id` for one account alone: a login that its owner gives up is anybody's to take. */
export const gateFields = {
  permission: oneOf(REQUIRABLE),
  'allow-users': logins,
  'allow-bots': logins,
} as const;

/** What a comment, review or issue begins with when it asks. */
export const phrase = field((text) => {
  const problem = phraseProblem(text);
  return problem === undefined ? text : new Complaint(problem);
});

const LEAST_SECRET = 16;

/** What notes and tokens are signed with instead of the API key; undefined when the input is empty. */
export const threadSecret = field((text) => {
  if (text === '') return undefined;
  return text.length >= LEAST_SECRET ? text : new Complaint(`must have at least ${LEAST_SECRET} characters`);
});

/** The longest job that a runner runs at all. */
export const LONGEST_TIMEOUT = 5 * DAY;

const NO_DURATION = 'must be a duration like `90s`, `30m` or `2h`';

/** The deadline of a step, or of one of its jobs, in milliseconds. */
export const timeout = field((text) => {
  const span = parseDuration(text);
  if (span === undefined || span === 0) return new Complaint(NO_DURATION);
  return span > LONGEST_TIMEOUT ? new Complaint(`must be at most ${formatDuration(LONGEST_TIMEOUT)}`) : span;
});

/** The id of a job; undefined when the input is empty. */
export const id = field((text) => {
  if (text === '') return undefined;
  return isJobId(text) ? text : new Complaint(`must be ${JOB_ID_RULE}`);
});

const UNSET = 'is empty: is the variable set that holds it, and may this run see it?';

/** The inputs that say where the service is and who asks: the same for every action. */
export const serviceFields = {
  'base-url': field(readBaseUrl),
  'api-key': field(readApiKey),
  'project-id': field(readProjectId),
} as const;

/** Whether who asked is told of the end by a mention. */
export const notify = oneOf(['auto', 'never']);

/** A text that has to be given. */
export const required = field((text) => (text === '' ? new Complaint('is empty') : text));

/** Whether conversations are written to. */
export const comment = oneOf(['auto', 'never']);

/** The values of the inputs that `Shape` names, by names of the language: `max-jobs` is `maxJobs`. */
export type FieldsOf<Shape extends z.core.$ZodShape> = {
  readonly [Name in keyof Shape as CamelCase<Name>]: z.infer<Shape[Name]>;
};

type CamelCase<Name> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** Reads every input that `shape` names, and names every wrong one at once. */
export function parseFields<Shape extends z.core.$ZodShape>(
  shape: Shape,
  runner: Pick<Runner, 'input'>,
): { readonly fields?: FieldsOf<Shape>; readonly problems: readonly string[] } {
  const given = Object.keys(shape).map((name) => [name, runner.input(name)]);
  const parsed = z.object(shape).safeParse(Object.fromEntries(given));
  if (parsed.success) {
    const fields = Object.entries(parsed.data).map(([name, value]) => [camelCase(name), value]);
    return { fields: Object.fromEntries(fields), problems: [] };
  }
  const { issues } = parsed.error;
  // Some end with a question of their own.
  const end = (message: string) => (message.endsWith('?') ? '' : '.');
  return { problems: issues.map(({ path, message }) => `\`${String(path[0])}\` ${message}${end(message)}`) };
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase());
}

/** What is added to the address: people copy it from a request that works. */
const ADDED_PATH = /\/(?:v2(?:\/agent(?:\/.*)?)?|v1(?:\/analytics(?:\/.*)?)?)\/*$/;

function readBaseUrl(text: string): URL | Complaint {
  if (text === '') return new Complaint(UNSET);
  const url = URL.parse(text);
  if (url === null) return new Complaint('must be an address like `https://api.example.com`');
  if (url.username !== '' || url.password !== '') return new Complaint('must not hold a user or password');
  if (/[?#]/.test(text)) return new Complaint('must not hold a query or fragment');
  const [added] = ADDED_PATH.exec(url.pathname) ?? [];
  if (added !== undefined) {
    return new Complaint(
      `must not end in \`${cut(added, 100)}\`: leave that off, since it is added for each request`,
    );
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return url;
  return new Complaint('must begin with `https://` (plain http is for loopback addresses only)');
}

function readApiKey(text: string): string | Complaint {
  if (text === '') return new Complaint('is empty: is the secret set, and does this event get secrets?');
  const otherKind = /^mint_(dsc|us)_/.exec(text)?.[0];
  if (otherKind !== undefined)
    return new Complaint(`is a key of another kind (\`${otherKind}...\`). An admin key is needed`);
  // Anything else could not travel in a header.
  return /^[\x21-\x7e]+$/.test(text) ? text : new Complaint('must be one word of printable ASCII characters');
}

function readProjectId(text: string): string | Complaint {
  if (text === '') return new Complaint(UNSET);
  // "." and ".." would name another operation once they are part of an address.
  if (/^\.{1,2}$/.test(text)) return new Complaint('must not be `.` or `..`');
  return text.length <= 500 && !/\s/.test(text)
    ? text
    : new Complaint('must be one word of at most 500 characters, without a space or line end in it');
}
