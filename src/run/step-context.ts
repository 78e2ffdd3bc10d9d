import type { GitHub } from '../github/github.ts';
import type { RequestResult } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import type { PullRequestContext } from '../pull-request/finish-pull-request.ts';
import type { OpenPull } from '../pull-request/open-pull-requests.ts';
import type { Conversation } from '../report/conversation.ts';
import { type IssueRef, type Request, reactionTarget, urlOf } from '../request/request.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Account } from '../text/json.ts';
import type { FinishContext } from '../thread/finish-requests.ts';
import {
  githubTime,
  openReader,
  type ThreadRef,
  type ThreadTools,
  type ThreadView,
  threadIn,
} from '../thread/thread.ts';
import type { Inputs } from './inputs.ts';

/** Who is answered, with the memory of that thread, and what requests in it are finished with. */
export interface StepConversation extends Conversation {
  /** Written to only if the agent changed something. */
  readonly onlyWhenChanged: boolean;
  readonly memory: ThreadRef;
  readonly finishing: FinishContext;
}

/** What a step works with once its inputs are read. */
export interface StepContext {
  readonly ports: Ports;
  readonly request: Request;
  readonly inputs: Inputs;
  readonly deadline: Deadline;
  /** Undefined without a token. */
  readonly github: GitHub | undefined;
  readonly tools: ThreadTools;
  /** Where the request is answered; undefined when nothing may or can be written. */
  readonly conversation: StepConversation | undefined;
  /** What the pull request of the job gets. */
  readonly pullRequests: PullRequestContext;
}

/** What the change and the open pull requests mean for a request. */
export interface ChangeDetails {
  /** The change in words, for the prompt. */
  readonly description?: string | undefined;
  /** The author of the pull request that was merged last. */
  readonly author?: Account | undefined;
  /** The conversation to move to. */
  readonly thread?: IssueRef | undefined;
  /** Its job gets the instruction as a message. */
  readonly openPull?: OpenPull | undefined;
}

/** Starts the deadline, and opens GitHub and the service, which sends nothing yet. */
export function openStep(ports: Ports, request: Request, inputs: Inputs): StepContext {
  const { clock, random, runner } = ports;
  const { githubToken, pollInterval } = inputs;
  const deadline = ports.startDeadline(inputs.timeout);
  const github = githubToken === undefined ? undefined : ports.openGitHub(githubToken, deadline);
  const service = ports.openService({ ...inputs, deadline });
  const time = githubTime(clock);
  const tools = { service, clock, random, deadline, log: runner.log, time, pollInterval };
  return place({ ports, request, inputs, deadline, github, tools });
}

/** The step with what was found out, in the conversation that only became known on the way, if any did. */
export function moveTo({ thread, author }: ChangeDetails, step: StepContext): StepContext {
  if (thread === undefined && author === undefined) return step;
  return place({ ...step, request: { ...step.request, thread: thread ?? step.request.thread } }, author);
}

function place(step: Omit<StepContext, 'conversation' | 'pullRequests'>, author?: Account): StepContext {
  const { ports, request, inputs, deadline, tools } = step;
  const { workflowRun } = ports;
  const pullRequests: PullRequestContext = {
    ...inputs,
    openGitHub: ports.openGitHub,
    clock: ports.clock,
    deadline,
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
  const conversation = openConversation(ports, request, inputs, step.github);
  if (conversation === undefined) return { ...step, conversation, pullRequests };
  const { github, thread } = conversation;
  const notify = inputs.notify === 'auto';
  // A push, a release or a schedule has no requester in the conversation.
  const onlyWhenChanged = inputs.comment === 'when-changed' && request.source.kind === 'run';
  const memory = threadIn(workflowRun, thread, { github, service: inputs, key: inputs.key });
  // Others wait until their requests are finished.
  const facts = { prPaths: inputs.prPaths, waitsForPreview: false };
  const finishing = { ...pullRequests, facts, github, tools, notify };
  return {
    ...step,
    conversation: { ...conversation, notify, onlyWhenChanged, memory, finishing },
    pullRequests,
  };
}

/** Where a request is answered; undefined when nothing may or can be written. */
export function openConversation(
  { runner: { log }, workflowRun }: Ports,
  request: Request,
  inputs: Pick<Inputs, 'issueNumber' | 'comment' | 'phrase'>,
  github: GitHub | undefined,
): Omit<Conversation, 'notify'> | undefined {
  const thread = inputs.issueNumber ?? request.thread?.number;
  if (thread === undefined || inputs.comment === 'never') return undefined;
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
  };
  return { github, thread, requester, context: { ...requester, phrase: inputs.phrase }, log };
}

/** Reads the conversation once; without one it is empty. */
export async function readConversation(
  conversation: StepConversation | undefined,
  tools: ThreadTools,
): Promise<ThreadView | RequestResult> {
  if (conversation === undefined) return { notes: [], marker: undefined, now: tools.time.now() };
  const read = await openReader(conversation.memory, tools)();
  if (read.ok) return read.value;
  const { code, message } = read.failure;
  return { result: 'error', reasonCode: code, reason: `The conversation could not be read: ${message}` };
}
