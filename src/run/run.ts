import type { Outcome } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { react, say } from '../report/conversation.ts';
import { renderHelp, renderRefusal, renderUnsent } from '../report/status.ts';
import { admit } from '../request/admission.ts';
import type { Command } from '../request/command.ts';
import type { Decision } from '../request/gate.ts';
import { completeCommand } from '../request/load-context.ts';
import type { Asked } from '../request/request.ts';
import { type Ask, act } from './execute-request.ts';
import { readInputs } from './inputs.ts';
import { moveTo, openStep, type StepContext } from './step-context.ts';

/** Runs one request: inputs, gate, instruction, job, outcome; reported where it was asked. */
export async function run(ports: Ports, asked: Asked): Promise<Outcome> {
  const read = await readInputs(ports, asked.command !== undefined);
  if (!read.ok) return { result: 'error', reason: `not sent: ${read.problems.join(' ')}` };
  const step = openStep(ports, asked, read.inputs);

  const decision = await admit(asked, read.inputs.gate, step.github);
  if (!decision.allowed) return refuse(step, decision);
  ports.runner.log.info(decision.reason);

  const command = await completeCommand(asked, read.inputs.phrase, step.github);
  if (command.kind === 'part') return { result: 'skipped', reason: command.reason };
  if (command.kind === 'missing') return { result: 'error', reason: `not sent: ${command.reason}` };
  if (command.value !== undefined && command.value.kind !== 'ask') return answer(step, command.value);
  return follow(step, command.value);
}

/** An instruction may depend on what changed, and on what is open already; only to wait for a job does not. */
async function follow(step: StepContext, command: Ask | undefined): Promise<Outcome> {
  if ((command?.instruction ?? step.inputs.prompt) === undefined) return mark(step, await act(step, command));
  const { followChange, settleOwner } = await import('./evaluate-change.ts');
  const followed = await followChange(step);
  if (followed.kind === 'over') return leave(step, followed.outcome);
  const { told, thread, jobId } = followed;
  const there = thread === undefined ? step : moveTo(thread, step);
  const informed = {
    ...there,
    ...(told !== undefined && { told }),
    ...(jobId !== undefined && { foundJob: jobId }),
  };
  const outcome = await mark(there, await act(informed, command));
  await settleOwner(step, followed, outcome);
  return outcome;
}

/** Ties a pull request on this server to the job that made it, if nobody did so on the way. */
async function mark(step: StepContext, outcome: Outcome): Promise<Outcome> {
  const { ports, inputs } = step;
  const { result, job } = outcome;
  const here = job?.prLink?.startsWith(`${ports.place.serverUrl}/`);
  if (result !== 'pull-request' || !here || inputs.comment === 'never') return outcome;
  const { markMade } = await import('./agent-pull-requests.ts');
  await markMade(step, outcome);
  return outcome;
}

/** Who asked in words is told why nothing was sent. */
async function leave({ asked, audience }: StepContext, outcome: Outcome): Promise<Outcome> {
  if (audience === undefined || asked.command === undefined) return outcome;
  await react(audience, 'confused');
  await say(audience, renderUnsent(outcome, audience.occasion));
  return outcome;
}

/** A refusal shows as a reaction to who used the phrase, and as a line to who works on the repository. */
async function refuse(
  { asked, audience }: StepContext,
  decision: Decision & { allowed: false },
): Promise<Outcome> {
  const { reason } = decision;
  if (audience !== undefined && asked.command !== undefined) {
    await react(audience, 'confused');
    if (decision.mayHearWhy) await say(audience, renderRefusal(reason, audience.occasion));
  }
  return { result: 'denied', reason };
}

const UNSAID = 'Nothing was shown, since nothing may be written here, and nothing was sent.';

/** Questions, and mistakes in the language of comments, send nothing. */
async function answer(step: StepContext, command: Exclude<Command, { kind: 'ask' }>): Promise<Outcome> {
  const { audience, github, ports, inputs, deadline } = step;
  if (command.kind === 'status' && audience !== undefined && github !== undefined) {
    const { answerStatus } = await import('../conversation/ask-status.ts');
    const service = ports.openService({ ...inputs, deadline });
    return answerStatus({ ...{ ports, audience, inputs, github, service }, unsent: command.unsent });
  }
  const problem = command.kind === 'mistake' ? command.problem : undefined;
  if (audience === undefined) return { result: 'answered', reason: problem ?? UNSAID };
  await say(audience, renderHelp(audience.occasion, problem));
  return { result: 'answered', reason: problem ?? 'The help was shown; nothing was sent.' };
}
