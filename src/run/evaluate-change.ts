import { changeContext } from '../change/change-context.ts';
import type { Change } from '../change/compare.ts';
import { mayBeOwn } from '../change/merged-pull-requests.ts';
import { readChange } from '../change/read-change.ts';
import { skipIrrelevant } from '../change/relevance.ts';
import type { GitHub } from '../github/github.ts';
import { searchToken } from '../inputs/change-fields.ts';
import { isResult, type RequestResult, skipped, tokenMissing, unread } from '../job/request-result.ts';
import { pullAddress, readGitHubPull } from '../pull-request/link.ts';
import { type MarkerContext, readMaker } from '../pull-request/marker.ts';
import { checkOpen } from '../pull-request/open-pull-requests.ts';
import type { IssueRef } from '../request/request.ts';
import type { Instruction } from './order.ts';
import type { ChangeDetails, StepContext } from './step-context.ts';

/**
 * Reads what changed and which pull requests are open; a result when no instruction about it is to be sent. Only to wait for a
 * job depends on neither.
 */
export async function evaluateChange(
  step: StepContext,
  command: Instruction | undefined,
): Promise<ChangeDetails | RequestResult> {
  const { ports, request, inputs, github } = step;
  const { log } = ports.runner;
  if ((command?.instruction ?? inputs.prompt) === undefined) {
    const { rules, contextFiles, range, paths, ignorePaths, openRule } = inputs;
    const idle = { 'rules-file': rules, 'context-file': contextFiles[0], range, paths };
    const more = { 'ignore-paths': ignorePaths, 'skip-if-open': openRule };
    noticeIdle({ ...idle, ...more }, 'Without an instruction', 'Set `prompt`', log);
    return {};
  }
  const lacking = lackingToken(step);
  if (lacking !== undefined) return tokenMissing(`\`${lacking}\``);
  const own = await skipOwnPullRequest(step);
  if (own !== undefined) return own;
  const change = await readChange(request.changeEvent, inputs.range, github, ports.clock.now());
  if (isResult(change)) return change;
  if (change === undefined) {
    const { paths, ignorePaths } = inputs;
    const when = `On the event \`${request.event}\`, which changes no files`;
    noticeIdle({ paths, 'ignore-paths': ignorePaths }, when, 'Set `range` as well, like `range: 7d`', log);
  }
  const end = change && (await skipChange(step, change));
  if (end !== undefined) return end;
  const open = await findOpen(step);
  if (change === undefined || isResult(open)) return open;
  return { ...open, ...toDetails(step, change) };
}

/** Inputs that do nothing on this event may do something on another one, so they are no error. */
function noticeIdle(
  inputs: Readonly<Record<string, unknown>>,
  when: string,
  advice: string,
  log: StepContext['tools']['log'],
): void {
  const names = Object.keys(inputs).filter((name) => inputs[name] !== undefined);
  if (names.length === 0) return;
  const list = names.map((name) => `\`${name}\``).join(' and ');
  log.notice(`${when}, the action ignores ${list}. ${advice}, or remove ${list}.`);
}

/** Skips a change that needs no documentation. */
async function skipChange(step: StepContext, change: Change): Promise<RequestResult | undefined> {
  const { ports, request, inputs } = step;
  for (const note of change.notes) ports.runner.log.info(note);
  return skipIrrelevant(change, inputs, request.sender, ports.runner.log) ?? skipOwnMerge(step, change);
}

/** What our own jobs, their ends and their merges cause by themselves. Labels and assignments are somebody's wish. */
const MOVES: ReadonlySet<string | undefined> = new Set(['opened', 'reopened', 'synchronize', 'closed']);

/** Skips what happens to a pull request that one of our jobs made: each would request the next one. */
async function skipOwnPullRequest(step: StepContext): Promise<RequestResult | undefined> {
  const { request, github } = step;
  const { thread, action } = request;
  if (github === undefined || thread === undefined || !MOVES.has(action)) return undefined;
  if (!(await isOwn(thread.number, 'event', step, github))) return undefined;
  return skipped('own-pull-request', `One of our own jobs made pull request ${thread.number}.`);
}

