import { changeFields } from '../inputs/change-fields.ts';
import {
  boolean,
  comment,
  type FieldsOf,
  field,
  issueNumber,
  logins,
  oneOf,
  optional,
  parseFields,
  phrase,
  required,
  serviceFields,
  threadSecret,
  timeout,
  wholeNumber,
} from '../inputs/fields.ts';
import { findIdleInputs } from '../inputs/idle-inputs.ts';
import { readTextFile } from '../inputs/text-file.ts';
import type { Ports } from '../ports.ts';
import { REQUIRABLE } from '../request/gate.ts';
import { composePrompt } from '../request/prompt.ts';
import type { Files } from '../runner/workspace-files.ts';
import { cut } from '../text/line.ts';
import { signingKey } from '../thread/signing-key.ts';
import { type Entry, type ReadEntries, refused } from './entry.ts';
import { blankProblems, findTwins, overwriteProblems, unusedWarnings } from './entry-checks.ts';
import { readEntryList } from './entry-list.ts';
import { readPromptFiles } from './prompt-files.ts';
import { STATE_LIMIT } from './resume.ts';
import { fillIn, readVariables } from './variables.ts';

/** So many jobs are watched at once at most: more would be looked at too rarely. */
export const MOST_OPEN = 30;
const MOST_JOBS = 100;

/** Every input of the batch action. There are no defaults here: its action.yml is their only home. */
export const batchInputSchema = {
  ...serviceFields,
  prompts: optional,
  'prompts-json': optional,
  resume: optional,
  variables: field(readVariables),
  'rules-file': optional,
  'skip-if-open': changeFields['skip-if-open'],
  'max-open': changeFields['max-open'],
  'max-parallel': wholeNumber(MOST_OPEN),
  'max-jobs': wholeNumber(MOST_JOBS),
  'on-failure': oneOf(['continue', 'stop']),
  timeout,
  'dry-run': boolean,
  file: required,
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

type Given = (name: keyof typeof batchInputSchema) => string;

/** What the step was asked to do, checked. Spans are milliseconds. */
export type BatchInputs = Readonly<ReturnType<typeof toInputs>>;

export type ReadBatchInputs =
  | { readonly ok: true; readonly inputs: BatchInputs }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads all inputs and the files that they name, and names everything that is wrong at once. */
export async function readBatchInputs({
  runner,
  files,
}: Pick<Ports, 'runner' | 'files'>): Promise<ReadBatchInputs> {
  const given: Given = (name) => runner.input(name).trim();
  const { fields, problems: wrong } = parseFields(batchInputSchema, runner);
  const { entries, problems: unread } = await readSource(given, files);
  const rules = await readTextFile(files, 'rules-file', given('rules-file'));
  const problems = [...wrong, ...unread, ...findTwins(entries)];
  if (fields !== undefined) problems.push(...blankProblems(entries, fields.variables));
  if (rules.problem !== undefined) problems.push(rules.problem);
  if (given('skip-if-open') !== '' && given('pr-token') === '' && given('github-token') === '')
    problems.push('`skip-if-open` needs `github-token` or `pr-token`; both are empty.');
  const target = given('file') === '' ? undefined : await files.checkTarget(given('file'));
  if (target?.ok) problems.push(...overwriteProblems(entries, target.path));
  if (target?.ok === false) problems.push(`\`file\`: ${given('file')} ${target.problem}.`);
  problems.push(...findIdleInputs(batchInputSchema, runner));
  if (fields === undefined || !target?.ok || problems.length > 0) return { ok: false, problems };
  return { ok: true, inputs: toInputs({ ...fields, file: target.path }, entries, rules.text) };
}

/** The entries, from the one input that names them. */
async function readSource(given: Given, files: Files): Promise<ReadEntries> {
  const sources = (['prompts', 'prompts-json', 'resume'] as const).filter((name) => given(name) !== '');
  const [source, ...more] = sources;
  if (source === undefined)
    return refused([
      '`prompts`, `prompts-json` and `resume` are all empty; give the entries by one of them.',
    ]);
  if (more.length > 0)
    return refused([`${sources.map((name) => `\`${name}\``).join(' and ')} are given together; give one.`]);
  const text = given(source);
  const { entries, problems } =
    source === 'prompts' ? await readPromptFiles(text, files) : await readJson(source, text, files);
  return { entries, problems: problems.map((problem) => `\`${source}\`: ${problem}.`) };
}

/** An earlier run's jobs may be in a file. */
async function readJson(source: 'prompts-json' | 'resume', text: string, files: Files): Promise<ReadEntries> {
  if (source === 'prompts-json' || /^[[{"]/.test(text)) return readEntryList(text, files);
  const file = await files.readInput(text, STATE_LIMIT);
  return file.ok ? readEntryList(file.text, files) : refused([`${cut(text, 200)} ${file.problem}`]);
}

function toInputs(
  fields: FieldsOf<typeof batchInputSchema>,
  entries: readonly Entry[],
  rules: string | undefined,
) {
  const { variables, 'github-token': githubToken, 'skip-if-open': search } = fields;
  const token = fields['pr-token'] ?? githubToken;
  const apiKey = fields['api-key'];
  return {
    baseUrl: fields['base-url'],
    apiKey,
    projectId: fields['project-id'],
    entries,
    /** The text that the agent gets for an instruction: with variables and standing rules. */
    compose: (words: string) => composePrompt(fillIn(words, variables), rules),
    maxParallel: fields['max-parallel'],
    maxJobs: fields['max-jobs'],
    onFailure: fields['on-failure'],
    timeout: fields.timeout,
    dryRun: fields['dry-run'],
    /** Where the state of all jobs is written, below the workspace. */
    file: fields.file,
    githubToken,
    /** When no further job is asked for because enough pull requests are open, and the token that sees them. */
    openRule: search === '' || token === undefined ? undefined : { search, most: fields['max-open'], token },
    comment: fields.comment,
    issueNumber: fields['issue-number'],
    /** What a comment on a job's pull request begins with when it asks. */
    phrase: fields['trigger-phrase'],
    /** What the notes at pull requests are signed with. */
    key: signingKey({ apiKey, threadSecret: fields['thread-secret'] }),
    gate: {
      required: fields.permission,
      allowUsers: fields['allow-users'],
      allowBots: fields['allow-bots'],
    },
    /** What a person should know although the inputs are right. */
    warnings: unusedWarnings(entries, variables),
  };
}
