import { changeContext } from '../change/change-context.ts';
import { type Change, readChange } from '../change/load-change.ts';
import { countOpen } from '../change/open-pull-requests.ts';
import { isOurDoing } from '../change/own-merge.ts';
import { whyIrrelevant } from '../change/path-filter.ts';
import { whyUnmerged } from '../change/unmerged-push.ts';
import type { GitHub } from '../github/github.ts';
import { searchToken } from '../inputs/change-fields.ts';
import { pullAddress, readGitHubPull } from '../job/pull-request-link.ts';
import { type RequestResult, unsent } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import type { ReasonCode } from '../reason-codes.ts';
import type { Request, Thread } from '../request/request.ts';
import { type Marking, readMaker } from '../thread/agent-pull-request.ts';
import { tellIdlePaths } from './idle-settings.ts';
import type { Informed, StepContext } from './step-context.ts';

/** Whether the run goes on, with what it knows of the change by then. */
export type Evaluated = GoingOn | Over;

interface GoingOn {
  readonly kind: 'on';
  readonly informed: Informed;
  /** The conversation of a push: that of the pull request that it merged last. */
  readonly thread?: Thread | undefined;
}

interface Over {
  readonly kind: 'over';
  readonly result: RequestResult;
}

/** Finds out what changed, and whether an instruction about it is to be sent at all. */
export async function evaluateChange(step: StepContext): Promise<Evaluated> {
  const { ports, request, inputs, github } = step;
  const lacking = lackingToken(step);
  if (lacking !== undefined)
    return failed('token-missing', `\`${lacking}\` needs \`github-token\`, which is empty.`);
  const ours = await findOwn(step);
  if (ours !== undefined) return ours;
  const read = await readChange(request.changeEvent, inputs.range, github, ports.clock.now());
  if (read.kind === 'over') return skipped('nothing-changed', read.reason);
  if (read.kind === 'unreadable') return failed(read.code, read.reason);
  if (read.kind === 'none') {
    tellIdlePaths(inputs, request.event, ports.runner.log);
    return findRoom(step);
  }
  const { change } = read;
  for (const note of change.notes) ports.runner.log.info(note);
  const unmerged = inputs.range === undefined ? whyUnmerged(change, request.sender) : undefined;
  if (unmerged !== undefined) return skipped('nothing-changed', unmerged);
  const irrelevant = whyIrrelevant(change, inputs, ports.runner.log);
  if (irrelevant !== undefined) return skipped('paths-unmatched', irrelevant);
  const loop = github && (await findLoop(step, change, github));
  if (loop !== undefined) return loop;
  const room = await findRoom(step);
  return room.kind === 'over' ? room : goOn(step, change, room);
}

/** What our own jobs, their ends and their merges cause by themselves. Labels and assignments are somebody's wish. */
const MOVES: ReadonlySet<string | undefined> = new Set(['opened', 'reopened', 'synchronize', 'closed']);

/** Ends the run when a pull request moved that one of our jobs made: each would ask for the next one. */
async function findOwn(step: StepContext): Promise<Over | undefined> {
  const { request, github } = step;
  const { thread, happened } = request;
  if (github === undefined || thread === undefined || !MOVES.has(happened)) return undefined;
  if (!(await isOurs(thread.number, 'event', step, github))) return undefined;
  return skipped('own-pull-request', `One of our own jobs made pull request ${thread.number}.`);
}

/** Ends the run when nothing was merged but what our own jobs made: documentation of documentation has no end. */
async function findLoop(step: StepContext, change: Change, github: GitHub): Promise<Over | undefined> {
  const pushed = await readMerged(step, change, github);
  if (pushed === undefined) return undefined;
  if (!(await isOurDoing(pushed, ({ number }) => isOurs(number, 'push', step, github)))) return undefined;
  const { owner, repo, serverUrl } = step.ports.workflowRun;
  const links = pushed.pulls.map(({ number }) => pullAddress({ owner, repo, number }, serverUrl));
  const where =
    change.changeEvent === undefined ? 'In that time nothing was merged' : 'The push merged nothing';
  const reason = `${where} but pull requests that our own jobs made: ${links.join(' ')}`;
  return skipped('own-merge', reason, links);
}

/** Whether one of our jobs made a pull request of this repository; what cannot be read is somebody else's. */
async function isOurs(number: number, what: string, step: StepContext, github: GitHub): Promise<boolean> {
  const { owner, repo } = step.ports.workflowRun;
  const maker = await readMaker({ owner, repo, number }, markingOf(step, github));
  if (maker.ok) return maker.value !== undefined;
  step.ports.runner.log.warning(
    `Whether one of our jobs made pull request ${number} could not be read, so the ${what} counts: ${maker.failure.message}`,
  );
  return false;
}

