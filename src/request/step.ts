import { openRange } from '../change/last-success.ts';
import { narrowChange } from '../change/narrow-change.ts';
import { type Change, readChange } from '../change/read-change.ts';
import { isUnattended, type Request } from '../event/request.ts';
import { type Account, isPerson } from '../github/account.ts';
import type { ReactionTarget } from '../github/requester.ts';
import { isResult, type RequestResult } from '../model/request-result.ts';
import type { Ports } from '../ports.ts';
import type { PullRequestContext } from '../pull-request/finish-pull-request.ts';
import { pullUrl } from '../pull-request/link.ts';
import type { Identity } from '../thread/choose-next.ts';
import type { CommitStatus } from '../thread/report-on-commit.ts';
import type { ThreadContext } from '../thread/thread-context.ts';
import { identityOf } from './identity.ts';
import { type Inputs, readInputs } from './inputs.ts';

export interface Step extends OpenedStep {
  readonly commitStatus: CommitStatus;
}

/** A step before its requester is known to be allowed. */
export interface OpenedStep extends PullRequestContext {
  readonly ports: Ports;
  readonly inputs: Inputs;
  /** Where the action comments; undefined if it must not or can't. */
  readonly conversation: ThreadContext | undefined;
  /** The same in the pull request that a change is about, if it is about one. */
  readonly conversationIn: (pull: number | undefined) => ThreadContext | undefined;
  readonly identity: Identity;
  /** Reads what the request is about besides its text, once. */
  readonly readChange: () => Promise<RequestedChange | RequestResult>;
}

/** What a request is about besides its text; empty if that is no change. */
export interface RequestedChange {
  /** What counts of the change, or why nothing does. */
  readonly change?: Change | RequestResult | undefined;
  /** The author of the newest merged pull request by a person, or else of the newest one. */
  readonly author?: Account | undefined;
  /** The number of the pull request to report in. */
  readonly pull?: number | undefined;
}

/** Reads the inputs, starts the deadline, and opens GitHub and the service. Sends nothing yet. */
export async function openStep(request: Request, ports: Ports): Promise<OpenedStep | RequestResult> {
  const hasText = request.checks !== undefined || request.command !== undefined;
  const inputs = await readInputs(ports, hasText);
  if (isResult(inputs)) return inputs;
  ports.runner.group('Request');
  const {
    credentials,
    openRule,
    pollInterval,
    prLabels,
    prPaths,
    prReviewers,
    triggerPhrase: phrase,
  } = inputs;
  const tools = ports.openJobTools(credentials, ports.startDeadline(inputs.timeout), pollInterval);
  const access = ports.openAccess(inputs, tools);
  const facts = { prPaths };
  const metadata = { prLabels, prReviewers };
  const marks = inputs.comment !== 'never';
  const context = { ...access, phrase, marks, metadata, openRule, facts };
  const conversationIn = (pull: number | undefined) => openConversation(request, inputs, context, pull);
  const conversation = conversationIn(undefined);
  let reading: ReturnType<typeof readRequestedChange> | undefined;
  const readChange = () => (reading ??= readRequestedChange(request, inputs, context, ports));
  const identity = identityOf(request, inputs, ports);
  return { ...context, ports, inputs, conversation, conversationIn, identity, readChange };
}

function openConversation(
  request: Request,
  { comment, commitStatus: statusName, dryRun, issueNumber, service }: Inputs,
  context: PullRequestContext,
  pull: number | undefined,
): ThreadContext | undefined {
  const { workflowRun, phrase } = context;
  const thread = issueNumber ?? pull ?? request.thread?.number;
  if (thread === undefined || comment === 'never') return undefined;
  const { requestsChanges, sender } = request;
  const isOnPull = request.thread?.kind === 'pull-request';
  const requester = {
    by: sender?.login,
    person: isPerson(sender),
    at: pull === undefined ? request.url : pullUrl(pull, workflowRun),
    reactTo: reactionTarget(request),
    review: requestsChanges,
    run: workflowRun.url,
    phrase,
  };
  return {
    ...context,
    requester,
    dryRun,
    statusName,
    place: { service, repositoryId: workflowRun.repositoryId, thread },
    pullRequest: isOnPull && thread === request.thread?.number ? pullUrl(thread, workflowRun) : undefined,
    // A push, a release or a schedule has no requester in the conversation.
    onlyWhenChanged: comment === 'when-changed' && isUnattended(request),
  };
}

/** Where to add a reaction. Reviews can't have any, and GitHub stores those to a pull request on its issue. */
export function reactionTarget({ thread, comment }: Request): ReactionTarget | undefined {
  if (comment === undefined) return thread && { kind: 'issue', number: thread.number };
  const { kind, id } = comment;
  return kind === 'review' ? undefined : { kind, id };
}

async function readRequestedChange(
  { change: changeEvent }: Request,
  { ignorePulls, paths, range }: Inputs,
  context: PullRequestContext,
  { clock, workflowRun }: Ports,
): Promise<RequestedChange | RequestResult> {
  const sides = await openRange(range, clock.now(), workflowRun, context.github);
  const read = isResult(sides) ? sides : await readChange(changeEvent, sides, context);
  if (read === undefined || isResult(read)) return read ?? {};
  // A range of two sides was chosen on purpose, and so was what a release contains.
  const leavesOutOwn = range === undefined ? changeEvent?.kind === 'push' : range.kind !== 'sides';
  const change = await narrowChange(read, { ignorePulls, paths, leavesOutOwn }, context);
  const { pulls } = (isResult(change) ? read : change).merged;
  const last = pulls.at(-1);
  const author = (pulls.findLast(({ user }) => isPerson(user)) ?? last)?.user;
  const isPush = changeEvent?.kind === 'push' && range === undefined;
  return { change, author, pull: isPush ? last?.number : undefined };
}
