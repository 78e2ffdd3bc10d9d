import type { Reaction } from '../github/comments.ts';
import { POST_SPAN } from '../intervals.ts';
import { isResult, type RequestResult, unsent } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { type Audience, react, say } from '../report/audience.ts';
import { renderHelp, renderRefusal, renderUnsent } from '../report/reply-text.ts';
import type { Command } from '../request/command.ts';
import { admit, type Decision, type GateRules } from '../request/gate.ts';
import { completeRequest } from '../request/load-context.ts';
import type { Request } from '../request/request.ts';
import { answerStatus } from './answer-status.ts';
import { evaluateChange } from './evaluate-change.ts';
import { tellIdleInstruction } from './idle-settings.ts';
import { readInputs, readReplyInputs } from './inputs.ts';
import { type Ask, dryRun, readOrder } from './order.ts';
import { requestJob } from './request-job.ts';
import { type Informed, moveTo, openAudience, openStep, type StepContext } from './step-context.ts';

/** Runs one request: inputs, gate, instruction, job, result; reported where it was asked. */
export async function run(ports: Ports, request: Request): Promise<RequestResult> {
  const { inputs, problems } = await readInputs(ports, request.command !== undefined);
  if (inputs === undefined) return refuseInputs(ports, request, unsent('input-invalid', problems.join(' ')));
  ports.runner.group('Request');
  const step = openStep(ports, request, inputs);

  const decision = await admit(request, inputs, step.github);
  if (!decision.allowed) return refuse(step, decision);
  ports.runner.log.info(decision.reason);

  const complete = await completeRequest(request, inputs.phrase, step.github);
  if (!complete.ok) return complete.result;
  const whole = complete.value;
  const command = whole.command && behindInput(whole.command, inputs.prompt);
  if (command !== undefined && command.kind !== 'ask') return answer(step, command);
  return evaluateThenExecute({ ...step, request: whole }, command);
}

/** Where an input holds an instruction as well, it comes first, untouched; the phrase alone adds nothing to it. */
function behindInput(command: Command, prompt: string | undefined): Command {
  if (prompt === undefined || (command.kind !== 'ask' && command.kind !== 'empty')) return command;
  const words = command.kind === 'ask' ? [command.instruction] : [];
  return { kind: 'ask', manner: command.manner, instruction: [prompt, ...words].join('\n\n') };
}

/** An instruction may depend on what changed, and on what is open already; only to wait for a job does not. */
async function evaluateThenExecute(step: StepContext, command: Ask | undefined): Promise<RequestResult> {
  if ((command?.instruction ?? step.inputs.prompt) === undefined) {
    tellIdleInstruction(step.inputs, step.ports.runner.log);
    return execute(step, command, {});
  }
  const evaluated = await evaluateChange(step);
  if (isResult(evaluated)) return endUnsent(step, evaluated);
  const { thread } = evaluated;
  return execute(thread === undefined ? step : moveTo(thread, step), command, evaluated);
}

async function execute(
  step: StepContext,
  command: Ask | undefined,
  informed: Informed,
): Promise<RequestResult> {
  const order = await readOrder(step, command, informed);
  if (isResult(order)) return order;
  if (step.inputs.dryRun) return dryRun(step, order);
  return requestJob({ ...step, author: informed.author }, order);
}

/** Who asked in words is told why nothing was sent. */
async function endUnsent(step: StepContext, result: RequestResult): Promise<RequestResult> {
  const { audience, request } = step;
  if (audience === undefined || request.command === undefined) return result;
  return reply(step, audience, result, renderUnsent(result, audience.occasion), 'confused');
}

/** A refusal shows as a reaction to who used the phrase, and as a line to who works on the repository. */
async function refuse(step: StepContext, decision: Decision & { allowed: false }): Promise<RequestResult> {
  const { request, audience } = step;
  const { reason } = decision;
  if (decision.limited) return unsent('github-limit', reason);
  const result = { result: 'denied', reasonCode: 'not-permitted', reason } as const;
  if (audience === undefined || request.command === undefined) return result;
  const text = decision.mayHearWhy ? renderRefusal(reason, audience.occasion) : undefined;
  return reply(step, audience, result, text, 'confused');
}

/** Only people who work on the repository hear of its inputs, whoever else may request something. */
const WORKS_HERE: GateRules = { permission: 'triage', allowUsers: [], allowBots: [] };

/** Tells the requester which inputs are wrong. A re-run would only tell the same again. */
async function refuseInputs(ports: Ports, request: Request, result: RequestResult): Promise<RequestResult> {
  const inputs = readReplyInputs(ports.runner);
  if (inputs?.githubToken === undefined || request.command === undefined || ports.workflowRun.attempt > 1)
    return result;
  // `timeout` may be what is wrong.
  const github = ports.openGitHub(inputs.githubToken, ports.startDeadline(POST_SPAN));
  const audience = openAudience(ports, request, inputs, github);
  if (audience === undefined || !(await admit(request, WORKS_HERE, github)).allowed) return result;
  return reply({ inputs }, audience, result, renderUnsent(result, audience.occasion), 'confused');
}

/** Answers in the conversation. In a dry run the summary shows the answer, and nothing is written. */
async function reply(
  { inputs }: { readonly inputs: Pick<StepContext['inputs'], 'dryRun'> },
  audience: Omit<Audience, 'notify'>,
  result: RequestResult,
  text: string | undefined,
  reaction?: Reaction,
): Promise<RequestResult> {
  if (inputs.dryRun) return { ...result, draft: { text, reaction: audience.asker.reactTo && reaction } };
  if (reaction !== undefined) await react(audience, reaction);
  if (text !== undefined) await say(audience, text);
  return result;
}

const DRY_HELP = 'Dry run: nothing was written. The summary shows the help.';

const DRY_STATUS: RequestResult = {
  result: 'dry-run',
  reasonCode: 'dry-run',
  reason: 'Dry run: nothing was read from the service or written. The state of the job would be shown.',
};

const UNSAID = 'Nothing was shown, since nothing may be written here, and nothing was sent.';

/** Questions, and mistakes in the language of comments, send nothing. */
async function answer(step: StepContext, command: Exclude<Command, { kind: 'ask' }>): Promise<RequestResult> {
  const { audience, inputs } = step;
  if (command.kind === 'status' && audience !== undefined)
    return inputs.dryRun ? DRY_STATUS : answerStatus(step, audience, command.unsent);
  const problem = command.kind === 'mistake' ? command.problem : undefined;
  const reasonCode = problem === undefined ? 'help-shown' : 'command-mistake';
  const shown = audience === undefined ? UNSAID : 'The help was shown. Nothing was sent.';
  const result = { result: 'answered', reasonCode, reason: problem ?? shown } as const;
  if (audience === undefined) return result;
  const dry = { result: 'dry-run', reasonCode: 'dry-run', reason: problem ?? DRY_HELP } as const;
  return reply(step, audience, inputs.dryRun ? dry : result, renderHelp(audience.occasion, problem));
}
