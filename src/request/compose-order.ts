import type { Change } from '../change/read-change.ts';
import { CHECKS_FAILED, describeRed } from '../checks/describe-checks.ts';
import type { Request } from '../event/request.ts';
import { describeLines } from '../event/review.ts';
import { isResult, type RequestResult, unsent, unsentByRead } from '../model/request-result.ts';
import { changeContext } from '../prompt/change-context.ts';
import { markData, markFiles } from '../prompt/marked-data.ts';
import { composePrompt, continuePullRequest, readContext } from '../prompt/prompt.ts';
import type { People } from '../pull-request/labels-and-reviewers.ts';
import { pullUrl } from '../pull-request/link.ts';
import { recipeOf } from '../pull-request/marker.ts';
import { formatDuration } from '../text/time.ts';
import type { ThreadRequest } from '../thread/choose-next.ts';
import { hasThread, readThread, type Thread, wasSent } from '../thread/thread.ts';
import type { RequestedChange } from './evaluate-change.ts';
import type { Step } from './step.ts';

/** What to send to the service, and what the status comment needs. */
export interface Order {
  /** Where the request's status comment and notes are. */
  readonly thread: Thread | undefined;
  readonly threadRequest: ThreadRequest;
  readonly request: Request;
  readonly people: People;
  readonly change?: Change | undefined;
  /** How much of everything the agent reads. */
  readonly coverage?: string | undefined;
  /** Sentences for the status comment. */
  readonly remarks: readonly string[];
  /** The text to send; `continues` is the URL of an open pull request that a new job is to continue. */
  compose(continues: string | undefined): string;
}

/**
 * Decides who the request goes to, and reads the parts of the prompt. A re-run of a request that ended meanwhile watches the
 * job of an earlier attempt, if there is one in the thread.
 */
export async function composeOrder(
  request: Request,
  own: Pick<ThreadRequest, 'request' | 'attempt' | 'shared' | 'checks' | 'since'>,
  details: RequestedChange,
  thread: Thread | undefined,
  step: Step,
): Promise<Order | RequestResult> {
  const { access, inputs } = step;
  const order = addressOrder(request, own, details, thread, step);
  const prompt = details.end ?? (await readPrompt(order, details, step));
  if (!isResult(prompt)) return { ...order, ...prompt };
  if (own.attempt === 1 || inputs.dryRun || prompt.result === 'answered') return prompt;
  if (!wasSent(await readThread(thread, access), own)) return prompt;
  return { ...order, threadRequest: { ...order.threadRequest, end: prompt } };
}

async function readPrompt(
  { request, thread, threadRequest }: Order,
  { change, red }: RequestedChange,
  step: Step,
): Promise<Partial<Order> | RequestResult> {
  const { access, inputs, ports } = step;
  const text = threadRequest.instruction;
  access.log.info(describeOrder(threadRequest, inputs.timeout));
  if (thread === undefined && inputs.dailyLimit !== undefined && text !== undefined) return UNCOUNTED;
  if (text === undefined) return {};
  const { randomToken, workflowRun } = ports;
  const subject = await findNamed(request, step);
  if (isResult(subject)) return subject;
  const { context: mode, contextFile, paths = () => true, rulesFile } = inputs;
  // A change has its own files.
  const filesOf = change?.comparison === undefined ? paths : undefined;
  const place = red
    ? await describeRed(red, mode === 'full', access.github, access.log)
    : await readContext(subject, mode, access.github, workflowRun.isPublic, filesOf);
  if (isResult(place)) return place;
  const isLinked = place.text !== undefined;
  const { text: about, parts = [] } = change
    ? changeContext(change, mode, request.sender, workflowRun, isLinked)
    : {};
  const data = markData(randomToken(), [...place.parts, ...parts]);
  const files = markFiles(randomToken(), contextFile);
  if (data?.coverage) access.log.info(`What the agent reads: ${data.coverage}`);
  const compose: Order['compose'] = (continues) => {
    const old = continues === undefined ? undefined : continuePullRequest(continues, randomToken());
    return composePrompt(text, rulesFile, place.text, about, data?.text, old, files);
  };
  return { compose, coverage: data?.coverage };
}

/** The request with the pull request of `issue-number`, if nothing else is its subject. An issue there is only for reports. */
async function findNamed(request: Request, step: Step): Promise<Request | RequestResult> {
  const { issueNumber, context, range } = step.inputs;
  const isOpen = !hasThread(request) && request.change === undefined && range === undefined;
  if (!isOpen || issueNumber === undefined || context === 'none') return request;
  const read = await step.access.github.pullRequest(issueNumber);
  if (!read.ok && read.failure.kind !== 'refused') return unsentByRead('`issue-number`', read.failure);
  if (!read.ok) {
    step.access.log.info(`\`issue-number\` gives the agent no pull request: ${read.failure.message}`);
    return request;
  }
  const { number, title, body: description, user: openedBy } = read.value;
  const thread = { kind: 'pull-request', number, title, description, openedBy } as const;
  return { ...request, thread, url: pullUrl(number, step.access.workflowRun) };
}

/** Decides who the request goes to, without reads. */
function addressOrder(
  request: Request,
  own: Pick<ThreadRequest, 'request' | 'attempt' | 'shared' | 'checks' | 'since'>,
  { author, change, openPull }: RequestedChange,
  thread: Thread | undefined,
  { access, inputs }: Step,
): Order {
  const { checks, command, isMerge, requestsChanges, sender } = request;
  const threadRequest = {
    ...own,
    instruction: textOf(request, inputs.prompt),
    jobId: inputs.jobId ?? openPull?.jobId,
    foundBy: inputs.jobId === undefined ? openPull?.url : undefined,
    recipe: isMerge && inputs.prLabels.length > 0 ? recipeOf(inputs.prLabels, access) : undefined,
    labels: isMerge && openPull === undefined ? inputs.prLabels : undefined,
    fresh: command !== undefined && 'isNew' in command && command.isNew,
  };
  const people = {
    // No person requests a message by checks, even if a person ran them.
    requester: checks ? undefined : sender,
    requestUrl: thread?.requester.at ?? request.url,
    author,
    reviewer: requestsChanges ? sender?.login : undefined,
  };
  const remarks = describeLeftOut(request);
  return { thread, threadRequest, request, people, change, remarks, compose: () => '' };
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

/** The instruction, from the text of the request and the input `prompt`. Undefined if a job is only watched. */
function textOf({ checks, command }: Request, prompt: string | undefined): string | undefined {
  if (checks !== undefined) return CHECKS_FAILED;
  const parts = [prompt, command?.kind === 'instruction' ? command.instruction : undefined];
  return command === undefined ? prompt : parts.filter((part) => part !== undefined).join('\n\n');
}