/** What may be a loop: what a push brought, or what was merged in a time. */
async function readMerged(
  { request, inputs, ports }: StepContext,
  { merged }: Change,
  github: GitHub,
): Promise<Change['merged'] | undefined> {
  const { range } = inputs;
  if (range !== undefined && 'span' in range) return merged;
  if (request.changeEvent?.kind !== 'push') return undefined;
  if (range === undefined) return merged;
  // The input `range` may be about more than the push.
  const alone = await readChange(request.changeEvent, undefined, github, ports.clock.now());
  return alone.kind === 'change' ? alone.change.merged : undefined;
}

function goOn({ ports, request, inputs }: StepContext, change: Change, { informed }: GoingOn): GoingOn {
  const told = changeContext(change, inputs.context, {
    workflowRun: ports.workflowRun,
    sender: request.sender,
    token: ports.randomToken(),
  });
  const author = change.merged.pulls.at(-1)?.user;
  const thread = inputs.range === undefined ? threadOf(request, change, ports) : undefined;
  return { kind: 'on', informed: { ...informed, told, author }, thread };
}

/**
 * Ends the run when enough pull requests are open already, or nobody can tell; or finds the job to follow up on. A job that
 * is named by its id needs no room where messages are welcome.
 */
async function findRoom(step: StepContext): Promise<Evaluated> {
  const { ports, inputs, deadline } = step;
  const { openRule, whenOpen, jobId } = inputs;
  const seen = searchToken(inputs);
  if (openRule === undefined || seen === undefined) return NOTHING_OPEN;
  const follows = whenOpen === 'message';
  if (follows && jobId !== undefined) return NOTHING_OPEN;
  const github = ports.openGitHub(seen.token, deadline, seen.tokenInput);
  const marking = markingOf(step, github);
  const open = await countOpen(openRule, github, {
    serverUrl: ports.workflowRun.serverUrl,
    readMaker: (pull) => readMaker(pull, marking),
  });
  if (open.kind === 'room') return NOTHING_OPEN;
  if (open.kind === 'unknown') return failed(open.code, open.reason);
  const { reason, urls: links } = open;
  if (!follows) return skipped('enough-open', reason, links);
  return findJob(step, github, links);
}

const NOTHING_OPEN: GoingOn = { kind: 'on', informed: {} };

/** The job of the newest open pull request that one of our jobs made; without one there is room for a job. */
async function findJob(step: StepContext, github: GitHub, links: readonly string[]): Promise<Evaluated> {
  const { log } = step.ports.runner;
  for (const url of links) {
    const pull = readGitHubPull(url, step.ports.workflowRun.serverUrl);
    const maker = pull && (await readMaker(pull, markingOf(step, github)));
    if (maker === undefined) continue;
    if (!maker.ok)
      return failed(
        maker.failure.code,
        `Whether one of our jobs made ${url} could not be read: ${maker.failure.message}`,
      );
    if (maker.value === undefined) continue;
    log.info(`Enough pull requests are open: this becomes a message to the job that made ${url}`);
    return { kind: 'on', informed: { open: { jobId: maker.value, url } } };
  }
  log.notice('No open pull request carries a marker of this action, so a job is created.');
  return NOTHING_OPEN;
}

function markingOf({ ports, inputs }: StepContext, github: GitHub): Marking {
  const { workflowRun } = ports;
  return { github, service: inputs, key: inputs.key, workflowRun, phrase: inputs.phrase };
}

/** The first input that asks GitHub for something without a token to ask with. */
function lackingToken({ request, inputs }: StepContext): string | undefined {
  const { range, paths, ignorePaths, openRule, context, githubToken, prToken } = inputs;
  if (githubToken !== undefined) return undefined;
  if (range !== undefined) return 'range';
  if (paths !== undefined) return 'paths';
  if (ignorePaths !== undefined) return 'ignore-paths';
  if (openRule !== undefined && prToken === undefined) return 'skip-if-open';
  return context === 'full' && request.changeEvent !== undefined ? 'context: full' : undefined;
}

function threadOf({ changeEvent }: Request, { merged }: Change, ports: Ports): Thread | undefined {
  const last = merged.pulls.at(-1);
  if (changeEvent?.kind !== 'push' || last === undefined) return undefined;
  const { number, title, body, user } = last;
  const url = pullAddress({ ...ports.workflowRun, number }, ports.workflowRun.serverUrl);
  return { kind: 'pull-request', number, url, title, description: body, openedBy: user };
}

function skipped(reasonCode: ReasonCode, reason: string, links?: readonly string[]): Over {
  return { kind: 'over', result: { result: 'skipped', reasonCode, reason, links } };
}

function failed(reasonCode: ReasonCode, reason: string): Over {
  return { kind: 'over', result: unsent(reasonCode, reason) };
}
