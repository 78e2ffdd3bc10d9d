import { isPerson } from '../github/account.ts';
import type { GitHub } from '../github/github.ts';
import type { JobTools } from '../job/watch.ts';
import type { Ports } from '../ports.ts';
import type { PullRequestContext } from '../pull-request/finish-pull-request.ts';
import { pullUrl } from '../pull-request/link.ts';
import type { Request } from '../request/request.ts';
import { isResult, type RequestResult } from '../request-result.ts';
import { signText } from '../text/signed-note.ts';
import type { Identity } from '../thread/choose-next.ts';
import type { ThreadContext } from '../thread/thread-context.ts';
import { type Inputs, readInputs } from './inputs.ts';

/** What all stages of a request share. */
export interface Step {
  readonly ports: Ports;
  readonly inputs: Inputs;
  /** GitHub for the repository of this run. */
  readonly github: GitHub;
  readonly tools: JobTools;
  /** How to reach pull requests, and finish the job's own. */
  readonly pullRequests: PullRequestContext;
  /** Where the action comments; undefined if it must not or can't. */
  readonly conversation: ThreadContext | undefined;
  readonly identity: Identity;
}

/** Reads the inputs, starts the deadline, and opens GitHub and the service. Sends nothing yet. */
export async function openStep(request: Request, ports: Ports): Promise<Step | RequestResult> {
  const inputs = await readInputs(ports, request.command !== undefined || request.checked !== undefined);
  if (isResult(inputs)) return inputs;
  ports.runner.group('Request');
  const { credentials, openRule, pollInterval, prPaths, triggerPhrase: phrase } = inputs;
  const tools = ports.openJobTools(credentials, ports.startDeadline(inputs.timeout), pollInterval);
  const access = ports.openAccess(inputs, tools);
  const facts = { prPaths, waitsForPreview: true };
  const metadata = { prLabels: inputs.prLabels, prReviewers: inputs.prReviewers };
  const marks = inputs.comment !== 'never';
  const pullRequests = { ...access, phrase, marks, metadata, openRule, facts };
  const step = { ports, inputs, github: access.github, tools, pullRequests };
  const conversation = openConversation(request, step);
  return { ...step, conversation, identity: identityOf(request, inputs, ports) };
}

/**
 * Where the request's status comment and notes are.
 *
 * @param pull the number of the pull request that a change is about
 */
export function openConversation(
  request: Request,
  { ports, inputs, pullRequests }: Omit<Step, 'conversation' | 'identity'>,
  pull?: number,
): ThreadContext | undefined {
  const { comment, dryRun, issueNumber, prPaths, service } = inputs;
  const { workflowRun } = ports;
  const thread = issueNumber ?? pull ?? request.thread?.number;
  if (thread === undefined || comment === 'never') return undefined;
  const { sender } = request;
  const requester = {
    by: sender?.login,
    person: isPerson(sender),
    at: pull === undefined ? request.url : pullUrl(pull, workflowRun),
    reactTo: request.reactTo,
    review: request.requestsChanges,
    run: workflowRun.url,
    phrase: pullRequests.phrase,
  };
  return {
    ...pullRequests,
    requester,
    dryRun,
    // Requesters of other requests wait for this.
    facts: { prPaths, waitsForPreview: false },
    place: { service, repositoryId: workflowRun.repositoryId, thread },
    // A push, a release or a schedule has no requester in the conversation.
    onlyWhenChanged:
      comment === 'when-changed' && request.source.kind === 'run' && request.checked === undefined,
  };
}

/**
 * The identity of a request: the same in every attempt of its run, and in no other run. It depends on the inputs that decide
 * what is sent, since a matrix runs one step several times, and on nothing that is read from GitHub, which may change between
 * attempts. All workflows that run on a comment have another identity in common. So have all approvals of a commit, although
 * each has another range, and all its checks. Both are keyed, so that a public note doesn't reveal the text to guesses.
 */
function identityOf(
  { approvedCommit, checked, command, source, url }: Request,
  inputs: Inputs,
  { workflowRun, runner }: Ports,
): Identity {
  const { attempt, runId, job, step } = workflowRun;
  const { prompt, jobId, rulesFile: rules, contextFile, key } = inputs;
  const limits = ['paths', 'ignore-pulls', 'context'].map(runner.input);
  const files = contextFile.map(({ path }) => path);
  const parts = [job, step, prompt, jobId, rules, files, limits];
  const ofComment = command !== undefined || 'id' in source ? url && [url, prompt, jobId, rules] : undefined;
  const ofCommit = checked ? [checked.sha] : approvedCommit && [approvedCommit, ...parts];
  const shared = ofCommit || ofComment;
  return {
    attempt,
    request: signText('request:v3', [runId, runner.input('range'), ...parts], key),
    checks: checked?.sha,
    shared: shared && signText('shared:v1', shared, key),
  };
}
