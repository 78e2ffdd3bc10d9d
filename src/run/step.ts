import type { GitHub } from '../github/github.ts';
import { isResult, type RequestResult } from '../job/request-result.ts';
import type { JobTools } from '../job/watch.ts';
import type { Ports } from '../ports.ts';
import type { PullRequestContext } from '../pull-request/finish-pull-request.ts';
import { type IssueRef, type Request, reactionTarget, urlOf } from '../request/request.ts';
import { githubTime } from '../runner/clock.ts';
import type { Conversation } from '../thread/notify.ts';
import type { ThreadContext } from '../thread/thread-context.ts';
import { type Inputs, readInputs } from './inputs.ts';

/** What all stages of a request share. */
export interface Step {
  readonly ports: Ports;
  /** As the event has it. */
  readonly request: Request;
  readonly inputs: Inputs;
  /** Undefined without a token. */
  readonly github: GitHub | undefined;
  readonly tools: JobTools;
  /** How to finish the job's pull request. */
  readonly pullRequests: Omit<PullRequestContext, 'people'>;
}

/** Reads the inputs, starts the deadline, and opens GitHub and the service. Sends nothing yet. */
export async function openStep(ports: Ports, request: Request): Promise<Step | RequestResult> {
  const { clock, openGitHub, random, runner, workflowRun } = ports;
  const inputs = await readInputs(ports, request.command !== undefined);
  if (isResult(inputs)) return inputs;
  runner.group('Request');
  const { comment, githubToken, pollInterval } = inputs;
  const deadline = ports.startDeadline(inputs.timeout);
  const github = githubToken === undefined ? undefined : openGitHub(githubToken, deadline);
  if (github === undefined && comment !== 'never' && findThread(request, inputs) !== undefined)
    runner.log.warning('`github-token` is empty: nothing is reported in the conversation.');
  const service = ports.openService({ ...inputs, deadline });
  const time = githubTime(clock);
  const tools = { service, clock, time, random, deadline, log: runner.log, pollInterval };
  const pullRequests = {
    ...inputs,
    openGitHub,
    clock,
    deadline,
    service: inputs,
    workflowRun,
    marks: comment !== 'never',
    owners: inputs,
    facts: { prPaths: inputs.prPaths, waitsForPreview: true },
    log: runner.log,
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
  const found = findConversation(ports, { ...request, thread: changed ?? request.thread }, inputs, github);
  if (found === undefined) return undefined;
  return {
    ...pullRequests,
    ...found,
    tools,
    notify: inputs.notify === 'auto',
    // A push, a release or a schedule has no requester in the conversation.
    onlyWhenChanged: inputs.comment === 'when-changed' && request.source.kind === 'run',
    // Requesters of other requests wait for this.
    facts: { prPaths: inputs.prPaths, waitsForPreview: false },
    place: { service: inputs, repositoryId: ports.workflowRun.repositoryId, ...found.place },
  };
}

type PlaceInputs = Pick<Inputs, 'issueNumber' | 'comment' | 'phrase'>;

/** Where to tell the requester something; undefined if the action must not or can't comment. */
export function findConversation(
  { runner: { log }, workflowRun }: Ports,
  request: Request,
  inputs: PlaceInputs,
  github: GitHub | undefined,
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
    run: workflowRun.url,
    phrase: inputs.phrase,
  };
  return { github, place: { thread }, requester, log };
}

function findThread(request: Request, { issueNumber }: Pick<Inputs, 'issueNumber'>): number | undefined {
  return issueNumber ?? request.thread?.number;
}
