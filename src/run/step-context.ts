import type { GitHub } from '../github/github.ts';
import type { JobTools } from '../job/watch.ts';
import type { Ports } from '../ports.ts';
import type { PullRequestContext } from '../pull-request/finish-pull-request.ts';
import type { OpenPull } from '../pull-request/open-pull-requests.ts';
import type { Conversation } from '../report/conversation.ts';
import { type IssueRef, type Request, reactionTarget, urlOf } from '../request/request.ts';
import { githubTime } from '../runner/clock.ts';
import type { Account } from '../text/json.ts';
import type { ThreadContext } from '../thread/thread-context.ts';
import type { Inputs } from './inputs.ts';

/** The context of a step whose inputs are read. */
export interface StepContext {
  readonly ports: Ports;
  readonly request: Request;
  readonly inputs: Inputs;
  /** Undefined without a token. */
  readonly github: GitHub | undefined;
  /** Reads the members of teams; undefined without `team-token`. */
  readonly teams: GitHub | undefined;
  readonly tools: JobTools;
  /** Where the request is reported; undefined if the action must not or can't comment. */
  readonly conversation: ThreadContext | undefined;
  /** How to finish the job's pull request. */
  readonly pullRequests: PullRequestContext;
}

/** What the changes and the open pull requests add to a request. */
export interface ChangeDetails {
  /** The change, for the prompt. */
  readonly description?: string | undefined;
  /** The author of the newest merged pull request. */
  readonly author?: Account | undefined;
  /** Where to report instead. */
  readonly thread?: IssueRef | undefined;
  /** The pull request whose job gets the instruction as a message. */
  readonly openPull?: OpenPull | undefined;
}

/** Starts the deadline, and opens GitHub and the service. Sends nothing yet. */
export function openStep(ports: Ports, request: Request, inputs: Inputs): StepContext {
  const { clock, random, runner } = ports;
  const { githubToken, pollInterval, teamToken } = inputs;
  const deadline = ports.startDeadline(inputs.timeout);
  const github = githubToken === undefined ? undefined : ports.openGitHub(githubToken, deadline);
  const teams = teamToken === undefined ? undefined : ports.openGitHub(teamToken, deadline, 'team-token');
  const service = ports.openService({ ...inputs, deadline });
  const time = githubTime(clock);
  const tools = { service, clock, time, random, deadline, log: runner.log, pollInterval };
  return place({ ports, request, inputs, github, teams, tools });
}

/** The step with the author of the change, in the conversation of the change. */
export function moveTo({ thread, author }: ChangeDetails, step: StepContext): StepContext {
  if (thread === undefined && author === undefined) return step;
  return place({ ...step, request: { ...step.request, thread: thread ?? step.request.thread } }, author);
}

function place(step: Omit<StepContext, 'conversation' | 'pullRequests'>, author?: Account): StepContext {
  const { ports, request, inputs, github, tools } = step;
  const { workflowRun } = ports;
  const pullRequests: PullRequestContext = {
    ...inputs,
    openGitHub: ports.openGitHub,
    clock: ports.clock,
    deadline: tools.deadline,
    service: inputs,
    workflowRun,
    marks: inputs.comment !== 'never',
    owners: inputs,
    people: {
      requester: request.sender,
      requestUrl: urlOf(request),
      author,
      reviewer: request.requestsChanges ? request.sender?.login : undefined,
    },
    facts: { prPaths: inputs.prPaths, waitsForPreview: true },
    log: tools.log,
  };
  const opened = openConversation(ports, request, inputs, github);
  const notify = inputs.notify === 'auto';
  // A push, a release or a schedule has no requester in the conversation.
  const onlyWhenChanged = inputs.comment === 'when-changed' && request.source.kind === 'run';
  const conversation = opened && {
    ...pullRequests,
    ...opened,
    tools,
    notify,
    onlyWhenChanged,
    // Requesters of other requests wait for this.
    facts: { prPaths: inputs.prPaths, waitsForPreview: false },
    place: { service: inputs, repositoryId: workflowRun.repositoryId, ...opened.place },
  };
  return { ...step, pullRequests, conversation };
}

/** Where a request is reported; undefined if the action must not or can't comment. */
export function openConversation(
  { runner: { log }, workflowRun }: Ports,
  request: Request,
  { issueNumber, comment, phrase }: Pick<Inputs, 'issueNumber' | 'comment' | 'phrase'>,
  github: GitHub | undefined,
): Conversation | undefined {
  const thread = issueNumber ?? request.thread?.number;
  if (thread === undefined || comment === 'never') return undefined;
  if (github === undefined) {
    log.warning('`github-token` is empty: nothing is reported in the conversation.');
    return undefined;
  }
  const { sender } = request;
  const requester = {
    by: sender?.login,
    person: sender?.type === 'User',
    at: urlOf(request),
    reactTo: reactionTarget(request),
    review: request.requestsChanges,
    run: workflowRun.url,
    phrase,
  };
  return { github, place: { thread }, requester, log };
}
