import type { GitHub } from '../github/github.ts';
import type { Ports } from '../ports.ts';
import type { Audience } from '../report/audience.ts';
import type { Asker } from '../report/own-comment.ts';
import { type IssueRef, type Request, reactionTarget, urlOf } from '../request/request.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Account } from '../text/json.ts';
import type { PullRequestContext } from '../thread/finish-pull-request.ts';
import type { FinishContext } from '../thread/finish-requests.ts';
import { type Thread, type ThreadTools, threadIn } from '../thread/thread.ts';
import type { Inputs } from './inputs.ts';

/** What a step works with once its inputs are read. */
export interface StepContext {
  readonly ports: Ports;
  readonly request: Request;
  readonly inputs: Inputs;
  readonly deadline: Deadline;
  /** Undefined without a token. */
  readonly github: GitHub | undefined;
  /** Where the request is answered, with the memory of that thread. */
  readonly audience: (Audience & { readonly memory: Thread }) | undefined;
  /** Who wrote the pull request that was merged last. */
  readonly author?: Account | undefined;
}

/** What is known of a request once it was found out what changed, and what is open. */
export interface Informed {
  /** What the agent is told about the change. */
  readonly told?: string | undefined;
  /** Who wrote the pull request that was merged last. */
  readonly author?: Account | undefined;
  /** The conversation to move to. */
  readonly thread?: IssueRef | undefined;
  /** The open pull request whose job gets the instruction as a message. */
  readonly open?: { readonly jobId: string; readonly url: string } | undefined;
}

/** Starts the deadline, and opens GitHub, which sends nothing yet. */
export function openStep(ports: Ports, request: Request, inputs: Inputs): StepContext {
  const deadline = ports.startDeadline(inputs.timeout);
  const { githubToken } = inputs;
  const github = githubToken === undefined ? undefined : ports.openGitHub(githubToken, deadline);
  const step = { ports, request, inputs, deadline, github };
  return { ...step, audience: audienceOf(step) };
}

/** The step, with its conversation in a thread that only became known on the way, if any did. */
export function moveTo(thread: IssueRef | undefined, step: StepContext): StepContext {
  if (thread === undefined) return step;
  const moved = { ...step, request: { ...step.request, thread } };
  return { ...moved, audience: audienceOf(moved) };
}

function audienceOf({ ports, request, inputs, github }: Omit<StepContext, 'audience'>) {
  const audience = openAudience(ports, request, inputs, github);
  if (audience === undefined) return undefined;
  const scope = { github: audience.github, service: inputs, key: inputs.key };
  const memory = threadIn(ports.workflowRun, audience.thread, scope);
  return { ...audience, notify: inputs.notify === 'auto', memory };
}

/** Where a request is answered; undefined when nothing may or can be written. */
export function openAudience(
  ports: Ports,
  request: Request,
  inputs: Pick<Inputs, 'issueNumber' | 'comment' | 'phrase'>,
  github: GitHub | undefined,
): Omit<Audience, 'notify'> | undefined {
  const thread = inputs.issueNumber ?? request.thread?.number;
  const { log } = ports.runner;
  if (thread === undefined || inputs.comment === 'never') return undefined;
  if (github === undefined) {
    log.warning('`github-token` is empty: nothing is reported in the conversation.');
    return undefined;
  }
  const asker = askerOf(ports, request);
  return { github, thread, asker, occasion: { ...asker, phrase: inputs.phrase }, log };
}

/** Who asked, and where. */
function askerOf({ workflowRun }: Ports, request: Request): Asker {
  const { sender, source } = request;
  return {
    by: sender?.login,
    person: sender?.type === 'User',
    at: urlOf(request),
    reactTo: reactionTarget(source),
    run: workflowRun.url,
  };
}

/** What the pull request of this step's job gets. */
export function pullRequestContext({
  ports,
  request,
  inputs,
  deadline,
  author,
}: StepContext): PullRequestContext {
  const { phrase, githubToken, prToken } = inputs;
  return {
    openGitHub: (token, tokenInput) => ports.openGitHub(token, deadline, tokenInput),
    githubToken,
    prToken,
    phrase,
    service: inputs,
    key: inputs.key,
    workflowRun: ports.workflowRun,
    marks: inputs.comment !== 'never',
    wishes: inputs,
    people: { asker: request.sender, author },
    log: ports.runner.log,
  };
}

/** What requests are finished with that no run watches; requesters are told by a mention as the inputs say. */
export function finishContext(
  step: StepContext,
  { memory: { github, key }, notify }: NonNullable<StepContext['audience']>,
  tools: ThreadTools,
): FinishContext {
  const pullRequests = pullRequestContext({ ...step, author: undefined });
  return { github, key, phrase: step.inputs.phrase, tools, jobs: { tools, pullRequests, notify } };
}
