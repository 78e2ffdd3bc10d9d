import { isResult, type RequestResult } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { checkPermission } from '../request/gate.ts';
import type { Request } from '../request/request.ts';
import { completeRequest } from '../request/review.ts';
import { evaluateChange } from './evaluate-change.ts';
import { readInputs } from './inputs.ts';
import { dryRun, readCommand, readOrder } from './order.ts';
import { answer, endUnsent, refuse, refuseInputs } from './replies.ts';
import { requestJob } from './request-job.ts';
import { moveTo, openStep } from './step-context.ts';

/** Runs one request: inputs, permission, change, instruction, job. Each step may end it with a result. */
export async function run(ports: Ports, request: Request): Promise<RequestResult> {
  const inputs = await readInputs(ports, request.command !== undefined);
  if (isResult(inputs)) return refuseInputs(ports, request, inputs);
  ports.runner.group('Request');
  const opened = openStep(ports, request, inputs);

  const { teamToken } = inputs;
  const teams =
    teamToken === undefined ? undefined : ports.openGitHub(teamToken, opened.deadline, 'team-token');
  const decision = await checkPermission(request, inputs, opened.github, teams);
  if (!decision.allowed) return refuse(opened, decision);
  ports.runner.log.info(decision.reason);

  const { github, pullRequests } = opened;
  const complete = await completeRequest(request, inputs, github && { ...pullRequests, github });
  if (isResult(complete)) return complete;
  const step = { ...opened, request: complete };
  const command = readCommand(step);
  if (command !== undefined && command.kind !== 'ask') return answer(step, command);

  const change = await evaluateChange(step, command);
  if (isResult(change)) return endUnsent(step, change);
  const placed = moveTo(change, step);
  const order = await readOrder(placed, command, change);
  if (isResult(order)) return order;
  return inputs.dryRun ? dryRun(placed, order) : requestJob(placed, order);
}
