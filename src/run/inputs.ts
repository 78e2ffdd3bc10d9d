import * as z from 'zod/mini';
import type { Range, Recent } from '../change/comparison-plan.ts';
import type { OpenRule } from '../change/open-pull-requests.ts';
import { type Globs, type PathRules, readGlobs } from '../change/path-filter.ts';
import { changeFields, type WHEN_OPEN } from '../inputs/change-fields.ts';
import { CONTEXTS, type ContextMode } from '../inputs/context-mode.ts';
import {
  boolean,
  Complaint,
  comment,
  type FieldsOf,
  field,
  id,
  issueNumber,
  LONGEST_TIMEOUT,
  logins,
  notify,
  oneOf,
  optional,
  parseFields,
  phrase,
  serviceFields,
  threadSecret,
  timeout,
} from '../inputs/fields.ts';
import { findIdleInputs } from '../inputs/idle-inputs.ts';
import { readTextFile } from '../inputs/text-file.ts';
import type { Ports } from '../ports.ts';
import type { OwnerWishes } from '../report/labels-and-reviewers.ts';
import { type GateRules, REQUIRABLE } from '../request/gate.ts';
import { type Files, INPUT_LIMIT } from '../runner/workspace-files.ts';
import type { DataFile } from '../text/marked-data.ts';
import { parseDuration } from '../text/time.ts';

/** What the step was asked to do, checked. Spans are milliseconds. */
export interface Inputs {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly projectId: string;
  /** The instruction, untouched; undefined when only a job is waited for. */
  readonly prompt?: string | undefined;
  /** Standing rules that go in front of the instruction. */
  readonly rules?: string | undefined;
  readonly jobId?: string | undefined;
  readonly wait: boolean;
  readonly timeout: number;
  readonly pollInterval: number | 'auto';
  readonly dryRun: boolean;
  /** Undefined when the input is empty: then nothing is asked of GitHub. */
  readonly githubToken?: string | undefined;
  readonly phrase: string;
  readonly gate: GateRules;
  readonly comment: 'auto' | 'never';
  /** The issue or pull request to report in, instead of the one that asked. */
  readonly issueNumber?: number | undefined;
  readonly notify: 'auto' | 'never';
  readonly context: ContextMode;
  /** How many requests may be sent from this repository's threads within 24 hours. */
  readonly dailyLimit?: number | undefined;
  /** Files that the agent gets as data. */
  readonly contextFiles: readonly DataFile[];
  /** What the notes in threads are signed with instead of the API key. */
  readonly threadSecret?: string | undefined;
  /** What to compare, instead of what the event says, and which files count. */
  readonly change: PathRules & { readonly range?: Range | Recent | undefined };
  readonly openRule?: (OpenRule & { readonly whenOpen: (typeof WHEN_OPEN)[number] }) | undefined;
  readonly owner: OwnerWishes;
  /** For pull requests in another repository. */
  readonly prToken?: string | undefined;
}

export type ReadInputs =
  | { readonly ok: true; readonly inputs: Inputs }
  | { readonly ok: false; readonly problems: readonly string[] };

const LEAST_POLL_INTERVAL = 1_000;

/** Undefined when the input is empty: then there is no limit. */
const dailyLimit = field((text) => {
  if (text === '') return undefined;
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : new Complaint('must be a number from 1 to 9999');
});

/** Every input of action.yml. There are no defaults here: action.yml is their only home. */
export const inputSchema = {
  ...serviceFields,
  // Passed on untouched, so it is not trimmed; whether it may be blank depends on the others.
  prompt: z.string(),
  'prompt-file': optional,
  'rules-file': optional,
  'job-id': id,
  wait: boolean,
  timeout,
  'poll-interval': field((text) => {
    if (text === 'auto') return 'auto' as const;
    const span = parseDuration(text);
    const fits = span !== undefined && span >= LEAST_POLL_INTERVAL && span <= LONGEST_TIMEOUT;
    return fits ? span : new Complaint('must be `auto` or a duration of at least `1s`');
  }),
  'dry-run': boolean,
  'github-token': optional,
  'trigger-phrase': phrase,
  permission: oneOf(REQUIRABLE),
  'allow-users': logins,
  'allow-bots': logins,
  comment,
  'issue-number': issueNumber,
  notify,
  context: oneOf(CONTEXTS),
  'daily-limit': dailyLimit,
  'context-file': optional,
  'thread-secret': threadSecret,
  ...changeFields,
} as const;
type InputName = keyof typeof inputSchema;

