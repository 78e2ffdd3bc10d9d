import { CHECKS_FAILED } from '../request/red-checks.ts';
import type { Request } from '../request/request.ts';
import { completeRequest } from '../request/review.ts';
import { isResult, type RequestResult } from '../request-result.ts';
import { answerCommand } from './status-and-help.ts';
import type { Step } from './step.ts';

/** What the requester wants from the agent. */
export interface Instruction {
  /** Undefined if a job is only watched. */
  readonly text: string | undefined;
  /** `--new`: a new job although the thread has one. */
  readonly isNew: boolean;
  /** The request, with the line comments of its review. */
  readonly request: Request;
  /** How the request ends, as in `ChangeDetails`. */
  readonly end?: RequestResult | undefined;
}

/** Reads the instruction from the text of the request and the input `prompt`. Answers `--status`, `--help` and mistakes. */
export async function readInstruction(
  event: Request,
  { conversation, inputs, pullRequests }: Step,
): Promise<Instruction | RequestResult> {
  const { permission, prompt, triggerPhrase: phrase } = inputs;
  const rules = { phrase, prompt, permission };
  const request = await completeRequest(event, rules, pullRequests);
  if (isResult(request)) return { text: '', isNew: false, request: event, end: request };
  if (request.checked !== undefined) return { text: CHECKS_FAILED, isNew: false, request };
  const { command } = request;
  if (command === undefined) return { text: prompt, isNew: false, request };
  // With `prompt`, the phrase alone is a request.
  if (command.kind === 'instruction' || (command.kind === 'empty' && prompt !== undefined)) {
    const parts = [prompt, 'instruction' in command ? command.instruction : undefined];
    const text = parts.filter((part) => part !== undefined).join('\n\n');
    return { text, isNew: command.isNew, request };
  }
  return answerCommand(command, conversation, inputs);
}
