import type { OpenRule } from '../change/open-pull-requests.ts';
import { changeFields } from '../inputs/change-fields.ts';
import {
  boolean,
  type CommentMode,
  Complaint,
  comment,
  type FieldsOf,
  field,
  issueNumber,
  logins,
  oneOf,
  optional,
  parseFields,
  phrase,
  serviceFields,
  threadSecret,
  timeout,
  wholeNumber,
} from '../inputs/fields.ts';
import { findIdleInputs } from '../inputs/idle-inputs.ts';
import type { Ports } from '../ports.ts';
import { type GateRules, REQUIRABLE } from '../request/gate.ts';
import { composePrompt } from '../request/prompt.ts';
import type { Files } from '../runner/workspace-files.ts';
import { cut } from '../text/line.ts';
import { type SigningKey, signingKey } from '../thread/signing-key.ts';
import { type Entry, findTwins, type ReadEntries } from './entry.ts';
import { blankProblems, overwriteProblems, unusedWarnings } from './entry-checks.ts';
import { readEntryList } from './entry-list.ts';
import { readPromptFiles } from './prompt-files.ts';
import { STATE_LIMIT } from './resume.ts';
import { MOST_OPEN } from './run-entries.ts';
import { fillIn, readVariables } from './variables.ts';

/** What the step was asked to do, checked. Spans are milliseconds. */
export interface BatchInputs {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly projectId: string;
  readonly entries: readonly Entry[];
  /** The text that the agent gets for an instruction: with variables and standing rules. */
  readonly compose: (words: string) => string;
  readonly maxParallel: number;
  readonly maxJobs: number;
  readonly onFailure: (typeof ON_FAILURE)[number];
  readonly timeout: number;
  readonly dryRun: boolean;
  /** Where the state of all jobs is written, below the workspace. */
  readonly file: string;
  readonly githubToken?: string | undefined;
  /** When no further job is asked for because enough pull requests are open, and the token that sees them. */
  readonly openRule?: OpenRule & { readonly token: string };
  readonly comment: CommentMode;
  readonly issueNumber?: number | undefined;
  /** What a comment on a job's pull request begins with when it asks. */
  readonly phrase: string;
  /** What the notes at pull requests are signed with. */
  readonly key: SigningKey;
  readonly gate: GateRules;
  /** What a person should know although the inputs are right. */
  readonly warnings: readonly string[];
}

export type ReadBatchInputs =
  | { readonly ok: true; readonly inputs: BatchInputs }
  | { readonly ok: false; readonly problems: readonly string[] };

const ON_FAILURE = ['continue', 'stop'] as const;
const MOST_JOBS = 100;

/** Every input of the batch action. There are no defaults here: its action.yml is their only home. */
export const batchInputSchema = {
  ...serviceFields,
  prompts: optional,
  'prompts-json': optional,
  resume: optional,
  variables: field((text) => {
    const read = readVariables(text);
    return read.ok ? read.variables : new Complaint(read.problem);
  }),
  'rules-file': optional,
  'skip-if-open': changeFields['skip-if-open'],
  'max-open': changeFields['max-open'],
  'max-parallel': wholeNumber(MOST_OPEN),
  'max-jobs': wholeNumber(MOST_JOBS),
  'on-failure': oneOf(ON_FAILURE),
  timeout,
  'dry-run': boolean,
  file: field((text) => (text === '' ? new Complaint('is empty') : text)),
  'github-token': optional,
  'pr-token': changeFields['pr-token'],
  'thread-secret': threadSecret,
  comment,
  'issue-number': issueNumber,
  'trigger-phrase': phrase,
  permission: oneOf(REQUIRABLE),
  'allow-users': logins,
  'allow-bots': logins,
} as const;

type InputName = keyof typeof batchInputSchema;
type Given = (name: InputName) => string;

