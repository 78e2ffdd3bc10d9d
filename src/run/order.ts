import { hash } from 'node:crypto';
import { isResult, type RequestResult, unsent } from '../job/request-result.ts';
import type { Command } from '../request/command.ts';
import { composePrompt, continuePullRequest, readContext } from '../request/prompt.ts';
import type { Request } from '../request/request.ts';
import { markFiles } from '../text/marked-data.ts';
import { signText } from '../text/signed-note.ts';
import { formatDuration } from '../text/time.ts';
import { type RequestOptions, targetOf } from '../thread/choose-next.ts';
import type { OwnComment } from '../thread/conversation.ts';
import { type Informed, readConversation, type StepContext } from './step-context.ts';

/** A request with an instruction. */
export type Ask = Command & { kind: 'ask' };

/** What is requested of the service. */
export interface Order {
  readonly options: RequestOptions;
  readonly comment: Omit<OwnComment, 'requester'>;
  /** What is sent; the URL is that of an open pull request that a fresh job is to continue. */
  compose(continues: string | undefined): string;
}

/** The request's command. An instruction that an input holds comes first, untouched; the phrase alone adds nothing to it. */
export function readCommand({ request, inputs }: StepContext): Request['command'] {
  const { command } = request;
  if (inputs.prompt === undefined || (command?.kind !== 'ask' && command?.kind !== 'empty')) return command;
  const words = command.kind === 'ask' ? [command.instruction] : [];
  return { kind: 'ask', manner: command.manner, instruction: [inputs.prompt, ...words].join('\n\n') };
}

/** Reads what the prompt is put together from; the answer may be how the request ends without it. */
export async function readOrder(
  step: StepContext,
  command: Ask | undefined,
  { told, open }: Informed,
): Promise<Order | RequestResult> {
  const { ports, request, inputs, github, audience } = step;
  const instruction = command?.instruction ?? inputs.prompt;
  if (audience === undefined && inputs.dailyLimit !== undefined && instruction !== undefined)
    return UNCOUNTED;
  const identity = { request: identityOf(step), attempt: ports.workflowRun.attempt };
  const options = {
    ...identity,
    hasInstruction: instruction !== undefined,
    jobId: inputs.jobId ?? open?.jobId,
    foundBy: inputs.jobId === undefined ? open?.url : undefined,
    fresh: command?.manner === 'new',
  };
  const { startedAt, randomToken } = ports;
  const { phrase } = inputs;
  const comment = { ...identity, phrase, about: instruction, startedAt, mark: randomToken() };
  ports.runner.log.info(describe(options, instruction, inputs.timeout));
  if (instruction === undefined) return { options, comment, compose: () => '' };
  const context = await readContext(request, inputs.context, github, randomToken());
  if (isResult(context)) return context;
  const files = markFiles(randomToken(), inputs.contextFiles);
  const compose: Order['compose'] = (continues) => {
    const old = continues === undefined ? undefined : continuePullRequest(continues, randomToken());
    return composePrompt(instruction, inputs.rules, context, told, old, files);
  };
  return { options, comment, compose };
}

const UNCOUNTED = unsent(
  'input-invalid',
  '`daily-limit` counts what was sent from the conversations of the repository, and this request has none: give `issue-number`, or leave it off.',
);

/**
 * The identity of a request: the same in every attempt of its run, and in no other run. It holds the instruction of an input,
 * since one step may run several times in a matrix. Keyed, so that nobody can try texts against the one in a public note.
 */
function identityOf({ ports, request, inputs }: StepContext): string {
  const { runId, job, step } = ports.workflowRun;
  const isFromInput = request.command === undefined || inputs.prompt !== undefined;
  const text = isFromInput ? hash('sha256', `${inputs.jobId ?? ''}\n${inputs.prompt ?? ''}`) : '';
  return signText('request:v2', [runId, job, step, text], inputs.key);
}

function describe({ hasInstruction, jobId }: RequestOptions, instruction = '', timeout: number): string {
  const deadline = `(deadline after ${formatDuration(timeout)})`;
  if (!hasInstruction) return `Waiting for job ${jobId} ${deadline}.`;
  const [firstLine = ''] = instruction.trim().split('\n', 1);
  return `Asked ${jobId === undefined ? '' : `of job ${jobId} `}${deadline}: ${firstLine}`;
}

/** Shows what would be sent; GitHub is read, and nothing is written or waited for. */
export async function dryRun(step: StepContext, { options, compose }: Order): Promise<RequestResult> {
  const { inputs, audience, tools } = step;
  const dry = (reason: string) => ({ result: 'dry-run', reasonCode: 'dry-run', reason }) as const;
  if (!options.hasInstruction) {
    const reason = 'Dry run: the job would be watched, nothing would be sent.';
    return { ...dry(reason), jobId: options.jobId };
  }
  const view = await readConversation(audience, tools);
  if (isResult(view)) return view;
  const jobId = targetOf(view, options)?.jobId;
  const replaced = inputs.jobId === undefined ? `, or a new job if ${jobId} takes none` : '';
  const what = jobId === undefined ? 'a new job' : `a message to job ${jobId}${replaced}`;
  return {
    ...dry(`Dry run: nothing was sent. This would be ${what}. The summary shows its text and address.`),
    jobId,
    draft: { address: tools.service.sendAddress(jobId).href, text: compose(undefined) },
  };
}
