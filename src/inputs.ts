import * as z from 'zod/mini';
import { formatDuration, parseDuration } from './text/time.ts';
import type { Files, World } from './world/world.ts';

/** What the step was asked to do, checked. Spans are milliseconds. */
export interface Inputs {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly projectId: string;
  /** The instruction, untouched; undefined when only a job is waited for. */
  readonly prompt?: string;
  /** Standing rules that go in front of the instruction. */
  readonly rules?: string;
  readonly jobId?: string;
  readonly wait: boolean;
  readonly timeout: number;
  readonly pollInterval: number | 'auto';
  readonly dryRun: boolean;
}

export type ReadInputs =
  | { readonly ok: true; readonly inputs: Inputs }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The longest job that a runner runs at all. */
const LONGEST_TIMEOUT = 5 * 24 * 3_600_000;
const LEAST_POLL_INTERVAL = 1_000;

/** A field that reads `text`, or complains in words that follow the input's name. */
function field<T>(read: (text: string) => T | Complaint) {
  return z.pipe(
    z.string(),
    z.transform((text: string, context) => {
      const value = read(text.trim());
      if (!(value instanceof Complaint)) return value;
      context.issues.push({ code: 'custom', message: value.words, input: text });
      return z.NEVER;
    }),
  );
}

class Complaint {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}

const boolean = field((text) =>
  /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : new Complaint('must be `true` or `false`'),
);

const optional = field((text) => (text === '' ? undefined : text));

/** Every input of action.yml. There are no defaults here: action.yml is their only home. */
export const inputSchema = {
  'base-url': field(readBaseUrl),
  'api-key': field(readApiKey),
  'project-id': field((text) => readId(text) ?? new Complaint('is empty')),
  // Passed on untouched, so it is not trimmed; whether it may be blank depends on the others.
  prompt: z.string(),
  'prompt-file': optional,
  'rules-file': optional,
  'job-id': field(readId),
  wait: boolean,
  timeout: field((text) => {
    const span = parseDuration(text);
    if (span === undefined || span === 0)
      return new Complaint('must be a duration like `90s`, `30m` or `2h`');
    return span > LONGEST_TIMEOUT
      ? new Complaint(`must be at most ${formatDuration(LONGEST_TIMEOUT)}`)
      : span;
  }),
  'poll-interval': field((text) => {
    if (text === 'auto') return 'auto' as const;
    const span = parseDuration(text);
    const fits = span !== undefined && span >= LEAST_POLL_INTERVAL && span <= LONGEST_TIMEOUT;
    return fits ? span : new Complaint('must be `auto` or a duration of at least `1s`');
  }),
  'dry-run': boolean,
  'github-token': optional,
} as const;
type InputName = keyof typeof inputSchema;

/** Reads all inputs; masks the key before anything else, and names every wrong input at once. */
export async function readInputs({ runner, files }: World): Promise<ReadInputs> {
  const given = (name: InputName) => runner.input(name);
  // Masked as it is and word by word: a key that was pasted with a line break must not show either.
  const words = new Set([given('api-key').trim(), ...given('api-key').split(/\s+/)]);
  for (const secret of words) if (secret !== '') runner.mask(secret);

  const names = Object.keys(inputSchema) as InputName[];
  const parsed = z
    .object(inputSchema)
    .safeParse(Object.fromEntries(names.map((name) => [name, given(name)])));
  const prompt = await readText(files, 'prompt-file', given('prompt-file'));
  const rules = await readText(files, 'rules-file', given('rules-file'));
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `\`${String(path[0])}\` ${message}.`),
    ...checkSources(given('prompt'), given('prompt-file').trim(), given('job-id').trim()),
    ...[prompt, rules].flatMap(({ problem }) => problem ?? []),
  ];
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, inputs: toInputs(parsed.data, prompt.text, rules.text) };
}

type Fields = z.infer<z.ZodMiniObject<typeof inputSchema>>;

function toInputs(fields: Fields, promptFile: string | undefined, rules: string | undefined): Inputs {
  const prompt = fields.prompt === '' ? promptFile : fields.prompt;
  const jobId = fields['job-id'];
  return {
    baseUrl: fields['base-url'],
    apiKey: fields['api-key'],
    projectId: fields['project-id'],
    ...(prompt !== undefined && { prompt }),
    ...(rules !== undefined && { rules }),
    ...(jobId !== undefined && { jobId }),
    wait: fields.wait,
    timeout: fields.timeout,
    pollInterval: fields['poll-interval'],
    dryRun: fields['dry-run'],
  };
}

/** The text of a file input, nothing when it was not given. */
async function readText(
  files: Files,
  name: InputName,
  given: string,
): Promise<{ readonly text?: string; readonly problem?: string }> {
  const path = given.trim();
  if (path === '') return {};
  const file = await files.readInput(path);
  if (!file.ok) return { problem: `\`${name}\`: ${path} ${file.problem}.` };
  return file.text.trim() === '' ? { problem: `\`${name}\`: ${path} is empty.` } : { text: file.text };
}

function checkSources(prompt: string, promptFile: string, jobId: string): string[] {
  if (prompt !== '' && promptFile !== '') return ['`prompt` and `prompt-file` are both given; give one.'];
  if (prompt !== '' && prompt.trim() === '') return ['`prompt` is blank.'];
  if (prompt === '' && promptFile === '' && jobId === '') {
    return ['`prompt`, `prompt-file` and `job-id` are all empty; give an instruction, or a job to wait for.'];
  }
  return [];
}

function readBaseUrl(text: string): URL | Complaint {
  if (text === '') return new Complaint('is empty');
  const url = URL.parse(text);
  if (url === null) return new Complaint('must be an address like `https://api.example.com`');
  if (url.username !== '' || url.password !== '') return new Complaint('must not hold a user or password');
  if (/[?#]/.test(text)) return new Complaint('must not hold a query or fragment');
  const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopback)) return url;
  return new Complaint('must begin with `https://` (plain http is for loopback addresses only)');
}

function readApiKey(text: string): string | Complaint {
  if (text === '') return new Complaint('is empty: is the secret set, and does this event get secrets?');
  const otherKind = /^mint_(dsc|us)_/.exec(text)?.[0];
  if (otherKind !== undefined)
    return new Complaint(`is a key of another kind (\`${otherKind}...\`); an admin key is needed`);
  // Anything else could not travel in a header.
  return /^[\x21-\x7e]+$/.test(text) ? text : new Complaint('must be one word of printable ASCII characters');
}

function readId(text: string): string | undefined | Complaint {
  if (text === '') return undefined;
  // "." and ".." would name another operation once they are part of an address.
  if (/^\.{1,2}$/.test(text)) return new Complaint('must not be `.` or `..`');
  return text.length <= 500 && !/\s/.test(text)
    ? text
    : new Complaint('must be one word of at most 500 characters');
}
