import { hash } from 'node:crypto';
import { isResult, type RequestResult, skipped, unsent } from '../job/request-result.ts';
import type { Command } from '../request/command.ts';
import { composePrompt, continuePullRequest, readContext } from '../request/prompt.ts';
import type { Request } from '../request/request.ts';
import { markFiles } from '../text/marked-data.ts';
import { signText } from '../text/signed-note.ts';
import { formatDuration } from '../text/time.ts';
import type { RequestOptions } from '../thread/choose-next.ts';
import { isLive } from '../thread/note.ts';
import { readThread } from '../thread/read-notes.ts';
import type { OwnComment } from '../thread/thread.ts';
import type { ChangeDetails, StepContext } from './step-context.ts';

export type Instruction = Extract<Command, { kind: 'instruction' }>;

/** What to send to the service, and what the status comment needs. */
export interface Order {
  readonly options: RequestOptions;
  readonly comment: OwnComment;
  /** The text to send; `continues` is the URL of an open pull request that a new job is to continue. */
  compose(continues: string | undefined): string;
}

/** The request's command, appended to the input `prompt`. With `prompt`, the phrase alone is a request. */
export function readCommand({ request, inputs }: StepContext): Request['command'] {
  const { command } = request;
  if (inputs.prompt === undefined || command === undefined || !('isNew' in command)) return command;
  const text = command.kind === 'instruction' ? [command.instruction] : [];
  return { kind: 'instruction', isNew: command.isNew, instruction: [inputs.prompt, ...text].join('\n\n') };
}

/** Reads the parts of the prompt. */
export async function readOrder(
  step: StepContext,
  command: Instruction | undefined,
  { description, openPull: found }: ChangeDetails,
): Promise<Order | RequestResult> {
  const { ports, request, inputs, github, conversation } = step;
  const openPull = request.reviewedPull ?? found;
  const instruction = command?.instruction ?? inputs.prompt;
  if (conversation === undefined && inputs.dailyLimit !== undefined && instruction !== undefined)
    return UNCOUNTED;
  const identity = { request: identityOf(step), attempt: ports.workflowRun.attempt };
  const options = {
    ...identity,
    hasInstruction: instruction !== undefined,
    jobId: inputs.jobId ?? openPull?.jobId,
    foundBy: inputs.jobId === undefined ? openPull?.url : undefined,
    fresh: command?.isNew === true,
  };
  const { startedAt, randomToken } = ports;
  const comment = { ...identity, about: instruction, startedAt };
  ports.runner.log.info(describeOrder(options, instruction, inputs.timeout));
  if (instruction === undefined) return { options, comment, compose: () => '' };
  const known = await skipKnownApproval(step, options);
  if (known !== undefined) return known;
  const context = await readContext(request, inputs.context, github, randomToken());
  if (isResult(context)) return context;
  const files = markFiles(randomToken(), inputs.contextFiles);
  const compose: Order['compose'] = (continues) => {
    const old = continues === undefined ? undefined : continuePullRequest(continues, randomToken());
    return composePrompt(instruction, inputs.rules, context, description, old, files);
  };
  return { options, comment, compose };
}

const UNCOUNTED = unsent(
  'input-invalid',
  '`daily-limit` counts requests by their status comments, and this request has none. Set `issue-number`, or remove `daily-limit`.',
);

/** Skips an approval of a commit whose earlier approval is a request already. A re-run finds its own request elsewhere. */
async function skipKnownApproval(
  { request, conversation, tools }: StepContext,
  { request: identity, attempt }: RequestOptions,
): Promise<RequestResult | undefined> {
  const { approvedCommit } = request;
  if (approvedCommit === undefined || attempt > 1) return undefined;
  const view = await readThread(conversation);
  if (isResult(view)) return view;
  const earlier = view.notes.filter(({ note }) => note.request === identity);
  const isSent = earlier.some(({ note }) => note.sentAt !== undefined || isLive(note, tools.time.now()));
  return isSent ? skipped('nothing-changed', APPROVED) : undefined;
}

const APPROVED = 'An earlier approval of this commit is a request already.';

/**
 * The identity of a request: the same in every attempt of its run, and in no other run. It depends on the input `prompt`,
 * since a matrix runs one step several times. All approvals of a commit are one request. It is keyed, so that a
 * public note doesn't reveal the text to guesses.
 */
function identityOf({ ports, request, inputs }: StepContext): string {
  const { runId, job, step } = ports.workflowRun;
  const isFromInput = request.command === undefined || inputs.prompt !== undefined;
  const text = isFromInput ? hash('sha256', `${inputs.jobId ?? ''}\n${inputs.prompt ?? ''}`) : '';
  const origin = request.approvedCommit ?? runId;
  return signText('request:v2', [origin, job, step, text], inputs.key);
}

function describeOrder({ hasInstruction, jobId }: RequestOptions, instruction = '', timeout: number): string {
  const deadline = `(deadline after ${formatDuration(timeout)})`;
  if (!hasInstruction) return `Waiting for job ${jobId} ${deadline}.`;
  const [firstLine = ''] = instruction.trim().split('\n', 1);
  return `Request ${jobId === undefined ? '' : `to job ${jobId} `}${deadline}: ${firstLine}`;
}