/** Skips a change that only our own pull requests brought: documentation of documentation has no end. */
async function skipOwnMerge(step: StepContext, change: Change): Promise<RequestResult | undefined> {
  const { github, request, inputs, ports } = step;
  const { range } = inputs;
  const { changeEvent } = request;
  const isSpan = range !== undefined && 'span' in range;
  if (github === undefined || (!isSpan && changeEvent?.kind !== 'push')) return undefined;
  // A `range` of two sides may be about more than the push.
  const isMore = range !== undefined && !isSpan;
  const pushed = isMore ? await readChange(changeEvent, undefined, github, ports.clock.now()) : change;
  if (pushed === undefined || isResult(pushed) || !mayBeOwn(pushed.merged)) return undefined;
  const { pulls } = pushed.merged;
  // The first that is somebody else's ends the reading.
  for (const { number } of pulls.toReversed())
    if (!(await isOwn(number, 'push', step, github))) return undefined;
  const links = pulls.map(({ number }) => pullUrl(number, step));
  const where = change.event === undefined ? 'In that time nothing was merged' : 'The push merged nothing';
  return skipped('own-merge', `${where} but pull requests that our own jobs made: ${links.join(' ')}`, links);
}

/** Whether one of our jobs made a pull request of this repository; one that can't be read is somebody else's. */
async function isOwn(number: number, what: string, step: StepContext, github: GitHub): Promise<boolean> {
  const { owner, repo } = step.ports.workflowRun;
  const maker = await readMaker({ owner, repo, number }, markerContext(step, github));
  if (maker.ok) return maker.value !== undefined;
  step.ports.runner.log.warning(
    `Whether one of our jobs made pull request ${number} could not be read, so the ${what} counts: ${maker.failure.message}`,
  );
  return false;
}

function toDetails(step: StepContext, change: Change): ChangeDetails {
  const { ports, request, inputs } = step;
  const { workflowRun } = ports;
  const token = ports.randomToken();
  const description = changeContext(change, inputs.context, request.sender, workflowRun, token);
  const last = change.merged.pulls.at(-1);
  const isPush = request.changeEvent?.kind === 'push' && inputs.range === undefined;
  return { description, author: last?.user, thread: last && isPush ? threadOf(last, step) : undefined };
}

/** The conversation of a push: that of the pull request that it merged last. */
function threadOf(
  { number, title, body, user }: Change['merged']['pulls'][number],
  step: StepContext,
): IssueRef {
  const url = pullUrl(number, step);
  return { kind: 'pull-request', number, url, title, description: body, openedBy: user };
}

function pullUrl(number: number, { ports: { workflowRun } }: StepContext): string {
  return pullAddress({ ...workflowRun, number }, workflowRun.serverUrl);
}

/**
 * Ends the run when enough pull requests are open already, or GitHub doesn't say; or finds the job to message instead. A job
 * that is named by its id takes messages however many are open.
 */
async function findOpen(step: StepContext): Promise<ChangeDetails | RequestResult> {
  const { ports, inputs, deadline } = step;
  const { openRule, whenOpen, jobId } = inputs;
  const access = searchToken(inputs);
  const follows = whenOpen === 'message';
  if (openRule === undefined || access === undefined || (follows && jobId !== undefined)) return {};
  const github = ports.openGitHub(access.token, deadline, access.tokenInput);
  const context = markerContext(step, github);
  const end = await checkOpen(openRule, github, {
    serverUrl: ports.workflowRun.serverUrl,
    readMaker: (pull) => readMaker(pull, context),
  });
  if (end?.result === 'skipped' && follows) return findJobToMessage(step, context, end.links);
  return end ?? {};
}

/** The job of the newest open pull request that one of our jobs made; without one, a job may be created. */
async function findJobToMessage(
  { ports }: StepContext,
  context: MarkerContext,
  links: readonly string[] = [],
): Promise<ChangeDetails | RequestResult> {
  const { log } = ports.runner;
  for (const url of links) {
    const pull = readGitHubPull(url, ports.workflowRun.serverUrl);
    const maker = pull && (await readMaker(pull, context));
    if (maker?.ok === false) return unread(`Whether one of our jobs made ${url}`, maker.failure);
    if (maker?.value === undefined) continue;
    log.info(`Enough pull requests are open: this becomes a message to the job that made ${url}`);
    return { open: { jobId: maker.value, url } };
  }
  log.notice('No open pull request carries a marker of this action, so a job is created.');
  return {};
}

function markerContext({ ports, inputs }: StepContext, github: GitHub): MarkerContext {
  const { workflowRun } = ports;
  return { github, service: inputs, key: inputs.key, workflowRun };
}

/** The first input that reads from GitHub when there is no token. */
function lackingToken({ request, inputs }: StepContext): string | undefined {
  const { range, paths, ignorePaths, openRule, context, githubToken, prToken } = inputs;
  if (githubToken !== undefined) return undefined;
  if (range !== undefined) return 'range';
  if (paths !== undefined) return 'paths';
  if (ignorePaths !== undefined) return 'ignore-paths';
  if (openRule !== undefined && prToken === undefined) return 'skip-if-open';
  return context === 'full' && request.changeEvent !== undefined ? 'context: full' : undefined;
}
