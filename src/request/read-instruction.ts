import type { Request } from '../event/request.ts';
import { completeRequest } from '../event/review.ts';
import { dry, isResult, type RequestResult } from '../model/request-result.ts';
import type { Thread } from '../thread/thread.ts';
import { skipCommit } from './commit-status.ts';
import { answerCommand } from './status-and-help.ts';
import type { Step } from './step.ts';

/** Adds the line comments of a review to its request. Answers `--status`, `--help` and mistakes. */
export async function readInstruction(
  event: Request,
  thread: Thread | undefined,
  step: Step,
): Promise<Request | RequestResult> {
  const { access, inputs } = step;
  const { prompt } = inputs;
  const request = await completeRequest(event, inputs, access);
  if (isResult(request)) return request;
  const { command } = request;
  if (command?.kind === 'skip') return skipCommit(request, command.unsent, step);
  // With `prompt`, the phrase alone is a request.
  const isSent = command?.kind === 'instruction' || (command?.kind === 'empty' && prompt !== undefined);
  if (command !== undefined && !isSent) return answerCommand(command, thread, step);
  const isEmpty = command === undefined && prompt === undefined && request.checks === undefined;
  return isEmpty && inputs.jobId === undefined
    ? dry('only the set-up was checked, since there is no instruction.')
    : request;
}
