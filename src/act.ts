import { converse, type Threaded } from './conversation/converse.ts';
import { identify, ownRepository, threadKey } from './conversation/memory.ts';
import { markPullRequest } from './conversation/pull-request.ts';
import type { Inputs } from './inputs.ts';
import { carryOut } from './job/carry-out.ts';
import type { Ledger, Request } from './job/start.ts';
import type { Watching } from './job/wait.ts';
import { type OpenedStep, occasionOf } from './opened-step.ts';
import type { Outcome } from './outcome.ts';
import { rehearse } from './rehearse.ts';
import { announceEnd, react } from './report/conversation.ts';
import type { Command } from './request/command.ts';
import { gatherContext } from './request/gather.ts';
import { composePrompt } from './request/prompt.ts';
import { formatDuration } from './text/time.ts';
import { readPullAddress } from './thread/conversations.ts';
import type { GitHub } from './world/github-port.ts';
import type { World } from './world/world.ts';

/** A request with an instruction. */
export type Ask = Command & { kind: 'ask' };

/** Asks the service, watches the job, and keeps the conversation current. */
export async function act(step: OpenedStep, command: Ask | undefined): Promise<Outcome> {
  const { world, inputs, deadline, audience } = step;
  const service = world.openService({ ...inputs, deadline });
  const instruction = command?.instruction ?? inputs.prompt;
  const request = await toRequest(step, instruction);
  if (request.kind === 'missing') return { result: 'error', reason: `not sent: ${request.reason}` };
  world.runner.log.info(tellRequest(request, instruction, inputs));
  if (inputs.dryRun) return rehearse(request, service);

  const { clock, random, runner } = world;
  const { pollInterval } = inputs;
  const watching: Watching = { service, clock, random, deadline, log: runner.log, pollInterval };
  if (audience === undefined) return workUnseen(step, request, watching, command);
  await react(audience, 'eyes');
  const { github, thread } = audience;
  const outcome = await converse({ ...toThreaded(step, github, request, watching, command), thread });
  await announceEnd(audience, outcome);
  return outcome;
}

/** Works on a request that no conversation shows. What comes of it is part of its pull request's conversation all the same. */
async function workUnseen(
  step: OpenedStep,
  request: Request,
  watching: Watching,
  command: Ask | undefined,
): Promise<Outcome> {
  const { world, inputs } = step;
  const speaks = inputs.comment === 'auto';
  if (speaks && request.kind === 'message') {
    const github = await reachGitHub(step);
    if (github !== undefined) return converse(toThreaded(step, github, request, watching, command));
  }
  const outcome = await carryOut(request, watching, ledger(world), inputs.wait);
  if (speaks) await leaveMark(step, outcome);
  return outcome;
}

/** Marks the pull request that the job made, where it is one on this server. */
async function leaveMark(step: OpenedStep, { result, job }: Outcome): Promise<void> {
  const { world, inputs, asked } = step;
  if (result !== 'pull-request' || readPullAddress(job?.prLink ?? '', world.place.serverUrl) === undefined)
    return;
  const github = await reachGitHub(step);
  if (job === undefined || github === undefined) return;
  const repository = ownRepository(world.place, github, inputs);
  const occasion = occasionOf(world, asked, inputs);
  await markPullRequest(job, repository, threadKey(inputs), occasion, world.runner.log);
}

async function reachGitHub({ github, world, inputs, deadline }: OpenedStep): Promise<GitHub | undefined> {
  if (github !== undefined || inputs.githubToken === undefined) return github;
  return world.openGitHub(inputs.githubToken, deadline);
}

function toThreaded(
  { world, asked, inputs }: OpenedStep,
  github: GitHub,
  request: Request,
  watching: Watching,
  command: Ask | undefined,
): Threaded {
  const key = threadKey(inputs);
  return {
    ...{ world, inputs, key, watching },
    text: request.kind === 'watch' ? '' : request.text,
    occasion: occasionOf(world, asked, inputs),
    repository: ownRepository(world.place, github, inputs),
    ledger: ledger(world),
    plan: {
      request: identify(asked, inputs, world.place, key),
      rerun: world.place.attempt > 1,
      fresh: command?.manner === 'new',
      interrupt: command?.manner === 'interrupt',
      watchOnly: request.kind === 'watch',
      ...(inputs.jobId !== undefined && { jobId: inputs.jobId }),
    },
  };
}

async function toRequest(
  { world, asked, inputs, github, told }: OpenedStep,
  instruction: string | undefined,
): Promise<Request | { readonly kind: 'missing'; readonly reason: string }> {
  const { jobId, rules } = inputs;
  if (instruction === undefined) return { kind: 'watch', jobId: jobId ?? '' };
  const context = await gatherContext(asked, inputs.context, github, world.randomToken());
  if (context.kind !== 'complete') return { kind: 'missing', reason: context.reason };
  const text = composePrompt(instruction, rules, context.value, told);
  return jobId === undefined ? { kind: 'create', text } : { kind: 'message', jobId, text };
}

function tellRequest(request: Request, words: string | undefined, { timeout }: Inputs): string {
  const deadline = `(deadline after ${formatDuration(timeout)})`;
  if (request.kind === 'watch') return `Waiting for job ${request.jobId} ${deadline}.`;
  const firstLine = (words ?? '').trim().split('\n', 1)[0] ?? '';
  return `Asked ${request.kind === 'message' ? `of job ${request.jobId} ` : ''}${deadline}: ${firstLine}`;
}

/** What must survive a kill is written the moment it is known. */
function ledger({ runner }: World): Ledger {
  return {
    sending: () => runner.saveStage('sending'),
    jobKnown(jobId) {
      runner.output('jobId', jobId);
      runner.saveState('jobId', jobId);
      runner.saveStage('watching');
    },
  };
}
