import { changeFields, searchToken } from '../inputs/change-fields.ts';
import {
  boolean,
  comment,
  gateFields,
  issueNumber,
  oneOf,
  optional,
  phrase,
  required,
  serviceFields,
  textFile,
  threadSecret,
  timeout,
  wholeNumber,
} from '../inputs/fields.ts';
import { describeIssues, findIdleInputs, parseInputs } from '../inputs/read-inputs.ts';
import { type RequestResult, unsent } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { composePrompt } from '../request/prompt.ts';
import type { Files } from '../runner/workspace-files.ts';
import { signingKey } from '../text/signed-note.ts';
import { readEntries } from './entry-sources.ts';
import { fillIn, findEmpty, findUnused, variables } from './variables.ts';

/** The most jobs that are watched at once. More would be polled too rarely. */
export const MOST_OPEN = 30;

/** Defaults are in batch/action.yml only. */
export function batchInputSchema(files: Files) {
  return {
    ...serviceFields,
    prompts: optional,
    promptsJson: optional,
    resume: optional,
    variables,
    rulesFile: textFile(files),
    skipIfOpen: changeFields.skipIfOpen,
    maxOpen: changeFields.maxOpen,
    maxParallel: wholeNumber(MOST_OPEN),
    maxJobs: wholeNumber(100),
    onFailure: oneOf(['continue', 'stop']),
    timeout,
    dryRun: boolean,
    file: required,
    githubToken: optional,
    prToken: changeFields.prToken,
    threadSecret,
    comment,
    issueNumber,
    triggerPhrase: phrase,
    ...gateFields,
  } as const;
}

/** Spans are milliseconds. */
export type BatchInputs = Readonly<Exclude<Awaited<ReturnType<typeof readBatchInputs>>, RequestResult>>;

/** Reads all inputs and their files, and reports all problems at once. */
export async function readBatchInputs({ runner, files }: Pick<Ports, 'runner' | 'files'>) {
  const input = (name: string) => runner.input(name).trim();
  const shape = batchInputSchema(files);
  const { data, error } = await parseInputs(shape, runner);
  const { entries, problems: unread } = await readEntries(input, files);
  const problems = [...describeIssues(error), ...unread];
  if (data !== undefined) problems.push(...findEmpty(entries, data.variables));
  if (input('skip-if-open') !== '' && input('pr-token') === '' && input('github-token') === '')
    problems.push('`skip-if-open` needs `github-token` or `pr-token`. Both are empty.');
  const target = input('file') === '' ? undefined : await files.checkTarget(input('file'));
  if (target?.ok === false) problems.push(`\`file\`: ${input('file')} ${target.failure}.`);
  if (target?.ok && entries.some(({ promptFile }) => promptFile === target.value))
    problems.push(`\`file\`: ${target.value} is a prompt file, and would be overwritten.`);
  problems.push(...findIdleInputs(shape, runner));
  if (data === undefined || !target?.ok || problems.length > 0)
    return unsent('input-invalid', problems.join(' '));
  const { skipIfOpen: search, maxOpen: most } = data;
  const token = searchToken(data);
  return {
    ...data,
    file: target.value,
    entries,
    /** Adds variables and rules to an instruction. */
    compose: (prompt: string) => composePrompt(fillIn(prompt, data.variables), data.rulesFile),
    /** The limit of open pull requests, and a token that can search for them. */
    openRule: search === '' || token === undefined ? undefined : { search, most, ...token },
    phrase: data.triggerPhrase,
    key: signingKey(data),
    warnings: findUnused(entries, data.variables),
  };
}
