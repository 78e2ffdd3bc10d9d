import { isResult, type RequestResult } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { refuseRequester } from '../request/gate.ts';
import type { Request } from '../request/request.ts';
import { composeOrder } from './compose-order.ts';
import { evaluateChange } from './evaluate-change.ts';
import { readInstruction } from './read-instruction.ts';
import { requestJob } from './request-job.ts';
import { openConversation, openStep, type Step } from './step.ts';
import { tellRequester } from './tell-requester.ts';

/** Runs one request from start to end. */
export async function run(ports: Ports, request: Request): Promise<RequestResult> {
  const step = await openStep(ports, request);
  const result = isResult(step) ? step : await handle(step);
  return tellRequester(result, ports, request, isResult(step) ? undefined : step);
}

/** Each stage may end the request with a result. None tells the requester. */
async function handle(step: Step): Promise<RequestResult> {
  const { openGitHub } = step.pullRequests;
  const refusal = await refuseRequester(step.request, step.inputs, { ...step.tools, openGitHub });
  if (refusal !== undefined) return refusal;
  const instruction = await readInstruction(step);
  if (isResult(instruction)) return instruction;
  const change = await evaluateChange(step, instruction);
  if (isResult(change)) return change;
  const conversation = openConversation(step, change.thread);
  const order = await composeOrder(step, instruction, change, conversation);
  if (isResult(order)) return order;
  return requestJob(step, conversation, order);
}
