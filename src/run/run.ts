import { isResult, type RequestResult } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { refuseRequester } from '../request/gate.ts';
import type { Request } from '../request/request.ts';
import type { ThreadContext } from '../thread/thread-context.ts';
import { composeOrder } from './compose-order.ts';
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
  const result = await handle(request, conversation, step);
  return tellRequester(result, request, conversation);
}

/** Each stage may end the request with a result. None tells the requester. */
async function handle(
  event: Request,
  conversation: ThreadContext | undefined,
  step: Step,
): Promise<RequestResult> {
  const { openGitHub } = step.pullRequests;
  const refusal = await refuseRequester(event, step.inputs, { ...step.tools, openGitHub });
  if (refusal !== undefined) return refusal;
  const instruction = await readInstruction(event, conversation, step);
  if (isResult(instruction)) return instruction;
  const change = await evaluateChange(instruction, step);
  if (isResult(change)) return change;
  const place = change.conversation ?? conversation;
  const order = await composeOrder(instruction, change, place, step);
  return isResult(order) ? order : requestJob(order, place, step);
}
