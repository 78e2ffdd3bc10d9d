import * as z from 'zod/mini';
import { parseCommand } from '../event/command.ts';
import { changeFields, PR_TOKEN_MISSING } from '../inputs/change-fields.ts';
import * as fields from '../inputs/fields.ts';
import { type FieldsOf, parseInputs, type Sealed, seal } from '../inputs/read-inputs.ts';
import { type RequestResult, unsent } from '../model/request-result.ts';
import type { Ports } from '../ports.ts';
import type { OpenRule } from '../pull-request/when-open.ts';

const NO_INTERVAL = 'must be `auto` or a duration of at least `1s`';

/** Defaults are in action.yml only. */
export function inputSchema(files: Ports['files']) {
  return {
    ...fields.serviceFields,
    // Passed on unchanged, so it isn't trimmed; `checkSources` decides whether it may be blank.
    prompt: z.string(),
    promptFile: fields.textFile(files),
    rulesFile: fields.textFile(files),
    jobId: fields.id,
    wait: fields.boolean,
    timeout: fields.timeout,
    pollInterval: z.pipe(
      fields.trimmed,
      z.union([z.literal('auto'), fields.duration(1_000, NO_INTERVAL)], NO_INTERVAL),
    ),
    dryRun: fields.boolean,
    githubToken: fields.githubToken,
    triggerPhrase: fields.phrase,
    ...fields.gateFields,
    comment: fields.oneOf(['auto', 'when-changed', 'never']),
    issueNumber: fields.issueNumber,
    context: fields.oneOf(fields.CONTEXTS),
    checks: fields.checks,
    commitStatus: fields.statusName,
    dailyLimit: fields.count,
    contextFile: fields.textFiles(files),
    threadSecret: fields.threadSecret,
    ...changeFields,
  } as const;
}

type Fields = FieldsOf<ReturnType<typeof inputSchema>>;

/** All inputs, checked. Spans are milliseconds. */
export interface Inputs extends Omit<Sealed<Fields>, 'prompt' | 'promptFile'> {
  /** The instruction, unchanged; undefined if the action only watches a job. */
  readonly prompt: string | undefined;
  /** Undefined with `when-open: create`. */
  readonly openRule: OpenRule | undefined;
}

export type PostInputs = NonNullable<Awaited<ReturnType<typeof readPostInputs>>>;

/** The inputs of the post step. Files that other inputs name may be gone by then. */
export async function readPostInputs(runner: Ports['runner']) {
  const shape = {
    ...fields.serviceFields,
    githubToken: fields.githubToken,
    threadSecret: fields.threadSecret,
    triggerPhrase: fields.phrase,
  } as const;
  const { data } = await parseInputs(shape, runner);
  return data && seal(data);
}

/**
 * Reads all inputs and the files that they name, and reports all wrong ones at once. `hasCommand`: the event contains an
 * instruction.
 */
export async function readInputs(
  { runner, files }: Pick<Ports, 'runner' | 'files'>,
  hasCommand: boolean,
): Promise<Inputs | RequestResult> {
  const { data, problems } = await parseInputs(inputSchema(files), runner);
  // Without an instruction, a dry run only checks the set-up.
  problems.push(...checkSources(runner, hasCommand || data?.dryRun === true));
  if (data !== undefined) problems.push(...checkRange(data, hasCommand), ...checkWait(data));
  if (data === undefined || problems.length > 0) return unsent('input-invalid', problems.join(' '));
  const { prompt, promptFile, ...others } = seal(data);
  const { whenOpen, prLabels: labels, prRepository: repository } = others;
  const openRule = whenOpen === 'create' ? undefined : { labels, repository };
  const given = prompt === '' ? promptFile : prompt;
  // A workflow may pass the comment itself, which is read from the event.
  const isComment = hasCommand && parseCommand(given ?? '', others.triggerPhrase) !== undefined;
  return { ...others, prompt: isComment ? undefined : given, openRule };
}

function checkSources({ input }: Ports['runner'], hasCommand: boolean): string[] {
  const prompt = input('prompt');
  const [promptFile, jobId] = [input('prompt-file').trim(), input('job-id').trim()];
  if (prompt !== '' && promptFile !== '') return ['`prompt` and `prompt-file` are both set. Set only one.'];
  if (prompt !== '' && prompt.trim() === '') return ['`prompt` is blank.'];
  if (prompt === '' && promptFile === '' && !hasCommand && jobId === '')
    return ['`prompt`, `prompt-file` and `job-id` are all empty. Set an instruction, or a job to wait for.'];
  return [];
}

/** A green run is the last success: the next one leaves out its changes. */
export function isSinceSuccess(range: Fields['range']): boolean {
  return range?.kind === 'span' && range.sinceSuccess;
}

/** A run that only watches a job must not be the last success: the next run would leave out the changes before it. */
function checkRange({ range, prompt, promptFile, whenOpen }: Fields, hasCommand: boolean): string[] {
  if (!isSinceSuccess(range)) return [];
  const isSent = hasCommand || prompt !== '' || promptFile !== undefined;
  return [
    !isSent && '`range: last-success` needs an instruction. Watch a job in a separate workflow.',
    whenOpen === 'skip' &&
      '`range: last-success` loses the changes of a run that `when-open: skip` skips. Set `when-open: message`.',
  ].filter((problem) => problem !== false);
}

/** A status comment and labels need a run that waits. The next run finds the pull request by its labels. */
function checkWait({
  whenOpen,
  prLabels,
  prRepository,
  prToken,
  wait,
  comment,
  dailyLimit,
}: Fields): string[] {
  const rule = `\`when-open: ${whenOpen}\``;
  const isLate = comment === 'when-changed';
  return [
    prRepository !== undefined && prToken === undefined && PR_TOKEN_MISSING,
    whenOpen !== 'create' && prLabels.length === 0 && `${rule} needs \`pr-labels\`.`,
    whenOpen !== 'create' &&
      !wait &&
      `${rule} needs \`wait: true\`: a job that no run watches gets no label, so the next run does not find it.`,
    whenOpen === 'message' &&
      comment === 'never' &&
      `${rule} needs the marker of the pull request, which \`comment: never\` leaves out.`,
    isLate &&
      !wait &&
      '`comment: when-changed` needs `wait: true`: the comment follows the result of the job.',
    isLate &&
      dailyLimit !== undefined &&
      '`daily-limit` counts requests by their status comments, so `comment: when-changed` is not allowed with it.',
  ].filter((problem) => problem !== false);
}
