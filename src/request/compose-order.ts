import type { Change } from '../change/read-change.ts';
import { describeRed } from '../checks/describe-checks.ts';
import { isUnattended, type Request } from '../event/request.ts';
import { describeLines } from '../event/review.ts';
import { isResult, type RequestResult, unsent, unsentByRead } from '../model/request-result.ts';
import { changeContext } from '../prompt/change-context.ts';
import { markFiles } from '../prompt/marked-data.ts';
import { composePrompt, continuePullRequest, readContext } from '../prompt/prompt.ts';
import type { People } from '../pull-request/labels-and-reviewers.ts';
import { pullUrl } from '../pull-request/link.ts';
import { formatDuration } from '../text/time.ts';
import type { ThreadRequest } from '../thread/choose-next.ts';
import type { ThreadContext } from '../thread/thread-context.ts';
import type { ChangeDetails } from './evaluate-change.ts';
import type { Instruction } from './read-instruction.ts';
import type { Step } from './step.ts';

/** What to send to the service, and what the status comment needs. */
export interface Order {
  /** Where the request's status comment and notes are. */
  readonly conversation: ThreadContext | undefined;
  readonly threadRequest: ThreadRequest;
  readonly request: Request;
  readonly people: People;
  readonly change?: Change | undefined;
  /** Sentences for the status comment. */
  readonly remarks: readonly string[];
  /** The text to send; `continues` is the URL of an open pull request that a new job is to continue. */
  compose(continues: string | undefined): string;
}

/** Decides who the request goes to, and reads the parts of the prompt. */
export async function composeOrder(
  instruction: Instruction,
  details: ChangeDetails,
  conversation: ThreadContext | undefined,
  step: Step,
): Promise<Order | RequestResult> {
  const { ports, inputs, github, tools } = step;
  const { text, request } = instruction;
  const { change, red } = details;
  if (conversation === undefined && inputs.dailyLimit !== undefined && text !== undefined) return UNCOUNTED;
  const order = addressOrder(instruction, details, conversation, step);
  if (text === undefined) return order;
  const { randomToken, workflowRun } = ports;
  const about = await findNamed(request, step);
  if (isResult(about)) return about;
  const context = red
    ? await describeRed(red, inputs.context === 'full', github, tools.log, randomToken())
    : await readContext(about, inputs.context, github, randomToken(), workflowRun.isPublic, inputs.paths);
  if (isResult(context)) return context;
  const description =
    change && changeContext(change, inputs.context, request.sender, workflowRun, randomToken());
  const files = markFiles(randomToken(), inputs.contextFile);
  const compose: Order['compose'] = (continues) => {
    const old = continues === undefined ? undefined : continuePullRequest(continues, randomToken());
    return composePrompt(text, inputs.rulesFile, context, description, old, files);
  };
  return { ...order, compose };
}

/** The request with the pull request of `issue-number`, if nothing else is its subject. An issue there is only for reports. */
async function findNamed(request: Request, step: Step): Promise<Request | RequestResult> {
  const { issueNumber, context, range } = step.inputs;
  const isOpen = isUnattended(request) && request.change === undefined && range === undefined;
  if (!isOpen || issueNumber === undefined || context === 'none') return request;
  const read = await step.github.pullRequest(issueNumber);
  if (!read.ok && read.failure.kind !== 'refused') return unsentByRead('`issue-number`', read.failure);
  if (!read.ok) {
    step.tools.log.info(`\`issue-number\` gives the agent no pull request: ${read.failure.message}`);
    return request;
  }
  const { number, title, body: description, user: openedBy } = read.value;
  const thread = { kind: 'pull-request', number, title, description, openedBy } as const;
  return { ...request, thread, url: pullUrl(number, step.workflowRun) };
}

/** Decides who the request goes to, without reads. With `end`, only a job of an earlier attempt counts, so nothing is sent. */
export function addressOrder(
  { text, isNew, request }: Instruction,
  { author, change, openPull }: ChangeDetails,
  conversation: ThreadContext | undefined,
  { ports, commitStatus, identity, inputs }: Step,
  end?: RequestResult,
): Order {
  const threadRequest = {
    ...identity,
    instruction: text,
    jobId: inputs.jobId ?? openPull?.jobId,
    foundBy: inputs.jobId === undefined ? openPull?.url : undefined,
    labels: request.isMerge && openPull === undefined ? inputs.prLabels : undefined,
    fresh: isNew,
    commit: commitStatus.commit,
    end,
  };
  const { checks, requestsChanges, sender } = request;
  const people = {
    // No person requests a message by checks, even if a person ran them.
    requester: checks ? undefined : sender,
    requestUrl: conversation?.requester.at ?? request.url,
    author,
    reviewer: requestsChanges ? sender?.login : undefined,
  };
  ports.runner.log.info(describeOrder(threadRequest, inputs.timeout));
  const remarks = describeLeftOut(request);
  return { conversation, threadRequest, request, people, change, remarks, compose: () => '' };
}

/** What the status comment says about text that isn't sent. */
function describeLeftOut({ command, comment }: Request): string[] {
  const lines = (comment?.others ?? []).map(describeLines).join('; ');
  const isCut = (command?.kind === 'instruction' || command?.kind === 'empty') && command.isCut;
  const apart = `Not part of this request, because each is a separate request: ${lines}.`;
  return [...(isCut ? [CUT] : []), ...(lines === '' ? [] : [apart])];
}

const CUT = 'HTML comments were removed from the instruction, also inside code.';

const UNCOUNTED = unsent(
  'input-invalid',
  '`daily-limit` counts requests by their status comments, and this request has none. Set `issue-number`, or remove `daily-limit`.',
);

function describeOrder({ instruction, jobId }: ThreadRequest, timeout: number): string {
  const deadline = `(deadline after ${formatDuration(timeout)})`;
  if (instruction === undefined) return `Waiting for job ${jobId} ${deadline}.`;
  const [firstLine = ''] = instruction.trim().split('\n', 1);
  return `Request ${jobId === undefined ? '' : `to job ${jobId} `}${deadline}: ${firstLine}`;
}