/** Reads all inputs and the files that they name, and names everything that is wrong at once. */
export async function readBatchInputs({
  runner,
  files,
}: Pick<Ports, 'runner' | 'files'>): Promise<ReadBatchInputs> {
  const given: Given = (name) => runner.input(name).trim();
  const { fields, problems } = parseFields(batchInputSchema, runner);
  const source = await readSource(given, files);
  const rules = await readRules(given('rules-file'), files);
  const target = given('file') === '' ? undefined : await files.checkTarget(given('file'));
  const all = [
    ...problems,
    ...source.problems,
    ...findTwins(source.entries),
    ...(fields === undefined ? [] : blankProblems(source.entries, fields.variables)),
    ...(target?.ok ? overwriteProblems(source.entries, target.path) : []),
    ...(rules.problem === undefined ? [] : [rules.problem]),
    ...(given('skip-if-open') !== '' && given('pr-token') === '' && given('github-token') === ''
      ? ['`skip-if-open` needs `github-token` or `pr-token`; both are empty.']
      : []),
    ...(target?.ok === false ? [`\`file\`: ${given('file')} ${target.problem}.`] : []),
    ...findIdleInputs(batchInputSchema, runner),
  ];
  if (fields === undefined || all.length > 0) return { ok: false, problems: all };
  const file = target?.ok === true ? target.path : fields.file;
  return { ok: true, inputs: toInputs({ ...fields, file }, source.entries, rules.text) };
}

/** The entries, from the one input that names them. */
async function readSource(given: Given, files: Files): Promise<ReadEntries> {
  const sources = (['prompts', 'prompts-json', 'resume'] as const).filter((name) => given(name) !== '');
  const [source, ...more] = sources;
  if (source === undefined) {
    return none('`prompts`, `prompts-json` and `resume` are all empty; give the entries by one of them.');
  }
  const text = given(source);
  if (more.length > 0) {
    return none(`${sources.map((name) => `\`${name}\``).join(' and ')} are given together; give one.`);
  }
  if (source === 'prompts') return readPromptFiles(text, files);
  if (source === 'prompts-json' || /^[[{"]/.test(text)) return readEntryList(source, text, files);
  const file = await files.readInput(text, STATE_LIMIT);
  return file.ok
    ? readEntryList(source, file.text, files)
    : none(`\`resume\`: ${cut(text, 200)} ${file.problem}.`);
}

function none(problem: string): ReadEntries {
  return { entries: [], problems: [problem] };
}

async function readRules(
  path: string,
  files: Files,
): Promise<{ readonly text?: string; readonly problem?: string }> {
  if (path === '') return {};
  const file = await files.readInput(path);
  if (!file.ok) return { problem: `\`rules-file\`: ${path} ${file.problem}.` };
  return file.text.trim() === '' ? { problem: `\`rules-file\`: ${path} is empty.` } : { text: file.text };
}

function toInputs(
  fields: FieldsOf<typeof batchInputSchema>,
  entries: readonly Entry[],
  rules: string | undefined,
): BatchInputs {
  const { 'github-token': githubToken, 'issue-number': issue, variables, 'skip-if-open': search } = fields;
  const token = fields['pr-token'] ?? githubToken;
  const service = { baseUrl: fields['base-url'], projectId: fields['project-id'] };
  const apiKey = fields['api-key'];
  const key = signingKey({ apiKey, threadSecret: fields['thread-secret'] });
  return {
    ...{ ...service, apiKey, entries },
    compose: (words) => composePrompt(fillIn(words, variables, new Set()), rules),
    maxParallel: fields['max-parallel'],
    maxJobs: fields['max-jobs'],
    onFailure: fields['on-failure'],
    timeout: fields.timeout,
    dryRun: fields['dry-run'],
    file: fields.file,
    ...(githubToken !== undefined && { githubToken }),
    ...(search !== '' && token !== undefined && { openRule: { search, most: fields['max-open'], token } }),
    comment: fields.comment,
    ...(issue !== undefined && { issueNumber: issue }),
    ...{ phrase: fields['trigger-phrase'], key },
    gate: {
      required: fields.permission,
      allowUsers: fields['allow-users'],
      allowBots: fields['allow-bots'],
    },
    warnings: unusedWarnings(entries, variables),
  };
}
