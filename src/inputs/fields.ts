import * as z from 'zod/mini';
import { DAY } from '../intervals.ts';
import type { Runner } from '../runner/runner.ts';
import type { Files } from '../runner/workspace-files.ts';
import { phraseProblem } from '../text/comment-text.ts';
import { cut } from '../text/line.ts';
import { formatDuration, parseDuration } from '../text/time.ts';
import { isJobId, isLoopback, JOB_ID_RULE } from '../text/url.ts';

/** A problem in words that follow the input's name. */
export class Complaint {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}

/** An input that `read` gets trimmed. */
export function field<T>(read: (text: string) => T | Complaint) {
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

export function oneOf<const Word extends string>(words: readonly Word[]) {
  const shown = words.map((word) => `\`${word}\``);
  const complaint = new Complaint(`must be ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`);
  return field((text) => words.find((word) => word === text) ?? complaint);
}

export function wholeNumber(most: number) {
  return field((text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    return number >= 1 && number <= most
      ? number
      : new Complaint(`must be a whole number from 1 to ${most.toLocaleString('en')}`);
  });
}

/** Undefined when the input is empty. */
export const issueNumber = field((text) => {
  if (text === '') return undefined;
  return /^[1-9]\d{0,9}$/.test(text)
    ? Number(text)
    : new Complaint('must be the number of an issue or pull request');
});

/** Trimmed items without empty ones. */
export function list(text: string, separator: RegExp | string): string[] {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Names separated by commas or white space; `kinds` describes them in the message. */
export function names(pattern: RegExp, kinds: string) {
  return field((text) => {
    const given = list(text, /[\s,]/);
    const wrong = given.find((name) => !pattern.test(name));
    return wrong === undefined ? given : new Complaint(`must be ${kinds}, and \`${wrong}\` is none`);
  });
}

const logins = names(
  /^[A-Za-z0-9][A-Za-z0-9_-]*(\[bot\])?(:[1-9]\d{0,14})?$/,
  'logins, each alone or as `login:id`',
);

export const REQUIRABLE = ['admin', 'maintain', 'write', 'triage'] as const;

/** How much the agent is told about the place of a request. */
export const CONTEXTS = ['link', 'none', 'full'] as const;
export type ContextMode = (typeof CONTEXTS)[number];

/** A login that its owner gives up can be registered by anybody, so `login:id` names one account alone. */
export const gateFields = {
  permission: oneOf(REQUIRABLE),
  'allow-users': logins,
  'allow-bots': logins,
} as const;

export const phrase = field((text) => {
  const problem = phraseProblem(text);
  return problem === undefined ? text : new Complaint(problem);
});

const LEAST_SECRET = 16;

/** Undefined when the input is empty. */
export const threadSecret = field((text) => {
  if (text === '') return undefined;
  return text.length >= LEAST_SECRET ? text : new Complaint(`must have at least ${LEAST_SECRET} characters`);
});

/** GitHub ends every job after 5 days. */
export const LONGEST_TIMEOUT = 5 * DAY;

const NO_DURATION = 'must be a duration like `90s`, `30m` or `2h`';

/** In milliseconds. */
export const timeout = field((text) => {
  const span = parseDuration(text);
  if (span === undefined || span === 0) return new Complaint(NO_DURATION);
  return span > LONGEST_TIMEOUT ? new Complaint(`must be at most ${formatDuration(LONGEST_TIMEOUT)}`) : span;
});

/** Undefined when the input is empty. */
export const id = field((text) => {
  if (text === '') return undefined;
  return isJobId(text) ? text : new Complaint(`must be ${JOB_ID_RULE}`);
});

const UNSET = 'is empty: is the variable set that holds it, and may this run see it?';

export const serviceFields = {
  'base-url': field(readBaseUrl),
  'api-key': field(readApiKey),
  'project-id': field(readProjectId),
} as const;

export const notify = oneOf(['auto', 'never']);

export const required = field((text) => (text === '' ? new Complaint('is empty') : text));

export const comment = oneOf(['auto', 'never']);

/** Values by camel-case names: `max-jobs` is `maxJobs`. */
export type FieldsOf<Shape extends z.core.$ZodShape> = {
  readonly [Name in keyof Shape as CamelCase<Name>]: z.infer<Shape[Name]>;
};

type CamelCase<Name> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** Reports every wrong input at once. */
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
  // Some messages end with a question.
  const end = (message: string) => (message.endsWith('?') ? '' : '.');
  return { problems: issues.map(({ path, message }) => `\`${String(path[0])}\` ${message}${end(message)}`) };
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase());
}

/** The paths that the action adds: people copy them from a request that works. */
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
  // Other characters are not allowed in a header.
  return /^[\x21-\x7e]+$/.test(text) ? text : new Complaint('must be one word of printable ASCII characters');
}

function readProjectId(text: string): string | Complaint {
  if (text === '') return new Complaint(UNSET);
  // "." and ".." would change the path of a URL.
  if (/^\.{1,2}$/.test(text)) return new Complaint('must not be `.` or `..`');
  return text.length <= 500 && !/\s/.test(text)
    ? text
    : new Complaint('must be one word of at most 500 characters, without a space or line end in it');
}

/** The text of the file that an input names, if it names one. The problem is a sentence. */
export async function readTextFile(
  files: Pick<Files, 'readInput'>,
  name: string,
  given: string,
): Promise<{ readonly text?: string | undefined; readonly problem?: string | undefined }> {
  const path = given.trim();
  if (path === '') return {};
  const file = await files.readInput(path);
  if (!file.ok) return { problem: `\`${name}\`: ${path} ${file.problem}.` };
  return file.text.trim() === '' ? { problem: `\`${name}\`: ${path} is empty.` } : { text: file.text };
}

/** Sentences without a full stop, about `subject`. */
export function tellProblems(subject: string, { issues }: z.core.$ZodError): string[] {
  return issues.map(({ path, message }) =>
    path.length === 0 ? `${subject} ${message}` : `${subject}: \`${path.join('.')}\` ${message}`,
  );
}

type ObjectIssue = z.core.$ZodIssueInvalidType<unknown> | z.core.$ZodIssueUnrecognizedKeys;

/** The message for unknown keys; `otherwise` is the one for a value that is no object. */
export function unknownKeys(kind: string, otherwise: string): { error: z.core.$ZodErrorMap<ObjectIssue> } {
  return {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has the unknown ${kind} ${issue.keys.map((key) => `\`${key}\``).join(', ')}`
        : otherwise,
  };
}
