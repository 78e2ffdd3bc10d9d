import { isResult, type RequestResult } from '../job/request-result.ts';
import { CHECKS_FAILED } from '../request/checks.ts';
import type { Request } from '../request/request.ts';
import { completeRequest } from '../request/review.ts';
import { signText } from '../text/signed-note.ts';
import type { Identity } from '../thread/choose-next.ts';
import { answerCommand } from './answer-command.ts';
import type { Step } from './step.ts';

/** What the requester wants from the agent. */
export interface Instruction {
  /** Undefined if a job is only watched. */
  readonly text: string | undefined;
  /** `--new`: a new job although the thread has one. */
  readonly isNew: boolean;
  /** The request, with the line comments of its review. */
  readonly request: Request;
  readonly identity: Identity;
}

/** Reads the instruction from the text of the request and the input `prompt`. Answers `--status`, `--help` and mistakes. */
export async function readInstruction(event: Request, step: Step): Promise<Instruction | RequestResult> {
  const { conversation, inputs, github, pullRequests } = step;
  const identity = identityOf(event, step);
  const { prompt, triggerPhrase: phrase, reviews } = inputs;
  const markers = github && { ...pullRequests, github };
  const request = await completeRequest(event, { phrase, reviews }, markers);
  if (isResult(request)) return request;
  if (request.checked !== undefined) return { text: CHECKS_FAILED, isNew: false, request, identity };
  const { command } = request;
  if (command === undefined) return { text: prompt, isNew: false, request, identity };
  // With `prompt`, the phrase alone is a request.
  if (command.kind === 'instruction' || (command.kind === 'empty' && prompt !== undefined)) {
    const parts = [prompt, 'instruction' in command ? command.instruction : undefined];
    const text = parts.filter((part) => part !== undefined).join('\n\n');
    return { text, isNew: command.isNew, request, identity };
  }
  return answerCommand(command, conversation, inputs);
}

/**
 * The identity of a request: the same in every attempt of its run, and in no other run. It depends on the inputs that decide
 * what is sent, since a matrix runs one step several times, and on nothing that is read from GitHub, which may change between
 * attempts. All approvals of a commit have another identity in common, although each has another range, and so do all its
 * checks. Both are keyed, so that a public note doesn't reveal the text to guesses.
 */
function identityOf({ approvedCommit, checked }: Request, { ports, inputs }: Step): Identity {
  const { workflowRun, runner } = ports;
  const { attempt, runId, job, step } = workflowRun;
  const { prompt, jobId, rulesFile: rules, contextFile, key } = inputs;
  const limits = ['paths', 'ignore-paths', 'context'].map(runner.input);
  const files = contextFile.map(({ path }) => path);
  const parts = [job, step, prompt, jobId, rules, files, limits];
  return {
    attempt,
    request: signText('request:v3', [runId, runner.input('range'), ...parts], key),
    shared: checked
      ? signText('checks:v1', [checked.sha], key)
      : approvedCommit && signText('commit:v1', [approvedCommit, ...parts], key),
  };
}
