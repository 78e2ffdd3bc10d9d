import type { GitHub } from '../github/github.ts';
import { isResult, type RequestResult } from '../job/request-result.ts';
import type { JobTools } from '../job/watch.ts';
import type { Ports } from '../ports.ts';
import type { PullRequestContext } from '../pull-request/finish-pull-request.ts';
import { metadataOf } from '../pull-request/labels-and-reviewers.ts';
import { type IssueRef, type Request, reactionTarget, urlOf } from '../request/request.ts';
import { signText } from '../text/signed-note.ts';
import type { ThreadRequest } from '../thread/choose-next.ts';
import type { Conversation } from '../thread/notify.ts';
import type { ThreadContext } from '../thread/thread-context.ts';
import { type Inputs, readInputs } from './inputs.ts';

/** What all stages of a request share. */
export interface Step {
  readonly ports: Ports;
  /** As the event has it. */
  readonly request: Request;
  readonly inputs: Inputs;
  /** GitHub for the repository of this run; undefined without a token. */
  readonly github: GitHub | undefined;
  readonly tools: JobTools;
  /** How to reach pull requests, and finish the job's own. */
  readonly pullRequests: PullRequestContext;
}

/** Reads the inputs, starts the deadline, and opens GitHub and the service. Sends nothing yet. */
export async function openStep(ports: Ports, request: Request): Promise<Step | RequestResult> {
  const { runner, workflowRun } = ports;
  const { log } = runner;
  const inputs = await readInputs(ports, request.command !== undefined || request.checked !== undefined);
  if (isResult(inputs)) return inputs;
  runner.group('Request');
  const { comment, credentials, key, pollInterval, prPaths, service } = inputs;
  const deadline = ports.startDeadline(inputs.timeout);
  const openGitHub = ports.connectGitHub(inputs, deadline);
  const github = openGitHub('github-token');
  if (github === undefined && comment !== 'never' && findThread(request, inputs) !== undefined)
    log.warning('`github-token` is empty: nothing is reported in the conversation.');
  const tools = ports.openJobTools(credentials, deadline, { pollInterval, isSpaced: false });
  const pullRequests = {
    openGitHub,
    workflowRun,
    tools,
    service,
    key,
    phrase: inputs.triggerPhrase,
    marks: comment !== 'never',
    metadata: metadataOf(inputs),
    facts: { prPaths, waitsForPreview: true },
  };
  return { ports, request, inputs, github, tools, pullRequests };
}

/**
 * Where the request's status comment and notes are; undefined if the action must not or can't comment.
 *
 * @param changed the pull request that a change is about
 */
export function openConversation(step: Step, changed?: IssueRef): ThreadContext | undefined {
  const { ports, request, inputs, github, tools, pullRequests } = step;
  const { comment, notify, prPaths, service } = inputs;
  const found = findConversation({ ...request, thread: changed ?? request.thread }, inputs, github, ports);
  if (found === undefined) return undefined;
  const { repositoryId } = ports.workflowRun;
  return {
    ...pullRequests,
    ...found,
    // Requesters of other requests wait for this.
    facts: { prPaths, waitsForPreview: false },
    place: { service, repositoryId, thread: found.place.thread },
    tools,
    notify: notify === 'auto',
    // A push, a release or a schedule has no requester in the conversation.
    onlyWhenChanged:
      comment === 'when-changed' && request.source.kind === 'run' && request.checked === undefined,
  };
}

/** Where to tell the requester something; undefined if the action must not or can't comment. */
export function findConversation(
  request: Request,
  inputs: Pick<Inputs, 'issueNumber' | 'comment' | 'triggerPhrase'>,
  github: GitHub | undefined,
  ports: Ports,
): Conversation | undefined {
  const thread = findThread(request, inputs);
  if (thread === undefined || github === undefined || inputs.comment === 'never') return undefined;
  const { sender } = request;
  const requester = {
    by: sender?.login,
    person: sender?.type === 'User',
    at: urlOf(request),
    reactTo: reactionTarget(request),
    review: request.requestsChanges,
    run: ports.workflowRun.url,
    phrase: inputs.triggerPhrase,
  };
  return { github, place: { thread }, requester, tools: { log: ports.runner.log } };
}

function findThread(request: Request, { issueNumber }: Pick<Inputs, 'issueNumber'>): number | undefined {
  return issueNumber ?? request.thread?.number;
}

/**
 * The identity of a request: the same in every attempt of its run, and in no other run. It depends on the inputs that decide
 * what is sent, since a matrix runs one step several times, and on nothing that is read from GitHub, which may change between
 * attempts. All approvals of a commit have another identity in common, although each has another range, and so do all its
 * checks. Both are keyed, so that a public note doesn't reveal the text to guesses.
 */
export function identityOf({
  ports,
  request,
  inputs,
}: Step): Pick<ThreadRequest, 'request' | 'attempt' | 'shared'> {
  const { workflowRun, runner } = ports;
  const { attempt, runId, job, step } = workflowRun;
  const { prompt, jobId, rulesFile: rules, contextFile, key } = inputs;
  const { approvedCommit, checked } = request;
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
