import { answerStatus } from './conversation/ask-status.ts';
import { converse, type Threaded } from './conversation/converse.ts';
import { identify, ownRepository } from './conversation/memory.ts';
import { followChange, settleOwner } from './follow.ts';
import { type Inputs, readInputs } from './inputs.ts';
import { carryOut } from './job/carry-out.ts';
import type { Ledger, Request } from './job/start.ts';
import type { Watching } from './job/wait.ts';
import { moveTo, type OpenedStep, openStep } from './opened-step.ts';
import type { Outcome } from './outcome.ts';
import { markElsewhere } from './own-pulls.ts';
import { rehearse } from './rehearse.ts';
import { type Audience, announceEnd, react, say } from './report/conversation.ts';
import { renderHelp, renderRefusal, renderUnsent } from './report/status.ts';
import { admit } from './request/admission.ts';
import type { Asked } from './request/asked.ts';
import type { Command } from './request/command.ts';
import type { Decision } from './request/gate.ts';
import { completeCommand, gatherContext } from './request/gather.ts';
import { askToSign, composePrompt } from './request/prompt.ts';
import { formatDuration } from './text/time.ts';
import { threadKey } from './thread/key.ts';
import { writeToken } from './thread/origin.ts';
import type { World } from './world/world.ts';

/** A request with an instruction. */
type Ask = Command & { kind: 'ask' };

/** Runs one request: inputs, gate, instruction, job, outcome; reported where it was asked. */
export async function run(world: World, asked: Asked): Promise<Outcome> {
  const read = await readInputs(world, asked.command !== undefined);
  if (!read.ok) return { result: 'error', reason: `not sent: ${read.problems.join(' ')}` };
  const step = await openStep(world, asked, read.inputs);

  const decision = await admit(asked, read.inputs.gate, step.github);
  if (!decision.allowed) return refuse(step, decision);
  world.runner.log.info(decision.reason);

  const command = await completeCommand(asked, read.inputs.phrase, step.github);
  if (command.kind === 'part') return { result: 'skipped', reason: command.reason };
  if (command.kind === 'missing') return { result: 'error', reason: `not sent: ${command.reason}` };
  if (command.value !== undefined && command.value.kind !== 'ask') return answer(step, command.value);
  return follow(step, command.value);
}

/** An instruction may depend on what changed, and on what is open already; only to wait for a job does not. */
async function follow(step: OpenedStep, command: Ask | undefined): Promise<Outcome> {
  if ((command?.instruction ?? step.inputs.prompt) === undefined) return act(step, command);
  const followed = await followChange(step);
  if (followed.kind === 'over') return leave(step, followed.outcome);
  const { told, thread, jobId } = followed;
  const aimed = jobId === undefined ? step : { ...step, inputs: { ...step.inputs, jobId } };
  const there = thread === undefined ? aimed : await moveTo(thread, aimed);
  const outcome = await act({ ...there, ...(told !== undefined && { told }) }, command);
  await markElsewhere(step, outcome);
  await settleOwner(step, followed, outcome);
  return outcome;
}

/** Who asked in words is told why nothing was sent. */
async function leave({ asked, audience }: OpenedStep, outcome: Outcome): Promise<Outcome> {
  if (audience === undefined || asked.command === undefined) return outcome;
  await react(audience, 'confused');
  await say(audience, renderUnsent(outcome, audience.occasion));
  return outcome;
}

/** A refusal shows as a reaction to who used the phrase, and as a line to who works on the repository. */
async function refuse(
  { asked, audience }: OpenedStep,
  decision: Decision & { allowed: false },
): Promise<Outcome> {
  const { reason } = decision;
  if (audience !== undefined && asked.command !== undefined) {
    await react(audience, 'confused');
    if (decision.mayHearWhy) await say(audience, renderRefusal(reason, audience.occasion));
  }
  return { result: 'denied', reason };
}

/** Questions, and mistakes in the language of comments, send nothing. */
async function answer(step: OpenedStep, command: Exclude<Command, { kind: 'ask' }>): Promise<Outcome> {
  const { audience, github, world, inputs, deadline } = step;
  if (command.kind === 'status' && audience !== undefined && github !== undefined) {
    const repository = ownRepository(world.place, github, inputs);
    const service = world.openService({ ...inputs, deadline });
    return answerStatus({
      world,
      audience,
      repository,
      service,
      key: threadKey(inputs),
      unsent: command.unsent,
    });
  }
  const problem = command.kind === 'mistake' ? command.problem : undefined;
  if (audience !== undefined) await say(audience, renderHelp(audience.occasion, problem));
  return { result: 'answered', reason: problem ?? 'The help was shown; nothing was sent.' };
}

/** Asks the service, watches the job, and keeps the conversation current. */
async function act(step: OpenedStep, command: Ask | undefined): Promise<Outcome> {
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
  if (audience === undefined || request.kind === 'watch')
    return carryOut(request, watching, ledger(world), inputs.wait);
  await react(audience, 'eyes');
  const outcome = await converse(toThreaded(step, audience, request.text, watching, command));
  await announceEnd(audience, outcome);
  return outcome;
}

function toThreaded(
  { world, asked, inputs }: OpenedStep,
  audience: Audience,
  text: string,
  watching: Watching,
  command: Ask | undefined,
): Threaded {
  const key = threadKey(inputs);
  return {
    ...{ world, inputs, audience, key, text, watching },
    repository: ownRepository(world.place, audience.github, inputs),
    ledger: ledger(world),
    plan: {
      request: identify(asked, inputs, world.place, key),
      rerun: world.place.attempt > 1,
      fresh: command?.manner === 'new',
      interrupt: command?.manner === 'interrupt',
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
  const names = jobId !== undefined;
  const signed = names ? undefined : askToSign(writeToken(world.randomToken(), inputs, threadKey(inputs)));
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
