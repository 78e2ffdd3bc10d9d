import { type Cause, changeEventOf, type Request, writtenOf } from '../event/request.ts';
import type { Ports } from '../ports.ts';
import { signText } from '../text/signed-note.ts';
import type { Identity } from '../thread/choose-next.ts';
import type { Inputs } from './inputs.ts';

/**
 * The identity of a request: the same in every attempt of its run, and in no other run. It depends on the inputs that decide
 * what is sent, since a matrix runs one step several times, and on nothing that is read from GitHub, which may change between
 * attempts. It is keyed, so that a public note doesn't reveal the text to guesses.
 */
export function identityOf(request: Request, inputs: Inputs, { workflowRun, runner }: Ports): Identity {
  const { attempt, runId, job, step } = workflowRun;
  const { prompt, jobId, rulesFile: rules, contextFile, key } = inputs;
  const limits = ['paths', 'ignore-pulls', 'context'].map(runner.input);
  const files = contextFile.map(({ path }) => path);
  const parts = [job, step, prompt, jobId, rules, files, limits];
  const shared = sharedParts(request, [prompt, jobId, rules], parts);
  const { cause } = request;
  const written = cause.kind === 'approval' ? undefined : writtenOf(request)?.comment?.writtenAt;
  return {
    attempt,
    request: signText('request:v3', [runId, runner.input('range'), ...parts], key),
    checks: cause.kind === 'checks' ? cause.sha : undefined,
    shared: shared && signText('shared:v1', shared, key),
    since: Date.parse((isSet(cause) ? cause.changedAt : written) ?? '') || undefined,
  };
}

/** GitHub sends an event for a new issue, and one for each label and assignment that it was created with or got at once. */
function isSet(cause: Cause): cause is Extract<Cause, { changedAt: unknown }> {
  const isChanged = cause.kind === 'issue' || cause.kind === 'pull-request';
  return isChanged && ['opened', 'labeled', 'assigned', 'review_requested'].includes(cause.action ?? '');
}

/** What all workflows that run on a text have in common, all approvals or pushes of a commit, or all its checks. */
function sharedParts(
  { cause, url, thread }: Request,
  ofText: readonly unknown[],
  ofStep: readonly unknown[],
): readonly unknown[] | undefined {
  if (cause.kind === 'text' || cause.kind === 'review')
    return url === undefined ? undefined : [url, ...ofText];
  if (cause.kind === 'approval') return [cause.commit, ...ofStep];
  // GitHub sends an event for the push of a merge, and one for the closed pull request.
  const change = changeEventOf({ cause });
  if (change?.kind === 'push') return ['merge', change.after, change.ref.name, ...ofStep];
  if (cause.kind === 'pull-request' && cause.mergeCommit)
    return ['merge', cause.mergeCommit, cause.base, ...ofStep];
  // Who edits the text or pushes between two labels requests something else.
  if (isSet(cause)) {
    const { number, head, title, description } = thread ?? {};
    return ['set', number, head, title, description, ...ofStep];
  }
  return cause.kind === 'checks' ? [cause.sha] : undefined;
}
