import type { GitHub } from '../github/github.ts';
import type { Outcome } from '../job/request-result.ts';
import { carryOut } from '../job/run-job.ts';
import type { MessageLedger, Request } from '../job/send.ts';
import type { Watching } from '../job/watch.ts';
import type { Ports } from '../ports.ts';
import { announceEnd, react } from '../report/conversation.ts';
import type { Command } from '../request/command.ts';
import { gatherContext } from '../request/load-context.ts';
import { askToSign, composePrompt } from '../request/prompt.ts';
import { formatDuration } from '../text/time.ts';
import { threadKey } from '../thread/key.ts';
import { writeToken } from '../thread/origin.ts';
import { rehearse } from './dry-run.ts';
import type { Inputs } from './inputs.ts';
import { occasionOf, type StepContext } from './step-context.ts';

/** A request with an instruction. */
export type Ask = Command & { kind: 'ask' };

/** Asks the service, watches the job, and keeps the conversation current. */
export async function act(step: StepContext, command: Ask | undefined): Promise<Outcome> {
  const { ports, inputs, deadline, audience } = step;
  const service = ports.openService({ ...inputs, deadline });
  const instruction = command?.instruction ?? inputs.prompt;
  const request = await toRequest(step, instruction);
  if (request.kind === 'missing') return { result: 'error', reason: `not sent: ${request.reason}` };
  ports.runner.log.info(tellRequest(request, instruction, inputs));
  if (inputs.dryRun) return rehearse(request, service);

  const { clock, random, runner } = ports;
  const { pollInterval } = inputs;
  const watching: Watching = { service, clock, random, deadline, log: runner.log, pollInterval };
  const asking: Asking = { step, request, watching, manner: command?.manner };
  if (audience === undefined) return workUnseen(asking);
  await react(audience, 'eyes');
  const outcome = await workInConversations(asking, audience.github, audience.thread);
  await announceEnd(audience, outcome);
  return outcome;
}

/** What is asked of the service, and how. */
interface Asking {
  readonly step: StepContext;
  readonly request: Request;
  readonly watching: Watching;
  readonly manner: Ask['manner'] | undefined;
}

/** Loaded by those runs only that have a conversation. */
async function workInConversations(asking: Asking, github: GitHub, thread?: number): Promise<Outcome> {
  const { step, ...rest } = asking;
  const { ports, asked, inputs } = step;
  const { converseOn } = await import('../conversation/request.ts');
  return converseOn({
    ...{ ...rest, ports, asked, inputs, github },
    occasion: occasionOf(ports, asked, inputs),
    ledger: ledger(ports),
    ...(thread !== undefined && { thread }),
  });
}

/** Works on a request that no conversation shows. What comes of it is part of its pull request's conversation all the same. */
async function workUnseen(asking: Asking): Promise<Outcome> {
  const { step, request, watching } = asking;
  const { ports, inputs } = step;
  if (inputs.comment === 'auto' && request.kind === 'message') {
    const github = reachGitHub(step);
    if (github !== undefined) return workInConversations(asking, github);
  }
  return carryOut(request, watching, ledger(ports), inputs.wait);
}

function reachGitHub({ github, ports, inputs, deadline }: StepContext): GitHub | undefined {
  if (github !== undefined || inputs.githubToken === undefined) return github;
  return ports.openGitHub(inputs.githubToken, deadline);
}

async function toRequest(
  { ports, asked, inputs, github, told, foundJob }: StepContext,
  instruction: string | undefined,
): Promise<Request | { readonly kind: 'missing'; readonly reason: string }> {
  const { rules } = inputs;
  const jobId = inputs.jobId ?? foundJob;
  if (instruction === undefined) return { kind: 'watch', jobId: jobId ?? '' };
  const context = await gatherContext(asked, inputs.context, github, ports.randomToken());
  if (context.kind !== 'complete') return { kind: 'missing', reason: context.reason };
  const names = jobId !== undefined;
  const signed = names ? undefined : askToSign(writeToken(ports.randomToken(), inputs, threadKey(inputs)));
  const text = composePrompt(instruction, rules, context.value, told, signed);
  return names ? { kind: 'message', jobId, text } : { kind: 'create', text };
}

function tellRequest(request: Request, words: string | undefined, { timeout }: Inputs): string {
  const deadline = `(deadline after ${formatDuration(timeout)})`;
  if (request.kind === 'watch') return `Waiting for job ${request.jobId} ${deadline}.`;
  const firstLine = (words ?? '').trim().split('\n', 1)[0] ?? '';
  return `Asked ${request.kind === 'message' ? `of job ${request.jobId} ` : ''}${deadline}: ${firstLine}`;
}

/** What must survive a kill is written the moment it is known. */
function ledger({ runner }: Ports): MessageLedger {
  const jobNamed = (jobId: string) => {
    runner.output('jobId', jobId);
    runner.saveState('jobId', jobId);
  };
  return {
    sending: () => runner.saveStage('sending'),
    jobNamed,
    jobKnown(jobId) {
      jobNamed(jobId);
      runner.saveStage('watching');
    },
  };
}
