import { isPerson } from '../github/account.ts';
import type { GitHub } from '../github/github.ts';
import { isResult, type RequestResult } from '../job/request-result.ts';
import type { JobTools } from '../job/watch.ts';
import type { Ports } from '../ports.ts';
import type { PullRequestContext } from '../pull-request/finish-pull-request.ts';
import { metadataOf } from '../pull-request/labels-and-reviewers.ts';
import { pullUrl } from '../pull-request/link.ts';
import { type Request, reactionTarget, urlOf } from '../request/request.ts';
import type { Conversation } from '../thread/notify.ts';
import type { ThreadContext } from '../thread/thread-context.ts';
import { type Inputs, readInputs } from './inputs.ts';

/** What all stages of a request share. */
export interface Step {
  readonly ports: Ports;
  readonly inputs: Inputs;
  /** GitHub for the repository of this run; undefined without a token. */
  readonly github: GitHub | undefined;
  readonly tools: JobTools;
  /** How to reach pull requests, and finish the job's own. */
  readonly pullRequests: PullRequestContext;
}

/** Reads the inputs, starts the deadline, and opens GitHub and the service. Sends nothing yet. */
export async function openStep(request: Request, ports: Ports): Promise<Step | RequestResult> {
  const { runner, workflowRun } = ports;
  const inputs = await readInputs(ports, request.command !== undefined || request.checked !== undefined);
  if (isResult(inputs)) return inputs;
  runner.group('Request');
  const { comment, credentials, key, pollInterval, prPaths, service } = inputs;
  const deadline = ports.startDeadline(inputs.timeout);
  const openGitHub = ports.connectGitHub(inputs, deadline);
  const github = openGitHub('github-token');
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
  return { ports, inputs, github, tools, pullRequests };
}

/**
 * Where the request's status comment and notes are; undefined if the action must not or can't comment.
 *
 * @param pull the number of the pull request that a change is about
 */
export function openConversation(
  request: Request,
  { ports, inputs, github, tools, pullRequests }: Step,
  pull?: number,
): ThreadContext | undefined {
  const found = findConversation(request, inputs, github, ports, pull);
  if (found === undefined) return undefined;
  const { comment, notify, prPaths, service } = inputs;
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
  inputs: Pick<Inputs, 'issueNumber' | 'comment' | 'triggerPhrase' | 'dryRun'>,
  github: GitHub | undefined,
  { runner, workflowRun }: Ports,
  pull?: number,
): Conversation | undefined {
  const { comment, dryRun, issueNumber, triggerPhrase: phrase } = inputs;
  const thread = issueNumber ?? pull ?? request.thread?.number;
  if (thread === undefined || comment === 'never') return undefined;
  const { log } = runner;
  if (github === undefined) {
    log.warning('`github-token` is empty: nothing is reported in the conversation.');
    return undefined;
  }
  const { sender } = request;
  const requester = {
    by: sender?.login,
    person: isPerson(sender),
    at: pull === undefined ? urlOf(request) : pullUrl(pull, workflowRun),
    reactTo: reactionTarget(request),
    review: request.requestsChanges,
    run: workflowRun.url,
    phrase,
  };
  return { github, place: { thread }, requester, tools: { log }, dryRun };
}
