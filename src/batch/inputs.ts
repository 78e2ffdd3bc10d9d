import { changeFields, PR_TOKEN_MISSING } from '../inputs/change-fields.ts';
import * as fields from '../inputs/fields.ts';
import { type FieldsOf, parseInputs, type Sealed, seal } from '../inputs/read-inputs.ts';
import { type RequestResult, unsent } from '../model/request-result.ts';
import type { Ports } from '../ports.ts';
import { composePrompt } from '../prompt/prompt.ts';
import { identify } from '../pull-request/marker.ts';
import type { OpenRule } from '../pull-request/when-open.ts';
import type { Entry } from './entry.ts';
import { readEntries } from './entry-sources.ts';

/** The most jobs that are watched at once. More would be polled too rarely. */
export const MOST_PARALLEL = 30;

/** Defaults are in batch/action.yml only. */
export function batchInputSchema({ runner, files }: Pick<Ports, 'runner' | 'files'>) {
  return {
    ...fields.serviceFields,
    prompts: fields.optional,
    promptsJson: fields.optional,
    resume: fields.optional,
    rulesFile: fields.textFile(files, runner),
    prLabels: changeFields.prLabels,
    prRepository: changeFields.prRepository,
    maxOpen: fields.count,
    maxParallel: fields.wholeNumber(MOST_PARALLEL),
    maxJobs: fields.wholeNumber(100),
    timeout: fields.timeout,
    wait: fields.boolean,
    dryRun: fields.boolean,
    file: fields.required,
    githubToken: fields.githubToken,
    prToken: changeFields.prToken,
    threadSecret: fields.threadSecret,
    comment: fields.comment,
    issueNumber: fields.issueNumber,
  } as const;
}

type Fields = FieldsOf<ReturnType<typeof batchInputSchema>>;

/** All inputs, checked. Spans are milliseconds. */
export interface BatchInputs extends Sealed<Fields> {
  readonly entries: readonly Entry[];
  /** Adds the rules to an instruction. */
  compose(prompt: string): string;
  identify(text: string): string;
  /** Undefined without `pr-labels`. */
  readonly openRule: OpenRule | undefined;
}

export async function readBatchInputs(ports: Ports): Promise<BatchInputs | RequestResult> {
  const { runner, files, workflowRun } = ports;
  const input = (name: string) => runner.input(name).trim();
  const { data, problems } = await parseInputs(batchInputSchema(ports), runner);
  const { entries, problems: unread } = await readEntries(input, { ...files, log: runner.log });
  problems.push(...unread);
  if (data !== undefined) problems.push(...checkOpenRule(data));
  const target = input('file') === '' ? undefined : await files.checkTarget(input('file'));
  const read = [input('rules-file'), ...entries.map(({ promptFile }) => promptFile)].filter(Boolean);
  const named = await Promise.all(read.map(files.checkTarget));
  if (target?.ok && named.some((one) => one.ok && one.value === target.value))
    problems.push(
      `\`file\`: ${input('file')} is also an input, which the batch would overwrite. Name another file.`,
    );
  if (target?.ok === false) problems.push(`\`file\`: ${input('file')} ${target.failure}.`);
  if (data === undefined || !target?.ok || problems.length > 0)
    return unsent('input-invalid', problems.join(' '));
  const { prLabels: labels, prRepository: repository } = data;
  const sealed = seal(data);
  return {
    ...sealed,
    file: target.value,
    entries,
    compose: (prompt) => composePrompt(prompt, data.rulesFile),
    identify: (text) => identify(text, { key: sealed.key, workflowRun }),
    openRule: labels.length === 0 ? undefined : { labels, repository },
  };
}

/** The next run finds the pull request of an entry by its labels and its marker. */
function checkOpenRule({ prLabels, prRepository, prToken, comment }: Fields): string[] {
  const problems: string[] = [];
  if (prRepository !== undefined && prToken === undefined) problems.push(PR_TOKEN_MISSING);
  if (prLabels.length > 0 && comment === 'never')
    problems.push('`pr-labels` needs the marker of each pull request, which `comment: never` leaves out.');
  return problems;
}
