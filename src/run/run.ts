import { isResult, type RequestResult } from '../job/request-result.ts';
import { unlessStopped } from '../job/to-result.ts';
import type { Ports } from '../ports.ts';
import { refuseRequester } from '../request/gate.ts';
import type { Request } from '../request/request.ts';
import type { ThreadContext } from '../thread/thread-context.ts';
import { composeOrder, type Order } from './compose-order.ts';
import { evaluateChange } from './evaluate-change.ts';
import { readInstruction } from './read-instruction.ts';
import { requestJob } from './request-job.ts';
import { openConversation, openStep, type Step } from './step.ts';
import { tellRequester, tellWorker } from './tell-requester.ts';

/** Runs one request from start to end. */
export async function run(ports: Ports, request: Request): Promise<RequestResult> {
  const step = await openStep(request, ports);
  if (isResult(step)) return tellWorker(step, request, ports);
  const conversation = openConversation(request, step);
  const order = await prepare(request, conversation, step);
  const result = isResult(order) ? unlessStopped(order, step.tools.deadline) : await requestJob(order, step);
  return tellRequester(result, request, conversation);
}

/** Each stage may end the request with a result. None tells the requester. */
async function prepare(
  event: Request,
  conversation: ThreadContext | undefined,
  step: Step,
): Promise<Order | RequestResult> {
  const { openGitHub } = step.pullRequests;
  const refusal = await refuseRequester(event, step.inputs, { ...step.tools, openGitHub });
  if (refusal !== undefined) return refusal;
  const instruction = await readInstruction(event, conversation, step);
  if (isResult(instruction)) return instruction;
  const change = await evaluateChange(instruction, conversation, step);
  if (isResult(change)) return change;
  return composeOrder(instruction, change, change.conversation ?? conversation, step);
}
