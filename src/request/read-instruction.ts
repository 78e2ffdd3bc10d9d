import { CHECKS_FAILED } from '../checks/describe-checks.ts';
import type { Request } from '../event/request.ts';
import { completeRequest } from '../event/review.ts';
import { dry, isResult, type RequestResult } from '../model/request-result.ts';
import { skipCommit } from './commit-status.ts';
import { answerCommand } from './status-and-help.ts';
import type { Step } from './step.ts';

export interface Instruction {
  /** Undefined if a job is only watched. */
  readonly text: string | undefined;
  /** `--new`: a new job although the thread has one. */
  readonly isNew: boolean;
  /** The request, with the line comments of its review. */
  readonly request: Request;
}

/** Reads the instruction from the text of the request and the input `prompt`. Answers `--status`, `--help` and mistakes. */
export async function readInstruction(event: Request, step: Step): Promise<Instruction | RequestResult> {
  const { conversation, inputs } = step;
  const { prompt } = inputs;
  const request = await completeRequest(event, inputs, step);
  if (isResult(request)) return request;
  const { command } = request;
  if (command?.kind === 'skip') return skipCommit(request, command.unsent, step);
  // With `prompt`, the phrase alone is a request.
  const isSent = command?.kind === 'instruction' || (command?.kind === 'empty' && prompt !== undefined);
  if (command !== undefined && !isSent) return answerCommand(command, conversation, inputs);
  const text = textOf(request, prompt);
  if (text === undefined && inputs.jobId === undefined)
    return dry('only the set-up was checked, since there is no instruction.');
  return { text, isNew: command?.isNew ?? false, request };
}

/** The instruction. Undefined if the request only names a job. */
export function textOf({ checks, command }: Request, prompt: string | undefined): string | undefined {
  if (checks !== undefined) return CHECKS_FAILED;
  const parts = [prompt, command?.kind === 'instruction' ? command.instruction : undefined];
  return command === undefined ? prompt : parts.filter((part) => part !== undefined).join('\n\n');
}
