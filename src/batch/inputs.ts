import { changeFields, searchToken } from '../inputs/change-fields.ts';
import {
  boolean,
  comment,
  type FieldsOf,
  field,
  gateFields,
  issueNumber,
  oneOf,
  optional,
  parseFields,
  phrase,
  readTextFile,
  required,
  serviceFields,
  threadSecret,
  timeout,
  wholeNumber,
} from '../inputs/fields.ts';
import { findIdleInputs } from '../inputs/idle-inputs.ts';
import type { Ports } from '../ports.ts';
import { composePrompt } from '../request/prompt.ts';
import { signingKey } from '../text/signed-note.ts';
import type { JobRecord } from './entry.ts';
import { readEntries } from './entry-sources.ts';
import { fillIn, findBlanks, findUnused, readVariables } from './variables.ts';

/** So many jobs are watched at once at most: more would be looked at too rarely. */
export const MOST_OPEN = 30;

/** Defaults are in batch/action.yml only. */
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
  'max-jobs': wholeNumber(100),
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
  ...gateFields,
} as const;

/** Spans are milliseconds. */
export type BatchInputs = Readonly<ReturnType<typeof toInputs>>;

/** Reads all inputs and the files that they name, and names everything that is wrong at once. */
export async function readBatchInputs({ runner, files }: Pick<Ports, 'runner' | 'files'>) {
  const given = (name: keyof typeof batchInputSchema) => runner.input(name).trim();
  const { fields, problems: wrong } = parseFields(batchInputSchema, runner);
  const { entries, problems: unread } = await readEntries(given, files);
  const rules = await readTextFile(files, 'rules-file', given('rules-file'));
  const problems = [...wrong, ...unread];
  if (fields !== undefined) problems.push(...findBlanks(entries, fields.variables));
  if (rules.problem !== undefined) problems.push(rules.problem);
  if (given('skip-if-open') !== '' && given('pr-token') === '' && given('github-token') === '')
    problems.push('`skip-if-open` needs `github-token` or `pr-token`. Both are empty.');
  const target = given('file') === '' ? undefined : await files.checkTarget(given('file'));
  if (target?.ok === false) problems.push(`\`file\`: ${given('file')} ${target.problem}.`);
  if (target?.ok && entries.some(({ promptFile }) => promptFile === target.path))
    problems.push(`\`file\`: ${target.path} is a prompt file, and would be overwritten.`);
  problems.push(...findIdleInputs(batchInputSchema, runner));
  if (fields === undefined || !target?.ok || problems.length > 0) return { problems };
  return { inputs: toInputs({ ...fields, file: target.path }, entries, rules.text) };
}

function toInputs(
  fields: FieldsOf<typeof batchInputSchema>,
  entries: readonly JobRecord[],
  rules: string | undefined,
) {
  const { variables, skipIfOpen: search, maxOpen: most } = fields;
  const token = searchToken(fields);
  return {
    ...fields,
    entries,
    /** The text that the agent gets for an instruction: with variables and standing rules. */
    compose: (prompt: string) => composePrompt(fillIn(prompt, variables), rules),
    /** When no further job is asked for because enough pull requests are open, and the token that sees them. */
    openRule: search === '' || token === undefined ? undefined : { search, most, ...token },
    phrase: fields.triggerPhrase,
    /** What the notes at pull requests are signed with. */
    key: signingKey(fields),
    warnings: findUnused(entries, variables),
  };
}