/**
 * Reads all inputs and the files that they name, and names every wrong one at once. `asks` says that the event brings
 * an instruction of its own.
 */
export async function readInputs(
  { runner, files }: Pick<Ports, 'runner' | 'files'>,
  asks: boolean,
): Promise<ReadInputs> {
  const given = (name: InputName) => runner.input(name);
  const parsed = parseFields(inputSchema, runner);
  const prompt = await readTextFile(files, 'prompt-file', given('prompt-file'));
  const rules = await readTextFile(files, 'rules-file', given('rules-file'));
  const context = await readContextFiles(files, given('context-file'));
  const globs = readGlobs({ paths: given('paths'), ignored: given('ignore-paths') });
  const problems = [
    ...parsed.problems,
    ...globs.problems,
    ...checkSources(given('prompt'), given('prompt-file').trim(), asks || given('job-id').trim() !== ''),
    ...[prompt, rules].flatMap(({ problem }) => problem ?? []),
    ...context.problems,
    ...findIdleInputs(inputSchema, runner),
  ];
  if (parsed.fields === undefined || problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    inputs: toInputs(parsed.fields, {
      ...globs,
      prompt: prompt.text,
      rules: rules.text,
      contextFiles: context.read,
    }),
  };
}

type Fields = FieldsOf<typeof inputSchema>;

/** What the texts of some inputs lead to. */
interface Prepared extends Globs {
  readonly prompt: string | undefined;
  readonly rules: string | undefined;
  readonly contextFiles: readonly DataFile[];
}

function toInputs(fields: Fields, { paths, ignored, rules, contextFiles, ...files }: Prepared): Inputs {
  const prompt = fields.prompt === '' ? files.prompt : fields.prompt;
  const { range, 'skip-if-open': search, 'pr-token': prToken } = fields;
  const {
    'job-id': jobId,
    'github-token': githubToken,
    'issue-number': issueNumber,
    'thread-secret': secret,
  } = fields;
  return {
    baseUrl: fields['base-url'],
    apiKey: fields['api-key'],
    projectId: fields['project-id'],
    prompt,
    rules,
    jobId,
    wait: fields.wait,
    timeout: fields.timeout,
    pollInterval: fields['poll-interval'],
    dryRun: fields['dry-run'],
    githubToken,
    phrase: fields['trigger-phrase'],
    gate: {
      required: fields.permission,
      allowUsers: fields['allow-users'],
      allowBots: fields['allow-bots'],
    },
    comment: fields.comment,
    issueNumber,
    notify: fields.notify,
    context: fields.context,
    dailyLimit: fields['daily-limit'],
    contextFiles,
    threadSecret: secret,
    change: { range, paths, ignored },
    openRule: search === '' ? undefined : { search, most: fields['max-open'], whenOpen: fields['when-open'] },
    owner: {
      labels: fields['pr-labels'],
      reviewers: fields['pr-reviewers'],
      assignees: fields['pr-assignees'],
    },
    prToken,
  };
}

/** The files that the lines name, at most {@link INPUT_LIMIT} together: all of them go into one prompt. */
async function readContextFiles(
  files: Files,
  lines: string,
): Promise<{ readonly read: readonly DataFile[]; readonly problems: readonly string[] }> {
  const paths = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const found = await Promise.all(
    paths.map(async (path) => ({ path, ...(await readTextFile(files, 'context-file', path)) })),
  );
  const problems = found.flatMap(({ problem }) => problem ?? []);
  const read = found.map(({ path, text = '' }) => ({ path, text }));
  const size = read.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (size <= INPUT_LIMIT) return { read, problems };
  const large = `\`context-file\`: the files are larger than ${INPUT_LIMIT / 1024} KiB together.`;
  return { read, problems: [...problems, large] };
}

function checkSources(prompt: string, promptFile: string, otherwise: boolean): string[] {
  if (prompt !== '' && promptFile !== '') return ['`prompt` and `prompt-file` are both given; give one.'];
  if (prompt !== '' && prompt.trim() === '') return ['`prompt` is blank.'];
  if (prompt === '' && promptFile === '' && !otherwise) {
    return ['`prompt`, `prompt-file` and `job-id` are all empty; give an instruction, or a job to wait for.'];
  }
  return [];
}
