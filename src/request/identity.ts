import type { Request } from '../event/request.ts';
import type { Ports } from '../ports.ts';
import { signText } from '../text/signed-note.ts';
import type { Inputs } from './inputs.ts';

/** The parts of a request's note that tell it from others, and when its cause happened. */
export type Identity = ReturnType<typeof identityOf>;

/**
 * The identity of a request: the same in every attempt of its run, and in no other run. It depends on the inputs that decide
 * what is sent, since a matrix runs one step several times, and on nothing that is read from GitHub, which may change between
 * attempts. It is keyed, so that a public note doesn't reveal the text to guesses.
 */
export function identityOf(request: Request, inputs: Inputs, { workflowRun, runner }: Ports) {
  const { attempt, runId, job, step } = workflowRun;
  const { prompt, jobId, rulesFile: rules, contextFile, key } = inputs;
  const limits = ['paths', 'ignore-pulls', 'context'].map(runner.input);
  const files = contextFile.map(({ path }) => path);
  const parts = [job, step, prompt, jobId, rules, files, limits];
  const { checks, command, since, topic } = request;
  // Of all workflows that run on a text, those with the same inputs share it. Only one of all fixes checks.
  const own = checks !== undefined ? [] : command !== undefined ? [prompt, jobId, rules] : parts;
  return {
    attempt,
    request: signText('request:v3', [runId, runner.input('range'), ...parts], key),
    checks: checks?.sha,
    shared: topic && signText('shared:v1', [...topic, ...own], key),
    since: Date.parse(since ?? '') || undefined,
  };
}
