import { isResult, type RequestResult, unsent } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { checkPermission } from '../request/gate.ts';
import type { Request } from '../request/request.ts';
import { completeRequest } from '../request/review.ts';
import { evaluateChange } from './evaluate-change.ts';
import { readInputs } from './inputs.ts';
import { readCommand, readOrder } from './order.ts';
import { answer, endEarly, refuseInputs } from './replies.ts';
import { requestJob } from './request-job.ts';
import { moveTo, openStep } from './step-context.ts';

/** Runs one request: inputs, permission, change, instruction, job. Each step can end it with a result. */
export async function run(ports: Ports, request: Request): Promise<RequestResult> {
  const inputs = await readInputs(ports, request.command !== undefined);
  if (isResult(inputs)) return refuseInputs(ports, request, inputs);
  const { log, group } = ports.runner;
  group('Request');
  const opened = openStep(ports, request, inputs);

  const { allowed, failed, reason, mayHearWhy } = await checkPermission(
    request,
    inputs,
    opened.github,
    opened.teams,
  );
  if (failed !== undefined) return unsent(failed, reason);
  const refusal = { result: 'denied', reasonCode: 'not-permitted', reason } as const;
  if (!allowed) return endEarly(opened, mayHearWhy ? refusal : { ...refusal, reply: '' });
  log.info(reason);

  const { github, pullRequests } = opened;
  const complete = await completeRequest(request, inputs, github && { ...pullRequests, github });
  if (isResult(complete)) return complete;
  const step = { ...opened, request: complete };
  const command = readCommand(step);
  if (command !== undefined && command.kind !== 'instruction')
    return endEarly(step, await answer(step, command));

  const change = await evaluateChange(step, command);
  if (isResult(change)) return endEarly(step, change);
  const placed = moveTo(change, step);
  const order = await readOrder(placed, command, change);
  if (isResult(order)) return order;
  return requestJob(placed, order);
}
